"""Variances: by hand, beside the two-way interval of comparisons, and by coverage."""

import numpy as np
import pytest
from scipy.stats import binom

from studies.strengths import Cell, matches_of, measure, simulate, truth
from tertium.stats.contrasts.variance import INTERVALS, Influence, spread, variances
from tertium.stats.intervals import two_way
from tertium.stats.ranking.matches import read_matches
from tertium.stats.ranking.rank import rank
from tertium.stats.ranking.scores import expected_wins, strengths, win_shares
from tests.stats.ranking.compared import compared, drawn

STRENGTHS = {"a": 0.8, "b": 0.2, "c": -0.3, "d": -0.7}
CAMPAIGNS = 150


@pytest.fixture(scope="module")
def matches():
    """Return comparisons of four systems by four annotators, several a cell."""
    return read_matches(compared(drawn(STRENGTHS, 600, segments=20)))


def scored(matches):
    """Return every score that has influences."""
    return {
        "davidson": strengths(matches, ties="davidson", prior=None),
        "half": strengths(matches, ties="half", prior=None),
        "wins": win_shares(matches),
        "expected": expected_wins(matches),
    }


def by_row(influence):
    """Return the influence of every row on every score, one row each."""
    table = np.zeros((len(influence.annotator), influence.lever.shape[1]))
    np.add.at(table, (influence.row, influence.column), influence.value)
    return table @ influence.lever.T


@pytest.mark.parametrize("name", ["davidson", "half", "wins", "expected"])
def test_the_two_way_variance_is_that_of_the_recipe(matches, name):
    """Sums of influences by cell, then V_a + V_s − V_0 and Satterthwaite, loop by loop."""
    influence = scored(matches)[name].influence
    rows = by_row(influence)
    contrast = rows[:, 0] - rows[:, 2]
    cells = {}
    for value, annotator, segment in zip(contrast, matches.annotator, matches.segment, strict=True):
        cells[annotator, segment] = cells.get((annotator, segment), 0.0) + value
    parts = two_way(
        np.array(list(cells.values())),
        np.array([annotator for annotator, _ in cells]),
        np.array([segment for _, segment in cells]),
    )
    found = spread(variances(influence), "two-way", np.array([0]), np.array([2]))
    assert found.total[0] == pytest.approx(parts.total)
    assert found.freedom[0] == pytest.approx(parts.freedom)


def test_few_and_many_units_are_summed_alike(matches, monkeypatch):
    """The sparse way, for very many cells, gives the same numbers as the dense one."""
    influence = scored(matches)["davidson"].influence
    dense = variances(influence)
    monkeypatch.setattr("tertium.stats.contrasts.variance._DENSE", 0)
    sparse = variances(influence)
    for one, two in ((sparse.cell, dense.cell), (sparse.annotator, dense.annotator)):
        assert one.products == pytest.approx(two.products)
        assert (one.met == two.met).all()


def test_one_unit_has_no_variance():
    """One segment leaves nothing to vary; one annotator leaves the segments."""
    one, four = np.zeros(4, dtype=int), np.arange(4)
    line = np.array([0.1, -0.1, 0.2, -0.2])
    first = np.array([0])
    alone = variances(Influence(four, one, line, np.eye(1), one, four, four))
    assert np.isnan(spread(alone, "annotator", first).total[0])
    for interval in ("two-way", "segment"):
        found = spread(alone, interval, first)
        assert (found.total[0], found.freedom[0]) == (pytest.approx(4 / 3 * 0.1), 3)
    same = variances(Influence(four, one, line, np.eye(1), four, one, four))
    for interval in ("two-way", "segment"):
        assert np.isnan(spread(same, interval, first).total[0])


def test_intervals_are_named_for_what_they_let_vary():
    """People who differ widen those that let people vary; the others stay narrow."""
    rng = np.random.default_rng(3)
    rows = [
        (f"j{who}", f"s{what}", "a", "b", 1 if rng.random() < 0.3 + 0.1 * who else -1, 1)
        for who in range(5)
        for what in np.repeat(np.arange(20), 3)
    ]
    width = {}
    for interval in INTERVALS:
        found = rank(compared(rows), interval=interval).contrasts[0]
        width[interval] = found.high - found.low
    assert max(width["information"], width["segment"]) * 1.5 < width["annotator"]
    assert max(width["information"], width["segment"]) * 1.5 < width["two-way"]


@pytest.mark.parametrize(
    "cell", [Cell(3, "unique", 0.3), Cell(3, "common", 0.15), Cell(5, "common", 0.3)], ids=str
)
def test_the_default_covers_and_the_information_does_not(cell, monkeypatch):
    """A small round of the study: at least 93%, as far as so few campaigns can tell."""
    monkeypatch.setattr("studies.strengths.POPULATION", 300_000)
    found = measure(cell, CAMPAIGNS, seed=7, methods=("davidson",))
    # So few would happen once in ten thousand rounds if the coverage were 93%.
    fewest = binom.ppf(1e-4, CAMPAIGNS, 0.93)
    assert found["davidson", "two-way"].min() * CAMPAIGNS >= fewest
    assert found["davidson", "information"].max() * CAMPAIGNS < fewest


def test_the_study_measures_what_rank_prints():
    """One simulated campaign through `rank` gives the study's interval."""
    cell = Cell(5, "common", 0.3)
    outcomes = simulate(cell, 1, seed=2)[0]
    matches = matches_of(cell, outcomes)
    names = "abcde"
    rows = [
        (f"j{who}", f"s{what}", names[i], names[j], value, 1, f"{who}-{what}")
        for i, j, value, who, what in zip(
            matches.first, matches.second, matches.value, matches.annotator, matches.segment,
            strict=True,
        )
    ]  # fmt: skip
    printed = rank(compared(rows), interval="two-way")
    scored = strengths(matches, ties="davidson", prior=None)
    for contrast in printed.contrasts:
        i, j = names.index(contrast.a), names.index(contrast.b)
        pair = np.array([i]), np.array([j])
        reach = spread(variances(scored.influence), "two-way", *pair).reach(0.95)[0]
        assert contrast.difference == pytest.approx(scored.score[i] - scored.score[j])
        assert contrast.high - contrast.low == pytest.approx(2 * reach)
    assert printed.judgements == cell.people * cell.rankings


def test_the_simulated_population_keeps_its_order(monkeypatch):
    """The systems stand as their worth says, by every method; about a tenth of pairs tie."""
    monkeypatch.setattr("studies.strengths.POPULATION", 300_000)
    for method in ("davidson", "half", "wins", "expected wins"):
        assert (np.diff(truth(0.15, method)) < 0).all()
    assert np.mean(simulate(Cell(5, "unique", 0.15), 20, seed=1) == 0) == pytest.approx(
        0.11, abs=0.02
    )
