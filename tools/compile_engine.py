"""Compiles the engine with mypyc: `python -m tools.compile_engine`. Without a C compiler, or without mypy, it says so, and everything runs as it is.

The compiled modules lie under build/native, beside a list of the sources they were made from. `amba` uses them as long as no source has changed since;
AMBA_PLAIN=1 leaves them alone. What has not changed is not compiled again. With --background the work is done by a process of its own, at low priority:
whoever starts meanwhile runs the sources. Every state of the sources has a folder of its own, so that nothing is changed under a program that runs.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.constant_names import with_constants

if sys.platform != "win32":
    import fcntl

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src"
TARGET = ROOT / "build" / "native"
LIST = TARGET / "modules.txt"
CORE = ("decision", "event", "menu", "odds", "pool", "sequence", "state", "steps", "view")
"""What stays as it is: orders, whose annotations are read while the program runs, and what is not asked a thousand times a second."""
KIT = ("bitboards", "half_points", "hexgrid", "odds", "rays", "reach", "sight", "sight_table", "trace", "units", "zones")
GAMES = ("adua", "cheren", "ethiopia", "hollow", "keren")
MANY = 100
"""A game with more modules than this has a library for every ten chapters: compiled two at a time, and again only where something has changed."""
IN_A_GAME = ("field.py", "state.py", "boards/ground.py", "rules/*.py", "rules/*/*.py")


def groups() -> dict[str, list[str]]:
    """The modules that are compiled, by the library they go into; paths beside `amba`."""
    base = [f"amba/core/{name}.py" for name in CORE] + [f"amba/kit/{name}.py" for name in KIT]
    found = {"amba_base": base}
    for game in (SOURCES / "amba/games" / name for name in GAMES):
        paths = [path for pattern in IN_A_GAME for path in sorted(game.glob(pattern)) if path.name != "__init__.py"]
        for path in paths:
            library = f"amba_{game.name}" + (f"_{_chapters(path)}" if len(paths) > MANY else "")
            found.setdefault(library, []).append(path.relative_to(SOURCES).as_posix())
    return found


def _chapters(path: Path) -> str:
    """The ten chapters a module belongs to, with its folder: `rules_r00`, `armour_r03`. What has no number is together."""
    numbered = re.match(r"r\d\d", path.name)
    return f"{path.parent.name}_{numbered.group() if numbered else 'all'}"


def prepared(text: str, is_open: bool) -> str:
    """A module as the compiler likes it, line by line the same program.

    A rule cited by a decorator would hide its function from the compiler: it is cited after the module's last line instead. Classes of `core` and `kit`
    may be inherited from by games that are not compiled.
    """
    lines, after = text.splitlines(), []
    for node, owner in _functions(ast.parse(text)):
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule":
                after.append(f"{ast.unparse(mark)}({owner}{node.name})")
                for number in range(mark.lineno - 1, mark.end_lineno or mark.lineno):
                    lines[number] = ""
    if is_open:
        for kind in ast.parse(text).body:
            if isinstance(kind, ast.ClassDef) and not kind.decorator_list and not _is_plain_data(kind):
                lines[kind.lineno - 1] = f"@mypyc_attr(allow_interpreted_subclasses=True)\n{lines[kind.lineno - 1]}"
        lines.insert(_first_import(text), "from typing import TYPE_CHECKING as _CHECKING\nif _CHECKING:\n    from mypy_extensions import mypyc_attr")
    return "\n".join([*lines, *after, ""])


def _functions(tree: ast.Module) -> Iterable[tuple[ast.FunctionDef, str]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node, ""
        elif isinstance(node, ast.ClassDef):
            yield from ((inner, f"{node.name}.") for inner in node.body if isinstance(inner, ast.FunctionDef))


def _is_plain_data(node: ast.ClassDef) -> bool:
    return any(name in ast.unparse(base) for base in node.bases for name in ("NamedTuple", "Protocol", "Exception", "Enum"))


def _first_import(text: str) -> int:
    """The line after `from __future__`."""
    return next(i for i, line in enumerate(text.splitlines()) if line.startswith("from __future__")) + 1


def suffix() -> str:
    """How compiled modules end on this machine."""
    return str(sysconfig.get_config_var("EXT_SUFFIX"))


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def prepare(wanted: dict[str, list[str]]) -> None:
    """A copy of the sources for the compiler, in which only what has changed is written anew."""
    compiled = {path for paths in wanted.values() for path in paths}
    copies = TARGET / "src"
    for path in sorted((SOURCES / "amba").rglob("*.py")):
        name = path.relative_to(SOURCES).as_posix()
        text = with_constants(path.read_text())
        if name in compiled:
            text = prepared(text, is_open=name.startswith(("amba/core", "amba/kit")))
        copy = copies / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if not copy.exists() or copy.read_text() != text:
            copy.write_text(text)
    for copy in copies.rglob("*.py"):
        if not (SOURCES / copy.relative_to(copies)).exists():
            copy.unlink()


BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup
groups = {groups!r}
files = [path for _, paths in groups for path in paths]
extensions = mypycify(["--follow-imports=silent", "--ignore-missing-imports", *files], opt_level="{level}", debug_level="0", separate=[(p, n) for n, p in groups])
setup(name="amba", ext_modules=extensions, script_args=["--quiet", "build_ext", "--build-lib", "../{folder}", "--build-temp", "../temp", "-j", "{jobs}"])
"""


