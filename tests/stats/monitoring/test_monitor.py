from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.exceptions import BadInput, NotFound
from tertium.stats.comparison.compare import compare
from tertium.stats.monitoring.course import lattice
from tertium.stats.monitoring.levels import look_level
from tertium.stats.monitoring.monitor import monitor
from tertium.stats.monitoring.result import RULES, blind
from tertium.table import JudgementTable
from tests.stats.monitoring.campaigns import (
    counted,
    drawn,
    hits,
    preferences,
    scored,
    side_by_side,
)

GOLDEN = counted((44, 16, 23, 12, 40), (30, 11, 11, 7, 20))


def test_one_look_is_the_interval_of_the_comparison():
    """With a single look value and interval are those of `compare`: 1.709, 1.122–2.588."""
    found = monitor(preferences(GOLDEN), baseline="base", advanced="adv", looks=1)
    (look,) = found.looks
    assert look.alarm == pytest.approx(0.05)
    assert (look.low, look.estimate, look.high) == pytest.approx((1.122, 1.709, 2.588), abs=6e-4)
    ratio = compare(preferences(GOLDEN), baseline="base", advanced="adv").improvement_ratio
    assert (look.low, look.estimate, look.high) == (ratio.low, ratio.value, ratio.high)
    assert found.decision == "stop: advanced better"
    assert found.stopped_at == 214


def test_looks_use_the_level_that_keeps_them_together():
    """Four looks at .0182 each; the first sees the first quarter."""
    found = monitor(preferences(drawn()), baseline="base", advanced="adv", planned=300)
    assert [look.judgements for look in found.looks] == [75, 150, 225, 300]
    assert {round(look.alarm, 4) for look in found.looks} == {0.0182}


@pytest.mark.parametrize("rule", RULES)
def test_a_strong_preference_stops_and_tells_when(rule):
    """Everybody prefers the advanced system three to one."""
    table = preferences(drawn(each=120, ratio=3.0, seed=4))
    found = monitor(table, baseline="base", advanced="adv", rule=rule, planned=600)
    assert found.decision == "stop: advanced better"
    assert 0 < found.stopped_at <= 600
    assert found.sentence.startswith("Stop")
    assert found.estimate.low > 1
    assert found.limits.judgements is None


@pytest.mark.parametrize("rule", RULES)
def test_no_preference_goes_on_and_calls_nobody_better(rule):
    """Half and half: no rule stops for a difference."""
    rows = counted((30, 31, 29), (30, 29, 31))
    found = monitor(preferences(rows), baseline="base", advanced="adv", rule=rule, planned=180)
    assert found.decision == "go on"
    assert found.stopped_at == 0
    assert (
        "better" not in found.sentence
        or "open" in found.sentence
        or "not enough" in (found.sentence)
    )


def test_the_bayesian_rule_may_find_that_nothing_matters():
    """Thirty people without any preference in six thousand judgements."""
    rows = counted([100] * 30, [100] * 30)
    found = monitor(preferences(rows), baseline="base", advanced="adv", rule="bayes", looks=1)
    assert found.decision == "stop: no difference worth mentioning"
    assert "does not matter" in found.sentence
    assert found.looks[-1].no_difference > 0.95
    assert "Bayesian" in found.sentence


def test_the_bayesian_rule_tells_its_false_alarms():
    """More looks, more false alarms; the planned rule stays below its promise."""
    table = preferences(drawn(people=10, each=60))
    rules = {looks: monitor(table, baseline="base", advanced="adv", rule="bayes", looks=looks)
             for looks in (1, 20)}  # fmt: skip
    planned = monitor(table, baseline="base", advanced="adv")
    assert planned.false_alarms < 0.05 < rules[20].false_alarms
    assert rules[1].false_alarms < rules[20].false_alarms
    assert any("Bayesian" in note for note in rules[20].warnings)
    assert not any("Bayesian" in note for note in planned.warnings)


