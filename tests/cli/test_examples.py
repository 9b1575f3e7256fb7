"""The files that the manual's examples use."""

import pytest
from click.testing import CliRunner

from tertium.cli.examples import EXAMPLES
from tertium.cli.main import cli
from tertium.exceptions import Conflict


def examples(*words):
    return CliRunner().invoke(cli, ["examples", *words], standalone_mode=False)


def written(folder):
    """Return the content of every file by its place."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder): path.read_bytes() for path in files}


def test_the_examples_are_written(tmp_path, monkeypatch):
    """All of them, into `examples` unless another folder is named; twice does no harm."""
    monkeypatch.chdir(tmp_path)
    for words, folder in (((), "examples"), ((), "examples"), (("try/these",), "try/these")):
        assert examples(*words).output == f"Wrote {len(written(EXAMPLES))} files into {folder}.\n"
        assert written(tmp_path / folder) == written(EXAMPLES)


@pytest.mark.parametrize("name", ["judgements.csv", "releases/source.en.txt"])
def test_a_file_of_that_name_is_never_overwritten(tmp_path, name):
    """Nothing is written then, and the file is named."""
    own = tmp_path / name
    own.parent.mkdir(exist_ok=True)
    own.write_text("mine")
    error = examples(str(tmp_path)).exception
    assert isinstance(error, Conflict)
    assert error.where == str(own)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [own]
