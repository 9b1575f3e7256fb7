"""The whole analysis of a file of edits, ordinary ones and difficult ones."""

import numpy as np
import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.stats.effort.analyse import effort
from tertium.stats.effort.filters import TimeFilter
from tertium.stats.effort.reference import ReferenceJudgements
from tertium.stats.effort.ways import judgement_values
from tertium.table import JudgementTable
from tests.stats.effort.written import campaign, edits_of, row


def scores(found, indicator="seconds", method=None):
    """Return the score of each system by one indicator and method."""
    wanted = method or found.recommended
    return {
        one.system: one.score
        for one in found.methods
        if (one.indicator, one.method) == (indicator, wanted)
    }


QUICK = ("as-is", "mean", "log-ridge", "model")


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """Return the analysis of four editors with paces from .5 to 2 and three systems."""
    return effort(edits_of(tmp_path_factory.mktemp("edits"), campaign()))


def test_the_easiest_system_wins_whoever_edits(found):
    """X costs least by every method that makes editors comparable."""
    for method in ("mean", "mean-log", "ridge-1", "ridge-4", "ridge-5", "log-ridge", "model"):
        told = scores(found, method=method)
        assert told["x"] > told["y"] > told["z"], method
    assert scores(found)["x"] == 1.0
    assert scores(found, method="as-is")["x"] < 1.0  # paces hide it
    assert found.recommended == "log-ridge"
    assert (found.editors, found.training, found.judgements) == (4, 12, 84)


def test_paces_are_found(found):
    """An editor four times as slow has a quarter of the speed."""
    speed = {one.annotator: one.speed for one in found.annotators}
    assert speed["e2"] / speed["e1"] == pytest.approx(4.0, rel=0.1)
    assert {one.annotator: one.judgements for one in found.annotators} == dict.fromkeys(speed, 21)


def test_arrival_order_does_not_matter(tmp_path):
    """Rows may come in any order."""
    rows = campaign()
    one, two = (effort(edits_of(tmp_path, some), methods=QUICK) for some in (rows, rows[::-1]))
    for first, second in zip(one.methods, two.methods, strict=True):
        assert (first.indicator, first.method) == (second.indicator, second.method)
    for method in QUICK:
        assert scores(one, method=method) == pytest.approx(scores(two, method=method), abs=1e-4)


def test_every_row_of_the_json_is_complete(found):
    """A system, an indicator, a method, a score between its ends."""
    for one in found.methods:
        assert one.score is not None
        if one.method == "model":
            assert one.wins is None
        else:
            assert one.low <= one.score <= one.high
            assert one.score == pytest.approx(one.wins / (one.wins + one.losses))
            assert one.low >= 0
            assert one.high <= 1


def test_profiles_bring_editors_together(found):
    """Before, editors differ four times; after, hardly."""
    before, after = (
        {
            person: np.log([getattr(one, what) for one in found.profiles
                            if one.annotator == person and one.indicator == "seconds"]).mean()
            for person in ("e1", "e2")
        }
        for what in ("as_is", "comparable")
    )  # fmt: skip
    assert before["e1"] - before["e2"] == pytest.approx(np.log(4), abs=0.1)
    assert abs(after["e1"] - after["e2"]) < 0.1


def test_without_a_training_set_the_log_model_is_left(tmp_path):
    """Methods that need one are not told, and the reason is."""
    found = effort(edits_of(tmp_path, campaign(training=0)))
    assert {one.method for one in found.methods} == {"as-is", "model"}
    assert found.recommended == "model"
    assert scores(found)["x"] > 1 > scores(found)["z"]
    assert any("no training set" in one for one in found.warnings)


def test_training_from_scratch_teaches_nothing_about_systems(tmp_path):
    """Too few post-edited training tasks: who is left out is named, and the model leads."""
    rows = [
        line.replace('"x"', '"scratch"').replace('"the old text"', '""')
        if '"train"' in line and '"x"' in line
        else line
        for line in campaign()
    ]
    found = effort(edits_of(tmp_path, rows), methods=QUICK)
    assert found.training == 8
    assert found.recommended == "model"
    assert any("'e0', 'e1', 'e2', 'e3' edited fewer than 10" in one for one in found.warnings)
    assert scores(found)["x"] > scores(found)["z"]


def test_one_editor_is_told_as_one(tmp_path):
    """One editor has nothing to compare within a source; the model still says something."""
    found = effort(edits_of(tmp_path, campaign(editors=1)), methods=QUICK)
    assert scores(found, method="as-is") == {"x": None, "y": None, "z": None}
    assert scores(found, method="model")["x"] > scores(found, method="model")["z"]
    assert all(one.low is None for one in found.methods if one.method == "model")
    assert any("one post-editor" in one for one in found.warnings)