def test_an_unplanned_look_is_shown_and_does_not_decide():
    """Between two looks the interval may leave out 1; the rule waits."""
    rows = drawn(each=120, ratio=4.0)
    found = monitor(preferences(rows[:110]), baseline="base", advanced="adv", planned=600)
    assert [look.planned for look in found.looks] == [False]
    assert found.looks[0].low > 1
    assert found.decision == "go on"
    assert any("not a planned one: the next is due after 150" in note for note in found.warnings)
    assert "first look is due after 150" in found.sentence


def test_judgements_after_the_plan_do_not_decide():
    """What came after the last planned look is told."""
    found = monitor(preferences(drawn(each=40)), baseline="base", advanced="adv", planned=100)
    assert any("100 judgements came after the last planned look" in n for n in found.warnings)
    assert [look.planned for look in found.looks] == [True, True, True, True, False]


def test_without_a_plan_the_judgements_are_the_plan():
    """It says so."""
    found = monitor(preferences(drawn()), baseline="base", advanced="adv")
    assert any("how many judgements are planned" in note.lower() for note in found.warnings)
    assert found.looks[-1].judgements == found.judgements


def test_the_first_stop_decides_whatever_comes_later():
    """A preference that turns round after the stop changes nothing."""
    rows = drawn(each=60, ratio=5.0) + [
        (who, f"late-{at}", -value) for at, (who, _, value) in enumerate(drawn(each=60, ratio=5.0))
    ]
    found = monitor(preferences(rows), baseline="base", advanced="adv", planned=600)
    assert found.decision == "stop: advanced better"
    assert found.stopped_at == 150
    assert any("450 that came later" in note for note in found.warnings)


def test_looks_follow_the_time_of_answers():
    """Rows in another order give the same result if they carry times."""
    table = preferences(drawn(ratio=1.6))
    for rule in RULES:
        chosen = {"baseline": "base", "advanced": "adv", "rule": rule, "planned": 400}
        assert monitor(table.shuffled(3), **chosen) == monitor(table, **chosen)


def test_without_times_looks_follow_the_rows_and_say_so():
    """The order of the file matters then, and whether people come one after another."""
    rows = drawn(ratio=1.6)
    plain = preferences(rows, timed=False)
    found = monitor(plain, baseline="base", advanced="adv", planned=300)
    assert found.looks == monitor(preferences(rows), baseline="base", advanced="adv",
                                  planned=300).looks  # fmt: skip
    assert any("order of the file." in note for note in found.warnings)
    sorted_rows = preferences(sorted(rows), timed=False)
    notes = monitor(sorted_rows, baseline="base", advanced="adv", planned=300).warnings
    assert any("one after another" in note for note in notes)


def test_what_was_decided_at_any_time_stays_decided():
    """A longer campaign finds the same stop as the one that ended there."""
    rows = drawn(each=100, ratio=2.2, seed=2)
    whole = monitor(preferences(rows), baseline="base", advanced="adv", rule="anytime-valid")
    assert 20 < whole.stopped_at < 500
    for size in (whole.stopped_at, whole.stopped_at + 7, whole.stopped_at + 101):
        part = monitor(
            preferences(rows[:size]), baseline="base", advanced="adv", rule="anytime-valid"
        )
        assert part.stopped_at == whole.stopped_at
    before = preferences(rows[: whole.stopped_at - 4])
    assert (
        monitor(before, baseline="base", advanced="adv", rule="anytime-valid").decision == "go on"
    )


@given(st.integers(1, 3000), st.integers(1, 3000))
def test_longer_campaigns_look_where_shorter_ones_did(one, other):
    """The numbers of judgements looked at do not depend on how many there will be."""
    short, long = sorted((one, other))
    assert set(lattice(short)[:-1].tolist()) <= set(lattice(long).tolist())
    assert lattice(long)[-1] == long


