"""Situations for a scorecard's verdict that its rule was not made with.

Other laws of how rates vary (log-normal, a few bad documents), unequal and very few documents,
errors that repeat, other severities, other limits and smaller samples. Some break what the rule
needs: documents differ, but there are too few of them to see it (`FEW_DOCUMENTS`), or nobody says
which segments belong together. Units are chosen as `tertium errors` chooses them.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.stats.errors.decision import Sample, decisions, dispersion
from tertium.stats.errors.rates import FEW_DOCUMENTS

__all__ = ["LIMITS", "OTHERS", "RISKS", "WORDS", "Situation", "measure_other", "others_section"]

Floats = NDArray[np.float64]
RISKS = (0.05, 0.20)
LIMITS = (8, 20, 40)  # points in 1,000 words
WORDS = (120, 300, 750, 1500, 4000, 12000)
_SENTENCE = 20
_CHUNK = 1_000_000  # units held at once
_MARGIN = 0.01  # how far a risk may exceed the stated one

MQM = ((1.0, 0.8), (5.0, 0.2))  # points of an error, share of errors


@dataclass(frozen=True, slots=True)
class Situation:
    """How errors come, and what is known about it.

    Rates vary between documents and between segments by a law with a coefficient of variation;
    `bad` is a share of documents with five times the errors of the others. `run` is how many
    errors of a kind follow each other on average, in the same segment. `unequal` is the
    variation of documents' lengths. Without `known`, segments count as independent. With
    `these`, the verdict is about these very documents, not about others like them.
    """

    name: str
    documents: int = 1
    document: float = 0.0
    segment: float = 0.0
    law: Literal["gamma", "lognormal"] = "gamma"
    bad: float = 0.0
    run: float = 1.0
    unequal: float = 0.0
    severities: tuple[tuple[float, float], ...] = MQM
    known: bool = True
    these: bool = False

    @property
    def by_document(self) -> bool:
        """Whether documents are the units of the decision."""
        return self.known and self.documents >= FEW_DOCUMENTS


OTHERS = (
    Situation("3 documents vary by .3", 3, document=0.3),
    Situation("4 documents vary by 1", 4, document=1.0),
    Situation("4 documents vary by 1, of which the text consists", 4, document=1.0, these=True),
    Situation("6 documents vary by 1", 6, document=1.0),
    Situation("20 documents vary by 1.5, log-normal", 20, document=1.5, law="lognormal"),
    Situation("12 documents, each bad (× 5) by a chance of ¼", 12, bad=0.25),
    Situation("8 documents of unequal length vary by .7", 8, document=0.7, unequal=1.0),
    Situation("segments vary by 3", segment=3.0),
    Situation("segments vary by 1.5, log-normal", segment=1.5, law="lognormal"),
    Situation("errors repeat, 3 in a row", run=3.0),
    Situation("errors repeat, 2 in a row, 10 documents vary by .4", 10, document=0.4, run=2.0),
    Situation("points 1, 5, 25", severities=((1.0, 0.75), (5.0, 0.2), (25.0, 0.05))),
    Situation("points 1, 5, 25, 10 documents vary by .5", 10, document=0.5,
              severities=((1.0, 0.75), (5.0, 0.2), (25.0, 0.05))),
    Situation("points .1, 1, 5, segments vary by 1", segment=1.0,
              severities=((0.1, 0.4), (1.0, 0.45), (5.0, 0.15))),
    Situation("all errors 1 point, 15 documents vary by .8", 15, document=0.8,
              severities=((1.0, 1.0),)),
    Situation("10 documents vary by 1, but are not known", 10, document=1.0, known=False),
)  # fmt: skip


def measure_other(
    one: Situation, words: int, limit: float, *, runs: int, seed: int
) -> dict[float, tuple[float, float]]:
    """Return how often texts at the limit (points per word) pass and fail, by stated risk."""
    rng = np.random.default_rng([seed, words, round(1e6 * limit), OTHERS.index(one)])
    # Where nothing happens inside a document, it is drawn as one.
    whole = one.by_document and one.segment == 0 and one.run == 1
    each = 1 if whole else max(1, words // (_SENTENCE * one.documents))
    counts = {risk: np.zeros(2) for risk in RISKS}
    step = max(1, _CHUNK // (one.documents * each))
    for start in range(0, runs, step):
        size = min(step, runs - start)
        points, squares, exposure = _drawn(one, rng, size, each, words, limit)
        largest = max(cost for cost, _ in one.severities)
        for risk in RISKS:
            clumped = dispersion(points, exposure, squares, risk=risk)
            sample = Sample(points.sum(1), squares, largest, float(words), clumped)
            passed, failed = decisions(sample, limit, consumer=risk, producer=risk)
            counts[risk] += (passed.sum(), failed.sum())
    return {risk: (float(two[0]) / runs, float(two[1]) / runs) for risk, two in counts.items()}


def _drawn(
    one: Situation, rng: np.random.Generator, size: int, each: int, words: int, limit: float
) -> tuple[Floats, Floats, Floats]:
    """Draw samples: points and words of the units that vary, and the squared points of all."""
    shape = (size, one.documents, each)
    share = _lengths(rng, one, size)
    often = _varying(rng, one.document, one.law, (size, one.documents, 1))
    if one.bad:
        worse = rng.random((size, one.documents, 1)) < one.bad
        often = often * np.where(worse, 5.0, 1.0) / (1 + 4 * one.bad)
    if one.these:
        often = often / often.mean(1, keepdims=True)
    often = often * _varying(rng, one.segment, one.law, shape) * share[:, :, None] / each
    mean = sum(cost * part for cost, part in one.severities)
    points, squares = np.zeros(shape), np.zeros(size)
    for cost, part in one.severities:
        errors = rng.poisson(limit * words / mean / one.run * part * often)
        if one.run > 1:
            some = errors > 0
            errors[some] += rng.negative_binomial(errors[some], 1 / one.run)
        points += cost * errors
        squares += cost**2 * errors.sum((1, 2))
    if one.by_document:
        return points.sum(2), squares, words * share
    units = points.reshape(size, -1)
    return units, squares, np.full(units.shape, words / units.shape[1])


def _lengths(rng: np.random.Generator, one: Situation, size: int) -> Floats:
    """Draw each document's share of the words."""
    if not one.unequal:
        return np.full((size, one.documents), 1 / one.documents)
    long = _varying(rng, one.unequal, "lognormal", (size, one.documents))
    return np.asarray(long / long.sum(1, keepdims=True))


