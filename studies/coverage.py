"""Do 95% intervals of the improvement ratio contain the truth 95 times in 100?

These are the intervals of earlier releases, which `compare --interval` still gives by name; that of
the default, the crossed interval, is measured by `python -m studies contrasts`. Campaigns are
simulated from a population of annotators and segments whose ratio is known: annotators' log ratios
N(log 1.8, τ²), their tie logits N(0.2, 1), segments that move preferences with sd 2 and ties with
sd 1 on the logit scale, equal loads. In the *unique* design every segment is judged once, in the
*common* design N/E segments are judged by everybody. Covered is the ratio of the population, not of
the people drawn.
"""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit

from studies import Evidence
from tertium.stats import intervals
from tertium.stats.contrasts.limitations import FEW
from tertium.stats.result import signature

Floats = NDArray[np.float64]

RATIO = 1.8
PEOPLE, SIZES = (2, 3, 5, 10), (100, 300, 1000, 3000)
SPREADS, DESIGNS = (0.15, 0.3, 0.5), ("unique", "common")
CAMPAIGNS, RESAMPLES, CHUNK = 4000, 1000, 500
METHODS = {
    "ratio": ("hierarchical", "HN(0.25)", "t", "naive"),
    "impact": ("by number", "naive"),
}
_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(60)
_WEIGHTS = _WEIGHTS / _WEIGHTS.sum()


@dataclass(frozen=True, slots=True)
class Cell:
    """One situation of the study."""

    people: int
    judgements: int
    design: str
    spread: float


@dataclass(frozen=True, slots=True)
class Campaigns:
    """Many simulated campaigns: wins, losses and judgements by annotator, and by segment.

    `value` (campaigns × segments × annotators) is there when segments are shared.
    """

    wins: Floats
    losses: Floats
    judgements: Floats
    value: NDArray[np.int8] | None


def _over_segments(logits: Floats, sd: float) -> Floats:
    """Return the mean probability over segments that move a logit with this sd."""
    return np.asarray(expit(logits[..., None] + sd * _NODES) @ _WEIGHTS)


def _logits_for(ratios: Floats) -> Floats:
    """Return the logit at an average segment that gives each log ratio over all segments."""
    grid = np.linspace(-12, 12, 2001)
    return np.interp(ratios, logit(_over_segments(grid, 2.0)), grid)


def true_preference(spread: float) -> float:
    """Return the mean of (+1, 0, −1) over the population of annotators and segments."""
    decided = 1 - _over_segments(0.2 + _NODES, 1.0) @ _WEIGHTS
    won = expit(np.log(RATIO) + spread * _NODES) @ _WEIGHTS
    return float(decided * (2 * won - 1))