@settings(max_examples=8)
@given(st.sampled_from(RULES), st.integers(0, 50), st.floats(0.4, 2.5))
def test_exchanging_the_systems_turns_the_result_round(rule, seed, ratio):
    """Baseline and advanced exchanged: same evidence, opposite decision."""
    table = preferences(drawn(each=40, ratio=ratio, seed=seed))
    there = monitor(table, baseline="base", advanced="adv", rule=rule)
    back = monitor(table, baseline="adv", advanced="base", rule=rule)
    turned = {"stop: advanced better": "stop: baseline better",
              "stop: baseline better": "stop: advanced better"}  # fmt: skip
    assert back.decision == turned.get(there.decision, there.decision)
    assert back.stopped_at == there.stopped_at
    for one, other in zip(there.looks, back.looks, strict=True):
        assert one.e_value == pytest.approx(other.e_value)
        if one.estimate is not None:
            assert one.estimate == pytest.approx(1 / other.estimate, rel=1e-6)
    assert there.limits.share == pytest.approx(back.limits.share, rel=1e-6)


@pytest.mark.parametrize("rule", RULES)
def test_one_annotator_never_stops(rule):
    """One person, however decided, does not tell what others think."""
    rows = counted((200,), (10,))
    found = monitor(preferences(rows), baseline="base", advanced="adv", rule=rule)
    assert found.decision == "go on"
    assert any("second annotator" in note for note in found.warnings)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "rows",
    [
        [("a", "s1", 0.0)],
        [("a", "s1", None), ("b", "s2", None)],
        [("a", "s1", 1.0)],
        [("a", "s1", 1.0), ("b", "s1", -1.0)],
        [("a", "s1", 1.0), ("a", "s1", -1.0), ("b", "s1", 1.0)],
        [(who, f"s{at}", 0.0) for who in "abc" for at in range(9)],
        [(who, f"s{at}", 1.0) for who in "ab" for at in range(3)],
    ],
    ids=["a tie", "not judged", "one", "two", "contradiction", "all ties", "all won"],
)
def test_hardly_anything_is_told_as_such(rule, rows):
    """No number is invented, nothing stops, and nothing breaks."""
    found = monitor(preferences(rows), baseline="base", advanced="adv", rule=rule)
    assert found.decision == "go on"
    assert found.judgements == len(rows)
    for look in found.looks:
        assert look.estimate is None or np.isfinite(look.estimate)
        assert look.low is None or look.low >= 0


@pytest.mark.parametrize("rule", RULES)
def test_nothing_yet_is_a_sentence(rule):
    """A campaign that has just begun has a page too."""
    found = monitor(preferences([]), baseline="base", advanced="adv", rule=rule)
    assert found.sentence == "There are no judgements of adv and base yet."
    assert found.looks == ()
    assert found.limits is None
    assert blind(found).decision == "go on"


def test_any_two_of_many_systems_can_be_watched():
    """Comparisons of others are left out."""
    rows = [{"annotator": f"a{at % 3}", "segment": f"s{at}", "system": f"sys{at % 60}",
             "versus": f"sys{(at + 1) % 60}", "slot": 1, "aspect": "preference", "label": "left",
             "value": 1.0} for at in range(600)]  # fmt: skip
    table = JudgementTable.from_rows(rows)
    found = monitor(table, baseline="sys1", advanced="sys0")
    assert (found.judgements, found.annotators) == (10, 1)
    with pytest.raises(BadInput, match="which two of 60"):
        monitor(table)


def test_segments_judged_twice_count_once_in_the_evidence():
    """The e-process takes the first decided judgement of a segment and says how many it left."""
    once = drawn(each=30, ratio=2.0, ties=0.0)
    twice = once + [("ann-9", what, 1.0) for _, what, _ in once]
    found = monitor(preferences(twice), baseline="base", advanced="adv", rule="anytime-valid")
    alone = monitor(preferences(once), baseline="base", advanced="adv", rule="anytime-valid")
    assert found.looks[-1].e_value == pytest.approx(alone.looks[-1].e_value, rel=1e-6)
    assert any("150 later ones" in note for note in found.warnings)