def _varying(
    rng: np.random.Generator, variation: float, law: str, shape: tuple[int, ...]
) -> Floats:
    """Draw rates with mean 1 and a coefficient of variation."""
    if not variation:
        return np.ones(shape)
    if law == "gamma":
        return rng.gamma(variation**-2, variation**2, shape)
    spread = np.log1p(variation**2)
    return rng.lognormal(-spread / 2, np.sqrt(spread), shape)


def others_section(runs: int, seed: int = 0) -> str:
    """Measure all of them and say where the stated risk is met within a point, and where not."""
    found = {
        one.name: {
            words: [measure_other(one, words, limit / 1000, runs=runs, seed=seed)
                    for limit in LIMITS]
            for words in WORDS
        }
        for one in OTHERS
    }  # fmt: skip
    parts = [_told(found)]
    for risk in RISKS:
        head = [
            "errors come",
            *(f"{words:,} words" for words in WORDS),
            "largest",
            "within a point",
        ]
        rows = []
        for name, by_words in found.items():
            cells = []
            for words in WORDS:
                passed, failed = (max(one[risk][at] for one in by_words[words]) for at in (0, 1))
                cells.append((passed, failed))
            largest = max(passed for passed, _ in cells)
            rows.append([
                name,
                *(f"{100 * passed:.1f} / {100 * failed:.1f}" for passed, failed in cells),
                f"{100 * largest:.1f}",
                "yes" if largest <= risk + _MARGIN else "**no**",
            ])  # fmt: skip
        lines = [head, ["---"] * len(head), *rows]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        parts.append(f"Stated risk {risk:.0%}:\n\n{table}")
    return "\n\n".join(parts)


def _told(found: dict[str, dict[int, list[dict[float, tuple[float, float]]]]]) -> str:
    def most(name: str, risk: float) -> float:
        return max(one[risk][0] for by_words in found[name].values() for one in by_words)

    missed = [
        f"{name} ({', '.join(f'{100 * most(name, risk):.1f} % for {risk:.0%}' for risk in over)})"
        for name in found
        if (over := [risk for risk in RISKS if most(name, risk) > risk + _MARGIN])
    ]
    limits = ", ".join(map(str, LIMITS))
    verdict = (
        f"It is **not** met within a point in {len(missed)} of {len(found)} situations: "
        f"{'; '.join(missed)}."
        if missed
        else "In all of them the consumer's risk exceeds the stated one by less than a point."
    )
    return (
        "## Situations the rule was not made with\n\nThe rule was made with the situations above. "
        "Here are others: other laws of how rates vary, very few or unequal documents, errors "
        "that repeat in a segment, other points, other limits "
        f"({limits} points in 1,000 words) and smaller samples. {verdict}\n\n"
        f"Below {FEW_DOCUMENTS} documents, and where nobody says which segments belong together, "
        "segments are the units of a decision: it speaks of these documents, and its risk is met "
        "for them, but not for others like them. `tertium errors` says so. Where errors repeat, a "
        "small sample often holds none of them, and does not show that they come together. Cells "
        "show how often a text just at "
        "the limit passes / fails, in per cent, at the worst of the limits."
    )
