"""The example of docs/examples, installed as a package of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "wadi"

Installed = Callable[..., subprocess.CompletedProcess[str]]


def run_with(target: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Python with these words, in a process that finds what is installed in this folder."""
    path = os.pathsep.join([str(target), str(ROOT / "src"), str(ROOT)])
    return subprocess.run([sys.executable, *words], env={**os.environ, "PYTHONPATH": path}, cwd=target, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example in it, put there by pip: nothing of it is in Amba."""
    folder = tmp_path_factory.mktemp("installed")
    source = shutil.copytree(EXAMPLE, tmp_path_factory.mktemp("source") / "wadi", ignore=shutil.ignore_patterns("__pycache__", "build"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"]
    done = subprocess.run([*pip, "--target", str(folder), str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def installed(target: Path) -> Installed:
    """Runs Python where the example is installed; what it prints comes back, and an error fails the test."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        done = run_with(target, *words)
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done

    return run