def test_shared_segments_widen_planned_intervals():
    """Answers that repeat segment by segment are worth less than fresh ones."""
    rng = np.random.default_rng(0)
    liked = rng.random(60) < 0.65
    same = [(f"a{who}", f"s{at}", 1.0 if liked[at] else -1.0) for at in range(60)
            for who in range(5)]  # fmt: skip
    fresh = [(who, f"{what}-{who}", value) for who, what, value in same]
    wide, narrow = (
        monitor(preferences(rows), baseline="base", advanced="adv").looks[-1]
        for rows in (same, fresh)
    )
    assert wide.high / wide.low > 1.3 * narrow.high / narrow.low


def test_people_who_differ_more_than_the_bound_are_told():
    """The e-process promises nothing for annotators who differ more than it allows."""
    rows = counted((90, 10, 85, 15, 88, 12), (10, 90, 15, 85, 12, 88))
    found = monitor(preferences(rows), baseline="base", advanced="adv", rule="anytime-valid")
    assert any("more than the bound of 0.3 allows" in note for note in found.warnings)
    wider = monitor(
        preferences(rows), baseline="base", advanced="adv", rule="anytime-valid", bound=3
    )
    assert not any("bound" in note for note in wider.warnings)


# Scores ------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES)
def test_a_large_difference_of_scores_stops(rule):
    """Fifteen points, side by side, by four people."""
    table = scored(side_by_side(difference=15.0))
    found = monitor(table, baseline="base", advanced="adv", rule=rule)
    assert found.kind == "scores"
    assert found.decision == "stop: advanced better"
    assert found.estimate.low > 0
    assert "points above base" in found.sentence
    back = monitor(table, baseline="adv", advanced="base", rule=rule)
    assert back.decision == "stop: baseline better"
    assert back.estimate.value == pytest.approx(-found.estimate.value, abs=1e-6)


@pytest.mark.parametrize("rule", RULES)
def test_no_difference_of_scores_goes_on(rule):
    """Equal systems, equal annotators."""
    table = scored(side_by_side(difference=0.0, spread=0.5))
    assert monitor(table, baseline="base", advanced="adv", rule=rule).decision != (
        "stop: advanced better"
    )


def test_scores_of_different_segments_are_compared_within_people():
    """In HITs nobody sees both outputs; strict and lenient people do not matter."""
    table = scored(hits(difference=20.0))
    found = monitor(table, baseline="base", advanced="adv")
    assert found.decision == "stop: advanced better"
    assert any("different segments" in note for note in found.warnings)
    assert "scores:unpaired" in found.signature
    assert found.estimate.low < 20 < found.estimate.high


def test_scores_without_a_counterpart_are_counted():
    """They are left out, and it is said how many."""
    rows = side_by_side(people=3, difference=4.0)
    lone = [("ann-1", "extra", f"x{at}", "adv", 100.0) for at in range(7)]
    whole, part = (
        monitor(scored(given), baseline="base", advanced="adv", looks=1)
        for given in (rows + lone, rows)
    )
    assert whole.estimate.value == pytest.approx(part.estimate.value, abs=1e-9)
    assert any("7 scores without" in note for note in whole.warnings)


def test_documents_scored_by_two_people_count_once_in_the_evidence():
    """The first annotator of a document is the one whose scores count."""
    rows = side_by_side(difference=6.0)
    second = [("ann-9", document, segment, system, 50.0 + at % 3)
              for at, (_, document, segment, system, _) in enumerate(rows)]  # fmt: skip
    alone = monitor(scored(rows), baseline="base", advanced="adv", rule="anytime-valid")
    both = monitor(scored(rows + second), baseline="base", advanced="adv", rule="anytime-valid")
    assert both.looks[-1].e_value == pytest.approx(alone.looks[-1].e_value)
    assert any(f"{len(second)} later scores" in note for note in both.warnings)


