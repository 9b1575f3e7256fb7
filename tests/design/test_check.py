"""The dry run: work, cost, and what weakens the conclusion."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tertium.design import build_plan, check
from tertium.model import Prices, Wording
from tertium.stats.result import Result

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def checked(made):
    return check(made, build_plan(made), now=NOW)


def strong(campaign, **changes):
    """Build a campaign without any weakness, but for the changes."""
    settings = {"segments": 900, "common": 50, "passes": 2, "annotators": 8} | changes
    return campaign(settings.pop("segments"), **settings)


def test_work_hours_and_cost_add_up(campaign):
    """Per annotator and in all, from the planning figures of the campaign."""
    made = campaign(
        100, common=20, passes=2, annotators=4, batch=30,
        prices=Prices(per_task=0.5, currency="CHF", seconds_per_task=36),
    )  # fmt: skip
    result = checked(made)
    assert result.tasks == 4 * (20 + 20 + 20)
    assert result.judged == result.asked == result.segments == 100
    assert result.hours == pytest.approx(2.4)
    assert result.cost == pytest.approx(120)
    first = result.annotators[0]
    assert (first.annotator, first.pair, first.tasks) == ("ann-01", "en-de", 60)
    assert (first.common, first.again, first.unique, first.shared) == (20, 20, 20, 0)
    assert first.batches == 2
    assert first.source_words == 60 * 8
    assert (first.hours, first.cost) == (pytest.approx(0.6), pytest.approx(30))
    assert result.sentence.startswith(
        "4 annotators will give 240 judgements about 100 segments: 2.4 hours and 120.00 CHF in all."
    )


def test_precision_is_told_in_a_sentence(campaign):
    """What interval to expect stands in the headline."""
    result = checked(strong(campaign))
    (expected,) = result.expectations
    assert (expected.pair, expected.annotators) == ("en-de", 8)
    assert expected.decided == round((850 + 8 * 50) * 0.75)
    assert expected.ratio.low < 1.5 < expected.ratio.high
    assert (
        f"expect a 95% CI of about {expected.ratio.low:.2f} to {expected.ratio.high:.2f}."
        in result.sentence
    )


def test_sample_size_counts_the_segments_of_a_document(campaign):
    """The headline names the design effect, assumed or from a pilot; longer documents need more."""
    made = strong(campaign)
    needed = []
    for size in (0, 5, 20):
        segments = tuple(
            replace(one, document=f"d{at // size}" if size else "")
            for at, one in enumerate(made.segments)
        )
        result = checked(replace(made, segments=segments))
        needed.append(result.expectations[0].needed)
        told = "segments per document with an intraclass correlation of 0.05 (assumed)"
        assert (told in result.sentence) == bool(size)
        assert ("name no documents" in result.sentence) == (not size)
        assert f"8 annotators need about {needed[-1]:,} judgements" in result.sentence
    assert needed[0] < needed[1] < needed[2]
    made = replace(made, segments=segments)
    pilot = check(made, build_plan(made), rho=0.2)
    assert "0.2 (from the pilot)" in pilot.sentence
    assert pilot.expectations[0].needed > needed[2]


def test_what_is_left_out_is_counted_by_reason(campaign):
    """Identical, near-identical, wrong length, empty, and more text than is dealt."""
    made = campaign(30, same=(0, 1, 2), common=2, unique=5, near_identical="leave-out")
    outputs = dict(made.outputs)
    outputs["en-de.3", "old"], outputs["en-de.3", "new"] = "l'a", "l’a"
    segments = list(made.segments)
    segments[4] = replace(segments[4], source="Too short")
    segments[5] = replace(segments[5], source="")
    result = checked(replace(made, segments=tuple(segments), outputs=outputs))
    left = result.left_out
    assert (left.identical, left.near_identical, left.too_short_or_long, left.empty) == (3, 1, 1, 1)
    assert left.not_dealt == 24 - (2 + 3 * 5)


def test_a_check_is_a_result(campaign):
    """It carries a signature with seed and word rule, like every result."""
    result = checked(strong(campaign))
    assert isinstance(result, Result)
    assert result.signature == (
        "check|protocol:ab@1|design:common-unique|words:unicode-words@1|seed:1|tertium:0.1.0"
    )


def test_a_strong_campaign_has_no_warnings(campaign):
    """Eight annotators, a common set twice, hundreds of segments."""
    assert checked(strong(campaign)).warnings == ()


WEAK = {
    "one annotator": ({"annotators": 1}, "One annotator: the result will be about this annotator"),
    "two annotators": ({"annotators": 2}, "found by one in ten or fewer of such campaigns"),
    "four annotators": ({"annotators": 4}, "4 annotators limit precision, however much they"),
    "flat": (
        {"segments": 9000, "annotators": 5, "common": 0},
        "More judgements would hardly narrow the confidence interval; more annotators would.",
    ),
    "few decided": ({"segments": 60, "common": 5}, "decided judgements are expected; below 100"),
    "no common set": ({"common": 0, "passes": 1}, "No common set: inter-annotator agreement"),
    "one pass": ({"passes": 1}, "Set passes = 2 to measure it."),
    "passes close together": (
        {"segments": 52, "common": 30},
        "Some segments come back after",
    ),
    "too little text": ({"segments": 400, "unique": 300}, "too little text for unique = 300"),
    "no work for some": (
        {"segments": 3, "common": 0, "passes": 1},
        "There is no work for 5 annotators.",
    ),
    "text left over": ({"unique": 50}, "450 of 900 suitable segments are not used"),
    "binary without overlap": (
        {"common": 0, "passes": 1, "options": {"variant": "binary"}},
        "the share of quality ties cannot be estimated",
    ),
    "title": (
        {"title": "Is NEW better?"},
        "The system 'new' is named in the title, which annotators",
    ),
    "instructions": (
        {"wording": Wording(instructions="Compare old with the other one.")},
        "The system 'old' is named in the instructions",
    ),
    "deadline": (
        {"wording": Wording(deadline=datetime(2026, 2, 1, tzinfo=UTC))},
        "The deadline 2026-02-01 00:00 UTC has passed.",
    ),
}


@pytest.mark.parametrize("case", WEAK)
def test_what_weakens_the_conclusion_is_warned_about(campaign, case):
    """One sentence each, and the campaign can still run."""
    changes, sentence = WEAK[case]
    assert any(sentence in warning for warning in checked(strong(campaign, **changes)).warnings)


@pytest.mark.parametrize(
    "options", [{"variant": "binary"}, {"variant": "five"}], ids=["overlap", "ties offered"]
)
def test_quality_ties_are_no_worry_where_they_can_be_told(campaign, options):
    """With segments judged by two, or with ties among the answers, nothing is lost."""
    warnings = checked(strong(campaign, kind="by-two", options=options)).warnings
    assert not any("quality ties" in warning for warning in warnings)


def test_a_word_inside_a_word_is_not_the_name_of_a_system(campaign):
    """`new` does not occur in `news`."""
    assert checked(strong(campaign, title="News, retold")).warnings == ()


def test_near_identical_and_empty_outputs_are_warned_about(campaign):
    """They are legitimate, but somebody should look."""
    made = strong(campaign)
    outputs = dict(made.outputs)
    for n in range(50):
        outputs[f"en-de.{n}", "old"], outputs[f"en-de.{n}", "new"] = f"l'a {n}", f"l’a {n}"
    outputs["en-de.60", "new"] = ""
    segments = list(made.segments)
    segments[70] = replace(segments[70], source="")
    result = checked(replace(made, outputs=outputs, segments=tuple(segments)))
    text = " ".join(result.warnings)
    assert "50 of 899 segments differ in quotes, apostrophes or spacing only." in text
    assert (
        "'new' has 1 empty output among the segments asked about (the first is 'en-de.60')" in text
    )
    assert "1 segment without any source text left out (the first is 'en-de.70')" in text


def test_a_pair_without_differences_is_warned_about(campaign):
    """The other pair can still run."""
    made = strong(campaign, pairs=("en-de", "en-fr"))
    outputs = {
        key: "gleich" if key[0].startswith("en-fr") else text for key, text in made.outputs.items()
    }
    result = checked(replace(made, outputs=outputs))
    assert result.warnings == (
        "Nothing can be asked about en-fr: no outputs differ within the length bounds.",
    )


def test_warnings_name_the_pair_where_there_are_several(campaign):
    """Everybody knows whom to look for."""
    result = checked(strong(campaign, pairs=("en-de", "en-fr"), annotators=1))
    assert sum("One annotator of en-" in warning for warning in result.warnings) == 2
