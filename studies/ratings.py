"""Does the latent scale of ratings order systems well, and do its intervals hold the truth?

Four systems at .6, .3, 0 and 0 on a latent scale whose noise has sd 1.8, rated from 1 to 5. Unless
said otherwise five annotators rate all of ten documents of five segments; they are severe or
lenient (sd 1) and scatter by e^±.3; documents and segments are easy or hard (sds .5 and 1), and
annotators and documents differ in single systems by .25 and .35, which are .14 and .19 sds of one
judgement of a contrast. *As the prior expects*: every campaign draws both sds from the prior of the
interval, which has root mean squares of .25 and .35 sds of one judgement. *Strongly*: .6 and .85,
.33 and .47 sds. *Mixes*: everybody rated a quarter of the outputs, of
one system five times as many as of the others. *Severe saw the good*: severe annotators rated three
times as many outputs of the two good systems as of the others, lenient ones the other way round.
*Careless*: random ratings. The truth is what a campaign without end would find: 400 annotators with
600 ratings of every system. Finished situations are kept in `.hypothesis/ratings.jsonl`, so an
interrupted run goes on where it stopped; remove the file to begin anew.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from scipy.stats import spearmanr

from studies import Evidence
from studies._rated_draws import CHECKED, FEW, PRIORS, SITUATIONS, covered_by, trial, truth
from tertium.analyses.judgements import read
from tertium.stats.assessment.assess import assess
from tertium.stats.ratings.latent import LatentScale, latent_scale
from tertium.stats.ratings.rated import read_rated
from tertium.stats.result import signature

RUNS, PROCESSES = 200, 2
KEPT = Path(__file__).parents[1] / ".hypothesis" / "ratings.jsonl"
DATA = Path(__file__).parents[2] / "shared" / "data" / "wmt21-da"  # as in the tests
_MIXED = ("unbalanced mixes", "severe saw the good")
_LEAST, _MOST = 0.93, 0.97  # coverage that is wanted
Found = dict[str, list[float]]


class Pool(Protocol):
    """What works off jobs: processes, or this one."""

    def map(self, job: Callable[..., Any], /, *given: Iterable[Any], chunksize: int) -> Any:
        """Return what a job makes of everything that is given."""


def run(runs: int = RUNS, kept: Path = KEPT) -> Evidence:
    """Measure all situations that are not kept yet, and arrange them as tables."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    found = _read(kept, runs)
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        for one in SITUATIONS:
            if one.name not in found:
                job = partial(trial, one, () if one.expected else tuple(truth(one).tolist()))
                listed = list(pool.map(job, range(runs), chunksize=5))
                found[one.name] = _keep(kept, one.name, listed)
        page = "\n".join(_page(found, runs, pool))
    return Evidence(
        "Ratings: order and coverage of the latent scale",
        page,
        signature("ratings-study", runs=runs, level=0.95, seed=0),
    )


def _read(kept: Path, runs: int) -> dict[str, Found]:
    """Return the situations that an earlier run finished."""
    if not kept.exists():
        return {}
    lines = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    return {
        line["name"]: {key: values[:runs] for key, values in line["found"].items()}
        for line in lines
        if len(line["found"]["covered"]) >= runs
    }


def _keep(kept: Path, name: str, listed: list[dict[str, float]]) -> Found:
    found = {key: [one[key] for one in listed] for key in listed[0]}
    kept.parent.mkdir(exist_ok=True)
    with kept.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"name": name, "found": found}) + "\n")
    return found


def _share(values: list[float]) -> str:
    """Write a mean in per cent, with 1.96 of its standard errors."""
    column = np.array(values)
    column = column[~np.isnan(column)]
    error = column.std(ddof=1) / np.sqrt(len(column))
    return f"{100 * column.mean():.1f} ± {196 * error:.1f}"


