"""How right are consensus labels with 30% careless annotators, and do their intervals hold?

A careful annotator gives the true label with an own probability between .6 and .9; of the wrong
answers half are a neighbour on the scale and half any other label. Of the careless, one half
answers at random and the other gives one favourite label in seven of ten answers. None of the
models supposes exactly this. Situations: 200 items by eight annotators; few items; one frequent
label; each item by two to eight of twenty; three annotators, of whom one is careless; labels
without an order; annotators who are all too severe or too lenient by up to half a step.
"""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from tertium.stats.consensus.consensus import MODELS
from tertium.stats.consensus.fitting import expect, label
from tertium.stats.consensus.majority import vote_shares
from tertium.stats.consensus.votes import Votes, credit
from tertium.stats.result import signature
from tertium.stats.shares import mean_share

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

METHODS = ("majority", *MODELS)
RUNS = 100
FRESH = 2000  # items on which a fitted rule is looked at
_MODEL = str(__doc__).partition("\n\n")[2].strip()


@dataclass(frozen=True, slots=True)
class Situation:
    """So many items and annotators, the shares of the true labels, and what is special."""

    name: str
    items: int
    team: int
    shares: tuple[float, ...] = (0.25, 0.25, 0.25, 0.25)
    votes: tuple[int, int] | None = None  # of an item, where not everybody votes
    ordered: bool = True
    bias: float = 0.0  # steps of the scale by which an annotator may be too high or too low


SITUATIONS = (
    Situation("200 items × 8", 200, 8),
    Situation("few items: 30 × 5", 30, 5),
    Situation("skewed: 200 × 5", 200, 5, (0.03, 0.04, 0.27, 0.66)),
    Situation("unequal numbers: 2–8 of 20", 200, 20, votes=(2, 8)),
    Situation("three annotators: 100 × 3", 100, 3),
    Situation("no order: 200 × 8", 200, 8, ordered=False),
    Situation("severe and lenient: 200 × 8", 200, 8, bias=0.5),
)


def answer_tables(situation: Situation, rng: np.random.Generator) -> Floats:
    """Return the probability of each answer of each annotator by true label."""
    size = len(situation.shares)
    tables = np.empty((situation.team, size, size))
    careless = round(0.3 * situation.team)
    for who in range(situation.team):
        if who < careless:
            habit = np.full(size, 1 / size)
            if who % 2:
                favourite = rng.integers(size)
                habit = np.where(np.arange(size) == favourite, 0.7, 0.3 / (size - 1))
            tables[who] = habit[:, None]
            continue
        right = rng.uniform(0.6, 0.9)
        away = rng.uniform(-situation.bias, situation.bias)
        for truth in range(size):
            other = np.ones(size)
            other[truth] = 0.0
            near = np.abs(np.arange(size) - truth) == 1
            wrong = other / other.sum()
            if situation.ordered:
                wrong = (wrong + near / near.sum()) / 2
            column = (1 - right) * wrong
            column[truth] += right
            # Too severe or too lenient: so much of every answer moves to the neighbour.
            moved = np.clip(np.arange(size) + np.sign(away), 0, size - 1).astype(int)
            shifted = np.zeros(size)
            np.add.at(shifted, moved, column)
            tables[who, :, truth] = (1 - abs(away)) * column + abs(away) * shifted
    return tables


def drawn(
    situation: Situation, tables: Floats, items: int, rng: np.random.Generator
) -> tuple[Votes, Ints]:
    """Draw the votes of the annotators and the true labels."""
    size = len(situation.shares)
    truth = rng.choice(size, items, p=situation.shares)
    item = np.repeat(np.arange(items), situation.team)
    who = np.tile(np.arange(situation.team), items)
    steps = np.cumsum(tables[who, :, truth[item]], axis=1)
    said = (rng.random((len(item), 1)) > steps).sum(axis=1).clip(0, size - 1)
    votes = Votes(item, who, said, items, situation.team, size)
    if situation.votes is None:
        return votes, truth
    low, high = situation.votes
    place = np.argsort(np.argsort(rng.random((items, situation.team)), axis=1), axis=1).ravel()
    number = rng.integers(low, high + 1, items)
    return votes.take(place < number[item]), truth


def rule(votes: Votes, method: str) -> tuple[Floats, Callable[[Votes], Floats]]:
    """Return the probabilities of labels, and how the fitted rule labels other items."""
    if method == "majority":
        return vote_shares(votes), vote_shares
    found = label(votes, MODELS[method])  # type: ignore[index]
    return found.probability, lambda others: expect(others, found.fitted)[0]


def look(situation: Situation, runs: int, seed: int = 0) -> dict[str, tuple[float, float]]:
    """Return the mean accuracy and the coverage of its interval, by method."""
    rng = np.random.default_rng(seed)
    accuracy = {method: np.empty(runs) for method in METHODS}
    inside = {method: np.empty(runs) for method in METHODS}
    for run_ in range(runs):
        tables = answer_tables(situation, rng)
        votes, truth = drawn(situation, tables, situation.items, rng)
        fresh, fresh_truth = drawn(situation, tables, FRESH, rng)
        for method in METHODS:
            probability, others = rule(votes, method)
            found = mean_share(credit(probability, truth), level=0.95)
            value = credit(others(fresh), fresh_truth).mean()
            assert found.low is not None
            assert found.high is not None
            accuracy[method][run_] = found.value
            inside[method][run_] = found.low <= value <= found.high
    return {one: (float(accuracy[one].mean()), float(inside[one].mean())) for one in METHODS}


def run() -> Evidence:
    """Label in all situations with all methods."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        rows = pool.map(look, SITUATIONS, [RUNS] * len(SITUATIONS), range(len(SITUATIONS)))
        found = dict(zip(SITUATIONS, rows, strict=True))
    best = {one: max(row, key=lambda m: row[m][0]) for one, row in found.items()}
    first = "| situation | " + " | ".join(METHODS) + " |"
    accuracy = [
        f"| {one.name} | "
        + " | ".join(
            f"**{100 * row[m][0]:.1f}**" if m == best[one] else f"{100 * row[m][0]:.1f}"
            for m in METHODS
        )
        + " |"
        for one, row in found.items()
    ]
    coverage = [
        f"| {one.name} | " + " | ".join(f"{100 * row[m][1]:.0f}" for m in METHODS) + " |"
        for one, row in found.items()
    ]
    together = [np.mean([row[m][1] for row in found.values()]) for m in METHODS]
    wins = {m: sum(one == m for one in best.values()) for m in METHODS}
    told = ", ".join(f"{m} {number}" for m, number in wins.items())
    body = "\n".join(
        [
            _MODEL,
            "",
            f"Accuracy of consensus labels in %, means of {RUNS} campaigns (± about 1; few items "
            "1.5). A tie of m labels counts 1/m.",
            "",
            first,
            "|---|" + "---|" * len(METHODS),
            *accuracy,
            "",
            f"Best in so many situations: {told}.",
            "",
            f"Coverage of the 95% interval of accuracy, in %. What it should hold is the accuracy "
            f"of the fitted rule, with these annotators, on {FRESH:,} other items (± about 4 in a "
            "cell, 1.6 in all).",
            "",
            first,
            "|---|" + "---|" * len(METHODS),
            *coverage,
            "| **all** | " + " | ".join(f"**{100 * value:.1f}**" for value in together) + " |",
        ]
    )
    return Evidence(
        "Accuracy of consensus labels", body, signature("study-consensus", runs=RUNS, seed=0)
    )
