"""Labels: which system won, the label of a segment, and who judged twice."""

from dataclasses import replace

import numpy as np
import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.stats.agreement.ratings import label_ratings
from tertium.stats.labels import (
    LABELS,
    choose_systems,
    label_judgements,
    label_segments,
    shown_first,
)
from tertium.table import Codes, JudgementTable
from tests.stats.ranked import ranked


def labels(table, baseline="base", advanced="adv"):
    return [
        LABELS[code] for code in label_judgements(table.comparisons(), baseline, advanced).label
    ]


def test_every_answer_becomes_its_label_whichever_side_was_left(table):
    """Sides alternate in the rows; the labels do not notice."""
    given = [*LABELS, *LABELS]
    rows = table(("e1", f"s{k:02}", label) for k, label in enumerate(given))
    assert labels(rows) == given


def test_left_share_follows_the_display(table):
    """`left` says which side won, not which system."""
    rows = table([("e1", "s1", "advanced"), ("e1", "s2", "advanced"), ("e1", "s3", "tie")])
    left = label_judgements(rows.comparisons(), "base", "adv").left
    assert left[:2].tolist() == [0.0, 1.0]
    assert np.isnan(left[2])


def test_rows_without_a_raw_answer_are_read_by_value():
    """Preferences from rankings carry a value only."""
    rows = JudgementTable.from_rows(
        {"annotator": "e", "segment": f"s{k}", "system": "adv", "versus": "base",
         "aspect": "preference", "value": v}
        for k, v in enumerate((1.0, 0.0, -1.0, None))
    )  # fmt: skip
    assert labels(rows) == ["advanced", "tie", "baseline", "other"]


def test_other_pairs_of_systems_are_left_out():
    """Only judgements of the two chosen systems are labelled."""
    rows = JudgementTable.from_rows(
        {"annotator": "e", "segment": f"s{k}", "system": one, "versus": two,
         "aspect": "preference", "value": 1.0, "label": "left", "slot": 1}
        for k, (one, two) in enumerate([("adv", "base"), ("adv", "third"), ("base", "adv")])
    )  # fmt: skip
    assert labels(rows) == ["advanced", "baseline"]


@pytest.mark.parametrize(
    ("given", "label"),
    [
        (["advanced", "advanced", "baseline"], "advanced"),
        (["advanced", "baseline"], "both_good"),
        (["advanced", "both_bad"], "both_bad"),
        (["baseline", "other"], "other"),
        (["advanced", "baseline", "both_bad"], "both_bad"),
        (["both_bad", "both_good"], "both_good"),
        (["advanced", "advanced", "both_bad", "both_bad", "baseline"], "both_bad"),
        (["baseline"], "baseline"),
        (["neither", "tie", "tie"], "tie"),
    ],
)
def test_a_segment_judged_several_times_gets_one_label(table, given, label):
    """Most frequent first; a draw between the systems is both_good, others favour neither."""
    rows = table((f"e{k}", "s1", said) for k, said in enumerate(given))
    _, found = label_segments(label_judgements(rows.comparisons(), "base", "adv"))
    assert [LABELS[code] for code in found] == [label]


def test_the_same_segment_twice_without_a_pass_is_refused(table):
    """The error names the annotator and the segment."""
    rows = table([("ann", "s1", "advanced"), ("ann", "s2", "tie"), ("ann", "s2", "baseline")])
    with pytest.raises(BadInput, match=r"'ann' judged segment 's2' twice without a pass"):
        label_ratings(label_judgements(rows.comparisons(), "base", "adv"))


def test_the_same_segment_in_two_passes_is_welcome(table):
    """Passes tell the judgements apart; the same pass twice does not."""
    twice = [("ann", "s1", "advanced", {"pass": p}) for p in ("a", "b")]
    label_ratings(label_judgements(table(twice).comparisons(), "base", "adv"))
    with pytest.raises(BadInput, match="twice in pass 'a'"):
        label_ratings(label_judgements(table([*twice, twice[0]]).comparisons(), "base", "adv"))


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("advanced", "baseline"), ("baseline", "advanced")),
        (("new", "old"), ("old", "new")),
        (("candidate", "prod"), ("prod", "candidate")),
        (("portage-2.9", "portage-2.10"), ("portage-2.9", "portage-2.10")),
        (("v3", "v1"), ("v1", "v3")),
    ],
)
def test_names_tell_which_release_is_new(names, expected):
    """A word or a version number is enough, and the guess is said."""
    old, new, notes = choose_systems(tuple(sorted(names)), None, None)
    assert (old, new) == expected
    assert old in notes[0]
    assert new in notes[0]


def test_names_that_tell_nothing_are_asked_for():
    """Without a hint a guess could turn the conclusion round."""
    with pytest.raises(BadInput, match="do not show which release is new"):
        choose_systems(("anna", "berta"), None, None)
    with pytest.raises(BadInput, match="both 'anna'"):
        choose_systems(("anna", "berta"), "anna", "anna")


def test_one_name_is_enough_when_there_are_two_systems():
    """The other system is then the other release."""
    assert choose_systems(("anna", "berta"), "berta", None)[:2] == ("berta", "anna")
    assert choose_systems(("anna", "berta"), None, "berta")[:2] == ("anna", "berta")


def test_three_systems_need_names_and_names_must_exist():
    """The error lists the systems, or the nearest one."""
    with pytest.raises(BadInput, match="the systems are base, new, old"):
        choose_systems(("base", "new", "old"), None, "new")
    with pytest.raises(NotFound, match="Did you mean 'base'"):
        choose_systems(("base", "new", "old"), "bsae", "new")


def test_in_a_ranking_the_earlier_output_is_the_left_one():
    """Slots of a ranking count all outputs shown; `system` is always the earlier of a pair."""
    data = ranked([("a", "1", {"x": 2, "y": 1, "z": 3})])
    assert data.slot.tolist() == [1, 1, 2]
    assert shown_first(data).all()
    found = label_judgements(data, "z", "y")  # y in slot 2 was preferred to z in slot 3
    assert (found.left.tolist(), found.value.tolist()) == ([1.0], [1.0])
    pair = replace(data, condition=Codes.of([None] * 3))
    assert shown_first(pair).tolist() == [True, True, False]
