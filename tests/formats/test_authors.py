"""Who made which output: written by one campaign, read by the next."""

import pytest

from tertium.exceptions import BadInput
from tertium.formats.authors import read_authors, write_authors
from tertium.model import Author

OUTPUTS = {("s1", "amber"), ("s2, with comma", "amber")}
AUTHORS = (
    Author("s1", "amber", "ann-01", "postedit+glossary"),
    Author("s2, with comma", "amber", "ann-02"),
)


def test_what_is_written_is_read(tmp_path):
    write_authors(tmp_path / "authors.csv", AUTHORS)
    assert read_authors(tmp_path / "authors.csv", OUTPUTS) == AUTHORS


def test_a_table_without_conditions_is_read(tmp_path):
    """As earlier versions wrote it."""
    file = tmp_path / "authors.csv"
    file.write_text("segment,system,annotator\ns1,amber,ann-01\n", encoding="utf-8")
    assert read_authors(file, OUTPUTS) == (Author("s1", "amber", "ann-01"),)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("segment,system\ns1,amber\n", r"authors\.csv:1: no column 'annotator'"),
        (
            "segment,system,annotator\ns1,amber,a\ns9,amber,a\n",
            r"authors\.csv:3: there is no output of 'amber' for segment 's9'",
        ),
    ],
)
def test_mistakes_are_told_with_their_line(tmp_path, text, what):
    file = tmp_path / "authors.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=what):
        read_authors(file, OUTPUTS)