def test_a_source_seen_twice_is_told_and_can_be_left_out(tmp_path):
    """The second system of the same source is named; --first-only leaves it out."""
    rows = [*campaign(), row("e0", "s0", "y", seconds=1.0, order=99)]
    found = effort(edits_of(tmp_path, rows), methods=QUICK)
    (told,) = [one for one in found.warnings if "had edited before" in one]
    assert "'e0', segment 's0'" in told
    assert "--first-only" in told
    only = effort(edits_of(tmp_path, rows), methods=QUICK, first_only=True)
    assert only.judgements == found.judgements - 1
    assert not any("had edited before" in one for one in only.warnings)


def test_difficult_rows_are_data_with_a_word(tmp_path):
    """Empty edits, empty outputs, no keys, a night, no time at all."""
    rows = [
        *campaign(),
        row("e0", "n1", "x", mt="", edited="all new", seconds=30_000.0, keys=3),
        row("e1", "n1", "y", mt="a text", seconds=0.0, keys=0).replace('"a text","a text"',
                                                                     '"a text",""'),
        row("e2", "n1", "z", mt="same", keys=4),
    ]  # fmt: skip
    found = effort(edits_of(tmp_path, rows), methods=QUICK)
    told = " ".join(found.warnings)
    for part in ("1 edited text is empty", "1 output was empty", "left unchanged after keys",
                 "more than an hour", "8.3 hours", "took 0 seconds", "capped"):  # fmt: skip
        assert part in told, part
    assert found.time_filter.capped >= 1
    assert {one.system for one in found.sensitivity} == {"x", "y", "z"}
    raw = effort(edits_of(tmp_path, rows), methods=QUICK, time_filter=TimeFilter(cap=None))
    assert raw.sensitivity == ()
    assert raw.time_filter.declared == "none"


def test_missing_columns_leave_the_rest(tmp_path):
    """A file without keystrokes still ranks by time and HTER."""
    rows = [",".join([*line.split(",")[:7], "", *line.split(",")[8:]]) for line in campaign()]
    found = effort(edits_of(tmp_path, rows), methods=QUICK)
    assert {one.indicator for one in found.methods} == {"seconds", "hter"}
    assert "Nothing is said about keystrokes: not measured." in found.warnings


def test_the_tie_band_makes_ties(tmp_path):
    """Efforts within a share of each other are equal."""
    edits = edits_of(tmp_path, campaign())
    strict, wide = (
        effort(edits, indicators=["seconds"], methods=["as-is"], tie=tie) for tie in (0.0, 0.5)
    )
    assert sum(one.ties for one in wide.methods) > sum(one.ties for one in strict.methods)
    assert "tie:0.5" in wide.signature


def test_wrong_names_are_refused(tmp_path):
    """Methods, indicators, levels and bands are checked; nothing to analyse is told."""
    edits = edits_of(tmp_path, campaign(editors=2))
    with pytest.raises(NotFound, match="Did you mean 'ridge-4'"):
        effort(edits, methods=["ridge4"])
    with pytest.raises(NotFound, match="no indicator named 'pauses'"):
        effort(edits, indicators=["pauses"])
    with pytest.raises(BadInput, match="negative"):
        effort(edits, tie=-1)
    with pytest.raises(BadInput, match="no edited outputs"):
        effort(JudgementTable.from_rows([]))


def test_what_cannot_be_told_has_a_reason(tmp_path):
    """Nobody changed anything in the training set, so HTER there has no spread."""
    rows = [line.replace('"another text"', '"the old text"') for line in campaign()]
    found = effort(edits_of(tmp_path, rows), methods=["as-is", "mean", "mean-log", "model"])
    assert set(scores(found, "hter", "mean").values()) == {None}
    (told,) = [one for one in found.warnings if one.startswith("Not estimable")]
    assert "hter by mean and mean-log" in told


def test_correlations_follow_a_ranking(tmp_path):
    """The truth correlates fully, its opposite fully the other way."""
    edits = edits_of(tmp_path, campaign())
    order = {"x": 3.0, "y": 2.0, "z": 1.0}
    segments = {(f"s{at}", name): score for at in range(9) for name, score in order.items()}
    for sign in (1, -1):
        given = ReferenceJudgements.of_segments(
            {key: sign * score for key, score in segments.items()}
        )
        found = effort(edits, methods=["log-ridge"], indicators=["seconds"], given=given)
        values = {one.level: one.value for one in found.correlations}
        assert values == {"system": pytest.approx(sign), "segment": pytest.approx(sign)}


def test_values_hold_every_judgement(tmp_path):
    """Each indicator, per word, and made comparable."""
    records = judgement_values(edits_of(tmp_path, campaign()))
    assert len(records) == 84
    first = records[0]
    assert first["seconds_per_word"] == pytest.approx(first["seconds"] / 10)
    assert {"hter", "insertions_per_word", "seconds:log-ridge", "keystrokes:model"} <= set(first)
    assert "hter_per_word" not in first
