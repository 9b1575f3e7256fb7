"""The code is formatted, and neither the linter nor the type checker complains."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "command",
    ["ruff format --check .", "ruff check .", pytest.param("mypy", marks=pytest.mark.slow)],
)
def test_code_is_clean(command):
    """What the tools complain about is printed as they print it."""
    done = subprocess.run(
        [sys.executable, "-m", *command.split()], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
