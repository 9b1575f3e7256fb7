"""How far scores of classes go with what people said of whole outputs.

Two correlations are both called so in the literature: over sentences (each output with instances
is a point), and over cells (each system in each band is one). The second is of averages, and much
higher. Quality counts upwards: the best band has the highest number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Floats, Ints
from tertium.stats.checkpoints.matches import Matches
from tertium.stats.checkpoints.scores import ClassScore
from tertium.stats.checkpoints.units import ALL, NO_BAND, Bands
from tertium.stats.entropy.correlate import pearson as over_units
from tertium.stats.pearson import pearson


@dataclass(frozen=True, slots=True)
class BandCorrelation:
    """Pearson's r of a class's scores with bands, over `sentence`s or `cell`s.

    Positive: higher scores in better bands. The interval over sentences lets documents vary, or
    sentences where documents are not known; cells are too few and too alike to have one.
    """

    class_: str
    over: str
    r: float | None
    low: float | None
    high: float | None
    points: int


def correlate(
    matches: Matches,
    names: Sequence[str],
    bands: Bands,
    scores: Sequence[ClassScore],
    document: Ints,
    *,
    level: float,
    resamples: int,
    seed: int,
) -> Iterator[BandCorrelation]:
    """Yield both correlations of every class."""
    if not bands.names:
        return
    unit = np.where((document >= 0).all(), document, np.arange(len(document)))
    quality = {name: len(bands.names) - place for place, name in enumerate(bands.names)}
    for code, name in enumerate(names):
        x, y, segment = _sentences(matches, code, bands)
        found = over_units(x, y, unit[segment], level=level, resamples=resamples, seed=seed)
        yield BandCorrelation(name, "sentence", found.value, found.low, found.high, len(x))
        own = [
            (one.score, quality[one.band])
            for one in scores
            if one.class_ == name and one.band != ALL and one.score is not None
        ]
        points = np.array(own, dtype=float).reshape(-1, 2)
        r = pearson(points[:, 0], points[:, 1], level=level).value
        yield BandCorrelation(name, "cell", r, None, None, len(points))


def _sentences(matches: Matches, code: int, bands: Bands) -> tuple[Floats, Floats, Ints]:
    """Return score, quality and segment of every output that has a band and instances."""
    rows = np.flatnonzero((matches.class_code == code) & (matches.total > 0))
    score, quality, segments = [], [], []
    for system in range(len(matches.systems)):
        band = bands.code[matches.segment[rows], system]
        own = rows[(matches.matched[rows, system] >= 0) & (band != NO_BAND)]
        segment, place = np.unique(matches.segment[own], return_inverse=True)
        right = np.bincount(place, matches.matched[own, system], len(segment))
        whole = np.bincount(place, matches.total[own], len(segment))
        score.append(right / whole)
        quality.append(len(bands.names) - bands.code[segment, system])
        segments.append(segment)
    return (
        np.concatenate(score).astype(float),
        np.concatenate(quality).astype(float),
        np.concatenate(segments),
    )
