"""Tells the compiler which names of a module never change, so that it puts their values where they are used instead of looking them up each time."""

from __future__ import annotations

import ast
import re
from collections import Counter

CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*")
"""How a constant is written here."""
IMPORT = "from typing import Final as _Final"


def with_constants(text: str) -> str:
    """The same module, its constants declared as such. No line moves."""
    if "from __future__" not in text:
        return text
    tree = ast.parse(text)
    lines = text.splitlines()
    written = Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    sizes: dict[str, int] = {}
    found = False
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if (
                isinstance(target, ast.Name)
                and isinstance(node.value, ast.Tuple)
                and not any(isinstance(one, ast.Starred) for one in node.value.elts)
            ):
                sizes[target.id] = len(node.value.elts)
            if isinstance(target, ast.Name) and _is_constant(target.id, written) and not _is_type(node.value):
                lines[node.lineno - 1] = f"{target.id}: _Final{lines[node.lineno - 1][len(target.id) :]}"
                found = True
            elif isinstance(target, ast.Tuple):
                found = _numbered(node, target, lines, written, sizes) or found
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            found = _annotated(node, lines, written) or found
    if found:
        first = next(i for i, line in enumerate(lines) if line.startswith("from __future__"))
        lines[first] += f"; {IMPORT}"
    return "\n".join([*lines, ""])


def _is_constant(name: str, written: Counter[str]) -> bool:
    return CONSTANT.fullmatch(name) is not None and written[name] == 1


def _is_type(value: ast.expr) -> bool:
    """A type variable, or another name for a type."""
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id in {"TypeVar", "ParamSpec", "NewType"}
    return isinstance(value, ast.Subscript | ast.Name | ast.Attribute)


def _numbered(node: ast.Assign, target: ast.Tuple, lines: list[str], written: Counter[str], sizes: dict[str, int]) -> bool:
    """``A, B = range(2)`` as two constants in one line."""
    names = [one.id for one in target.elts if isinstance(one, ast.Name)]
    values = _values(node.value, sizes)
    if len(names) != len(target.elts) or values is None or len(values) != len(names) or not all(_is_constant(name, written) for name in names):
        return False
    last = node.end_lineno or node.lineno
    lines[node.lineno - 1 : last] = [
        "; ".join(f"{name}: _Final = {value}" for name, value in zip(names, values, strict=True)),
        *[""] * (last - node.lineno),
    ]
    return True


def _values(value: ast.expr, sizes: dict[str, int]) -> list[int] | None:
    """The whole numbers that an expression lists, where they can be read off it."""
    if isinstance(value, ast.Tuple):
        numbers = [_number(one, sizes) for one in value.elts]
        return None if None in numbers else [number for number in numbers if number is not None]
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "range" and not value.keywords:
        limits = [_number(one, sizes) for one in value.args]
        return None if None in limits else list(range(*(limit for limit in limits if limit is not None)))
    return None


def _number(value: ast.expr, sizes: dict[str, int]) -> int | None:
    if isinstance(value, ast.Constant) and type(value.value) is int:
        return value.value
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "len" and isinstance(value.args[0], ast.Name):
        return sizes.get(value.args[0].id)
    return None


def _annotated(node: ast.AnnAssign, lines: list[str], written: Counter[str]) -> bool:
    if not (isinstance(node.target, ast.Name) and _is_constant(node.target.id, written)) or node.annotation.lineno != node.annotation.end_lineno:
        return False
    line, note = lines[node.lineno - 1], ast.unparse(node.annotation)
    if node.annotation.lineno != node.lineno or not line.isascii() or "Final" in note or "TypeAlias" in note:
        return False
    begin, end = node.annotation.col_offset, node.annotation.end_col_offset
    assert end is not None
    lines[node.lineno - 1] = line[:begin] + f"_Final[{line[begin:end]}]" + line[end:]
    return True
