"""Systems contrasted by each criterion of the quality square."""

import numpy as np
import pytest

from tertium.formats.square_model import read_model
from tertium.rendering import figures, headline, tables
from tertium.stats.square.reviews import Amount, Reviews
from tertium.stats.square.square import square
from tests.stats.contrasts.plain import plain_crossed

MODEL = read_model("full")


def reviewed(texts=8, people=("ana", "ben", "eva"), better=9.0, seed=0):
    """Return reviews of two systems by the same people; `y` reads better."""
    draw = np.random.default_rng(seed)
    names = [(f"d{at}", system) for at in range(texts) for system in "xy"]
    ratings, counts = {}, {}
    for text in names:
        for name, (corner, _) in MODEL.criteria.items():
            if corner.rated:
                gain = better if text[1] == "y" and corner.name == "readability" else 0
                ratings[text, name] = {
                    who: float(np.clip(60 + gain + draw.normal(0, 6), 0, 100)) for who in people
                }
            else:
                counts[text, name] = {
                    who: Amount(n, n, 1.0) for who in people if (n := float(draw.integers(1, 4)))
                }
    return Reviews(tuple(names), ratings, counts, dict.fromkeys(names, 300.0))


def test_each_criterion_has_its_own_contrasts():
    """Readability differs, adequacy does not; nothing is added up."""
    found = square(reviewed(), model=MODEL)
    by = {one.criterion: one for one in found.by_criterion}
    assert set(by) == set(MODEL.criteria)
    (pair,) = by["readability"].contrasts
    assert (pair.a, pair.b) == ("y", "x")
    assert pair.low > 0
    assert by["adequacy"].contrasts[0].p > 0.05
    assert by["major_errors"].higher_is_better is False
    assert "y is significantly better in readability." in headline(found)
    assert "Contrasts by criterion" in [table.title for table in tables(found)]


def test_the_interval_is_the_crossed_one():
    """As the recipe computes it by hand: texts and reviewers vary."""
    reviews = reviewed()
    (pair,) = next(
        one for one in square(reviews, model=MODEL).by_criterion if one.criterion == "adequacy"
    ).contrasts
    rows = [
        (who, text[0], reviews.ratings[(text[0], pair.a), "adequacy"][who]
         - reviews.ratings[(text[0], pair.b), "adequacy"][who])
        for text in reviews.texts if text[1] == pair.a
        for who in ("ana", "ben", "eva")
    ]  # fmt: skip
    person, text = (np.unique([row[at] for row in rows], return_inverse=True)[1] for at in (0, 1))
    one = np.zeros(len(rows), int)
    value, low, high, p = plain_crossed(
        [row[2] for row in rows], np.ones(len(rows)), person, one, text, known=False
    )
    assert [pair.difference, pair.low, pair.high, pair.p] == pytest.approx([value, low, high, p])


def test_one_system_has_no_contrasts_and_many_texts_are_drawn_by_system():
    """One square for each system instead of none."""
    alone = reviewed()
    texts = tuple(text for text in alone.texts if text[1] == "x")
    found = square(Reviews(texts, {k: v for k, v in alone.ratings.items() if k[0] in texts},
                           {k: v for k, v in alone.counts.items() if k[0] in texts},
                           alone.words), model=MODEL)  # fmt: skip
    assert found.by_criterion == ()
    (drawn,) = figures(square(reviewed(texts=30), model=MODEL))
    assert "Means over the texts of each system" in drawn.caption
