"""Commands, as a person would type them."""

import contextlib
import io
import sys
from unittest.mock import patch

import pytest

from tertium.cli.main import main


def _run(*words, cwd, code=0):
    """Run a command in a folder and return what it printed.

    In this process: starting Python anew for each of them would be most of the work. Real
    processes are started where it matters, by the tests of `serve`, `demo` and of crashes.
    """
    out, err, left = io.StringIO(), io.StringIO(), 0
    with (
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        patch.object(sys, "argv", ["tertium", *map(str, words)]),
    ):
        try:
            main()
        except SystemExit as exit_:
            left = exit_.code or 0
    assert left == code, f"tertium {words}: {left}\n{err.getvalue()}"
    return out.getvalue()


@pytest.fixture(scope="session")
def tertium():
    """Run `tertium …` in a folder and return what it printed; the exit code must be `code`."""
    return _run
