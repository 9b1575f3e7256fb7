"""Does the annotator model do what it promises?

Its two engines agree, its intervals contain the truth as often as they say, unreliable
annotators hurt it less than they hurt mean z-scores, in simulated crowds and in real ones
with a third of the annotators spoilt, and annotators who saw different mixes of systems do
not reverse the order of systems.
"""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from studies._corrupted import DATA, Held, held_out, real_sets
from studies._crowds import (
    Crowd,
    control_hits,
    failing,
    from_prior,
    lazy_third,
    mean_z,
    two_thirds_random,
    unbalanced,
)
from tertium.stats.annotators import annotators
from tertium.stats.annotators.chains import Variant
from tertium.stats.annotators.expectation import expectation_propagation
from tertium.stats.annotators.gibbs import gibbs
from tertium.stats.annotators.posterior import Posterior
from tertium.stats.annotators.reading import read_scores
from tertium.stats.assessment.rows import read_rows
from tertium.stats.result import signature

__all__ = [
    "Agreement",
    "accuracy_of_hits",
    "accuracy_of_thirds",
    "compare_engines",
    "covered",
    "order_of_mixes",
    "run",
]

Floats = NDArray[np.float64]

RUNS, SETS = 200, 1000
REAL_RUNS = {"hume-da-ende": 30, "wmt21-da": 5, "toship-da": 2}
ANYTHING = -np.inf, np.inf
_Z90 = 1.6448536269514722


@dataclass(frozen=True, slots=True)
class Agreement:
    """Expectation propagation beside long Gibbs sampling.

    `mean` is the distance of two means in posterior sds (median, 99%, largest item);
    `quality` and `offset` are ratios of sds (1%, median, 99%).
    """

    mean: tuple[float, float, float]
    quality: tuple[float, float, float]
    offset: tuple[float, float, float]
    sweeps: int
    draws: int
    converged: bool


def compare_engines(crowd: Crowd, *, draws: int = 5000) -> Agreement:
    """Fit the paper's model twice."""
    rows = read_rows(crowd.scores(), scale=ANYTHING)
    problem = read_scores(rows, control=True).problem
    quick, slow = expectation_propagation(problem), gibbs(problem, draws=draws, seed=1)
    off = np.abs(quick.quality.mean - slow.quality.mean) / slow.quality.sd
    return Agreement(
        _three(off, (0.5, 0.99, 1)),
        _three(quick.quality.sd / slow.quality.sd, (0.01, 0.5, 0.99)),
        _three(quick.offset.sd / slow.offset.sd, (0.01, 0.5, 0.99)),
        quick.sweeps,
        4 * draws,
        quick.converged and slow.converged,
    )


def _three(values: Floats, at: tuple[float, float, float]) -> tuple[float, float, float]:
    low, middle, high = np.quantile(values, at)
    return float(low), float(middle), float(high)


def covered(seed: int) -> dict[str, tuple[float, float]]:
    """Return by engine which shares of true qualities and offsets lie in 90% intervals.

    Everything is drawn from the model's own priors, so an honest posterior covers 90%.
    """
    found = {}
    for name, slope in (("paper, EP", False), ("paper, Gibbs", False), ("slope, Gibbs", True)):
        problem, quality, offset = from_prior(seed, slope=slope)
        fitted = (
            expectation_propagation(problem)
            if name.endswith("EP")
            else gibbs(problem, Variant(slope=slope), seed=seed)
        )
        found[name] = _hits(fitted, quality, offset)
    return found


def _hits(fitted: Posterior, quality: Floats, offset: Floats) -> tuple[float, float]:
    parts = ((fitted.quality, quality), (fitted.offset, offset))
    one, two = (float(np.mean(np.abs(m.mean - truth) <= _Z90 * m.sd)) for m, truth in parts)
    return one, two


