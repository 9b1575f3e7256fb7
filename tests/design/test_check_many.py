"""The dry run of campaigns of many systems."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tertium.design import EqualOutputs, build_plan, check
from tertium.design.power import expected_follow_ups
from tertium.model import Prices
from tertium.rendering import tables
from tertium.stats.tournament.graphs import questions

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def checked(made, **options):
    return check(made, build_plan(made), now=NOW, **options)


def strong(many, **changes):
    """Build a campaign without any weakness, but for the changes."""
    settings = {"segments": 400, "common": 20, "passes": 2, "annotators": 5, "follow_up": 0}
    settings |= changes
    return many(settings.pop("segments"), **settings)


def test_questions_hours_and_cost_add_up(many):
    """Per annotator and in all; what will be drawn on the way is paid and timed as well."""
    prices = Prices(per_task=0.1, currency="CHF", seconds_per_task=15)
    made = many(50, common=10, annotators=4, follow_up=1, equal=dict.fromkeys(range(50), "ab"),
                prices=prices)  # fmt: skip
    result = checked(made)
    assert result.tasks == (4 * 10 + 40) * questions(4)
    later = round(10 * expected_follow_ups(4, 1))
    assert later > 0
    assert result.later == 4 * later
    assert result.hours == pytest.approx((result.tasks + result.later) * 15 / 3600)
    assert result.cost == pytest.approx((result.tasks + result.later) * 0.1)
    first = result.annotators[0]
    assert (first.tasks, first.sources, first.later) == (20 * 3, 20, later)
    assert (first.common, first.unique) == (30, 30)
    assert first.source_words == 20 * 8  # read once, not with every question
    assert result.collapsed == EqualOutputs(systems=5, translations=250, vertices=200, near=0)
    assert result.expectations == ()
    assert result.sentence == (
        f"4 annotators will answer {240 + 4 * later} questions about 50 segments with up to 5 "
        f"translations: {result.hours:.1f} hours and {result.cost:.2f} CHF in all. "
        f"About {4 * later} of the questions will be drawn as answers arrive."
    )


@pytest.mark.parametrize(("budget", "systems", "later"), [(8, "abcde", 7), (8, "abc", 2)])
def test_a_budget_is_spent_on_every_source_outside_the_common_set(many, budget, systems, later):
    """But never on more pairs than there are."""
    result = checked(many(30, systems=tuple(systems), common=5, annotators=1, budget=budget))
    assert result.later == 25 * later
    assert result.tasks == 5 * questions(len(systems)) + 25


def test_the_second_stage_is_expected_to_ask_about_a_third(many):
    """Whether translations are adequate is asked in the common set as well."""
    made = many(10, common=10, unique=0, annotators=1, options={"adequacy": True})
    assert checked(made).later == round(10 * 5 * 0.32)


@pytest.mark.parametrize("protocol", ["tournament", "ranking", "crossover"])
def test_a_strong_campaign_of_many_systems_has_no_warnings(many, protocol):
    """Five people, a common set twice, hundreds of sources, a pause in a crossover."""
    pause = 7 if protocol == "crossover" else 0
    assert checked(strong(many, protocol=protocol, pause=pause)).warnings == ()


WEAK = {
    "one annotator": ({"annotators": 1}, "One annotator: the result will be about this annotator"),
    "a crossover of one": (
        {"annotators": 1, "protocol": "crossover", "pause": 7},
        "A crossover needs two groups, but one annotator makes one",
    ),
    "no pause": (
        {"protocol": "crossover"},
        "No pause between the halves of the crossover: annotators may remember",
    ),
    "few sources": (
        {"segments": 39, "common": 5},
        "Only 39 sources: small differences between systems",
    ),
    "no common set": ({"common": 0, "passes": 1}, "inter-annotator agreement cannot be"),
    "one pass": ({"passes": 1}, "Set passes = 2 to measure it."),
    "a small budget": ({"budget": 3}, "budget = 3 cannot connect 5 translations: "),
    "a system often missing": (
        {"missing": dict.fromkeys(range(41), "c")},
        "'c' has no output in 41 of 400 segments: its place will rest on fewer answers",
    ),
    "too few outputs": (
        {"missing": {7: "abcd"}},
        "1 segment with fewer than two outputs left out (the first is 'en-de.7').",
    ),
    "too little text": ({"segments": 300, "unique": 100}, "too little text for unique = 100"),
    "text left over": ({"unique": 50}, "130 of 400 suitable segments are not used"),
    "a name in the title": ({"title": "Is B better?"}, "The system 'b' is named in the title"),
}


@pytest.mark.parametrize("case", WEAK)
def test_what_weakens_the_conclusion_is_warned_about(many, case):
    """One sentence each, and the campaign can still run."""
    changes, sentence = WEAK[case]
    assert any(sentence in warning for warning in checked(strong(many, **changes)).warnings)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"missing": dict.fromkeys(range(40), "c")}, "no output in"),
        ({"segments": 40}, "Only"),
        ({"budget": 4}, "cannot connect"),
    ],
)
def test_what_is_just_enough_is_not_warned_about(many, changes, words):
    """A tenth missing, forty sources, a budget that can connect everything."""
    assert not any(words in warning for warning in checked(strong(many, **changes)).warnings)


def test_nearly_identical_pairs_are_warned_about(many):
    """They cost questions that say little."""
    made = strong(many)
    outputs = made.outputs | {
        (f"en-de.{n}", system): text
        for n in range(21)
        for system, text in (("a", f"l’avion {n}"), ("b", f"l'avion {n}"))
    }
    result = checked(replace(made, outputs=outputs))
    assert result.collapsed.near == 21
    assert any(w.startswith("21 pairs of outputs of one segment") for w in result.warnings)


def test_blind_readers_learn_no_name(many):
    """Which system is missing would tell something about it."""
    made = strong(many, missing=dict.fromkeys(range(60), "c"), title="Is B better?")
    text = " ".join(checked(made, blind=True).warnings)
    assert "A system has no output in 60 of 400 segments" in text
    assert "'c'" not in text
    assert "'b'" not in text


def test_warnings_name_the_pair_where_there_are_several(many):
    """Everybody knows whom to look for."""
    warnings = checked(strong(many, pairs=("en-de", "en-fr"), annotators=1)).warnings
    assert sum("One annotator of en-" in warning for warning in warnings) == 2


def test_follow_ups_are_expected_where_a_tournament_leaves_something_open():
    """Three outputs are compared completely; many leave the first places open."""
    assert expected_follow_ups(2, 3) == expected_follow_ups(3, 3) == 0
    assert expected_follow_ups(12, 0) == 0
    assert 0 < expected_follow_ups(5, 1) < expected_follow_ups(8, 1) <= 1
    assert expected_follow_ups(12, 3) > 2


def test_the_dry_run_shows_what_became_of_the_outputs(many):
    """Sources beside questions, equal outputs counted, no expected ratio."""
    result = checked(many(12, common=2, equal={0: "abc", 1: "de"}, missing={2: "a"}))
    work, texts, outputs, same = tables(result)
    assert [column.title for column in work.columns][2:5] == ["Tasks", "Later", "Sources"]
    assert outputs.rows == ((5, 59, 3, 56, 0),)
    assert [row[1] for row in texts.rows] == [12, 12]
    assert same.rows[0][2] == 12
