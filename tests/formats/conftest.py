"""Files made for one test."""

import gzip

import pytest

from tertium.formats.judgements import read_judgements


@pytest.fixture
def make(tmp_path, monkeypatch):
    """Return a function that writes a file in a folder of its own and gives its bare name.

    Tests run inside that folder, so messages can be compared word by word.
    """
    monkeypatch.chdir(tmp_path)

    def write(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content if isinstance(content, bytes) else content.encode("utf-8")
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return path.relative_to(tmp_path)

    return write


@pytest.fixture(scope="module")
def originals(shared_data):
    """Return the folder of excerpts, or skip where it is not there."""
    folder = shared_data / "originals"
    if not folder.is_dir():
        pytest.skip("the excerpts in original layout are not beside this checkout")
    return folder


@pytest.fixture(scope="module")
def read(originals):
    """Return a function that reads an excerpt once."""
    known = {}

    def table(name):
        if name not in known:
            known[name] = read_judgements(originals / name)
        return known[name]

    return table
