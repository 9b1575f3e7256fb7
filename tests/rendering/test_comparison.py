from dataclasses import replace

import pytest

from tertium.rendering import facts, figures, headline, methods, page, render, tables
from tertium.rendering.findings import (
    comments_finding,
    length_finding,
    preference_finding,
    scores_of_wins_finding,
    shares_finding,
)
from tertium.rendering.numbers import spelled
from tertium.rendering.public import without_people
from tertium.stats.comparison.comments import Comments, LabelComments
from tertium.stats.comparison.compare import compare
from tertium.stats.comparison.scores_of_wins import ScoresOfWins
from tertium.stats.result import Estimate
from tertium.table import JudgementTable


def test_the_facts_stand_under_the_headline(comparison):
    """Judgements, annotators, identical outputs and impact, in this order."""
    assert headline(comparison) == comparison.sentence
    assert [name for name, _ in facts(comparison)] == [
        "Judgements", "Annotators", "Identical outputs", "Impact",
    ]  # fmt: skip
    assert dict(facts(comparison))["Identical outputs"] == "22.6%"
    assert dict(facts(comparison))["Impact"].endswith(" points")


def test_the_main_table_holds_every_part_with_its_interval(comparison):
    """One row for the whole, each domain, each annotator and each length."""
    main = tables(comparison)[0]
    kinds = [row[0] for row in main.rows]
    assert kinds.count("domain") == 2
    assert kinds.count("annotator") == 3
    assert kinds.count("words") == len(comparison.by_length) > 1
    whole = main.rows[0]
    assert whole[2:4] == (comparison.wins, comparison.losses)
    assert sum(whole[2:5]) == comparison.judgements
    assert whole[5] == comparison.improvement_ratio
    assert whole[5].value == whole[2] / whole[3]


def test_every_figure_has_a_finding_a_table_and_a_sentence(comparison):
    """A picture never stands alone, and says the same in three ways."""
    found = {figure.name: figure for figure in figures(comparison)}
    assert list(found) == [
        "preferences", "enough-ratio", "agreement", "comments", "answers", "lengths",
        "poor-segments", "enough-impact",
    ]  # fmt: skip
    for figure in found.values():
        assert figure.title.endswith(".")
        assert figure.alt.endswith(".")
        assert figure.caption.endswith(".")
        assert figure.table.rows
    assert (
        found["preferences"].title
        == "new won more judgements in every domain and with every annotator."
    )


def test_the_forest_draws_what_its_table_says(comparison):
    """Points and intervals of the picture are those of the table."""
    forest = figures(comparison)[0]
    drawn = forest.spec["layer"][0]["data"]["values"]
    for row, mark in zip(forest.table.rows, drawn, strict=True):
        assert mark["low"] == pytest.approx(row[5].low)
        assert mark["high"] == pytest.approx(row[5].high)


def test_same_direction_is_claimed_only_when_it_is_true(comparison):
    """One annotator who prefers the other release changes the sentence."""
    first, *rest = comparison.by_annotator
    turned = replace(first, wins=first.losses, losses=first.wins)
    other = replace(comparison, by_annotator=(turned, *rest))
    assert preference_finding(other) == (
        "new won more judgements in every domain and with two of three annotators."
    )
    undecided = replace(first, wins=0, losses=0)  # prefers neither, so not the other one
    assert "with every annotator" in preference_finding(
        replace(comparison, by_annotator=(undecided, *rest))
    )
    balanced = replace(comparison, wins=5, losses=5)
    assert preference_finding(balanced) == "Overall, neither release won more judgements."


def test_a_comparison_of_one_person_claims_nothing_about_people(judgements):
    """With one annotator and one domain there are no parts to agree."""
    alone = compare(judgements((0.6,), people=1, domains=("News",)), baseline="old", advanced="new")
    assert preference_finding(alone) == "More judgements were won by new."
    assert shares_finding(alone) == "How often each answer was given."
    assert [line for line in render(alone, "text").splitlines() if "annotator" in line]


def test_lengths_that_differ_are_named(comparison):
    """The sentence names the lengths in which the preferred release did not win more."""
    alike = [replace(part, wins=5, losses=3) for part in comparison.by_length]
    assert length_finding(replace(comparison, by_length=tuple(alike))) == (
        "new won more judgements in short and in long sentences."
    )
    nothing = replace(alike[0], wins=0, losses=0)
    assert length_finding(replace(comparison, by_length=(nothing, *alike[1:]))) == (
        "new won more judgements in short and in long sentences."
    )
    against = replace(alike[0], wins=1, losses=9)
    assert length_finding(replace(comparison, by_length=(against, *alike[1:]))) == (
        f"new did not win more judgements in sentences of {against.words} words."
    )


@pytest.mark.parametrize(
    ("counted", "sentence"),
    [
        ({"context": 9, "source": 2}, "Most comments are about missing context."),
        ({"error": 4, "other": 5}, "The most frequent reason in comments is a kind of error."),
        ({"context": 3, "source": 3}, "No reason stands out in the comments."),
        ({"uncoded": 5}, "The comments name no common reason."),
    ],
)  # fmt: skip
def test_comments_are_summed_up_only_as_far_as_they_agree(counted, sentence):
    """A reason is called the most frequent only when it is."""
    total = sum(counted.values())
    assert (
        comments_finding(Comments(total, (LabelComments("tie", total, counted),), ())) == sentence
    )


