"""What can be wrong in a file of edits is told with its place and a remedy."""

import pytest

from tertium.exceptions import BadInput
from tertium.formats.judgements import read_judgements

HEADER = "annotator,segment,system,source,mt,edited,seconds,keystrokes"


@pytest.mark.parametrize(
    ("header", "row", "told"),
    [
        (HEADER, "a,1,x,s,m,e,-3,4", "edits.csv:2:13: the seconds '-3' is negative"),
        (HEADER, "a,1,x,s,m,e,3,many", "the keystrokes 'many' is not a number"),
        (HEADER, "a,,x,s,m,e,3,4", "the segment is empty"),
        (f"{HEADER},hter", "a,1,x,s,m,e,3,4,-.1", "the hter '-.1' is negative"),
        (f"{HEADER},set", "a,1,x,s,m,e,3,4,training", "'training' is not a known set"),
        (f"{HEADER},pause", "a,1,x,s,m,e,3,4,2", "unknown column 'pause'"),
        (HEADER.replace("edited", "final"), "a,1,x,s,m,e,3,4", "no column 'edited'"),
    ],
)
def test_what_is_wrong_is_told(tmp_path, header, row, told):
    """A mistake is named with line and column."""
    file = tmp_path / "edits.csv"
    file.write_text(f"{header}\n{row}\n", encoding="utf-8")
    with pytest.raises(BadInput) as error:
        read_judgements(file)
    assert told in str(error.value)
    assert error.value.fix


def test_the_same_edit_twice_is_refused(tmp_path):
    """One person edits one output once, unless condition or pass tell two apart."""
    file = tmp_path / "edits.csv"
    file.write_text(f"{HEADER}\na,1,x,s,m,e,3,4\na,1,x,s,m,e,3,4\n", encoding="utf-8")
    with pytest.raises(BadInput, match="twice"):
        read_judgements(file)
    file.write_text(
        f"{HEADER},condition\na,1,x,s,m,e,3,4,plain\na,1,x,s,m,e,3,4,glossary\n", encoding="utf-8"
    )
    assert len(read_judgements(file).edits()) == 2
