"""Is the stated risk of a scorecard's verdict the real one?

Texts are simulated just at the threshold, where a wrong verdict is most likely: the consumer's
risk is how often such a text passes, the producer's how often it fails. A fifth of the errors cost
5 points, the others 1, as in MQM. Errors come one by one (Poisson), or in clumps: the rate of
every segment, or of every document, varies by a gamma distribution with the coefficient of
variation shown. Sentences have 20 words. The sample is judged by
`tertium.stats.errors.decision`, as `tertium errors` does.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from studies._scorecard_draws import Situation, samples
from studies._scorecard_others import others_section
from studies._scorecard_rates import coverage_section, quality_section
from tertium.stats.errors.decision import p_values
from tertium.stats.result import signature

RUNS = 4_000
RISKS = (0.05, 0.10)
LIMITS = (5, 10, 25, 60)  # points in 1,000 words
_MARGIN = 0.01  # how far a risk may exceed the stated one
WORDS = (500, 1000, 2500, 5000, 10000, 20000)

CELLS = (
    Situation("one by one", these=True),
    Situation("segments vary by 1", segment=1.0, these=True),
    Situation("3 documents, all alike", 3),
    Situation("3 documents vary by .5", 3, document=0.5),
    Situation("10 documents vary by .5", 10, document=0.5),
    Situation("10 documents vary by .5, segments by 1", 10, document=0.5, segment=1.0),
    Situation("30 documents vary by .5", 30, document=0.5),
    Situation("30 documents vary by 1", 30, document=1.0),
)


@dataclass(frozen=True, slots=True)
class Risk:
    """How often texts pass and fail, and would if documents were taken to be alike."""

    passed: float
    failed: float
    passed_plain: float
    failed_plain: float


def measure(
    cell: Situation, words: int, limit: float, *, runs: int, seed: int, rate: float = 1.0
) -> tuple[Risk, ...]:
    """Judge many samples of texts at `rate` times the threshold, at each of the stated risks."""
    counts = np.zeros((len(RISKS), 4))
    where = (seed, CELLS.index(cell))
    for sample in samples(cell, words, limit, runs=runs, seed=where, rate=rate):
        alike = replace(sample, unseen=np.zeros_like(sample.unseen))
        for at, risk in enumerate(RISKS):
            for place, one in ((0, sample), (2, alike)):
                passed, failed = _judged(*p_values(one), risk)
                counts[at, place] += passed
                counts[at, place + 1] += failed
    return tuple(Risk(*row) for row in counts / runs)


def _judged(p_pass: NDArray[np.float64], p_fail: NDArray[np.float64], risk: float) -> list[int]:
    passed = p_pass <= risk
    return [int(passed.sum()), int((~passed & (p_fail <= risk)).sum())]


def run(runs: int = RUNS) -> Evidence:
    """Measure both risks at the threshold, and how often good and bad texts are told apart."""
    found = {
        (cell.name, limit): [measure(cell, words, limit / 1000, runs=runs, seed=0)
                             for words in WORDS]
        for cell in CELLS
        for limit in LIMITS
    }  # fmt: skip
    tables = []
    exceeded: dict[str, None] = {}
    for at, risk in enumerate(RISKS):
        rows = [
            [name, str(limit), *(f"{100 * one[at].passed:.1f} / {100 * one[at].failed:.1f}"
                                 for one in cells)]
            for (name, limit), cells in found.items()
        ]  # fmt: skip
        most = [
            max(getattr(one[at], name) for cells in found.values() for one in cells)
            for name in Risk.__slots__
        ]
        exceeded |= {
            name: None
            for (name, _), cells in found.items()
            if any(max(one[at].passed, one[at].failed) > risk + _MARGIN for one in cells)
        }
        tables.append(
            f"## Stated risk {risk:.0%}\n\n"
            f"Largest consumer's risk **{100 * most[0]:.1f} %**, largest producer's "
            f"{100 * most[1]:.1f} %. If documents were taken to be alike, they would be "
            f"{100 * most[2]:.1f} % and {100 * most[3]:.1f} %.\n\n"
            + _table(["errors come", "threshold", *(f"{words:,} words" for words in WORDS)], rows)
        )
    error = 100 * (0.05 * 0.95 / runs) ** 0.5
    verdict = (
        "A risk exceeds the stated one by more than a point where errors come so: "
        f"{'; '.join(exceeded)}. In all other situations of these tables it does not."
        if exceeded
        else "Neither risk exceeds the stated one by more than a point."
    )
    body = (
        f"{__doc__.split(chr(10), 2)[2].strip()}\n\n{verdict} Cells show how often a text just "
        "at the threshold passes / fails, in per cent; what is left is not yet decided. Where the "
        "sample is so small that even a text without errors cannot pass, the first number is "
        f"0. {runs:,} samples in each cell (Monte-Carlo error ±{error:.1f} points). The risk is "
        "that of the sample: how strict the annotator is comes on top.\n\n"
        + "\n\n".join(
            [
                *tables,
                _power(runs // 2),
                quality_section(runs // 2),
                others_section(runs // 2),
                coverage_section(runs // 2),
            ]
        )
    )
    return Evidence(
        "The risks of a scorecard's verdict",
        body,
        signature("scorecard", runs=runs, risks="0.05,0.1", seed=0),
    )


def _power(runs: int) -> str:
    """Tell how often texts better and worse than the threshold are decided on."""
    rows = []
    for cell in (CELLS[0], CELLS[3], CELLS[4], CELLS[6]):
        for times in (0.1, 0.25, 0.5, 0.75, 1.5, 2.0):
            found = [
                measure(cell, words, 0.010, runs=runs, seed=1, rate=times)[0] for words in WORDS
            ]
            name = f"{cell.name}, {times:g} × the threshold"
            cells = [f"{100 * one.passed:.0f} / {100 * one.failed:.0f}" for one in found]
            rows.append([name, *cells])
    return (
        "## How much must be read\n\nThreshold 10 points in 1,000 words, both risks 5 %: how often "
        f"texts pass / fail, in per cent ({runs:,} samples).\n\n"
        + _table(["", *(f"{words:,} words" for words in WORDS)], rows)
    )


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
