import json
from dataclasses import replace

import pytest

from tertium.rendering import figures, headline, render, tables
from tertium.rendering.agreement import _short, agreement_sentence
from tertium.stats.agreement.cohen import Kappas


@pytest.fixture(scope="module")
def agreement(comparison):
    """Return the agreement of three people, who judged a common set twice."""
    return comparison.agreement


@pytest.mark.parametrize(
    ("within", "between", "sentence"),
    [
        (0.57, 0.26, "On average, annotators agree more with themselves than with each other."),
        (
            0.28,
            0.26,
            "On average, inter-annotator agreement is about as high as intra-annotator agreement.",
        ),
        (0.10, 0.26, "On average, annotators agree less with themselves than with each other."),
        (None, 0.26, "Inter-annotator agreement is fair."),
        (0.57, None, "Each annotator’s two passes can be compared, but no two annotators."),
    ],
)
def test_the_finding_compares_people_with_themselves(agreement, within, between, sentence):
    """What the square shows is said as it is."""
    seen = replace(
        agreement, intra=Kappas(within, ()), cohen=Kappas(between, ()), words="fair"
    )  # fmt: skip
    assert agreement_sentence(seen) == sentence


def test_the_headline_is_the_sentence_of_the_result(agreement):
    """Text, pages and JSON say the same; the value stands with its confidence interval."""
    assert headline(agreement) == agreement.sentence
    assert "κ" in agreement.sentence
    assert "95% CI" in agreement.sentence
    assert json.loads(render(agreement, "json"))["sentence"] == agreement.sentence


def test_the_square_frames_each_person_with_himself(agreement):
    """The diagonal holds the κ of two passes, the rest the κ of two people."""
    (figure,) = figures(agreement)
    cells = figure.spec["layer"][0]["data"]["values"]
    assert {(cell["row"], cell["column"]) for cell in cells} == {
        (a, b) for a in "123" for b in "123"
    }
    framed = figure.spec["layer"][1]["data"]["values"]
    assert {cell["row"] for cell in framed} == {"1", "2", "3"}
    assert "Framed" in figure.caption


def test_text_leaves_the_details_to_the_other_formats(agreement):
    """Pairs by pass and single items fill pages: they are in CSV and LaTeX, not in the text."""
    assert "Pairs of annotators, by pass" not in render(agreement, "text")
    assert "Pairs of annotators, by pass" in render(agreement, "csv")
    assert [table.detail for table in tables(agreement)].count(True) == 4


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Annotator 1", "Annotator 12"], ["1", "12"]),
        (["ann-01@agency", "ann-02@agency"], ["01", "02"]),
        (["Ann", "Bob"], ["Ann", "Bob"]),
        (["Annabel", "Bernard"], ["Annabel", "Bernard"]),
        (["person", "person-2"], ["person", "person-2"]),
    ],
)
def test_names_at_the_edge_leave_out_what_all_share(names, short):
    """A number is never cut in two, and nobody is left without a name."""
    assert list(_short(names).values()) == short
