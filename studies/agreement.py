"""Do 95% intervals of agreement contain the truth where one answer is rare, and are flags right?

Two answers of which one has the given prevalence. With probability √κ a rater gives the item's
true answer, otherwise one drawn at the prevalence: so Cohen's, Fleiss' κ and Krippendorff's α all
have the value κ in the population. Comparisons are simulated alike, with a share of ties and two
exchangeable sides, five pairs of systems to a segment. Teams score outputs: a good annotator gives
quality plus noise (r = .5 between two), a random one noise, a reversed one minus the scores of a
good one.
"""

from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from tertium.stats.agreement.coefficients import estimated
from tertium.stats.agreement.cohen import mean_estimate
from tertium.stats.agreement.ratings import ONE_SIDE, OTHER_SIDE, Ratings
from tertium.stats.result import Estimate, signature
from tertium.stats.team import FEWEST_SCORES, PairCorrelations, look_at
from tertium.table import Codes

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PREVALENCES, ITEMS, RATERS, KAPPAS = (0.5, 0.2, 0.1, 0.03), (20, 50, 100), (2, 3, 5), (0.25, 0.9)
TIES, SEGMENTS = (0.3, 0.9), (20, 50)
TEAMS = (3, 5, 8, 12, 20)
RUNS, TEAM_RUNS = 200, 300
_MODEL = str(__doc__).partition("\n\n")[2].strip()
MEASURES = ("cohen", "fleiss", "alpha", "ac1")


def rated(prevalence: float, items: int, raters: int, kappa: float, seed: int) -> Ratings:
    """Draw the answers of some raters to some items."""
    rng = np.random.default_rng(seed)
    truth = rng.random((items, 1)) < prevalence
    guess = rng.random((items, raters)) < prevalence
    knows = rng.random((items, raters)) < kappa**0.5
    return _ratings(np.where(knows, truth, guess).astype(np.int64), ("good", "bad"))


def compared(ties: float, segments: int, kappa: float, seed: int) -> Ratings:
    """Draw what three raters answered to five comparisons of each segment."""
    rng = np.random.default_rng(seed)
    shape, pairs = (segments * 5, 3), segments * 5
    share = (*(2 * ((1 - ties) / 2,)), ties)
    truth, guess = rng.choice(3, (pairs, 1), p=share), rng.choice(3, shape, p=share)
    answers = np.where(rng.random(shape) < kappa**0.5, truth, guess)
    return _ratings(answers, (ONE_SIDE, OTHER_SIDE, "tie"), per_segment=5)


def _ratings(answers: Ints, categories: tuple[str, ...], per_segment: int = 1) -> Ratings:
    items, raters = answers.shape
    segment = np.arange(items) // per_segment
    sided = ONE_SIDE in categories
    return Ratings(
        item=np.repeat(np.arange(items), raters),
        rater=np.tile(np.arange(raters), items),
        category=answers.ravel(),
        raters=tuple((f"e{rater}", "") for rater in range(raters)),
        categories=categories,
        values=np.full(len(categories), np.nan),
        kind="preference" if sided else "label",
        segment=Codes(segment, tuple(f"s{at}" for at in range(int(segment.max()) + 1))),
        document=Codes(np.full(items, -1), ()),
        sides=(0, 1) if sided else None,
    )


def truths(prevalence: float, kappa: float) -> dict[str, float]:
    """Return what each coefficient is in the population."""
    alike = prevalence**2 + (1 - prevalence) ** 2
    equal, chance = kappa * (1 - alike) + alike, 2 * prevalence * (1 - prevalence)
    return dict.fromkeys(MEASURES[:3], kappa) | {"ac1": (equal - chance) / (1 - chance)}


def covered(
    prevalence: float, items: int, raters: int, kappa: float, runs: int, seed: int = 0
) -> dict[str, tuple[float, float]]:
    """Return coverage and median width of the interval of each coefficient.

    Data without a coefficient (all answers equal) do not count.
    """
    truth = truths(prevalence, kappa)
    found: dict[str, list[tuple[bool, float]]] = {name: [] for name in MEASURES}
    for run in range(runs):
        ratings = rated(prevalence, items, raters, kappa, seed + run)
        for name, estimate in {
            "cohen": mean_estimate(ratings, "these", 0.95),
            "fleiss": estimated(ratings, "fleiss", "these", 0.95),
            "alpha": estimated(ratings, "nominal", "these", 0.95),
            "ac1": estimated(ratings, "ac1", "these", 0.95),
        }.items():
            _note(found[name], estimate, truth[name])
    return {name: _summary(values) for name, values in found.items()}


def covered_sides(
    ties: float, segments: int, kappa: float, runs: int, seed: int = 0
) -> tuple[float, float]:
    """Return coverage and median width for comparisons whose sides are exchangeable."""
    found: list[tuple[bool, float]] = []
    for run in range(runs):
        ratings = compared(ties, segments, kappa, seed + run)
        _note(found, estimated(ratings, "fleiss", "these", 0.95), kappa)
    return _summary(found)


