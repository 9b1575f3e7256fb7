"""Every kind of file of marked errors, written and read again: nothing moves, nothing is lost."""

import random
import re
from functools import cache

import pytest

from tertium.formats.error_files import ERROR_FILES, write_errors
from tertium.formats.fill_texts import fill_texts
from tertium.formats.judgements import read_judgements
from tests.formats.marked import PIECES, made_readings, tabled

ENDINGS = {
    "narrow": ".jsonl",
    "mqm": ".tsv",
    "appraise": ".csv",
    "appraise-batches": ".json",
    "pearmut": ".jsonl",
    "wmt": ".jsonl",
    "mtme": ".jsonl",
    "its": ".xlf",
    "xlsx": ".xlsx",
}
PLACE = ("annotator", "segment", "system", "side", "start", "end", "category", "severity",
         "comment")  # fmt: skip
MARKS = re.compile("</?v>")
BIO_DE, BIO_RU = "bio-mqm-en2de/mqm.tsv.gz", "bio-mqm-en2ru/mqm.tsv.gz"
ESA = "esa-wmt23-ende/ESA-IAA.csv.gz"
BATCHES = "esa-wmt23-ende/batches_wmt23_en-de_{}.json.gz"


def marks(table):
    return [[row[name] for name in PLACE] for row in table.rows() if row["aspect"] == "error"]


def as_set(table):
    return sorted(repr(sorted(row.items(), key=lambda item: item[0])) for row in table.rows())


@cache
def two_thousand(*, breaks):
    """Return a table of so many marks; without breaks also none of those MQM refuses in texts."""
    given = made_readings(17, breaks=breaks, score=True, size=500, most=9)
    if not breaks:
        given = [one for one in given if not MARKS.search(f"{one.source} {one.target}")]
    return tabled(given)


def test_every_kind_is_tried():
    """A new kind of file must be tried here, too."""
    assert set(ENDINGS) == set(ERROR_FILES)


@pytest.mark.parametrize("kind", ERROR_FILES)
def test_two_thousand_random_marks_come_back(tmp_path, kind):
    """Marks anywhere in texts of many scripts, some without length, some inside a character."""
    table = two_thousand(breaks=kind != "mqm")
    assert len(marks(table)) >= 2_000
    path = tmp_path / f"errors{ENDINGS[kind]}"
    lost = write_errors(table, path, kind=kind).lost
    again = read_judgements(path)
    if kind in ("mqm", "appraise"):
        assert marks(again) == marks(table)
        assert "does not keep: " in lost  # names of judgements, and scores or texts
    else:
        assert again == table
        assert lost == ""


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("narrow", "hume-ucca-cs-de/nodes.csv.gz"),
        ("mtme", BIO_RU),
        ("appraise-batches", BATCHES.format("esa")),
    ],
)
def test_published_judgements_come_back(shared_data, tmp_path, kind, name):
    """Row by row, and nothing is said to be lost; files in their own format are tried beside it."""
    table = read_judgements(shared_data / name)
    path = tmp_path / f"errors{ENDINGS[kind]}"
    assert write_errors(table, path, kind=kind).lost == ""
    assert read_judgements(path) == table


@pytest.mark.parametrize("kind", ["narrow", "pearmut", "mtme", "its", "xlsx", "appraise-batches"])
def test_an_export_of_appraise_comes_back_with_its_texts(shared_data, tmp_path, kind):
    """Errors without a category too: ESA has none."""
    texts = read_judgements(shared_data / BATCHES.format("esa"))
    table, unknown = fill_texts(read_judgements(shared_data / ESA), texts)
    assert unknown == 0
    table = table.select(system="wmt23.NLLB_Greedy")
    path = tmp_path / f"errors{ENDINGS[kind]}"
    assert write_errors(table, path, kind=kind).lost == ""
    assert read_judgements(path) == table


def test_a_line_for_each_segment_keeps_all_but_the_order(shared_data, tmp_path):
    """The file of WMT holds the judgements of a segment together."""
    table = read_judgements(shared_data / BIO_DE).select(system="TMT_run1")
    assert write_errors(table, tmp_path / "o.jsonl", kind="wmt").lost == ""
    assert as_set(read_judgements(tmp_path / "o.jsonl")) == as_set(table)


def test_what_is_new_in_a_file_is_told(tmp_path):
    """A rating has a score for every output; where there was none, this is said."""
    given = made_readings(3, breaks=False, size=30)
    lost = write_errors(tabled(given), tmp_path / "o.en-de.seg.rating", kind="mtme").lost
    assert "also says: " in lost
    assert "value (" in lost.partition("also says: ")[2]


def test_texts_of_many_scripts_are_really_tried():
    """The pieces hold what shifts positions elsewhere: astral, combining, bidirectional."""
    drawn = "".join(random.Random(0).choices(PIECES, k=2_000))
    assert any(ord(character) > 0xFFFF for character in drawn)
    assert {"\u0301", "\u200d", "\u200f", "\ufeff", "\u2028"} <= set(drawn)
