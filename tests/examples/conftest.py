"""Commands, run as a person would."""

import subprocess
import sys

import pytest


def _run(*words, cwd, code=0):
    """Run the command as a person would and return what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "tertium", *map(str, words)],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == code, f"tertium {words}: {done.returncode}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def tertium():
    """Run `tertium …` in a folder and return what it printed; the exit code must be `code`."""
    return _run
