"""Is the stated risk of a scorecard's verdict the real one?

Texts are simulated just at the limit, where a wrong verdict is most likely: the consumer's risk
is how often such a text passes, the producer's how often it fails. A fifth of the errors cost 5
points, the others 1, as in MQM. Errors come one by one (Poisson), or in clumps: the rate of every
segment, or of every document, varies by a gamma distribution with the coefficient of variation
shown. Sentences have 20 words. The sample is judged by `tertium.stats.errors.decision`, as
`tertium errors` does.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from studies._scorecard_others import others_section
from tertium.stats.errors.decision import Sample, bounds, decisions, dispersion
from tertium.stats.result import signature

__all__ = ["CELLS", "Cell", "Risk", "measure", "run"]

Floats = NDArray[np.float64]
RUNS = 6_000
RISKS = (0.05, 0.10)
LIMITS = (5, 10, 25, 60)  # points in 1,000 words
WORDS = (250, 500, 1000, 2500, 5000, 10000, 20000)
SENTENCE = 20
MAJOR = 0.2  # share of errors that cost 5 points
MEAN = (1 - MAJOR) + 5 * MAJOR
_CHUNK = 2_000_000  # units held at once


@dataclass(frozen=True, slots=True)
class Cell:
    """How errors come: variation of rates between segments, and between documents of a text."""

    name: str
    segment: float = 0.0
    document: float = 0.0
    documents: int = 0


CELLS = (
    Cell("one by one"),
    Cell("segments vary by 1", segment=1.0),
    Cell("segments vary by 2", segment=2.0),
    Cell("6 documents vary by .5", document=0.5, documents=6),
    Cell("10 documents vary by .5", document=0.5, documents=10),
    Cell("10 documents vary by 1, segments by .5", segment=0.5, document=1.0, documents=10),
    Cell("30 documents vary by 1", document=1.0, documents=30),
)


@dataclass(frozen=True, slots=True)
class Risk:
    """How often texts pass and fail, and what Poisson bounds without clumping would do."""

    passed: float
    failed: float
    passed_plain: float
    failed_plain: float


def measure(
    cell: Cell, words: int, limit: float, risk: float, *, runs: int, seed: int, rate: float = 1.0
) -> Risk:
    """Judge many samples of texts whose rate is `rate` times the limit (points per word)."""
    rng = np.random.default_rng([seed, words, round(1e6 * limit), CELLS.index(cell)])
    groups = cell.documents or 1
    each = max(1, words // (SENTENCE * groups))
    units = each * groups
    counts = np.zeros(4)
    step = max(1, _CHUNK // units)
    for start in range(0, runs, step):
        size = min(step, runs - start)
        often = _gamma(rng, cell.segment, (size, groups, each))
        often = often * _gamma(rng, cell.document, (size, groups, 1))
        mean = rate * limit * words / MEAN / units
        minor = rng.poisson(mean * (1 - MAJOR) * often)
        major = rng.poisson(mean * MAJOR * often)
        counts += _judged(minor, major, cell, words, limit, risk)
    return Risk(*(counts / runs))


def _gamma(rng: np.random.Generator, variation: float, size: tuple[int, ...]) -> Floats:
    if not variation:
        return np.ones(size)
    return rng.gamma(variation**-2, variation**2, size)


def _judged(
    minor: NDArray[np.int64],
    major: NDArray[np.int64],
    cell: Cell,
    words: int,
    limit: float,
    risk: float,
) -> Floats:
    points = (minor + 5.0 * major).sum(-1) if cell.documents else (minor + 5.0 * major)[:, 0]
    squares = (minor + 25.0 * major).sum((1, 2))
    exposure = np.full(points.shape, words / points.shape[1])
    clumped = dispersion(points, exposure, squares, risk=risk)
    sample = Sample(points.sum(1), squares.astype(float), 5.0, float(words), clumped)
    passed, failed = decisions(sample, limit, consumer=risk, producer=risk)
    plain = Sample(sample.points, sample.squares, 5.0, float(words))
    below, above = bounds(plain, risk, risk)
    return np.array(
        [passed.sum(), failed.sum(), (above <= limit).sum(), (below > limit).sum()], dtype=float
    )


def run(runs: int = RUNS) -> Evidence:
    """Measure both risks at the limit, and how often good and bad texts are told apart."""
    tables, worst = [], {}
    for risk in RISKS:
        rows, most = [], [0.0] * 4
        for cell in CELLS:
            for limit in LIMITS:
                found = [
                    measure(cell, words, limit / 1000, risk, runs=runs, seed=0) for words in WORDS
                ]
                for at, name in enumerate(Risk.__slots__):
                    most[at] = max(most[at], *(getattr(one, name) for one in found))
                cells = [f"{100 * one.passed:.1f} / {100 * one.failed:.1f}" for one in found]
                rows.append([cell.name, str(limit), *cells])
        worst[risk] = most
        tables.append(
            f"## Stated risk {risk:.0%}\n\n"
            f"Largest consumer's risk **{100 * most[0]:.1f} %**, largest producer's "
            f"{100 * most[1]:.1f} %. With bounds that take errors for independent they would be "
            f"{100 * most[2]:.1f} % and {100 * most[3]:.1f} %.\n\n"
            + _table(["errors come", "limit", *(f"{words:,} words" for words in WORDS)], rows)
        )
    error = 100 * (0.05 * 0.95 / runs) ** 0.5
    within = all(most[0] <= risk + 0.01 for risk, most in worst.items())
    verdict = (
        "In every situation that the rule was made with, the consumer's risk exceeds the stated "
        "one by less than a point; situations it was not made with stand at the end."
        if within
        else "In some situations the consumer's risk exceeds the stated one by more than a point."
    )
    body = (
        f"{__doc__.split(chr(10), 2)[2].strip()}\n\n{verdict} Cells show how often a text just "
        "at the limit passes / fails, in per cent; what is left is undetermined. Where the "
        "sample is so small that even a text without errors cannot pass, the first number is "
        f"0. {runs:,} samples in each cell (Monte-Carlo error ±{error:.1f} points). The risk is "
        "that of the sample: how strict the annotator is comes on top.\n\n"
        + "\n\n".join([*tables, _power(runs), others_section(runs)])
    )
    return Evidence(
        "The risks of a scorecard's verdict",
        body,
        signature("scorecard", runs=runs, risks="0.05,0.1", seed=0),
    )


def _power(runs: int) -> str:
    """Tell how often texts better and worse than the limit are decided on."""
    rows = []
    for cell in (CELLS[0], CELLS[1], CELLS[4]):
        for times in (0.25, 0.5, 1.5, 2.0):
            found = [
                measure(cell, words, 0.010, 0.05, runs=runs // 4, seed=1, rate=times)
                for words in WORDS
            ]
            name = f"{cell.name}, {times:g} × the limit"
            cells = [f"{100 * one.passed:.0f} / {100 * one.failed:.0f}" for one in found]
            rows.append([name, *cells])
    return (
        "## How much must be read\n\nLimit 10 points in 1,000 words, both risks 5 %: how often "
        "texts pass / fail, in per cent.\n\n"
        + _table(["", *(f"{words:,} words" for words in WORDS)], rows)
    )


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
