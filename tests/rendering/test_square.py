"""Quality squares in every format, with their picture."""

from tertium.rendering import facts, figures, headline
from tertium.stats.square.reviews import gather_reviews
from tertium.stats.square.square import square
from tests.rendering.every_format import tell
from tests.stats.square.test_square import LIGHT, counts, people, table

NONE = {"language_errors": 0, "terminology_errors": 0, "format_errors": 1}


def found(*rows, words=5000.0):
    """Return the squares of some reviews by the light model."""
    lengths = dict.fromkeys({row[1] for row in rows}, words)
    return square(gather_reviews(table(*rows), LIGHT, lengths=lengths), model=LIGHT)


def test_squares_are_told_in_every_format():
    """Three texts, one of each verdict; the picture has four scales for each."""
    result = found(
        *people("good", adequacy=95, readability=94), *counts("good", major_errors=0, **NONE),
        *people("poor", adequacy=30, readability=94), *counts("poor", major_errors=2, **NONE),
        *people("near", adequacy=70, readability=70), *counts("near", major_errors=0, **NONE),
    )  # fmt: skip
    said = tell(result)
    assert headline(result) == "Of 3 texts, 1 passes, 1 fails and 1 is not yet decided."
    (figure,) = figures(result)
    assert len(figure.spec["layer"][0]["data"]["values"]) == 3 * 4
    assert said["json"]["texts"][0]["adequacy"]["limit"] == 70
    assert {one["kind"] for one in said["json"]["criteria"]} >= {"objective", "subjective"}
    assert dict(facts(result))["Reviewers"] == "3"


def test_one_text_says_why_it_does_not_pass():
    """The corner that decides is named; what nobody reviewed is told."""
    result = found(*people("t", adequacy=30, readability=95))
    tell(result)
    assert headline(result) == "t, x fails (adequacy)."
    only = found(("a", "t", "adequacy", 99))
    tell(only)
    assert "one reviewer" in " ".join(only.warnings)