def build(wanted: dict[str, list[str]], folder: str, level: str) -> subprocess.CompletedProcess[str]:
    script = BUILD.format(groups=list(wanted.items()), folder=folder, level=level, jobs=os.cpu_count() or 1)
    environment = {**os.environ, "PYTHONPATH": "", "AMBA_PLAIN": "1", "CFLAGS": "-w"}
    return subprocess.run([sys.executable, "-c", script], cwd=TARGET / "src", env=environment, check=False, capture_output=True, text=True)


FAULT = re.compile(r"^(amba/\S+\.py):\d+: .*internal mypyc error", re.MULTILINE)
"""What the compiler says of a module that it cannot take, through a fault of its own: that one runs as it is."""
MOST_REFUSED = 8


def listed(wanted: dict[str, list[str]], refused: Collection[str] = ()) -> list[str]:
    """What is compiled, and from what, for `amba._native`: also what was only read, for its constants are in what is compiled."""
    names = {path for paths in wanted.values() for path in paths}
    compiled = names.difference(refused)
    lines = []
    for name in sorted(names | constants_from(names)):
        path = SOURCES / name
        stat = path.stat()
        lines.append(f"{stat.st_size} {stat.st_mtime_ns} {digest(path)} {'compiled' if name in compiled else 'read'} {name}")
    return lines


def constants_from(compiled: Iterable[str]) -> set[str]:
    """The modules that these import something from."""
    found = set()
    for name in compiled:
        for module in re.findall(r"^from (amba\.[\w.]+) import ", (SOURCES / name).read_text(), re.MULTILINE):
            path = f"{module.replace('.', '/')}.py"
            if (SOURCES / path).is_file():
                found.add(path)
    return found


def folder_for(rows: list[str]) -> str:
    """Where the modules made from these sources lie."""
    parts = [row.split(" ", 4) for row in rows]
    content = "\n".join([suffix(), *(f"{sha} {name}" for _, _, sha, _, name in parts)])
    return f"lib-{hashlib.sha256(content.encode()).hexdigest()[:16]}"


def write_list(rows: list[str]) -> None:
    """From now on these are used."""
    fresh = LIST.with_suffix(".new")
    fresh.write_text("\n".join([f"{suffix()} {folder_for(rows)}", *rows, ""]))
    fresh.replace(LIST)


def used_folder() -> str | None:
    """Where what was compiled last lies."""
    if not LIST.exists():
        return None
    words = LIST.read_text().split("\n", 1)[0].split()
    return words[1] if len(words) == 2 and words[0] == suffix() else None


def only_read() -> set[str]:
    """What the list in use names without its being compiled."""
    parts = [row.split(" ", 4) for row in LIST.read_text().splitlines()[1:]]
    return {name for _, _, _, what, name in parts if what == "read"}


def is_fresh(rows: list[str]) -> bool:
    return used_folder() == folder_for(rows) and (TARGET / folder_for(rows)).is_dir()


def begin_folder(folder: str, before: str | None) -> None:
    """A new folder begins with what was compiled last, so that only what has changed is compiled; what is older goes."""
    for path in TARGET.glob("lib*"):
        if path.name not in {folder, before}:
            shutil.rmtree(path)
    if before is not None and before != folder and not (TARGET / folder).exists():
        shutil.copytree(TARGET / before, TARGET / folder)


