"""Three ways to keep careless people out of a crowd, at equal cost.

A crowd says which of two outputs is better. Careful people are right four times in five on usual
items, nine times in ten on gold ones, which are clear; careless people guess. The money buys the
same number of answers in each design, tests and control items among them:

- *qualification*: a test of 20 gold items admits from 75%; judgements of usual items follow;
- *control items*: four gold items are hidden in each HIT of 20, and who answers less than 75% of
  theirs is left out;
- *annotator model*: no gold at all, and Dawid and Skene's model weighs people by their agreement.

What is measured is how many items get the right label.
"""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from studies import Evidence
from tertium.stats.arrays import Bools, Floats
from tertium.stats.consensus.dawid_skene import DawidSkene
from tertium.stats.consensus.fitting import label
from tertium.stats.consensus.votes import Votes, credit, shares
from tertium.stats.result import signature

ITEMS, ANSWERS, HIT, TEST, HIDDEN, PASS = 300, 3_000, 20, 20, 4, 0.75
CAREFUL, CAREFUL_GOLD, GUESSING = 0.8, 0.9, 0.5
CARELESS = (0.10, 0.25, 0.40)
HITS = (1, 5)  # of one person
DESIGNS = ("no check", "qualification", "control items", "annotator model")
ROUNDS, SEED = 200, 0


@dataclass(frozen=True, slots=True)
class Cell:
    """The share of items with the right label in each design, and its standard error."""

    careless: float
    hits: int
    right: tuple[float, ...]
    error: tuple[float, ...]


def measure(careless: float, hits: int, *, rounds: int = ROUNDS, seed: int = SEED) -> Cell:
    """Simulate all designs in one situation."""
    found = np.array(
        [
            _one_round(
                careless, hits, np.random.default_rng((seed, one, hits, int(100 * careless)))
            )
            for one in range(rounds)
        ]
    )
    spread = found.std(axis=0, ddof=1) / np.sqrt(rounds) if rounds > 1 else found[0] * 0
    return Cell(careless, hits, tuple(found.mean(axis=0).tolist()), tuple(spread.tolist()))


def _one_round(careless: float, hits: int, draw: Generator) -> list[float]:
    truth = draw.integers(0, 2, ITEMS)
    people = ANSWERS // (HIT * hits)
    lazy = draw.random(people) < careless
    plain = _votes(truth, lazy, HIT * hits, draw)
    weighed = label(plain, DawidSkene(), seed=0, starts=2).probability
    return [
        _right(_shares(plain), truth),
        _right(_shares(_qualified(truth, careless, hits, draw)), truth),
        _right(_shares(_controlled(truth, lazy, hits, draw)), truth),
        _right(weighed, truth),
    ]


def _qualified(truth: np.ndarray, careless: float, hits: int, draw: Generator) -> Votes:
    """Test people one after the other until the money is spent on tests and work."""
    left, lazy = ANSWERS, []
    while left >= TEST + HIT * hits:
        one = bool(draw.random() < careless)
        left -= TEST
        if draw.binomial(TEST, GUESSING if one else CAREFUL_GOLD) >= PASS * TEST:
            left -= HIT * hits
            lazy.append(one)
    return _votes(truth, np.array(lazy, dtype=bool), HIT * hits, draw)


def _controlled(truth: np.ndarray, lazy: Bools, hits: int, draw: Generator) -> Votes:
    """Hide gold in every HIT; leave out who answers too little of it right."""
    gold = HIDDEN * hits
    right = draw.binomial(gold, np.where(lazy, GUESSING, CAREFUL_GOLD))
    kept = right >= PASS * gold
    return _votes(truth, lazy[kept], (HIT - HIDDEN) * hits, draw)


def _votes(truth: np.ndarray, lazy: Bools, each: int, draw: Generator) -> Votes:
    """Let everybody judge different items, all items about equally often."""
    turns = np.tile(np.arange(ITEMS), -(-len(lazy) * each // ITEMS))[: len(lazy) * each]
    item = draw.permutation(ITEMS)[turns]
    annotator = np.repeat(np.arange(len(lazy)), each)
    right = draw.random(len(item)) < np.where(lazy[annotator], GUESSING, CAREFUL)
    given = np.where(right, truth[item], 1 - truth[item])
    return Votes(item, annotator, given, ITEMS, max(len(lazy), 1), 2)


def _shares(votes: Votes) -> Floats:
    return shares(votes.counts)


def _right(probability: Floats, truth: np.ndarray) -> float:
    return float(credit(probability, truth).mean())


def run(rounds: int = ROUNDS) -> Evidence:
    """Measure all situations."""
    cells = [measure(share, hits, rounds=rounds) for hits in HITS for share in CARELESS]
    lines = [
        "| careless | HITs each | " + " | ".join(DESIGNS) + " |",
        "|--:|--:|" + "--:|" * len(DESIGNS),
        *(
            f"| {cell.careless:.0%} | {cell.hits} | "
            + " | ".join(
                f"{100 * right:.1f} ± {196 * error:.1f}"
                for right, error in zip(cell.right, cell.error, strict=True)
            )
            + " |"
            for cell in cells
        ),
    ]
    return Evidence(
        "Three designs against careless people, at equal cost",
        "\n".join(
            [
                f"{ANSWERS:,} paid answers about {ITEMS} items in HITs of {HIT}, tests and control",
                f"items among them; the share of items with the right label in per cent, {rounds}",
                f"rounds, with 95% intervals. Careful people are right in {CAREFUL:.0%} of usual",
                f"items and {CAREFUL_GOLD:.0%} of gold ones, careless people guess. A test has",
                f"{TEST} items and admits from {PASS:.0%}; {HIDDEN} items of each HIT are hidden",
                f"gold, and who answers less than {PASS:.0%} of them is left out. The annotator",
                "model is Dawid and Skene's, without gold.",
                "",
                *lines,
                "",
                "A test costs as much as a HIT, once. Where annotators leave after one HIT,",
                "that is half of the money: the test is worse than no check with few careless",
                "people, and no better than the others with many. Where they stay for five",
                "HITs, it is the best design from a quarter of careless people on. The model",
                "needs no gold; it is best, or as good as the best, in all other situations.",
            ]
        ),
        signature("crowd-designs", rounds=rounds, items=ITEMS, answers=ANSWERS, seed=SEED),
    )