@pytest.mark.parametrize(
    ("difference", "applies", "words"),
    [
        (Estimate(-3.0, -5.0, -1.0), True, "new wins where its outputs are poor."),
        (Estimate(3.0, 1.0, 5.0), False, "new wins where its outputs are good."),
        (Estimate(0.1, -1.0, 1.2), False, "new does not win mainly where its outputs are poor."),
    ],
)
def test_the_caution_is_drawn_as_it_is(comparison, difference, applies, words):
    """That it only turns the terrible into the bad is said when the interval says it."""
    caution = ScoresOfWins("sentence", applies, 10, 50.0, 40, 53.0, difference)
    assert scores_of_wins_finding(caution, comparison) == words
    drawn = [
        f for f in figures(replace(comparison, scores_of_wins=caution)) if f.name == "poor-segments"
    ]
    assert drawn[0].title == words


def test_a_public_report_names_nobody(comparison):
    """Annotators are numbered everywhere, and their comments are left out."""
    named = replace(comparison, warnings=("“ann-1” judged faster than ann-2 did.",))
    (public,) = without_people((named,))
    html = page((named,), public=True)
    assert "ann-1" not in html
    assert "ann-2" not in html
    assert "not enough context" not in html
    assert public.warnings == ("“Annotator 1” judged faster than Annotator 2 did.",)
    assert [part.annotator for part in public.by_annotator] == [
        "Annotator 1", "Annotator 2", "Annotator 3",
    ]  # fmt: skip
    assert public.agreement.disagreements[0].a.startswith("Annotator")
    assert public.improvement_ratio == comparison.improvement_ratio
    assert public.comments.total == comparison.comments.total
    assert page((named,)).count("ann-1") > 0


def test_the_numbers_of_a_public_report_follow_the_order_of_people(judgements):
    """ann-2 comes before ann-10."""
    compared = compare(judgements((0.5,), people=11, segments=12), baseline="old", advanced="new")
    (public,) = without_people((compared,))
    by_name = {part.annotator: part.counts for part in compared.by_annotator}
    numbered = {part.annotator: part.counts for part in public.by_annotator}
    assert numbered["Annotator 2"] == by_name["ann-2"]
    assert numbered["Annotator 10"] == by_name["ann-10"]


def test_a_crowd_is_told_by_the_table_and_not_by_a_mile_of_lines(judgements):
    """More than forty annotators are counted in the caption, and all listed in the table."""
    crowd = compare(judgements((0.5,), people=41, segments=12), baseline="old", advanced="new")
    forest, *rest = figures(crowd)
    assert "The 41 annotators are in the table." in forest.caption
    assert len(forest.spec["layer"][0]["data"]["values"]) == 3
    assert sum(row[0] == "annotator" for row in forest.table.rows) == 41
    assert "answers" not in [figure.name for figure in rest]


def test_methods_tell_the_interval_in_words(comparison):
    """A reader learns how the interval was made without reading the signature."""
    told = methods(comparison)
    assert "differences between annotators, documents and segments" in told
    assert "number of judgements for" in told
    assert "Simard, Kuhn and Rémillard (2015)" in told


def test_no_judgements_make_a_report_without_pictures():
    """An empty comparison says so and draws nothing."""
    empty = compare(JudgementTable.from_rows([]), baseline="old", advanced="new")
    assert figures(empty) == ()
    for fmt in ("text", "json", "csv", "latex", "html"):
        assert empty.signature in render(empty, fmt) or fmt == "json"


def test_tables_3_and_4_of_the_paper_are_told(comparison):
    """Counts of 161, 82, 68, 285, 4 and 22.6% identical give the printed shares."""
    names = ("advanced", "baseline", "both_good", "both_bad", "other")
    counted = [
        dict.fromkeys(comparison.counts, 0) | dict(zip(names, counts, strict=True))
        for counts in ((161, 82, 68, 285, 4), (172, 96, 94, 235, 3), (333, 178, 162, 520, 7))
    ]
    first, second, *_ = comparison.by_domain
    result = replace(
        comparison,
        by_domain=(
            replace(first, domain="Environment", counts=counted[0], identical=0.226),
            replace(second, domain="Health", counts=counted[1], identical=0.262),
        ),
        counts=counted[2],
        identical=0.244,
    )
    told = {table.title: table for table in tables(result)}
    shares = {row[0]: row[2::2] for row in told["Segments by answer"].rows}
    assert [round(100 * share, 1) for share in shares["neither good"]] == [47.5, 39.2, 43.3]
    assert [round(100 * share, 1) for share in shares["new"]] == [26.8, 28.7, 27.8]
    printed = [
        (22.6, 20.8, 10.6, 45.5, 10.2),
        (26.2, 21.2, 11.8, 40.5, 9.4),
        (24.4, 21.0, 11.2, 43.0, 9.8),  # the paper prints 42.9
    ]
    for row, expected in zip(told["Preferences among all outputs"].rows, printed, strict=True):
        assert [100 * share for share in row[1:]] == pytest.approx(expected, abs=0.06)


def test_every_interval_that_crosses_is_counted(comparison):
    """That of all segments too."""
    wide = Estimate(1.1, 0.9, 1.3)
    sure = Estimate(2.0, 1.5, 3.0)
    result = replace(
        comparison,
        improvement_ratio=wide,
        by_domain=tuple(replace(part, improvement_ratio=wide) for part in comparison.by_domain),
        by_annotator=tuple(
            replace(part, improvement_ratio=sure) for part in comparison.by_annotator
        ),
    )
    number = 1 + len(comparison.by_domain)
    assert f"{spelled(number).capitalize()} of the intervals cross" in figures(result)[0].caption
