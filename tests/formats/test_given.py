"""A file is opened once and its header looked at once, however many formats there are."""

import re
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import BadInput
from tertium.formats.given import GivenFile
from tertium.formats.judgements import read_judgements

RANKINGS = "annotator,segment,system,rank\n" + "".join(
    f"ann-{one},{segment},{system},{1 + (segment + one + place) % 3}\n"
    for one in range(2)
    for segment in range(4)
    for place, system in enumerate("abc")
)
SCORES = "annotator,segment,system,score\nx,1,a,80\nx,1,b,60\nx,2,a,70\nx,2,b,75\n"
LINES = '{"annotator": "x", "segment": "1", "system": "a", "score": 80}\n'
_opens: list[list[str]] = []  # of whoever counts just now; hooks stay for good


def _note(event, arguments):
    if event == "open" and _opens:
        _opens[-1].append(str(arguments[0]))


sys.addaudithook(_note)


@contextmanager
def opens_of(path):
    """Collect how often a file is opened."""
    found = []
    _opens.append([])
    try:
        yield found
    finally:
        found += [name for name in _opens.pop() if Path(name).name == path.name]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("r.csv", RANKINGS),
        ("s.csv", SCORES),
        ("s.tsv.gz", SCORES.replace(",", "\t")),
        ("l.jsonl", LINES),
    ],
)
def test_a_file_is_opened_once(make, name, content):
    """Whatever it holds, and whatever it is not."""
    path = make(name, content)
    with opens_of(path) as opens:
        assert len(read_judgements(path))
    assert len(opens) == 1


def test_a_command_opens_its_file_once(make):
    """From the name on the command line to the ranking."""
    path = make("rankings.csv", RANKINGS)
    with opens_of(path) as opens:
        assert CliRunner().invoke(cli, ["rank", str(path)]).exit_code == 0
    assert len(opens) == 1


def test_a_header_is_looked_at_once(make, monkeypatch):
    """Every format is asked about the same header."""
    path = make("r.csv", RANKINGS)
    looked = []
    real = GivenFile._first_record.func
    monkeypatch.setattr(
        GivenFile._first_record, "func", lambda file: looked.append(file.path) or real(file)
    )
    read_judgements(path)
    assert looked == [path]


def test_the_format_of_the_page_reads_its_files(make, monkeypatch):
    """What docs/extending.md declares is asked about files that Tertium cannot read."""
    page = Path(__file__).parents[2] / "docs" / "extending.md"
    code = re.search(r"```python\n(# usable_format.py\n.*?)```", page.read_text("utf-8"), re.DOTALL)
    names = {}
    exec(code[1], names)
    monkeypatch.setattr("tertium.formats.format.installed", lambda kind: {"usable_log": None})
    monkeypatch.setattr("tertium.formats.format.load", lambda kind, name: names["LOG"])
    assert len(read_judgements(make("log.usable.gz", "anna/1/x/1\nanna/1/y/0\n"))) == 2
    with pytest.raises(BadInput, match=r"^log.usable:2: no four fields\. Write a/b/c/1\.$"):
        read_judgements(make("log.usable", "anna/1/x/1\nanna/1/y\n"))