def simulate(cell: Cell, campaigns: int, seed: int) -> Campaigns:
    """Draw campaigns of one situation.

    Segments judged once are independent, so their effects can be averaged before
    drawing; shared segments are drawn one by one.
    """
    key = [seed, cell.people, cell.judgements, DESIGNS.index(cell.design), round(cell.spread * 100)]
    rng = np.random.default_rng(key)
    shape = (campaigns, cell.people)
    ratios = rng.normal(np.log(RATIO), cell.spread, shape)
    ties = rng.normal(0.2, 1.0, shape)
    if cell.design == "unique":
        loads = np.full(cell.people, cell.judgements // cell.people)
        loads[: cell.judgements % cell.people] += 1
        decided = 1 - _over_segments(ties, 1.0)
        shares = np.stack([decided * expit(ratios), decided * expit(-ratios), 1 - decided], -1)
        drawn = rng.multinomial(np.broadcast_to(loads, shape), shares).astype(float)
        return Campaigns(drawn[..., 0], drawn[..., 1], drawn.sum(-1), None)
    segments = cell.judgements // cell.people
    liking = 2.0 * rng.standard_normal((campaigns, segments, 1), dtype=np.float32)
    tying = rng.standard_normal((campaigns, segments, 1), dtype=np.float32)
    full = (campaigns, segments, cell.people)
    tied = rng.random(full, dtype=np.float32) < expit(tying + ties[:, None].astype(np.float32))
    strength = liking + _logits_for(ratios)[:, None].astype(np.float32)
    won = rng.random(full, dtype=np.float32) < expit(strength)
    value = np.where(tied, 0, np.where(won, 1, -1)).astype(np.int8)
    number = np.full(shape, float(segments))
    return Campaigns((value > 0).sum(1) * 1.0, (value < 0).sum(1) * 1.0, number, value)


def measure(cell: Cell, campaigns: int, seed: int) -> dict[str, tuple[float, float]]:
    """Return coverage and median width of every interval in one situation."""
    parts = [
        _measure(cell, simulate(cell, min(CHUNK, campaigns - start), seed + start), seed + start)
        for start in range(0, campaigns, CHUNK)
    ]
    found = {}
    for name in parts[0]:
        bounds = np.concatenate([part[name] for part in parts])
        truth = np.log(RATIO) if name.startswith("ratio") else true_preference(cell.spread)
        covered = (bounds[:, 0] <= truth) & (truth <= bounds[:, 1])
        found[name] = float(covered.mean()), float(np.median(bounds[:, 1] - bounds[:, 0]))
    return found


def naive_log_ratios(
    advanced: Floats, baseline: Floats, judgements: Floats, *, resamples: int, seed: int
) -> Floats:
    """Return naive bootstrap log ratios for many campaigns at once (campaigns × resamples)."""
    rng = np.random.default_rng(seed)
    shares = np.stack([advanced, baseline, judgements - advanced - baseline], axis=-1)
    shares = shares / judgements[..., None]
    number = judgements.astype(np.int64)[..., None]
    drawn = rng.multinomial(number, shares[..., None, :], size=(*advanced.shape, resamples))
    return np.log((drawn[..., 0] + 0.5) / (drawn[..., 1] + 0.5))


def _measure(cell: Cell, drawn: Campaigns, seed: int) -> dict[str, Floats]:
    """Return low and high of each interval for each campaign."""
    y, s2 = intervals.log_ratios(drawn.wins, drawn.losses)
    shared: Floats | float = 0.0
    if drawn.value is not None:
        by_segment = (drawn.value > 0).sum(2), (drawn.value < 0).sum(2)
        shared = intervals.shared_ratio_variance(*by_segment)
    totals = (drawn.wins.sum(1), drawn.losses.sum(1), drawn.judgements.sum(1))
    naive = naive_log_ratios(*totals, resamples=RESAMPLES, seed=seed)
    wide = intervals.hierarchical(y, s2, scale=intervals.RATIO_SCALE, shared=shared)
    narrow = intervals.hierarchical(y, s2, scale=0.25, shared=shared)
    wins, losses, number = totals
    mean = (wins - losses) / number
    variance = ((wins + losses) / number - mean**2) / number
    return {
        "ratio hierarchical": wide[:, [0, 2]],
        "ratio HN(0.25)": narrow[:, [0, 2]],
        "ratio t": intervals.t_interval(y),
        "ratio naive": np.quantile(naive, [0.025, 0.975], axis=1).T,
        "impact by number": _preferences(cell, drawn),
        "impact naive": intervals.normal_interval(mean, variance),
    }


def _preferences(cell: Cell, drawn: Campaigns) -> Floats:
    """Return the interval of the mean preference that the number of annotators chooses."""
    y, s2 = intervals.mean_preferences(drawn.wins, drawn.losses, drawn.judgements)
    if cell.people > FEW and drawn.value is None:
        return intervals.t_interval(y)
    if drawn.value is None:
        return intervals.hierarchical(y, s2, scale=intervals.PREFERENCE_SCALE)[:, [0, 2]]
    segment, person = (codes.ravel() for codes in np.indices(drawn.value.shape[1:]))
    bounds, shared = [], []
    for value in drawn.value.reshape(len(drawn.value), -1):
        influence = (value - value.mean()) / len(value)
        if cell.people > FEW:
            parts = intervals.two_way(influence, person, segment)
            bounds.append(intervals.two_way_interval(float(value.mean()), parts))
        else:
            between = intervals.clustered_variance(influence, segment)
            shared.append(max(0.0, between - intervals.clustered_variance(influence)))
    if bounds:
        return np.array(bounds)
    wide = intervals.hierarchical(y, s2, scale=intervals.PREFERENCE_SCALE, shared=np.array(shared))
    return wide[:, [0, 2]]


def run() -> Evidence:
    """Measure all situations with two processes and arrange them as tables."""
    cells = [
        Cell(people, number, design, spread)
        for design, spread, people, number in product(DESIGNS, SPREADS, PEOPLE, SIZES)
    ]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        results = dict(zip(cells, pool.map(_cell, cells, chunksize=1), strict=True))
    return Evidence(
        "Coverage of the intervals of improvement ratio and impact",
        _page(results),
        signature("coverage", campaigns=CAMPAIGNS, ratio=RATIO, boot=RESAMPLES, level=0.95, seed=0),
    )


def _cell(cell: Cell) -> dict[str, tuple[float, float]]:
    return measure(cell, CAMPAIGNS, seed=0)


def _page(results: dict[Cell, dict[str, tuple[float, float]]]) -> str:
    lowest = min(results, key=lambda cell: results[cell]["ratio hierarchical"][0])
    low = results[lowest]["ratio hierarchical"][0]
    below = [cell for cell in results if results[cell]["ratio hierarchical"][0] < 0.93]
    worst = min(results, key=lambda cell: results[cell]["ratio naive"][0])
    error = 1.96 * (low * (1 - low) / CAMPAIGNS) ** 0.5
    verdict = (
        f"In all {len(results)} situations the hierarchical interval covers at least 93%."
        if not below
        else f"In {len(below)} of {len(results)} situations the hierarchical interval covers less "
        "than 93%: "
        + "; ".join(f"{_told(cell)} {results[cell]['ratio hierarchical'][0]:.1%}" for cell in below)
        + "."
    )
    lines = [
        (__doc__ or "").split("\n", 2)[2].strip(),
        "",
        f"{CAMPAIGNS:,} campaigns in each of {len(results)} situations; nominal 95%. "
        f"{verdict} Its lowest coverage is {low:.1%} (±{error:.1%}) with {_told(lowest)}. "
        f"The naive interval falls to {results[worst]['ratio naive'][0]:.0%} with {_told(worst)}.",
        "",
        "*hierarchical* has a half-normal prior of scale 0.5 on the sd between annotators; "
        "*HN(0.25)* the same with the narrower prior; *t* Student's interval "
        "over annotators; *naive* the bootstrap over judgements.",
    ]
    heads = " | ".join(f"E = {people}" for people in PEOPLE)
    for measured, methods in METHODS.items():
        title = "Improvement ratio" if measured == "ratio" else "Impact"
        lines += ["", f"## {title}", "", f"Per cent covered at N = {_slashes(SIZES)}."]
        for design in DESIGNS:
            lines += ["", f"| {design} | {heads} |", "|---" * (len(PEOPLE) + 1) + "|"]
            for spread, method in product(SPREADS, methods):
                key = f"{measured} {method}"
                shown = [
                    " ".join(
                        f"{100 * results[Cell(people, number, design, spread)][key][0]:.1f}"
                        for number in SIZES
                    )
                    for people in PEOPLE
                ]
                name = f"**{method}**" if method in ("hierarchical", "by number") else method
                lines.append(f"| τ = {spread:g}, {name} | {' | '.join(shown)} |")
    lines += [
        "",
        "*by number* is the hierarchical interval with scale 0.2 up to five annotators, beyond "
        "that t over annotators (unique) or the two-way interval (common); "
        "*naive* treats judgements as independent.",
        "",
        "## Width",
        "",
        "Median width of the interval of the log ratio at N = 1,000, unique design, τ = 0.15.",
        "",
        f"| | {heads} |",
        "|---" * (len(PEOPLE) + 1) + "|",
    ]
    for method in METHODS["ratio"]:
        cells = [Cell(people, 1000, "unique", 0.15) for people in PEOPLE]
        widths = [f"{results[cell][f'ratio {method}'][1]:.2f}" for cell in cells]
        lines.append(f"| {method} | {' | '.join(widths)} |")
    return "\n".join(lines)


def _told(cell: Cell) -> str:
    return f"E = {cell.people}, N = {cell.judgements:,}, {cell.design}, τ = {cell.spread:g}"


def _slashes(sizes: tuple[int, ...]) -> str:
    return " / ".join(f"{size:,}" for size in sizes)
