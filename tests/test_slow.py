"""The list of slow tests: what stands in it, and how it is written anew."""

import io
import sys

import pytest

from tests import slow


@pytest.mark.parametrize(
    "line", ["tests/cli", "tests/cli/test_x.py", "tests/cli/test_x.py::test_y"]
)
def test_a_line_is_a_folder_a_file_or_a_test(line):
    """All cases of a test are meant, and no test whose name only begins like it."""
    assert slow.is_slow("tests/cli/test_x.py::test_y[a/b-1]", frozenset([line]))
    assert not slow.is_slow("tests/client/test_x.py::test_yes", frozenset([line]))


def test_the_list_is_written_from_durations(tmp_path, monkeypatch):
    """Files stay, tests that are quick again go."""
    listed = tmp_path / "slow.txt"
    listed.write_text("tests/a.py\ntests/b.py::test_before\n")
    printed = (
        "3.1s call     tests/a.py::test_a\n0.3s setup    tests/c.py::test_c[x y]@manage\nother\n"
    )
    monkeypatch.setattr(slow, "LIST", listed)
    monkeypatch.setattr(sys, "stdin", io.StringIO(printed))
    slow.main()
    assert listed.read_text().split() == ["tests/a.py", "tests/c.py::test_c"]