def _page(found: dict[str, Found], runs: int, pool: Pool) -> Iterator[str]:
    yield (__doc__ or "").split("\n", 2)[2].strip()
    yield ""
    yield (
        f"{runs:,} campaigns of each situation; “±” is 1.96 standard errors. *Right order*: pairs "
        "of unequal systems in the right order, per cent. *Covered*: 95% intervals of the six "
        "contrasts that hold the truth. *False alarms*: p < .05 for the two equal systems. "
        "*Power*: the best system significantly better than the worst. z: mean z-scores, as "
        "`tertium rank` has them. Proportional odds, which hold here but for careless annotators "
        f"and the effects of texts, are checked in the first {CHECKED}."
    )
    yield ""
    yield (
        "| situation | right order: latent | z | raw mean | covered | false alarms: latent | z | "
        "power: latent | z | half width | proportional odds not contradicted |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for one in SITUATIONS:
        it = found[one.name]
        yield (
            f"| {one.name} | {_share(it['latent right'])} | {_share(it['z right'])} | "
            f"{_share(it['raw right'])} | {_share(it['covered'])} | {_share(it['equal'])} | "
            f"{_share(it['equal z'])} | {_share(it['power'])} | {_share(it['power z'])} | "
            f"{np.median(it['width']):.2f} | {_share(it['held'])} |"
        )
    yield ""
    least = min(float(np.mean(it["covered"])) for it in found.values())
    behind = max(
        float(np.mean(found[name]["z right"]) - np.mean(found[name]["latent right"]))
        for name in _MIXED
    )
    beyond = sum(float(np.mean(it["covered"])) > _MOST for it in found.values())
    met = "met" if behind <= 0 else "**not met**"
    yield (
        "Promised: in unbalanced mixes the latent scale orders systems at least as well as mean "
        f"z-scores: {met}, {-100 * behind + 0.0:+.1f} points in the worse of the two. Intervals "
        f"that hold the truth in 93–97%: at least {100 * least:.1f}%, "
        f"{'met' if least >= _LEAST else '**not met**'}; more than 97% in {beyond} of "
        f"{len(found)} situations, **not met** there."
    )
    yield from _parts(found, runs, pool)
    if DATA.exists():
        yield from _cut()


def _parts(found: dict[str, Found], runs: int, pool: Pool) -> Iterator[str]:
    """Say where the width of intervals comes from."""
    yield ""
    yield "## Where the width comes from"
    yield ""
    yield (
        "Mean squared error of contrasts, and the variance that the interval believes: from "
        "annotators and documents that differ in single systems, and the rest (single judgements "
        "and segments), of which the priors of the model hold back the last column."
    )
    yield ""
    yield (
        "| situation | covered | squared error | believed | from annotators | documents | rest | "
        "held back |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    for name, it in found.items():
        parts = [float(np.mean(it[part])) for part in ("people", "texts", "rest", "held back")]
        told = [float(np.mean(it["error"])), sum(parts[:3]), *parts]
        numbers = " | ".join(f"{value:.4f}" for value in told)
        yield f"| {name} | {_share(it['covered'])} | {numbers} |"
    yield ""
    yield (
        "Nothing is counted twice: where annotators and documents do not differ, the rest alone is "
        "near the squared error (few segments widen it on purpose), and what the model’s priors "
        "hold back is next to nothing. The excess is what the interval believes about annotators "
        "and documents. A handful of them hardly shows by how much they differ, so the prior of "
        "[all contrasts](contrasts.md) decides: half-normal, fitted to published campaigns, with "
        ".25 and .35 sds of one judgement, and wider where the data are. Here sds are mostly "
        "smaller, and coverage is above 95%; with larger ones, and with ten annotators, it is 95%. "
        "No interval can have 95% for all sds at once: five annotators give four degrees of "
        "freedom, three give two. A narrower prior is no cure, as two systems show:"
    )
    yield ""
    yield "| two systems, units that differ strongly | covered | with a prior of .15 and .2 |"
    yield "|---|---|---|"
    for one in FEW:
        job = partial(covered_by, one, tuple(truth(one).tolist()), PRIORS)
        held = np.array(list(pool.map(job, range(runs * 2), chunksize=5)), dtype=float)
        yield f"| {one.name} | {_share(held[:, 0].tolist())} | {_share(held[:, 1].tolist())} |"
    yield ""
    yield (
        "With it, coverage falls to 93% and below where few annotators differ strongly, so the "
        "latent scale keeps the prior of all other analyses, at the price of power."
    )


def _cut() -> Iterator[str]:
    """Compare published scores cut into five steps with the scores themselves."""
    yield ""
    yield "## Published scores cut into five steps"
    yield ""
    yield (
        "Direct assessment of WMT 2021 (crowd annotators, no documents known): the latent scale of "
        "scores cut at 20, 40, 60 and 80, beside mean z of the uncut scores. ρ: Spearman’s "
        "correlation of the two orders. *Significant*: pairs of systems with p < .05; *opposite*: "
        "significant in both, in opposite directions. *Effective annotators*: 1/Σ of the squared "
        "shares of annotators in a contrast, median over pairs. *One spread*: the same model in "
        "which all annotators have the same spread."
    )
    yield ""
    yield (
        "| | systems | annotators | scores | ρ | significant: latent | one spread | z | both | "
        "opposite | effective annotators: latent | one spread | z | log likelihood less with one "
        "spread |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
    for path in sorted(DATA.glob("judgements.*.csv.gz")):
        table = read(path).table
        rated = read_rated(table, "overall", steps=5)
        cut = latent_scale(rated, "logit", 0.95)
        alike = latent_scale(rated, "logit", 0.95, spreads=False)
        whole = assess(table, segments=False)
        z = {one.system: one.score for one in whole.systems}
        rho = spearmanr(cut.score, [z[name] for name in rated.systems])
        ahead = [
            {(one.a, one.b) for one in contrasts if one.p is not None and one.p < 0.05}
            for contrasts in (cut.contrasts, whole.contrasts, alike.contrasts)
        ]
        opposite = len(ahead[0] & {(b, a) for a, b in ahead[1]})
        latent, plain = _effective(cut)
        less = _likelihood(cut) - _likelihood(alike)
        yield (
            f"| {path.name.split('.')[1]} | {len(rated.systems)} | {len(rated.annotators)} | "
            f"{len(rated):,} | {rho.statistic:.2f} | {len(ahead[0])} | {len(ahead[2])} | "
            f"{len(ahead[1])} | {len(ahead[0] & ahead[1])} | {opposite} | {latent:.0f} | "
            f"{_effective(alike)[0]:.0f} | {plain:.0f} | {less:,.0f} |"
        )
    yield ""
    yield (
        "The orders agree, and no pair is significant in opposite directions. Fewer pairs are "
        "significant on the latent scale, and the reason is weights. Spreads of this crowd run "
        "from .2 to 4.7, because annotators use very different parts of the slider; the likelihood "
        "leaves no doubt of that. The model reads a small spread as little noise, so a judgement "
        "weighs by 1/spread², and contrasts rest on the few annotators who used a small part of "
        "the scale, where mean z counts every score alike. These few differ in single systems as "
        "much as others do, which the interval shows. With one spread for all, contrasts rest on "
        "those who rated both systems, and the missing pairs come back but for de-en. "
        "Where the spreads of annotators are between .5 and 2, as in the simulation above, the "
        "weights cost little."
    )


def _likelihood(found: LatentScale) -> float:
    fitted = found.movements.fitted
    return fitted.model.likelihood(fitted.at)


def _effective(found: LatentScale) -> tuple[float, float]:
    """Return on how many annotators contrasts rest, on the latent scale and for mean z."""
    movements = found.movements
    rated, cuts = movements.rated, len(movements.fitted.at.thresholds)
    number = movements.fitted.model.counts.sum(2)
    even = number / number.sum(0)
    numbers = []
    for a, b in combinations(range(len(rated.systems)), 2):
        side = np.zeros(cuts + len(rated.systems))
        side[cuts + a], side[cuts + b] = 1.0, -1.0
        cells = movements.along(movements.inverse(side))
        said = (number * (movements.shares * cells**2).sum(2)).sum(1)
        shares = said / said.sum(), (even[:, a] + even[:, b]) / 2
        numbers.append([1 / float((share**2).sum()) for share in shares])
    latent, plain = np.median(numbers, axis=0)
    return float(latent), float(plain)