def test_a_narrow_range_asks_for_the_scale():
    """Scores between 2 and 5 may lie on several scales."""
    rows = [(*row[:4], 1 + row[4] / 20) for row in side_by_side()]
    notes = monitor(scored(rows), baseline="base", advanced="adv").warnings
    assert any("--scale" in note for note in notes)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "rows",
    [
        [("a", "d", "s", "base", 50.0), ("a", "d", "s", "adv", 60.0)],
        [("a", "d", f"s{at}", system, 70.0) for at in range(20) for system in ("base", "adv")],
        [(who, f"d{at}{who}", f"s{at}{who}", system, 70.0) for at in range(9) for who in "abc"
         for system in ("base", "adv")],
        [("a", "d", "s1", "base", 50.0), ("a", "d", "s2", "adv", 60.0), ("b", "d", "s3", "adv", 1)],
    ],
    ids=["one pair", "one document", "all equal", "three scores"],
)  # fmt: skip
def test_hardly_any_scores_are_told_as_such(rule, rows):
    """No number is invented, and nothing stops for a difference."""
    found = monitor(scored(rows), baseline="base", advanced="adv", rule=rule)
    assert found.decision in ("go on", "stop: no difference worth mentioning")


def test_nobody_who_scored_both_is_refused():
    """A difference between people is not one between systems."""
    rows = [("a", "d", "s1", "base", 50.0), ("b", "d", "s1", "adv", 60.0)]
    with pytest.raises(BadInput, match="no annotator scored both"):
        monitor(scored(rows), baseline="base", advanced="adv")


def test_an_aspect_can_be_named():
    """Scores are looked at where they are asked for; an unknown aspect is told."""
    table = scored(side_by_side())
    assert monitor(table, baseline="base", advanced="adv", aspect="overall").kind == "scores"
    with pytest.raises(NotFound, match="fluency"):
        monitor(table, baseline="base", advanced="adv", aspect="fluency")


# Choices and blindness -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ({"rule": "never"}, "no rule named 'never'"),
        ({"looks": 0}, "0 looks"),
        ({"planned": 0}, "0 planned"),
        ({"bound": 0.0}, "bound"),
        ({"rope": 1.0}, "rope"),
        ({"level": 1.0}, "level"),
        ({"seed": -1}, "seed"),
    ],
)
def test_impossible_choices_are_refused(choice, told):
    """Each with a remedy."""
    with pytest.raises((BadInput, NotFound), match=told):
        monitor(preferences(drawn(each=3)), baseline="base", advanced="adv", **choice)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "build",
    [
        lambda: preferences(drawn(each=60, ratio=2.4, seed=5)),
        lambda: scored(side_by_side(difference=9.0)),
    ],
    ids=["preferences", "scores"],
)
def test_a_blind_look_does_not_tell_which_way(rule, build):
    """Exchanged systems look the same, and no system is named."""
    table = build()
    there = blind(monitor(table, baseline="base", advanced="adv", rule=rule))
    back = blind(monitor(table, baseline="adv", advanced="base", rule=rule))
    assert there.decision == back.decision == "enough"
    for one, other in zip(there.looks, back.looks, strict=True):
        ends = [[end or 0.0 for end in (look.near, look.far)] for look in (one, other)]
        assert ends[0] == pytest.approx(ends[1], rel=1e-6, abs=1e-6)
    told = repr(replace(there, signature=""))
    assert "base" not in told
    assert "adv" not in told
    assert "better" not in told
    assert there.looks[-1].near > (1 if there.kind == "preferences" else 0)


def test_the_level_of_looks_is_the_one_of_the_plan():
    """More looks, wider intervals."""
    table = preferences(drawn(ratio=1.5))
    widths = []
    for looks in (1, 4, 10):
        found = monitor(table, baseline="base", advanced="adv", looks=looks).looks[-1]
        assert found.alarm == look_level(looks)
        widths.append(found.high / found.low)
    assert widths == sorted(widths)
