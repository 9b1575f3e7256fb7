"""This campaign on the scale of an earlier one: by hand, by property, and what may be missing."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.exceptions import BadInput
from tertium.stats.assessment.rows import read_rows
from tertium.stats.calibration.calibrate import calibrate
from tests.stats.calibration.two_lines import (
    SEGMENTS,
    earlier_table,
    now_rows,
    now_table,
    quality,
    told,
)


def only(result):
    """Return the difference of elm and pine."""
    return next(one for one in result.differences if one.earlier == "pine")


def test_scores_on_a_line_are_put_where_they_belong():
    """Half the slope and ten points more hide a system that is better by twelve."""
    found = calibrate(now_table(), earlier_table())
    assert only(found).difference.value == pytest.approx(12, abs=0.5)
    assert found.slope.value == pytest.approx(0.5, abs=0.04)  # towards 1, as groups are
    assert found.shift.value == pytest.approx(10 - 0.5 * found.centre, abs=0.6)
    assert only(found).raw == pytest.approx(
        np.mean([10 + 0.5 * (quality(s, "pine") + 12) - quality(s, "pine") for s in SEGMENTS]),
        abs=0.6,
    )
    assert found.anchors == 24
    assert found.unmatched == 0


def test_everybody_has_a_line_and_a_correlation():
    """Offsets differ by two points from one annotator to the next, all agree with the anchors."""
    people = calibrate(now_table(wobble=0.2), earlier_table()).annotators
    offsets = [one.offset.value for one in people]
    assert np.diff(offsets) == pytest.approx([2, 2, 2], abs=0.3)
    assert all(one.correlation.value > 0.98 and one.enough for one in people)
    assert all(one.correlation.low < one.correlation.value for one in people)
    assert all(0.9 < one.weight <= 1 for one in people)


@given(st.floats(-15, 15))
@settings(max_examples=12)
def test_a_change_of_all_scores_is_no_progress(constant):
    """Who gives everybody some points more or less changes nothing but the shift."""
    earlier = earlier_table(wobble=1.0)
    before = calibrate(now_table(wobble=1.0, shift=20), earlier)
    after = calibrate(now_table(wobble=1.0, shift=20 + constant), earlier)
    assert only(after).difference.value == pytest.approx(only(before).difference.value, abs=1e-4)
    assert only(after).difference.low == pytest.approx(only(before).difference.low, abs=1e-4)
    assert after.shift.value - before.shift.value == pytest.approx(constant, abs=1e-4)


@given(st.randoms(use_true_random=False))
@settings(max_examples=12)
def test_the_order_of_rows_does_not_matter(random: Random):
    """Judgements may arrive in any order."""
    rows = [
        (f"n{person}", *row)
        for person in range(3)
        for at in range(12)
        for row in (
            (f"t{at}", "elm", 50.0 + 3 * at + person, "real"),
            (SEGMENTS[at], "pine", 30.0 + 2 * at + (at * person) % 4, "anchor"),
        )
    ]
    shuffled = random.sample(rows, len(rows))
    one, two = (calibrate(told(some), earlier_table()) for some in (rows, shuffled))
    assert only(one).difference.value == pytest.approx(only(two).difference.value, abs=1e-6)
    assert only(one).difference.high == pytest.approx(only(two).difference.high, abs=1e-6)


def test_plain_scores_of_outputs_will_do():
    """A table of earlier scores is taken as exact, and the result says so."""
    known = {(s, y): quality(s, y) for s in SEGMENTS for y in ("oak", "pine")}
    found = calibrate(now_table(), known)
    assert only(found).difference.value == pytest.approx(12, abs=0.5)
    assert found.reliability is None
    assert any("taken as exact" in one for one in found.warnings)
    assert only(found).difference.low is not None


def test_an_anchor_is_known_by_the_name_it_had():
    """Another segment of this campaign may be called as the anchor was."""
    rows = [
        (row[0], f"s{int(row[1][1:]):02}", *row[2:]) if len(row) == 4 else row for row in now_rows()
    ]
    renamed = told(rows)
    assert only(calibrate(renamed, earlier_table())).difference.value == pytest.approx(12, abs=0.5)


def test_an_anchor_is_not_mistaken_for_a_text_of_this_campaign():
    """Its `of` names a segment elsewhere, even where a segment here is called the same."""
    scores = told(
        [
            ("n0", "s01", "pine", 50.0, "real", ""),
            ("n0", "anchor.s01", "pine", 90.0, "anchor", "s01"),
            ("n0", "s01", "pine", 20.0, "degraded", "s01"),
        ]
    )
    real, anchor, copy = read_rows(scores).item.tolist()
    assert real == copy != anchor


def test_without_anchors_there_is_no_comparison():
    """The message says what to mix in."""
    with pytest.raises(BadInput, match="no anchors"):
        calibrate(told([("n0", "t1", "elm", 50.0), ("n0", "t2", "elm", 60.0)]), earlier_table())
    foreign = [("n0", "x", "ash", 50.0, "anchor"), ("n0", "t2", "elm", 60.0, "real")]
    with pytest.raises(BadInput, match="no anchor of this campaign has a score"):
        calibrate(told(foreign), earlier_table())
    with pytest.raises(BadInput, match="no output was scored"):
        calibrate(told([("n0", "s01", "pine", 50.0, "anchor")]), earlier_table())
    with pytest.raises(BadInput, match="no scores of an earlier campaign"):
        calibrate(now_table(), {})
    with pytest.raises(BadInput, match="lies outside 0 to 100"):
        calibrate(now_table(), {("s01", "pine"): 400.0})


def test_who_scored_few_anchors_follows_the_others():
    """The result says who, and draws them towards the group."""
    found = calibrate(now_table(each=3), earlier_table())
    assert not any(one.enough for one in found.annotators)
    assert any("4 of 4 annotators scored fewer than 10 anchors" in one for one in found.warnings)


def test_who_scores_the_wrong_way_round_is_left_out():
    """An annotator with a falling line says nothing about quality."""
    table = now_table(people=4)
    turned = told(
        [
            (f"n{person}", f"t{at}", "elm", 40.0 + person if person else 90.0, "real")
            for person in range(4)
            for at in range(12)
        ]
        + [
            (f"n{person}", segment, "pine", value if person else 100 - value, "anchor")
            for person in range(4)
            for segment in SEGMENTS
            for value in [5 + 0.9 * quality(segment, "pine")]
        ]
    )
    assert calibrate(table, earlier_table()).systems
    found = calibrate(turned, earlier_table())
    assert found.annotators[0].slope.value < 0
    assert found.annotators[0].weight == 0
    assert any("One annotator does not score better" in one for one in found.warnings)
    assert found.systems[0].score.value == pytest.approx((42 - 5) / 0.9, abs=3)


def test_one_annotator_and_equal_anchors_are_told():
    """An interval without people, and a slope that nothing tells, come with a sentence."""
    rows = [("n0", f"t{at}", "elm", 60.0 + at, "real") for at in range(5)]
    rows += [("n0", "s03", "pine", 50.0, "anchor"), ("n0", "s03", "pine", 52.0, "anchor")]
    found = calibrate(told(rows), {("s03", "pine"): 40.0, ("s04", "pine"): 44.0})
    assert any("One annotator" in one for one in found.warnings)
    assert any("equally good" in one for one in found.warnings)
    assert any("One anchor links" in one for one in found.warnings)
    assert found.annotators[0].correlation.value is None
    assert found.slope.value == pytest.approx(1, abs=0.1)


def test_a_system_of_both_campaigns_tells_how_hard_the_texts_are():
    """Otherwise the result warns that texts differ."""
    assert any("two campaigns have different texts" in w
               for w in calibrate(now_table(), earlier_table()).warnings)  # fmt: skip
    both = told(
        [("n0", f"t{at}", "pine", 50.0 + at, "real") for at in range(5)]
        + [("n0", s, "pine", quality(s, "pine"), "anchor") for s in SEGMENTS]
    )
    found = calibrate(both, earlier_table())
    assert any("Scored in both campaigns: 'pine'" in one for one in found.warnings)


def test_noise_in_earlier_scores_is_not_taken_for_quality():
    """Expected scores of outputs are drawn towards their system, the more the noisier."""
    calm, noisy = (calibrate(now_table(), earlier_table(wobble=w)) for w in (0.5, 6.0))
    assert calm.reliability > noisy.reliability > 0
    assert calibrate(now_table(), earlier_table()).level == 0.95
    assert replace(calm, warnings=()).signature.startswith("calibrate|aspect:overall|scale:0..100")
