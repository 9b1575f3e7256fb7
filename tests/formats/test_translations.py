"""Several translations of the same segments, read from any file of texts."""

import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.formats.translations import read_translations

NARROW = """\
annotator,segment,system,source,mt,edited,alignment,seconds,revised,revision_seconds
a,s1,atlas,good day,guten Tag,Guten Tag,0-0 1-1,3.5,Guten Tag,1
b,s1,atlas,good day,guten Tag,Hallo,0-0 1-0,,Guten Tag,4
a,s1,boreas,good day,gute Zeit,Guten Tag,0-0 1-1,9,Guten Tag,1
"""


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a text to a file."""

    def write(text, name="edits.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_edited_outputs_bring_what_they_cost(file):
    """One system's rows, with alignment, MT and revision; nothing is not zero."""
    found = read_translations(file(NARROW), system="atlas")
    assert found.translator == ["a", "b"]
    assert found.links == [{(0, 0), (1, 1)}, {(0, 0), (1, 0)}]
    assert found.machine == ["guten Tag", "guten Tag"]
    assert found.revised[1] == "Guten Tag"
    assert found.costs[0] == {"seconds": 3.5, "revision_seconds": 1.0}
    assert found.costs[1]["seconds"] != found.costs[1]["seconds"]


def test_a_column_per_translator_is_enough(file):
    """Any file of texts has translations; their alignment is not given."""
    found = read_translations(file("source,ann,ben\ngood day,guten Tag,Hallo\n", "texts.csv"))
    assert found.translator == ["ann", "ben"]
    assert found.segment == ["1", "1"]
    assert found.links == [None, None]


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        (NARROW.replace("0-0 1-0", "0-1"), BadInput, r"edits.csv:3: the link '0-1' points outside"),
        (NARROW.replace("3.5", "-1"), BadInput, r"edits.csv:2: column 'seconds' has '-1'"),
        (NARROW.replace("3.5", "soon"), BadInput, r"edits.csv:2: column 'seconds' has 'soon'"),
        (NARROW.replace("segment", "item"), NotFound, r"edits.csv:1: no column named 'segment'"),
        (NARROW.splitlines()[0] + "\n", BadInput, r"edits.csv: there are no translations"),
    ],
)
def test_broken_files_are_told_with_their_line(file, text, kind, told):
    """One clear sentence with file and line."""
    with pytest.raises(kind, match=told):
        read_translations(file(text))


def test_an_unknown_system_is_refused(file):
    """The known ones are listed."""
    with pytest.raises(NotFound, match=r"no system named 'zephyr'.*atlas, boreas"):
        read_translations(file(NARROW), system="zephyr")