@contextmanager
def alone() -> Iterator[bool]:
    """Held by one at a time; False where another compiles."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with (TARGET / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True


def wait() -> None:
    """Until nobody compiles."""
    with (TARGET / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)


def missing() -> str:
    """What is not at hand that compiling needs."""
    if sys.platform == "win32":
        return "it has not been tried on Windows"
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"no C compiler ({compiler})"
    if not Path(sysconfig.get_paths()["include"], "Python.h").exists():
        return "no Python.h"
    for name in ("mypyc", "setuptools"):
        if subprocess.run([sys.executable, "-c", f"import {name}"], check=False, capture_output=True).returncode:
            return f"no {name}"
    return ""


TRIAL = """
from random import Random
from amba.core.decision import CHANCE
from amba.load.registry import keys, open_game
for game in map(open_game, keys()):
    s, rng = game.new(game.scenarios()[-1].key, {}), Random(1)
    for _ in range(40):
        asked = game.decision(s)
        if asked is not None:
            game.apply(s, rng.choice(game.outcomes(s))[0] if asked.who == CHANCE else game.legal(s).pick(rng))
"""


def fault_in_play() -> str:
    """Each game is opened and begun by what was compiled: why that does not work, and nothing where it does."""
    environment = {key: value for key, value in os.environ.items() if key != "AMBA_PLAIN"} | {"PYTHONPATH": str(SOURCES)}
    done = subprocess.run([sys.executable, "-c", TRIAL], cwd=TARGET, env=environment, check=False, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


def compile_now() -> str:
    """Compile what has changed; what there is to say."""
    wanted = groups()
    rows = listed(wanted)  # before anything is read: who edits meanwhile is not to run what he had before
    folder, before = folder_for(rows), used_folder()
    if is_fresh(rows):
        write_list(listed(wanted, only_read()))  # files that were touched are not read at every start
        return "The engine is compiled."
    began = time.monotonic()
    prepare(wanted)
    if folder_for(listed(wanted)) != folder:
        return compile_now()  # somebody edits
    begin_folder(folder, before)
    refused: list[str] = []
    while True:
        some = {library: left for library, paths in wanted.items() if (left := [path for path in paths if path not in refused])}
        done = build(some, folder, os.environ.get("AMBA_OPTIMIZE", "1"))
        fault = FAULT.search(done.stdout + done.stderr)
        if not done.returncode or fault is None or len(refused) >= MOST_REFUSED:
            break
        refused.append(fault.group(1))
    (TARGET / "failure.txt").write_text(done.stdout + done.stderr if done.returncode else "")
    if done.returncode:
        shutil.rmtree(TARGET / folder, ignore_errors=True)
        return f"The engine runs uncompiled: the compiler failed ({TARGET.relative_to(ROOT)}/failure.txt says why)."
    write_list(listed(wanted, refused))
    if why := fault_in_play():
        LIST.unlink()
        (TARGET / "failure.txt").write_text(why)
        return f"The engine runs uncompiled: what was compiled does not run ({TARGET.relative_to(ROOT)}/failure.txt says why)."
    but = f", but {', '.join(refused)}" if refused else ""
    return f"The engine is compiled ({time.monotonic() - began:.0f} s){but}."


def start(nice: int) -> None:
    """The same in a process of its own that outlives this one and lets others go first."""
    TARGET.mkdir(parents=True, exist_ok=True)
    log = (TARGET / "log.txt").open("w")
    words = ["nice", "-n", str(nice), sys.executable, "-m", "tools.compile_engine"]
    subprocess.Popen(words, cwd=ROOT, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True)


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--background", type=int, nargs="?", const=15, metavar="NICE", help="do not wait for it; how far it stands back (default 15)")
    args = parser.parse_args(words)
    lack = missing()
    if lack:
        print(f"The engine runs uncompiled: {lack}.")
        return 0
    if args.background is not None and not is_fresh(listed(groups())):
        start(args.background)  # which finds out by itself whether another is at it
        print("The engine runs as it is, and is compiled in the background for the next start (some minutes, once).")
        return 0
    with alone() as mine:
        if mine:
            if not is_fresh(listed(groups())):
                print("Compiling the engine; this takes some minutes once ...", flush=True)
            print(compile_now())
            return 0
    print("The engine is being compiled already; waiting for it ...", flush=True)
    wait()
    return main([])


if __name__ == "__main__":
    sys.exit(main())
