"""Indicators of each judgement, and the filters of times."""

import math

import numpy as np
import pytest

from tertium.exceptions import BadInput
from tertium.formats.judgements import read_judgements
from tertium.stats.effort.filters import TimeFilter, filter_times
from tertium.stats.effort.measured import log_scale, measure
from tertium.stats.effort.warnings import seen_again
from tertium.table import JudgementTable
from tertium.text.ter import ter
from tests.stats.effort.written import edits_of, row


def test_hter_and_edits_by_type_follow_from_the_texts(tmp_path):
    """TER against one's own text: a substitution, an insertion, a shift; unchanged is 0."""
    found = measure(
        edits_of(
            tmp_path,
            [
                row("a", "1", mt="the cat sat on mat", edited="the dog sat on the mat"),
                row("a", "2", mt="on the mat the cat sat", edited="the cat sat on the mat"),
                row("a", "3"),
                row("a", "4", mt="", edited="all of it"),
            ],
        )
    )
    assert found.values["hter"].tolist() == pytest.approx([2 / 6, 1 / 6, 0.0, 1.0])
    assert found.values["substitutions"].tolist() == [1, 0, 0, 0]
    assert found.values["insertions"].tolist() == [1, 0, 0, 3]
    assert found.values["shifts"].tolist() == [0, 1, 0, 0]
    assert found.values["hter"][0] == ter("the cat sat on mat", "the dog sat on the mat").score
    assert found.unchanged.tolist() == [False, False, True, False]
    assert found.without_mt.tolist() == [False, False, False, True]
    assert found.indicator("seconds", per_word=True)[0] == 2.0
    assert found.indicator("hter", per_word=True)[0] == found.values["hter"][0]


def test_from_scratch_belongs_to_no_system_and_has_no_hter(tmp_path):
    """The system's name or the condition says so."""
    found = measure(
        edits_of(
            tmp_path,
            [row("a", "1", "scratch", mt="", edited="x"), row("a", "2", "y", condition="scratch")],
        )
    )
    assert found.scratch.tolist() == [True, True]
    assert not found.test.any()
    assert "hter" not in found.values


def test_given_hter_is_kept(tmp_path):
    """What a file says is believed; what is missing is computed."""
    path = tmp_path / "edits.csv"
    path.write_text(
        "annotator,segment,system,source,mt,edited,seconds,keystrokes,hter\n"
        "a,1,x,q,one,two,1,1,.25\na,2,x,q,one,two,1,1,\n",
        encoding="utf-8",
    )
    assert measure(read_judgements(path).edits()).values["hter"].tolist() == [0.25, 1.0]


def test_zero_stays_finite_on_the_log_scale():
    """No keys at all is data."""
    assert log_scale("keystrokes", np.array([0.0, math.e - 1])).tolist() == [0.0, 1.0]
    assert log_scale("hter", np.array([0.0, 1.0]))[1] == pytest.approx(math.log(101))


def night(tmp_path, editors=1):
    """Return eleven ordinary judgements of an editor and one left open overnight."""
    rows = [
        row(f"e{person}", f"{at}", seconds=20.0 + at % 5)
        for person in range(editors)
        for at in range(11)
    ]
    return measure(edits_of(tmp_path, [*rows, row("e0", "night", seconds=30_000.0)]))


def test_the_cap_by_hand(tmp_path):
    """exp(median + 3 · 1.4826 · MAD) of log seconds per word, times the words."""
    raw = night(tmp_path)
    found = filter_times(raw, TimeFilter(cap=3.0))
    pace = np.log(raw.raw_seconds / 10)
    middle = np.median(pace)
    limit = 10 * math.exp(middle + 3 * 1.4826 * np.median(np.abs(pace - middle)))
    assert found.measured.values["seconds"].max() == pytest.approx(limit)
    assert (found.capped, found.dropped) == (1, 0)
    assert found.measured.raw_seconds.max() == 30_000.0  # raw is kept
    assert found.seconds_removed == pytest.approx(1 - (limit + raw.raw_seconds[:-1].sum())
                                                  / raw.raw_seconds.sum())  # fmt: skip


def test_without_a_filter_nothing_changes(tmp_path):
    """Declared as none, the filter touches nothing."""
    raw = night(tmp_path)
    found = filter_times(raw, TimeFilter(cap=None))
    assert str(TimeFilter(cap=None)) == "none"
    assert (found.capped, found.dropped, found.seconds_removed) == (0, 0, 0.0)
    assert found.measured.values["seconds"].max() == 30_000.0


def test_few_judgements_or_no_spread_give_no_cap(tmp_path):
    """Nine judgements cannot tell what is usual, nor can equal ones."""
    few = [row("a", f"{at}", seconds=5.0 + at) for at in range(8)] + [row("a", "n", seconds=9999.0)]
    assert filter_times(measure(edits_of(tmp_path, few)), TimeFilter()).capped == 0
    equal = [row("a", f"{at}") for at in range(20)] + [row("a", "n", seconds=9999.0)]
    assert filter_times(measure(edits_of(tmp_path, equal)), TimeFilter()).capped == 0


def test_idle_time_drops_a_judgement(tmp_path):
    """Seconds minus active seconds beyond the limit; without active seconds it is refused."""
    path = tmp_path / "idle.csv"
    path.write_text(
        "annotator,segment,system,source,mt,edited,seconds,keystrokes,active\n"
        "a,1,x,q,m,e,100,1,90\na,2,x,q,m,e,100,1,20\na,3,x,q,m,e,100,1,\n",
        encoding="utf-8",
    )
    found = filter_times(measure(read_judgements(path).edits()), TimeFilter(idle=60, cap=None))
    assert found.dropped == 1
    assert found.measured.segment.values() == ["1", "3"]
    with pytest.raises(BadInput, match="no active seconds"):
        filter_times(night(tmp_path), TimeFilter(idle=60))


def test_a_torn_log_tells_no_effort():
    """The text counts, the time does not, however long the page was open."""
    about = {"annotator": "a", "segment": "1", "system": "x"}
    rows = [
        about | {"judgement": "1", "aspect": "edited", "text": "t", "seconds": 90.0},
        about | {"judgement": "1", "aspect": "replayed", "value": 0.0},
        about | {"judgement": "2", "aspect": "edited", "text": "t", "seconds": 90.0},
    ]
    found = measure(JudgementTable.from_rows(rows).edits())
    assert found.torn.tolist() == [True, False]
    assert np.isnan(found.values["seconds"][0])
    assert found.values["seconds"][1] == 90.0


def test_an_output_that_two_systems_share_is_not_seen_twice():
    """One judgement speaks of both systems; it is one act."""
    rows = [
        {"judgement": said, "annotator": "a", "segment": "1", "system": system,
         "aspect": "edited", "text": "t", "seconds": 9.0}
        for said, system in (("1", "x"), ("1", "y"), ("2", "z"))
    ]  # fmt: skip
    found = measure(JudgementTable.from_rows(rows).edits())
    assert found.system.values() == ["x", "y", "z"]
    assert seen_again(found).tolist() == [False, False, True]
