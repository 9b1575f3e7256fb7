"""Frames in and out: pandas, polars and Arrow, the same numbers as from files."""

import pandas
import polars
import pytest

import tertium as tt
from tertium.exceptions import BadInput, NotFound
from tests.analyses.test_door import CALLS, EXAMPLES, printed

JUDGED = ("adequacy", "agree", "chunks", "compare", "errors", "grade", "rank")


class Stream:
    """A frame of which nothing is known but its Arrow stream."""

    def __init__(self, frame):
        self.frame = frame

    def __arrow_c_stream__(self, requested_schema=None):
        return self.frame.__arrow_c_stream__(requested_schema)


@pytest.mark.parametrize(
    "read",
    [pandas.read_csv, polars.read_csv, lambda path: Stream(polars.read_csv(path)), tt.read],
    ids=["pandas", "polars", "arrow", "read"],
)
@pytest.mark.parametrize("name", JUDGED)
def test_a_frame_gives_what_the_file_gives(name, read):
    """The JSON from a frame equals what the command prints of the file, to the byte."""
    file, arguments = CALLS[name]
    found = getattr(tt, name)(read(EXAMPLES / file), **arguments)
    assert found.to_json() + "\n" == printed(name)


@pytest.mark.parametrize("name", ["entropy", "releases", "utility"])
def test_tables_that_are_no_judgements_may_be_frames_too(name):
    """Several translations of each source, production, or answers of a study in a frame."""
    file, arguments = CALLS[name]
    tabs = {"separator": "\t", "quote_char": None} if file.endswith(".tsv") else {}
    frame = polars.read_csv(EXAMPLES / file, **tabs)
    assert getattr(tt, name)(frame, **arguments).to_json() + "\n" == printed(name)


def frame(**changed):
    """Return five judgements, with columns changed or added."""
    columns = {
        "annotator": ["a"] * 5,
        "segment": [1, 2, 3, 4, 5],
        "left": ["x"] * 5,
        "right": ["y"] * 5,
        "answer": ["left", "right", "left", "both_bad", "left"],
    }
    return pandas.DataFrame(columns | changed)


def test_what_is_wrong_in_a_frame_is_told_with_row_and_column():
    """There are no lines, but rows from 1 and columns."""
    wrong = frame(answer=["left", "right", "lef", "left", "left"])
    with pytest.raises(BadInput, match=r"^frame: row 3, column 'answer': 'lef' is"):
        tt.read(wrong)
    with pytest.raises(BadInput, match=r"^frame: column 'lefft': no column 'left'"):
        tt.read(frame().rename(columns={"left": "lefft"}))
    with pytest.raises(BadInput, match="there are no judgements below the header"):
        tt.read(frame().head(0))
    with pytest.raises(BadInput, match="'dict' is neither a file nor a frame"):
        tt.read({"annotator": ["a"]})
    with pytest.raises(BadInput, match=r"^frame:1: no column 'final'"):
        tt.releases(polars.DataFrame({"mt": ["a"], "last": ["b"]}))


def test_whole_numbers_stay_whole_beside_missing_ones():
    """Pandas makes floats of integers where one is missing; names of documents stay the same."""
    table = tt.read(frame(document=[1, 1, None, 2, 2])).table
    assert table.distinct("document") == ("1", "2")
    assert table.distinct("segment") == ("1", "2", "3", "4", "5")


def test_judgements_tell_what_they_are_and_give_their_rows():
    """A short line, and all rows of the one table as a frame."""
    judgements = tt.read(EXAMPLES / "judgements.csv")
    assert repr(judgements).endswith("600 rows, 5 annotators, 440 segments, 2 systems")
    rows = polars.DataFrame(judgements)
    assert rows.shape == (600, 40) == judgements.frame().to_pandas().shape
    assert tt.read(rows).table == judgements.table


def test_tables_of_a_result_are_frames():
    """Numbers are numbers, intervals have two columns, and every table has a name."""
    found = tt.compare(EXAMPLES / "judgements.csv", baseline="release-6", advanced="release-7")
    parts = found.frame("preferences")
    assert parts.columns[-3:] == ["impact", "impact_low", "impact_high"]
    assert parts.rows()[0]["improvement_ratio"] == found.improvement_ratio.value
    assert len(parts) == 8 == len(parts.to_polars()) == len(parts.to_pandas())
    assert parts.to_polars().schema["advanced"] == polars.Int64
    assert found.frame("Answers by annotator").rows()[0]["annotator"] == "ann-01"
    numbers = found.frame().to_pandas()
    ratio = numbers[(numbers.quantity == "improvement_ratio") & (numbers.id == "all · judgements")]
    assert ratio.low.item() == found.improvement_ratio.low
    with pytest.raises(NotFound, match="Did you mean 'preferences'"):
        found.frame("preference")
