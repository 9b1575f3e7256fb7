"""What annotators did with marks that stood there before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import BadInput
from tertium.stats.prefilling.analyse import analyse_prefilled
from tertium.stats.prefilling.matching import MarkChanges, PlacedMark, match_marks
from tertium.table import JudgementTable

MARK = PlacedMark("target", 5, 9, "accuracy", "minor")
MARKS = st.lists(
    st.builds(
        PlacedMark,
        st.sampled_from(["target", "source"]),
        st.integers(0, 9),
        st.integers(10, 15),
        st.just(""),
        st.sampled_from(["minor", "major"]),
    ),
    max_size=5,
)


def placed(start, end, side="target", category="accuracy", severity="minor"):
    """Return a mark."""
    return PlacedMark(side, start, end, category, severity)


@pytest.mark.parametrize(
    ("before", "after", "kept", "changed", "removed", "added"),
    [
        ([MARK], [MARK], 1, 0, 0, 0),
        ([MARK], [], 0, 0, 1, 0),
        ([], [MARK], 0, 0, 0, 1),
        ([MARK], [placed(5, 9, severity="major")], 0, 1, 0, 0),
        ([MARK], [placed(5, 12)], 0, 1, 0, 0),
        ([MARK], [placed(9, 12)], 0, 0, 1, 1),  # beside it
        ([MARK], [placed(5, 9, "source")], 0, 0, 1, 1),
        ([MARK], [MARK, placed(5, 7)], 1, 0, 0, 1),  # the same first
        ([MARK], [placed(0, 6), placed(6, 9)], 0, 1, 0, 1),  # one of two
        ([placed(0, 6), placed(6, 9)], [MARK], 0, 1, 1, 0),
        ([placed(4, 4)], [placed(4, 4, severity="major")], 0, 1, 0, 0),  # something is missing
        ([placed(None, None)], [placed(None, None)], 1, 0, 0, 0),
        ([MARK, MARK], [MARK], 1, 0, 1, 0),
    ],
)
def test_marks_are_matched(before, after, kept, changed, removed, added):
    """Kept if all is the same, changed if they overlap, the largest overlap first."""
    assert match_marks(before, after) == MarkChanges(kept, changed, removed, added)


@given(MARKS, MARKS)
def test_every_mark_is_counted_once(before, after):
    """Whatever stood there, and whatever stands there now."""
    found = match_marks(before, after)
    assert found.kept + found.changed + found.removed == len(before)
    assert found.kept + found.changed + found.added == len(after)
    same = match_marks(before, before)
    assert (same.kept, same.added) == (len(before), 0)


def reading(number, filled, before, after, seconds=20.0, annotator="p"):
    """Return the rows of one reading; marks begin at these places."""
    about = {
        "judgement": f"j{number}", "annotator": annotator, "segment": f"s{number}", "system": "a",
        "document": f"d{number % 4}", "seconds": seconds,
    }  # fmt: skip
    yield about | {"aspect": "prefilled", "value": float(filled), "layer": "prefilled"}
    yield about | {"aspect": "overall", "value": 50.0, "layer": "observed"}
    for layer, starts in (("prefilled", before if filled else ()), ("observed", after)):
        for start in starts:
            yield about | {
                "aspect": "error", "side": "target", "start": start, "end": start + 5,
                "severity": "minor", "value": -1.0, "layer": layer,
            }  # fmt: skip


def test_filled_and_unfilled_outputs_are_compared():
    """By errors and by time; the changes are counted in filled ones only."""
    rows = []
    for number in range(40):
        filled = number % 4 != 0
        after = [0, 10] if filled and number % 3 else [0, 22]
        rows += reading(
            number, filled, [0, 20], after[: 1 + number % 2], 20.0 + filled + number % 5
        )
    result = analyse_prefilled(JudgementTable.from_rows(rows))
    filled, unfilled = result.groups
    assert (filled.outputs, unfilled.outputs) == (30, 10)
    changes = result.changes
    assert changes.before == 60
    assert changes.kept == 30
    assert changes.kept + changes.changed + changes.removed == 60
    errors, seconds = result.effects
    assert errors.difference == pytest.approx(
        filled.errors_per_output.value - unfilled.errors_per_output.value
    )
    assert seconds.low < seconds.difference < seconds.high
    assert any("10 unfilled outputs have been read" in one for one in result.warnings)


def test_readings_of_other_outputs_do_not_count():
    """Where nothing is known to have been filled there is nothing to compare."""
    table = JudgementTable.from_rows(
        [{"judgement": "j", "annotator": "p", "segment": "1", "system": "a", "aspect": "error"}]
    )
    with pytest.raises(BadInput, match="no output had marks"):
        analyse_prefilled(table)


def test_marks_from_before_are_no_judgements():
    """They are in no view of what annotators marked."""
    table = JudgementTable.from_rows(list(reading(1, True, [0, 20], [0])))
    spans = table.spans()
    assert (len(spans.outputs), len(spans)) == (1, 1)
    assert len(table.spans(layers=("prefilled",))) == 2
