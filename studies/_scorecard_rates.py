"""Do better texts pass more often, and do intervals of penalty points cover?"""

import numpy as np

from studies._scorecard_draws import Situation
from tertium.stats.errors.decision import p_values
from tertium.stats.errors.rates import Shares, rate_bounds

QUALITIES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 1.0, 1.5, 2.0, 3.0)  # × the threshold
SIZES = (1000, 2000, 5000, 20000)
TEN = Situation("10 documents vary by .5", 10, document=0.5)
_LIMIT = 0.010
_RARE = ((1.0, 0.75), (5.0, 0.2), (25.0, 0.05))


def thinned(words: int, *, runs: int, seed: int) -> tuple[list[tuple[float, float]], int]:
    """Return how often texts of each quality pass and fail, and verdicts that got worse.

    Each text is made of the next worse one by leaving out some of its errors.
    """
    rng = np.random.default_rng([seed, words])
    counts, size = TEN.draw(rng, runs, words, QUALITIES[-1] * _LIMIT)
    found, worse, before = [], 0, np.zeros(runs)
    for at in range(len(QUALITIES) - 1, -1, -1):
        p_pass, p_fail = p_values(TEN.sample(counts, size, _LIMIT))
        verdict = np.where(p_pass <= 0.05, 2, np.where(p_fail <= 0.05, 0, 1))
        worse += int((verdict < before).sum())
        found.append((float((verdict == 2).mean()), float((verdict == 0).mean())))
        before = verdict
        if at:
            counts = rng.binomial(counts, QUALITIES[at - 1] / QUALITIES[at])
    return found[::-1], worse


def quality_section(runs: int) -> str:
    """Tell how often texts of twelve qualities pass, in samples of four sizes."""
    by_size = [thinned(words, runs=runs, seed=2) for words in SIZES]
    head = ["× the threshold", *(f"{words:,} words" for words in SIZES)]
    rows = [
        [f"{quality:g}", *(f"{100 * found[at][0]:.0f} / {100 * found[at][1]:.0f}"
                           for found, _ in by_size)]
        for at, quality in enumerate(QUALITIES)
    ]  # fmt: skip
    lines = [head, ["---"] * len(head), *rows]
    worse = sum(number for _, number in by_size)
    pairs = runs * len(SIZES) * (len(QUALITIES) - 1)
    return (
        "## Better texts pass more often\n\nTen documents that vary by .5, threshold 10 points in "
        "1,000 words, both risks 5 %: how often texts pass / fail, in per cent "
        f"({runs:,} samples). Every better text is a worse one without some of its errors; of "
        f"{pairs:,} such pairs **{worse:,}** had a worse verdict for the better text.\n\n"
        + "\n".join(f"| {' | '.join(line)} |" for line in lines)
    )


def coverage(one: Situation, words: int, rate: float, *, runs: int, seed: int) -> float:
    """Return how often the 95 % interval of penalty points holds the true rate."""
    rng = np.random.default_rng([seed, words, one.documents, round(1e6 * rate)])
    counts, size = one.draw(rng, runs, words, rate)
    costs = np.array(one.costs)
    points, squares = (counts @ costs).sum(2), (counts @ costs**2).sum(2)
    largest = float(np.sqrt(5.0 * costs.max()))
    held = 0
    for x, u, e in zip(points, squares, size.sum(2), strict=True):
        low, high = rate_bounds(Shares(x, u, e), next_error=largest)
        held += low <= rate <= high
    return held / runs


def coverage_section(runs: int) -> str:
    """Tell how often intervals hold the truth, by documents, rate and costs."""
    rows = []
    for words, documents, rate in ((2000, 10, 2), (2000, 10, 10), (5000, 6, 10), (5000, 10, 40),
                                   (20000, 40, 10), (5000, 3, 10)):  # fmt: skip
        row = [f"{words:,} words, {documents} documents, {rate} per 1,000"]
        for severities in (((1.0, 0.75), (5.0, 0.25)), _RARE):
            for variation in (0.0, 0.5, 1.0):
                one = Situation("", documents, document=variation, severities=severities)
                found = coverage(one, words, rate / 1000, runs=runs, seed=4)
                row.append(f"{100 * found:.0f}")
        rows.append(row)
    kinds = [f"{costs}, vary by {v}" for costs in ("1/5", "1/5/25") for v in ("0", ".5", "1")]
    lines = [["", *kinds], ["---"] * 7, *rows]
    return (
        "## Intervals of penalty points\n\nHow often the 95 % confidence interval of penalty "
        "points per 1,000 words holds the true rate, one annotator, in per cent "
        f"({runs:,} samples). A twentieth of the errors costs 25 points in the last columns.\n\n"
        + "\n".join(f"| {' | '.join(line)} |" for line in lines)
    )
