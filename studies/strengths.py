"""Do 95% intervals of differences between systems contain the truth 95 times in 100?

Campaigns are simulated from a population of annotators and segments: five systems, every
judgement a ranking of five outputs. An output's worth is that of its system, plus what the
segment makes of it (sd 1.4 per output), plus the annotator's taste (so that the log
preference ratio of two systems has the sd τ between annotators), plus the noise of one
act; outputs that come out closer than a small gap are tied. In the *unique* design every
segment is ranked once, in the *common* design all annotators rank the same ones.

The truth is what the same method gives for the whole population, which is not the
simulated worth: the models do not know segments and tastes.
"""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import product
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit

from studies import Evidence
from tertium.stats.contrasts.variance import INTERVALS, spread, variances
from tertium.stats.ranking.matches import Matches, Tally, tally
from tertium.stats.ranking.scores import SystemScores, expected_wins, strengths, win_shares
from tertium.stats.ranking.strengths import fit
from tertium.stats.result import signature

Floats = NDArray[np.float64]
Covered = dict[tuple[str, str], Floats]  # by method and interval, one share a difference

SYSTEMS = 5
WORTH = np.array([0.8, 0.4, 0.0, -0.4, -0.8])
ITEM_SD, GAP = 1.4, 0.35
PEOPLE, FEWEST = (3, 5, 10), 2
SPREADS, DESIGNS = (0.15, 0.3), ("unique", "common")
METHODS = ("davidson", "half", "wins", "expected wins")
CAMPAIGNS, CHUNK, POPULATION = 10_000, 500, 4_000_000
DEFAULT, LIMIT = "two-way", 0.93
FIRST, SECOND = np.triu_indices(SYSTEMS, 1)


@dataclass(frozen=True, slots=True)
class Cell:
    """One situation of the study; ten annotators make 30 rankings each, fewer make 60."""

    people: int
    design: str
    spread: float

    @property
    def rankings(self) -> int:
        """How many rankings each annotator makes."""
        return 30 if self.people == 10 else 60