def _note(found: list[tuple[bool, float]], estimate: Estimate, truth: float) -> None:
    if estimate.value is not None and estimate.low is not None and estimate.high is not None:
        inside = estimate.low <= truth <= estimate.high
        found.append((inside, estimate.high - estimate.low))


def _summary(found: list[tuple[bool, float]]) -> tuple[float, float]:
    if not found:
        return float("nan"), float("nan")
    return float(np.mean([inside for inside, _ in found])), float(np.median([w for _, w in found]))


def flagged(
    people: int, bad: int, kind: str, items: int, runs: int, seed: int = 0
) -> tuple[float, float]:
    """Return the shares of good and of bad annotators who are flagged; `bad` of `people` are."""
    rng = np.random.default_rng([seed, people, bad, items])
    good_flags = bad_flags = 0
    names = tuple(f"e{at}" for at in range(people))
    for _ in range(runs):
        scores = rng.normal(size=items) + rng.normal(size=(people, items))
        if kind == "random":
            scores[:bad] = rng.normal(size=(bad, items))
        else:
            scores[:bad] *= -1
        number = np.full((people, people), float(items))
        flags = look_at(PairCorrelations(names, np.corrcoef(scores), number, FEWEST_SCORES)).flags
        bad_flags += sum(name in flags for name in names[:bad])
        good_flags += sum(name in flags for name in names[bad:])
    return good_flags / runs / (people - bad), bad_flags / runs / bad if bad else float("nan")


def run() -> Evidence:
    """Measure all situations with two processes and arrange them as tables."""
    cells = list(product(PREVALENCES, ITEMS, RATERS, KAPPAS))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        results = dict(zip(cells, pool.map(_cell, cells, chunksize=2), strict=True))
    return Evidence(
        "Coverage of the intervals of agreement, and flags of annotators",
        "\n\n".join((_MODEL, _coverage(results), _sides(), _teams())),
        signature("agreement", runs=RUNS, teams=TEAM_RUNS, level=0.95, seed=0),
    )


def _cell(cell: tuple[float, int, int, float]) -> dict[str, tuple[float, float]]:
    return covered(*cell, RUNS)


def _coverage(results: dict[tuple[float, int, int, float], dict[str, tuple[float, float]]]) -> str:
    lines = [
        "Coverage of nominal 95% intervals in per cent (median width). κ, Fleiss’ κ and α: the "
        "smallest coverage of the three, jackknife with two half-items; AC1: plain jackknife. "
        f"{RUNS} simulations per cell (±{196 * (0.05 * 0.95 / RUNS) ** 0.5:.1f} points).",
        "",
        "| prevalence | items | raters | " + " | ".join(
            f"κ, α at κ = {kappa:g} | AC1 at κ = {kappa:g}" for kappa in KAPPAS
        ) + " |",
        "|---|---|---|" + "---|" * 2 * len(KAPPAS),
    ]  # fmt: skip
    for prevalence, items, raters in product(PREVALENCES, ITEMS, RATERS):
        shown = []
        for kappa in KAPPAS:
            found = results[prevalence, items, raters, kappa]
            worst = min((found[name] for name in MEASURES[:3]), key=lambda pair: pair[0])
            shown += [_written(worst), _written(found["ac1"])]
        lines.append(f"| {prevalence:.0%} | {items} | {raters} | " + " | ".join(shown) + " |")
    return "\n".join(lines)


def _written(found: tuple[float, float]) -> str:
    return f"{100 * found[0]:.0f} ({found[1]:.2f})" if np.isfinite(found[0]) else "–"


def _sides() -> str:
    lines = [
        "Comparisons with exchangeable sides (Fleiss’ form; three raters, five comparisons to a "
        "segment, segments left out whole; half-items only where ties have more than 80%):",
        "",
        "| ties | segments | " + " | ".join(f"κ = {kappa:g}" for kappa in KAPPAS) + " |",
        "|---|---|" + "---|" * len(KAPPAS),
    ]
    for ties, segments in product(TIES, SEGMENTS):
        shown = [_written(covered_sides(ties, segments, kappa, RUNS)) for kappa in KAPPAS]
        lines.append(f"| {ties:.0%} | {segments} | " + " | ".join(shown) + " |")
    return "\n".join(lines)


def _teams() -> str:
    lines = [
        "Annotators flagged as careless or reversed, in per cent: good ones (false flags) / bad "
        f"ones (found), with 20, 40 and 100 common scores. {TEAM_RUNS} teams per cell.",
        "",
        "| people | all good | one random | one reversed | a third random |",
        "|---|---|---|---|---|",
    ]
    for people in TEAMS:
        third = people // 3
        situations = ((0, "random"), (1, "random"), (1, "reversed"), (third, "random"))
        shown = [
            ", ".join(
                _pair(flagged(people, bad, kind, items, TEAM_RUNS)) for items in (20, 40, 100)
            )
            for bad, kind in situations
        ]
        lines.append(f"| {people} | " + " | ".join(shown) + " |")
    return "\n".join(lines)


def _pair(found: tuple[float, float]) -> str:
    good, bad = (100 * share for share in found)
    return f"{good:.1f}" + ("" if np.isnan(bad) else f" / {bad:.0f}")
