"""Whom to look at in a team: the golden example, camps, and nobody without reason."""

import numpy as np
import pytest

from tertium.stats.agreement.agree import agree
from tertium.stats.team import PairCorrelations, look_at


def team(r, n=40, names="1234"):
    """Build a team from the upper triangle of r, row by row."""
    size = len(names)
    matrix = np.full((size, size), np.nan)
    matrix[np.triu_indices(size, 1)] = r
    matrix = np.where(np.isnan(matrix), matrix.T, matrix)
    return PairCorrelations(tuple(names), matrix, np.full((size, size), float(n)), fewest=20)


def test_the_golden_team_has_one_careless_and_one_reversed_member():
    """R .72 between 1 and 2; 3 goes with nobody, 4 runs against both."""
    found = look_at(team([0.72, -0.05, -0.60, 0.10, -0.55, 0.02]))
    assert found.flags == {"3": "careless", "4": "reversed"}
    assert found.sentences == (
        "Annotator 3’s scores hardly correlate with 1’s and 2’s, who agree with each other (r "
        ".72). Review some of them.",
        "Annotator 4’s scores are reversed against 1’s and 2’s, who agree with each other (r .72). "
        "Ask whether the scale was understood.",
    )


@pytest.mark.parametrize(
    ("r", "n", "names", "said"),
    [
        ([0.1, 0.05, -0.1], 20, "abc", "No two annotators agree with each other clearly enough"),
        ([0.7, -0.6, -0.6, -0.6, -0.6, 0.7], 40, "abcd", "a and b agree, c and d agree"),
        ([0.7, 0.6, 0.65], 40, "abc", ""),
        ([0.9, -0.9, -0.9], 19, "abc", ""),
        ([0.9], 40, "ab", ""),
    ],
    ids=["no core", "two camps", "all agree", "too few items", "two people"],
)
def test_nobody_is_flagged_without_reason(r, n, names, said):
    """No core, two camps, agreement, few items or few people: a sentence, but no flag."""
    found = look_at(team(r, n, names))
    assert found.flags == {}
    assert " ".join(found.sentences).startswith(said)


@pytest.mark.parametrize("kind", ["reversed", "random"])
def test_good_annotators_beside_a_bad_one_are_left_alone(kind):
    """Two good, one reversed or random, 100 scores: the good ones are hardly ever flagged."""
    rng = np.random.default_rng(0)
    good = bad = 0
    for _ in range(200):
        truth = rng.normal(size=100)
        scores = truth + rng.normal(size=(3, 100))
        scores[2] = -scores[2] if kind == "reversed" else rng.normal(size=100)
        found = look_at(
            PairCorrelations(tuple("abc"), np.corrcoef(scores), np.full((3, 3), 100.0), 20)
        )
        good += len(set(found.flags) & {"a", "b"})
        bad += "c" in found.flags
    assert good <= 2
    assert bad >= (195 if kind == "reversed" else 160)


def test_agree_flags_whose_answers_run_against_the_others(comparisons):
    """κ of preferences: two agree, a third chooses the other side, and that is said."""
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 60)
    rows = [
        (who, f"s{at}", ("advanced", "baseline")[(side ^ (rng.random() < 0.1)) ^ (who == "turned")])
        for at, side in enumerate(truth)
        for who in ("ann", "bob", "turned")
    ]
    found = agree(comparisons(rows))
    assert {one.annotator: one.flag for one in found.by_annotator} == {
        "ann": None, "bob": None, "turned": "reversed",
    }  # fmt: skip
    assert any(
        note.startswith("Annotator turned’s answers are reversed against")
        for note in found.warnings
    )
