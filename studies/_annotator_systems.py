"""Simulated studies of two equal systems by annotators of unlike reliability."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from studies._crowds import scores_of
from tertium.stats.annotators.model import annotators
from tertium.table import Codes, Scores

Differ = Literal["none", "moderate", "strong"]
MEAN = 60.0
# Points: by how much annotators and documents differ in the contrast of the two systems.
DIFFER: dict[Differ, tuple[float, float]] = {
    "none": (0.0, 0.0),
    "moderate": (2.4, 3.6),
    "strong": (6.0, 8.4),
}
DOCUMENTS, SEGMENTS, EACH = 10, 5, 3


@dataclass(frozen=True, slots=True)
class Cell:
    """So many annotators, and how much they and the documents differ between systems."""

    people: int
    differ: Differ


CELLS = tuple(Cell(people, differ) for differ in DIFFER for people in (3, 5, 10))


def judged(cell: Cell, seed: int) -> Scores:
    """Draw a study: three annotators score both outputs of a segment; the systems are equal.

    Annotators are lenient or severe (sd 8 points) and scatter by 6 to 24 points; documents (sd 5),
    segments (sd 8) and outputs (sd 8) differ. Nobody is cut off at the ends of a scale.
    """
    rng = np.random.default_rng((seed, cell.people, list(DIFFER).index(cell.differ)))
    by_person, by_document = (sd / np.sqrt(2) for sd in DIFFER[cell.differ])
    segments = DOCUMENTS * SEGMENTS
    segment, system = (axis.ravel() for axis in np.indices((segments, 2)))
    document = segment // SEGMENTS
    quality = (
        MEAN
        + rng.normal(0, 5, DOCUMENTS)[document]
        + rng.normal(0, 8, segments)[segment]
        + rng.normal(0, 8, len(segment))
        + rng.normal(0, by_document, (DOCUMENTS, 2))[document, system]
    )
    who = np.stack([rng.permutation(cell.people)[:EACH] for _ in range(segments)])
    person = who[segment].ravel()
    output = np.repeat(np.arange(len(segment)), EACH)
    scatter = np.exp(rng.uniform(np.log(6), np.log(24), cell.people))
    value = (
        quality[output]
        + rng.normal(0, 8, cell.people)[person]
        + rng.normal(0, by_person, (cell.people, 2))[person, system[output]]
        + scatter[person] * rng.normal(size=len(output))
    )
    return scores_of(
        annotator=_named("w", person),
        document=_named("d", document[output]),
        segment=_named("s", segment[output]),
        system=_named("m", system[output]),
        role=Codes(np.zeros(len(output), dtype=np.int64), ("real",)),
        value=value,
    )


def _named(letter: str, codes: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Codes:
    return Codes(codes, tuple(f"{letter}{code:03}" for code in range(int(codes.max()) + 1)))


def trial(cell: Cell, seed: int) -> dict[str, float]:
    """Tell whether equal systems were told apart, and how many levels hold the population's."""
    found = annotators(judged(cell, seed), seed=seed)
    (contrast,) = found.contrasts
    assert contrast.p is not None
    assert contrast.low is not None
    assert contrast.high is not None
    held = [one.low <= MEAN <= one.high for one in found.systems if one.low and one.high]
    return {
        "apart": float(contrast.p < 0.05),
        "covered": float(np.mean(held)),
        "width": (contrast.high - contrast.low) / 2,
    }