@cache
def _taste_per_ratio() -> float:
    """Return how far worth must differ for the log preference ratio to differ by 1.

    Segments dilute a difference of worth, so tastes have to be larger than τ.
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    slope = 0.05
    won = expit(slope + 2**0.5 * ITEM_SD * nodes) @ weights / weights.sum()
    return float(slope / logit(won))


def _ranked(tastes: Floats, items: Floats, rng: np.random.Generator) -> NDArray[np.int8]:
    """Return the outcome (+1, 0, −1) of every pair of systems, last axis, in rankings."""
    worth = WORTH + tastes + items
    worth = worth + rng.gumbel(size=worth.shape)
    order = np.argsort(-worth, axis=-1)
    ordered = np.take_along_axis(worth, order, -1)
    steps = np.diff(ordered, axis=-1, prepend=ordered[..., :1]) < -GAP
    ranks = np.empty(worth.shape, dtype=np.int8)
    np.put_along_axis(ranks, order, np.cumsum(steps, axis=-1).astype(np.int8), -1)
    return np.sign(ranks[..., SECOND] - ranks[..., FIRST])


def simulate(cell: Cell, campaigns: int, seed: int) -> NDArray[np.int8]:
    """Draw campaigns: outcomes by campaign, annotator, ranking and pair of systems."""
    key = [seed, cell.people, DESIGNS.index(cell.design), round(cell.spread * 100)]
    rng = np.random.default_rng(key)
    taste_sd = cell.spread / 2**0.5 * _taste_per_ratio()
    tastes = rng.normal(0, taste_sd, (campaigns, cell.people, 1, SYSTEMS))
    segments = (campaigns, 1 if cell.design == "common" else cell.people, cell.rankings, SYSTEMS)
    return _ranked(tastes, rng.normal(0, ITEM_SD, segments), rng)


def matches_of(cell: Cell, outcomes: NDArray[np.int8]) -> Matches:
    """Return one campaign as matches, every ranking a judgement and a cell of its own."""
    people, rankings, pairs = outcomes.shape
    person = np.repeat(np.arange(people), rankings * pairs)
    ranking = np.repeat(np.arange(people * rankings), pairs)
    return Matches(
        systems=tuple("abcde"),
        first=np.tile(FIRST, people * rankings),
        second=np.tile(SECOND, people * rankings),
        value=outcomes.reshape(-1).astype(float),
        judgement=ranking,
        annotator=person,
        segment=ranking % rankings if cell.design == "common" else ranking,
        document=np.full(len(ranking), -1),
        cell=ranking,
        shared=np.zeros((SYSTEMS, SYSTEMS), dtype=np.int64),
    )


@cache
def _population(spread_: float) -> Tally:
    """Count outcomes of very many rankings, each by another annotator about another segment."""
    rng = np.random.default_rng([1, round(spread_ * 100)])
    wins, ties = np.zeros((2, SYSTEMS, SYSTEMS))
    for _ in range(POPULATION // 100_000):
        shape = (100_000, SYSTEMS)
        tastes = rng.normal(0, spread_ / 2**0.5 * _taste_per_ratio(), shape)
        outcomes = _ranked(tastes, rng.normal(0, ITEM_SD, shape), rng).astype(float)
        pairs = np.tile(FIRST, len(outcomes)), np.tile(SECOND, len(outcomes))
        found = tally(*pairs, outcomes.reshape(-1), SYSTEMS)
        wins, ties = wins + found.wins, ties + found.ties
    return Tally(wins, ties)


def truth(spread_: float, method: str) -> Floats:
    """Return the scores of the population."""
    counts = _population(spread_)
    if method == "wins":
        return np.asarray(counts.wins.sum(1) / counts.decided.sum(1))
    if method == "expected wins":
        shares = counts.wins / np.maximum(counts.decided, 1)  # 0 against itself
        return np.asarray(shares.sum(1) / (SYSTEMS - 1))
    return fit(counts, ties="half" if method == "half" else "davidson").score


def _scored(matches: Matches, method: str) -> SystemScores:
    if method == "wins":
        return win_shares(matches)
    if method == "expected wins":
        return expected_wins(matches)
    return strengths(matches, ties="half" if method == "half" else "davidson", prior=None)


def measure(cell: Cell, campaigns: int, seed: int, methods: tuple[str, ...] = METHODS) -> Covered:
    """Return the coverage of every difference of two systems, by method and interval."""
    hits = {key: np.zeros(len(FIRST)) for key in product(methods, INTERVALS)}
    true = {method: truth(cell.spread, method) for method in methods}
    for start in range(0, campaigns, CHUNK):
        for outcomes in simulate(cell, min(CHUNK, campaigns - start), seed + start):
            matches = matches_of(cell, outcomes)
            for method in methods:
                scored = _scored(matches, method)
                parts = variances(scored.influence)
                error = (scored.score - true[method])[FIRST] - (scored.score - true[method])[SECOND]
                for interval in INTERVALS:
                    reach = spread(parts, interval, FIRST, SECOND).reach(0.95)
                    hits[method, interval] += np.abs(error) <= reach
    return {key: found / campaigns for key, found in hits.items()}


def run() -> Evidence:
    """Measure all situations with two processes and arrange them as tables."""
    cells = [
        Cell(people, design, spread_)
        for people, design, spread_ in product((FEWEST, *PEOPLE), DESIGNS, SPREADS)
    ]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        results = dict(zip(cells, pool.map(_cell, cells, chunksize=1), strict=True))
    return Evidence(
        "Coverage of the intervals of differences between systems",
        _page(results),
        signature("strengths", campaigns=CAMPAIGNS, systems=SYSTEMS, level=0.95, seed=0),
    )


def _cell(cell: Cell) -> Covered:
    return measure(cell, CAMPAIGNS, seed=0)


def _page(results: dict[Cell, Covered]) -> str:
    main = [cell for cell in results if cell.people != FEWEST]
    lowest = {(cell, method): _worst(results, cell, method) for cell in main for method in METHODS}
    default = {key: share for key, share in lowest.items() if key[1] == METHODS[0]}
    least, most = min(default, key=default.__getitem__), min(lowest, key=lowest.__getitem__)
    below = [key for key in default if default[key] < LIMIT]
    error = 1.96 * (default[least] * (1 - default[least]) / CAMPAIGNS) ** 0.5
    verdict = (
        f"The default covers at least {LIMIT:.0%} in all {len(default)} situations"
        if not below
        else f"The default covers less than {LIMIT:.0%} in {len(below)} of {len(default)} "
        "situations"
    )
    lines = [
        f"Nominal 95% intervals, {CAMPAIGNS:,} campaigns per situation (Monte-Carlo error "
        f"±{error:.1%}); five systems, rankings of five, 60 rankings per annotator (30 with ten "
        f"annotators), about {_tied():.0%} ties, truth from {POPULATION:,} rankings. Each cell "
        "shows the *worst* of the ten differences between two systems, τ = .15 → .3.",
        "",
        f"**{verdict}**; lowest: {default[least]:.1%} ({_told(least[0])}). Over all four scores "
        f"the lowest is {lowest[most]:.1%} ({most[1]}, {_told(most[0])}).",
        "",
    ]
    for method in METHODS:
        lines += [f"## {_TITLES[method]}", "", *_table(results, method, PEOPLE), ""]
    lines += [
        "## Two annotators",
        "",
        "Two people can hardly tell how much people differ; the default is then a little too "
        "narrow, and `rank` says so.",
        "",
        *_table(results, "davidson", (FEWEST,)),
    ]
    return "\n".join(lines)


_TITLES = {
    "davidson": "Bradley–Terry, ties after Davidson (the default)",
    "half": "Bradley–Terry, ties as half a win each",
    "wins": "Wins / (wins + losses)",
    "expected wins": "Expected wins",
}
_ROWS = {
    "information": "every comparison by itself",
    "segment": "sandwich by segment",
    "annotator": "sandwich by annotator, t",
    "two-way": "**two-way sandwich, Satterthwaite t (default)**",
}


def _table(results: dict[Cell, Covered], method: str, people: tuple[int, ...]) -> list[str]:
    columns = list(product(people, DESIGNS))
    lines = [
        "| | " + " | ".join(f"J={number} {design}" for number, design in columns) + " |",
        "|---|" + "---|" * len(columns),
    ]
    for interval, title in _ROWS.items():
        shown = [
            " → ".join(
                f"{results[Cell(*column, spread_)][method, interval].min() * 100:.1f}"
                for spread_ in SPREADS
            )
            for column in columns
        ]
        lines.append(f"| {title} | " + " | ".join(shown) + " |")
    return lines


def _worst(results: dict[Cell, Covered], cell: Cell, method: str) -> float:
    return float(results[cell][method, DEFAULT].min())


def _told(cell: Cell) -> str:
    return f"{cell.people} annotators, {cell.design}, τ = {cell.spread:g}"


def _tied() -> float:
    counts = _population(SPREADS[0])
    return float(counts.ties.sum() / counts.compared.sum())
