"""Without its extra a module of the lab says what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import importlib.abc, sys

class Nothing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] in {"numpy", "gymnasium", "pettingzoo", "pyspiel"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Nothing())
import amba.lab.match
try:
    import amba.lab.MODULE
except ModuleNotFoundError as error:
    print(error)
"""


@pytest.mark.parametrize(("module", "extra"), [("env", "rl"), ("gym", "rl"), ("openspiel", "openspiel")])
def test_a_module_says_what_to_install(module: str, extra: str) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT.replace("MODULE", module)], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"amba.lab.{module} needs ")
    assert f"pip install 'amba[{extra}]'" in done.stdout
