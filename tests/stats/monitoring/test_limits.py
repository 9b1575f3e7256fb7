import numpy as np
import pytest

from tertium.stats.monitoring.monitor import monitor
from tertium.stats.monitoring.result import RULES, Limits
from tertium.stats.monitoring.words import limits_sentence
from tests.stats.monitoring.campaigns import counted, preferences, scored, side_by_side

WINS, LOSSES = (24, 26, 25, 23), (19, 17, 18, 18)


def watched(wins, losses, rule="planned", **choices):
    """Look once at decided judgements that came in a mixed order."""
    rows = counted(wins, losses)
    table = preferences([rows[at] for at in np.random.default_rng(0).permutation(len(rows))])
    return monitor(table, baseline="base", advanced="adv", rule=rule, looks=1, **choices)


@pytest.mark.parametrize("rule", RULES)
def test_few_annotators_with_many_judgements_are_limited_by_their_number(rule):
    """Three people, six hundred judgements each, ratios of 1.1, 1.6 and 2.2."""
    found = watched((314, 369, 412), (286, 231, 188), rule)
    assert found.decision == "go on"
    assert found.limits.by == "annotators"
    assert found.limits.share > 0.8
    assert found.limits.annotators >= 1
    assert "Few annotators, rather than few judgements, limit the answer" in found.sentence


@pytest.mark.parametrize("rule", RULES)
def test_many_annotators_with_few_judgements_are_limited_by_these(rule):
    """Twelve people with ten judgements each."""
    found = watched([6] * 8 + [5] * 4, [4] * 8 + [5] * 4, rule)
    assert found.decision == "go on"
    assert found.limits.by == "judgements"
    assert found.limits.share < 0.5
    assert found.limits.judgements > 0


def test_what_would_help_does_help():
    """So many more judgements that look the same decide; so do so many more annotators."""
    found = watched(WINS, LOSSES)
    assert found.decision == "go on"
    times = 1 + found.limits.judgements / found.judgements
    longer = ([round(1.02 * n * times) for n in side] for side in (WINS, LOSSES))
    assert watched(*longer).decision == "stop: advanced better"
    wider = (side + side[: found.limits.annotators + 1] for side in (WINS, LOSSES))
    assert watched(*wider).decision == "stop: advanced better"


def test_a_clearer_lead_needs_less():
    """The farther from equal, the fewer further judgements and annotators."""
    needs = [watched([n + lead for n in WINS], LOSSES).limits for lead in (0, 1, 2)]
    assert [need.judgements for need in needs] == sorted(
        (need.judgements for need in needs), reverse=True
    )
    assert needs[0].annotators >= needs[-1].annotators


def test_people_who_happen_to_agree_are_not_taken_for_alike():
    """Four people with the same share of few judgements: their true shares will still differ."""
    found = watched([12] * 4, [8] * 4)
    assert found.limits.share > 0.2


def test_judgements_without_end_leave_the_differences_between_people():
    """With very many judgements the interval is already the one that endless ones would give."""
    few, many = watched((12, 18, 15), (10, 9, 11)), watched((12000, 18000), (10000, 9000))
    assert few.limits.share < many.limits.share
    assert many.limits.share == pytest.approx(1, abs=0.02)
    assert many.limits.low == pytest.approx(many.looks[-1].low, rel=0.02)


def test_no_difference_asks_for_nothing():
    """Where nothing shows, no number of anything is promised to show it."""
    found = watched((50, 50, 50), (50, 50, 50))
    assert (found.limits.judgements, found.limits.annotators) == (None, None)
    assert "neither more judgements nor more annotators alone would decide it" in found.sentence


def test_scores_have_limits_too():
    """Three people who disagree about a difference of a few points."""
    table = scored(side_by_side(people=3, documents=40, difference=4.0, spread=4.0, seed=3))
    found = monitor(table, baseline="base", advanced="adv", looks=1)
    assert found.limits.share > 0.5
    assert found.limits.by == "annotators"


def test_a_rule_that_counts_items_once_may_lack_items():
    """Eight people agree about three documents: more people would tell nothing new."""
    own = side_by_side(people=8, documents=3, difference=40.0, spread=1.0, seed=3)
    same = [(who, place[:2], place[:2] + segment[-2:], *rest) for who, place, segment, *rest in own]
    table = scored(same)
    found = monitor(table, baseline="base", advanced="adv", rule="anytime-valid")
    assert found.decision == "go on"
    assert found.limits.by == "items"
    assert (found.limits.judgements, found.limits.annotators) == (None, None)
    assert found.sentence.endswith("so more annotators for the same ones do not help.")
    planned = monitor(table, baseline="base", advanced="adv", looks=1)
    assert planned.limits.by != "items"


@pytest.mark.parametrize(
    ("by", "judgements", "annotators", "ending"),
    [
        ("annotators", 300, 2, "about 300 more judgements by the same annotators, or 2 more "
                               "annotators, would decide it."),
        ("annotators", None, 1, "no number of judgements by the same annotators would decide it, "
                                "but about 1 more annotator would."),
        ("judgements", 1, None, "about 1 more judgement by the same annotators would decide it."),
        ("judgements", None, None, "more judgements nor more annotators alone would decide it."),
    ],
)  # fmt: skip
def test_the_sentence_names_what_would_help(by, judgements, annotators, ending):
    """Numbers are told where there are any."""
    told = limits_sentence(Limits(by, 0.6, 1.0, 2.0, judgements, annotators))
    assert told.endswith(ending)
    assert limits_sentence(None) == ""
