"""Ratings in every format."""

import pytest

from tertium.rendering import figures, headline
from tertium.stats.ratings.analyse import rate
from tests.rendering.every_format import tell
from tests.stats.ratings.drawn import ratings, table

ROWS = ratings(seed=4, documents=4)


def test_several_aspects_groups_and_tags_are_told_in_every_format():
    """Everything at once."""
    number = len(ROWS)
    whole = table(
        ROWS,
        aspect=[("adequacy", "fluency")[n % 2] for n in range(number)],
        group=["crowd" if row[0] < "ann-2" else "expert" for row in ROWS],
        level=["hard" if row[1].endswith("0") else "easy" for row in ROWS],
        order=list(range(number)),
    )
    tags = {tag: whole.select(level=tag) for tag in ("easy", "hard")}
    result = rate(whole, by="level", tags=tags)
    said = tell(result)
    assert set(said["json"]) >= {"aspects", "sentence", "signature", "warnings"}
    aspect = said["json"]["aspects"][0]
    assert set(aspect) >= {
        *("aspect", "scale", "systems", "contrasts", "annotators", "thresholds"),
        *("proportional_odds", "majority", "groups", "tags"),
    }
    assert set(aspect["systems"][0]) >= {"shares", "mean", "latent", "rank_range", "cluster"}
    assert set(aspect["systems"][0]["shares"][0]) == {"label", "count", "share", "low", "high"}
    assert set(aspect["annotators"][0]) >= {"severity", "spread", "shares", "drift"}
    drawn = [one.name for one in figures(result)]
    assert drawn[:3] == [
        "rating-shares-adequacy", "rating-latent-adequacy", "rating-severity-adequacy"
    ]  # fmt: skip
    assert headline(result).startswith("adequacy: ")


@pytest.mark.parametrize(
    ("change", "begins"),
    [
        (lambda row: row, ("sys-0", "No significant")),
        (lambda row: (*row[:3], "only", row[4]), ("",)),
        (lambda row: (*row[:4], 2.0), ("All 240 ratings are “2”",)),
        (lambda row: ("ann", *row[1:]), ("",)),
    ],
    ids=["all", "one system", "all alike", "one annotator"],
)
def test_edges_are_told_in_every_format(change, begins):
    """Nothing breaks, and the headline says what there is."""
    result = rate(table([change(row) for row in ROWS]))
    tell(result)
    assert headline(result).startswith(begins)