def accuracy_of_hits(seed: int) -> dict[str, float]:
    """Correlate with the truth in HITs of which two thirds are by poor annotators."""
    crowd = control_hits(seed)
    scores, failed = crowd.scores(), failing(crowd)
    estimates = {
        "model": _qualities(annotators(scores, scale=ANYTHING)),
        "paper's model": _qualities(annotators(scores, scale=ANYTHING, engine="ep")),
        "mean z, all": mean_z(crowd),
        "mean z, passing": mean_z(crowd, ~failed),
    }
    found = {name: _r(estimate, crowd.truth) for name, estimate in estimates.items()}
    return found | {"share failing": float(failed.mean())}


def accuracy_of_thirds(
    seed: int, *, items: int = 560, people: int = 256, scores: int = 15_000
) -> dict[str, float]:
    """Correlate with the truth where a third are good, a third random and a third constant."""
    crowd = lazy_third(seed, items=items, people=people, scores=scores)
    rows = crowd.scores()
    raw = np.bincount(crowd.item, crowd.value) / np.bincount(crowd.item)
    estimates = {
        "model": _qualities(annotators(rows, scale=ANYTHING)),
        "paper's model": _qualities(annotators(rows, scale=ANYTHING, engine="ep")),
        "raw mean": raw,
        "mean z, all": mean_z(crowd),
    }
    return {name: _r(estimate, crowd.truth) for name, estimate in estimates.items()}


def _qualities(found: Any) -> Floats:
    return np.array([item.mean for item in found.items if item.role == "real"])


def _r(estimate: Floats, truth: Floats) -> float:
    return float(np.corrcoef(estimate, truth)[0, 1])


def order_of_mixes(seed: int) -> dict[str, float]:
    """Return whether A came out above B, and whether 95% intervals hold the true difference."""
    scores = unbalanced(seed)
    person, system = scores.annotator.codes, scores.system.codes
    mean = np.bincount(person, scores.value) / np.bincount(person)
    off = scores.value - mean[person]
    sd = np.sqrt(np.bincount(person, off**2) / (np.bincount(person) - 1))
    z = np.bincount(system, off / sd[person]) / np.bincount(system)
    found = {"mean z right": float(z[0] > z[1])}
    for name, choice in (("paper's model", {"engine": "ep"}), ("model", {})):
        pairs = annotators(scores, scale=ANYTHING, seed=seed, **choice).pairs  # type: ignore[arg-type]
        pair = next(one for one in pairs if {one.a, one.b} == {"A", "B"})
        sign = 1 if pair.a == "A" else -1
        low, high = sorted((sign * pair.low, sign * pair.high))
        found[f"{name} right"] = float(sign * pair.difference > 0)
        found[f"{name} covers"] = float(low <= 2 <= high)
        found[f"{name} width"] = high - low
    return found


# The page -------------------------------------------------------------------------------


def run() -> Evidence:
    """Run everything with two processes."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # of the processes to come, which are enough
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        parts = [
            _engines(pool.submit(_long_comparison).result()),
            _calibration(_averages(pool.map(_flat_covered, range(SETS), chunksize=20)), SETS),
            _hits_page(_averages(pool.map(accuracy_of_hits, range(RUNS), chunksize=5)), RUNS),
            _thirds_page(_averages(pool.map(accuracy_of_thirds, range(RUNS), chunksize=2)), RUNS),
            _mixes_page(_averages(pool.map(order_of_mixes, range(SETS), chunksize=20)), SETS),
            _real_page(pool.map),
        ]
    return Evidence(
        "What the annotator model is worth",
        "\n\n".join(parts),
        signature("annotators-study", runs=RUNS, sets=SETS, seed=0),
    )


def _long_comparison() -> Agreement:
    return compare_engines(two_thirds_random(0))


def _flat_covered(seed: int) -> dict[str, float]:
    found = covered(seed)
    return {
        f"{name} {part}": value
        for name, values in found.items()
        for part, value in zip(("qualities", "offsets"), values, strict=True)
    }


Averages = dict[str, tuple[float, float]]


def _averages(runs: Iterable[dict[str, float]]) -> Averages:
    """Return mean and standard error of every number, and of differences to the model."""
    listed = list(runs)
    columns = {name: np.array([one[name] for one in listed]) for name in listed[0]}
    if "model" in columns:
        columns |= {
            f"model − {name}": columns["model"] - values
            for name, values in columns.items()
            if name != "model"
        }
    root = np.sqrt(len(listed))
    return {
        name: (float(values.mean()), float(values.std(ddof=1) / root))
        for name, values in columns.items()
    }


def _told(found: tuple[float, float], digits: int = 3) -> str:
    mean, error = found
    return f"{mean:.{digits}f} ± {1.96 * error:.{digits}f}"


def _met(*conditions: bool) -> str:
    return "met" if all(conditions) else "**not met**"


def _engines(found: Agreement) -> str:
    ratios = (*found.quality, *found.offset)
    met = _met(found.mean[1] < 0.05, min(ratios) > 0.95, max(ratios) < 1.05, found.converged)
    return f"""## Two engines, one posterior

