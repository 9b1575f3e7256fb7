"""Files made for one test."""

import gzip

import pytest


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
