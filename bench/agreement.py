"""How long does agreement take on a large crowd, beside other programs?

200,000 items on a scale from 1 to 5, each rated by five of 100 annotators: ordinal α, Fleiss' κ and
AC2, each with its jackknife interval. The packages krippendorff (α) and statsmodels (Fleiss' κ)
get a tenth of the items, because they take long, and give values without intervals; their time is
multiplied by ten. irrCAC (AC2) needs a version of SciPy that is years old, so a plain loop over
items after Gwet (2014) stands in its place.
"""

import time
from collections.abc import Callable

import krippendorff
import numpy as np
from numpy.typing import NDArray
from statsmodels.stats.inter_rater import fleiss_kappa

from studies import Evidence
from tertium.stats.agreement.alpha import agreement_weights
from tertium.stats.agreement.coefficients import Measure, estimated
from tertium.stats.agreement.ratings import Ratings
from tertium.stats.result import Estimate, signature
from tertium.table import Codes

Floats = NDArray[np.float64]

ITEMS, PEOPLE, EACH, STEPS = 200_000, 100, 5, 5
TENTH = 10
LIMIT = 5.0  # seconds for all three
MEASURES: tuple[Measure, ...] = ("ordinal", "fleiss", "ac2-quadratic")
NAMES = ("Krippendorff’s α, ordinal", "Fleiss’ κ", "AC2, quadratic weights")
PEERS = ("krippendorff", "statsmodels", "a loop over items")


def drawn(items: int, seed: int = 0) -> Ratings:
    """Draw ratings: true places plus noise, by five annotators of a hundred."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, STEPS, items)
    item = np.repeat(np.arange(items), EACH)
    first = rng.integers(0, PEOPLE, items)
    person = (first[item] + np.tile(np.arange(EACH), items) * 19) % PEOPLE
    noise = rng.normal(0, 0.9, len(item))
    category = np.clip(np.round(truth[item] + noise), 0, STEPS - 1).astype(np.int64)
    alone = Codes(np.arange(items), tuple(f"s{at:06}" for at in range(items)))
    return Ratings(
        item,
        person,
        category,
        tuple((f"w{at:03}", "") for at in range(PEOPLE)),
        tuple(str(step + 1) for step in range(STEPS)),
        np.arange(1.0, STEPS + 1),
        "score",
        alone,
        Codes(np.full(items, -1), ()),
        options=STEPS,
    )


def _table(ratings: Ratings) -> Floats:
    items = len(ratings.segment)
    cells = np.bincount(ratings.item * STEPS + ratings.category, minlength=items * STEPS)
    return cells.reshape(items, STEPS).astype(float)


def _alpha(ratings: Ratings) -> float:
    data = np.full((PEOPLE, len(ratings.segment)), np.nan)
    data[ratings.rater, ratings.item] = ratings.category + 1
    return float(krippendorff.alpha(reliability_data=data, level_of_measurement="ordinal"))


def _fleiss(ratings: Ratings) -> float:
    return float(fleiss_kappa(_table(ratings)))


def _loop(ratings: Ratings) -> float:
    weights = agreement_weights(ratings.values, "quadratic")
    agreed, shares = 0.0, np.zeros(STEPS)
    table = _table(ratings)
    for counts in table:
        number = counts.sum()
        shares += counts / number
        agreed += float(counts @ (weights @ counts - 1)) / (number * (number - 1))
    pi, observed = shares / len(table), agreed / len(table)
    chance = weights.sum() * (pi * (1 - pi)).sum() / (STEPS * (STEPS - 1))
    return float((observed - chance) / (1 - chance))


def _timed(work: Callable[[], float | Estimate]) -> tuple[float, float | Estimate]:
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def run() -> Evidence:
    """Time the three coefficients and their peers on the same ratings."""
    whole, part = drawn(ITEMS), drawn(ITEMS // TENTH)
    rows, total = [], 0.0
    for measure, name, peer, theirs in zip(
        MEASURES, NAMES, PEERS, (_alpha, _fleiss, _loop), strict=True
    ):
        seconds, found = _timed(lambda measure=measure: estimated(whole, measure, "these", 0.95))
        assert isinstance(found, Estimate)
        assert found.low is not None
        assert found.high is not None
        total += seconds
        own = estimated(part, measure, "these", 0.95).value
        peer_seconds, value = _timed(lambda theirs=theirs: theirs(part))
        assert abs(float(own or 0.0) - float(value)) < 1e-9  # type: ignore[arg-type]
        scaled = TENTH * peer_seconds
        rows.append(
            f"| {name} | {found.value:.4f} ({found.low:.4f}–{found.high:.4f}) | {seconds:.2f} | "
            f"{peer} | {scaled:.2f} | **{scaled / seconds:.2f}** |"
        )
    met = "met" if total < LIMIT else "**not met**"
    body = "\n".join(
        [
            f"{ITEMS:,} items on a scale from 1 to 5, each rated by {EACH} of {PEOPLE} annotators. "
            "Seconds of processor; ours with the jackknife over all items, the others the value "
            f"alone, on a tenth of the items and times {TENTH}. On that tenth both give the same "
            "value. The last column is how many times as long the other takes: below 1 it is "
            "faster, without an interval; a bootstrap of 200 resamples would take it 200 times as "
            "long.",
            "",
            "| coefficient | value (95% CI) | seconds | other program | its seconds | times |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
            f"All three: {total:.1f} s; promised under {LIMIT:g} s: {met}. irrCAC, which has AC2, "
            "cannot be installed beside a current SciPy; the loop over items is the textbook’s.",
        ]
    )
    return Evidence("Speed of agreement", body, signature("bench-agreement", items=ITEMS, seed=0))