560 outputs, 256 annotators, 15,000 scores, two thirds of the annotators answering at random;
the paper's model by expectation propagation ({found.sweeps} sweeps) and by Gibbs sampling
({found.draws:,} kept draws).

| | |
|---|---|
| distance of means in posterior sds: median, 99% of the items, largest | {_row(found.mean)} |
| ratio of sds of qualities: 1%, median, 99% | {_row(found.quality)} |
| ratio of sds of offsets: 1%, median, 99% | {_row(found.offset)} |

Wanted: means within 0.05 sd for 99% of the items, ratios within 0.95 and 1.05: {met}."""


def _row(values: Iterable[float]) -> str:
    return ", ".join(f"{value:.3f}" for value in values)


def _calibration(found: Averages, sets: int) -> str:
    lines = []
    for name in ("paper, EP", "paper, Gibbs", "slope, Gibbs"):
        cells = (_percent(found[f"{name} {part}"]) for part in ("qualities", "offsets"))
        lines.append(f"| {name} | {' | '.join(cells)} |")
    met = _met(*(0.88 <= mean <= 0.92 for mean, _ in found.values()))
    return "\n".join(
        [
            "## Honest uncertainty",
            "",
            f"{sets:,} data sets drawn from the model's own priors: 30 outputs, 10 annotators, 150 "
            "scores. Per cent of the true values inside 90% intervals.",
            "",
            "| | qualities | offsets |",
            "|---|---|---|",
            *lines,
            "",
            f"Wanted: 88 to 92%: {met}.",
        ]
    )


def _percent(found: tuple[float, float]) -> str:
    return f"{100 * found[0]:.1f} ± {196 * found[1]:.1f}"


def _table(found: Averages, names: Iterable[str]) -> list[str]:
    lines = ["| | r with the truth | the model's r less this |", "|---|---|---|"]
    for name in names:
        less = _told(found[f"model − {name}"]) if name != "model" else ""
        shown = f"**{name}**" if name == "model" else name
        lines.append(f"| {shown} | {_told(found[name])} | {less} |")
    return lines


def _hits_page(found: Averages, runs: int) -> str:
    gains = [found[f"model − mean z, {kind}"][0] for kind in ("all", "passing")]
    return "\n".join(
        [
            "## A crowd of whom two thirds are poor",
            "",
            "560 outputs, five annotators each, 40 annotators with one HIT of 70 outputs and 30 "
            "control items; two thirds have precision 0.1, the rest 3; offsets have sd 0.7; "
            "degraded copies are worse by 0.3 plus an exponential of mean 1. On average "
            f"{found['share failing'][0]:.0%} fail the test with degraded items. {runs} runs.",
            "",
            *_table(found, ("model", "paper's model", "mean z, all", "mean z, passing")),
            "",
            "Wanted: at least .05 above mean z of all and .03 above mean z of those who pass: "
            f"{_met(gains[0] >= 0.05, gains[1] >= 0.03)}.",
        ]
    )


def _thirds_page(found: Averages, runs: int) -> str:
    return "\n".join(
        [
            "## A third good, a third random, a third nearly constant",
            "",
            "560 outputs, 256 annotators, 15,000 scores. Good annotators have noise of sd 0.6, "
            "random ones of sd 1 and no quality, nearly constant ones of sd 0.2 and no quality; "
            f"offsets have sd 0.7. {runs} runs.",
            "",
            *_table(found, ("model", "paper's model", "raw mean", "mean z, all")),
            "",
            "Wanted: r of at least .97 with slopes, where mean z has about .84: "
            f"{_met(found['model'][0] >= 0.97, abs(found['mean z, all'][0] - 0.84) < 0.02)}.",
        ]
    )


def _mixes_page(found: Averages, sets: int) -> str:
    right, covers = found["model right"][0], found["model covers"][0]
    return "\n".join(
        [
            "## Annotators who saw different mixes of systems",
            "",
            "A is worth 80, B 78 and C 40, residuals have sd 15; the first annotator scored 50 "
            f"outputs of A and 10 of B, the second 50 of B and 50 of C. {sets:,} runs. As only the "
            "first annotator compares A with B, a perfect analysis is right in 65% of them.",
            "",
            "| | A above B, % | 95% interval of A − B covers, % | its width |",
            "|---|---|---|---|",
            f"| mean z | {_percent(found['mean z right'])} | | |",
            *(
                f"| {shown} | {_percent(found[f'{name} right'])} | "
                f"{_percent(found[f'{name} covers'])} | {found[f'{name} width'][0]:.1f} |"
                for name, shown in (
                    ("paper's model", "paper's model"),
                    ("model", "**with system effects (default here)**"),
                )
            ),
            "",
            "Wanted: right in well over half of the runs, coverage 93 to 97%: "
            f"{_met(right > 0.58, 0.93 <= covers <= 0.97)}.",
        ]
    )


def _real_page(map_: Callable[..., Iterable[Any]]) -> str:
    if not DATA.is_dir():
        return "## Real scores\n\nThe published data sets were not at hand."
    lines, verdicts = [], []
    for spoilt in (True, False):
        for name, runs in REAL_RUNS.items():
            parts = [(part, scores) for set_, part, scores in real_sets() if set_ == name]
            jobs = [(scores, seed) for _, scores in parts for seed in range(runs)]
            held: list[Held] = list(
                map_(partial(_held, spoilt=spoilt), *zip(*jobs, strict=True), chunksize=1)
            )
            mean = _averages(
                {"model": one.model, "all": one.all, "passing": one.passing} for one in held
            )
            lines.append(_real_row(name, len(parts), runs, spoilt, mean))
            gains = [mean[f"model − {kind}"][0] for kind in ("all", "passing")]
            wanted = gains[:1] if not spoilt or np.isnan(gains[1]) else gains
            verdicts += [gain > 0 if spoilt else gain >= 0 for gain in wanted]
    return "\n".join(
        [
            "## Real scores",
            "",
            "A third of the annotators spoilt (in turn nearly constant, random, opposite) or "
            "nobody; a third of what the others gave held out. Correlation with the held-out "
            "mean z-scores, mean over parts and runs; toship-da has no control items.",
            "",
            "| data set | parts × runs | spoilt | **model** | mean z, all | mean z, passing | "
            "model less all | model less passing |",
            "|---|---|---|---|---|---|---|---|",
            *lines,
            "",
            "Wanted: above both where annotators are spoilt, not below mean z of all where "
            f"nobody is: {_met(*verdicts)}.",
        ]
    )


def _held(scores: Any, seed: int, *, spoilt: bool) -> Held:
    return held_out(scores, seed, spoilt=spoilt)


def _real_row(name: str, parts: int, runs: int, spoilt: bool, mean: Averages) -> str:
    cells = [f"{mean[key][0]:.3f}" for key in ("model", "all", "passing")]
    cells += [_told(mean[f"model − {key}"]) for key in ("all", "passing")]
    shown = ["–" if "nan" in cell else cell for cell in cells]
    return (
        f"| {name} | {parts} × {runs} | {'a third' if spoilt else 'nobody'} | "
        + " | ".join(shown)
        + " |"
    )
