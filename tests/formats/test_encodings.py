"""Encodings and decimal signs of the programs that people save tables with."""

import pytest

from tertium.exceptions import BadInput
from tertium.formats.judgements import read_judgements

SCORES = "annotator;segment;system;score\nJürgen;1;MT “neu”;62,5\nAnna;1;MT “neu”;70\n"
READ = [("Jürgen", "MT “neu”", 62.5), ("Anna", "MT “neu”", 70.0)]
COMMAS = "Commas are read as decimal signs in score."
WESTERN = "The file is not UTF-8: it was read as Windows-1252. Look at letters such as ä, é and €."


def said(table):
    return [(row["annotator"], row["system"], row["value"]) for row in table.rows()]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1252"])
def test_tables_are_read_in_the_encodings_of_spreadsheets(make, encoding):
    """With the same result; what had to be guessed is reported."""
    content = SCORES.encode(encoding)
    table = read_judgements(make("j.csv", content))
    assert said(table) == READ
    assert table.notes == ((WESTERN,) if encoding == "windows-1252" else ()) + (COMMAS,)


def test_xml_and_json_lines_may_be_utf_16(make):
    """Recognised and read as the same file in UTF-8 would be."""
    unit = '<unit id="1" type="pe"><S producer="s">a</S><MT producer="mt">b</MT><annotations>'
    unit += '<annotation r="1"><PE producer="e.mt">c</PE></annotation></annotations></unit>'
    job = f'<?xml version="1.0" encoding="UTF-16"?><job id="1">{unit}</job>'
    assert len(read_judgements(make("j.per", job.encode("utf-16")))) == 3
    line = '{"annotator":"é","segment":1,"system":"x","score":3}\n'
    assert said(read_judgements(make("j.jsonl", line.encode("utf-16")))) == [("é", "x", 3.0)]


@pytest.mark.parametrize(
    ("values", "read"),
    [
        (("62,5", "70"), [62.5, 70.0]),
        (("0,125", "-1,5"), [0.125, -1.5]),
        (("1,25", "1,250"), [1.25, 1.25]),
        (("1,250", "3"), None),  # thousands or thousandths?
        (("1,5", "1.5"), None),
    ],
)
def test_commas_are_decimal_signs_where_they_can_be_nothing_else(make, values, read):
    """Otherwise they are refused with their place."""
    rows = "".join(f"a\t{at}\tx\t{value}\n" for at, value in enumerate(values))
    path = make("j.tsv", "annotator\tsegment\tsystem\tscore\n" + rows)
    if read is None:
        with pytest.raises(BadInput, match="is not a number"):
            read_judgements(path)
    else:
        assert [row["value"] for row in read_judgements(path).rows()] == read
