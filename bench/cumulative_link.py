"""Does the cumulative link model reach the optimum of statsmodels, and how fast?

The same likelihood on both sides: thresholds, systems and annotators as fixed effects, logit and
probit. Statsmodels' `OrderedModel` gets dummy variables and its usual optimiser (BFGS), once as it
stops by itself and once with a sharp stopping rule, with which the optimum is compared.
"""

import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from statsmodels.miscmodels.ordinal_model import OrderedModel

from studies import Evidence
from tertium.choices import Link
from tertium.stats.ratings.cumulative import CumulativeModel, Fitted, Latent, Precision
from tertium.stats.ratings.intercepts import random_intercepts
from tertium.stats.ratings.links import LINKS
from tertium.stats.result import signature

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SYSTEMS, CATEGORIES = 8, 5
LAYOUTS = ((5, 2_000), (20, 20_000))  # annotators, ratings
CLOSE = 1e-6


def _drawn(people: int, ratings: int) -> tuple[Ints, Ints, Ints]:
    """Draw ratings by annotators with severity and spread of their own."""
    rng = np.random.default_rng(people)
    annotator, system = rng.integers(0, people, ratings), rng.integers(0, SYSTEMS, ratings)
    latent = rng.normal(0, 0.7, SYSTEMS)[system] + rng.normal(0, 1, people)[annotator]
    latent = latent + np.exp(rng.normal(0, 0.2, people))[annotator] * rng.logistic(size=ratings)
    return annotator, system, (latent[:, None] > np.linspace(-2, 2, CATEGORIES - 1)).sum(1)


def _counts(annotator: Ints, system: Ints, category: Ints) -> Floats:
    counts = np.zeros((int(annotator.max()) + 1, SYSTEMS, CATEGORIES))
    np.add.at(counts, (annotator, system, category), 1.0)
    return counts


def _seconds(work: Callable[[], Any], rounds: int = 1) -> tuple[float, Any]:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        found = work()
        times.append(time.perf_counter() - start)
    return float(np.median(times)), found


def _ours(drawn: tuple[Ints, Ints, Ints], link: Link) -> Fitted:
    return CumulativeModel(_counts(*drawn), LINKS[link], Precision(shift=0.0)).fit()


def _theirs(annotator: Ints, system: Ints, category: Ints, link: Link) -> OrderedModel:
    dummies = [system == one for one in range(1, SYSTEMS)]
    dummies += [annotator == one for one in range(1, int(annotator.max()) + 1)]
    return OrderedModel(category, np.column_stack(dummies).astype(float), distr=link)


def _apart(ours: Latent, model: OrderedModel, found: Any) -> float:
    """Return the largest difference of parameters, the first system and annotator at 0."""
    start = ours.systems[0] + ours.shift[0]
    own = np.r_[ours.systems[1:] - ours.systems[0], ours.shift[1:] - ours.shift[0]]
    cuts = model.transform_threshold_params(found.params)[1:-1]
    return float(
        max(
            np.abs(own - found.params[: len(own)]).max(),
            np.abs(ours.thresholds - start - cuts).max(),
        )
    )


def run() -> Evidence:
    """Fit both in the same run, compare likelihoods and parameters, and print the ratio."""
    rows, met = [], True
    links: tuple[Link, ...] = ("logit", "probit")
    for people, ratings in LAYOUTS:
        drawn = _drawn(people, ratings)
        for link in links:
            seconds, fitted = _seconds(partial(_ours, drawn, link), rounds=5)
            model = _theirs(*drawn, link)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                usual, _ = _seconds(lambda m=model: m.fit(method="bfgs", disp=False))
                sharp = model.fit(method="bfgs", disp=False, gtol=1e-7, maxiter=2000)
            ours = fitted.model.likelihood(fitted.at)
            gain, apart = ours - sharp.llf, _apart(fitted.at, model, sharp)
            met &= abs(gain) < CLOSE
            rows.append(
                f"| {people} | {ratings:,} | {link} | {1e3 * seconds:.1f} | {1e3 * usual:,.0f} | "
                f"**{usual / seconds:.0f}** | {ours:.6f} | {gain:+.1e} | {apart:.1e} |"
            )
            print(rows[-1])
    whole, _ = _seconds(lambda: random_intercepts(_counts(*drawn), LINKS["logit"]), rounds=3)
    body = "\n".join(
        [
            (__doc__ or "").split("\n", 2)[2].strip(),
            "",
            f"{SYSTEMS} systems, {CATEGORIES} categories; milliseconds, from arrays of codes to "
            "the optimum. *Gain*: our log likelihood less that of the sharp fit. *Difference*: the "
            "largest of all parameters.",
            "",
            "| annotators | ratings | link | Tertium | statsmodels | ratio | log likelihood | "
            "gain | difference |",
            "|---|---|---|---|---|---|---|---|---|",
            *rows,
            "",
            f"Wanted: the optimum within {CLOSE:g}: {'met' if met else '**not met**'}.",
            "",
            "Severity as a random intercept (adaptive Gauss–Hermite quadrature, the last layout) "
            f"takes {1e3 * whole:.0f} ms; statsmodels has no such fit.",
        ]
    )
    return Evidence(
        "Speed and optimum of the cumulative link model",
        body,
        signature("bench-cumulative-link", systems=SYSTEMS, categories=CATEGORIES, seed=0),
    )
