"""What stands out: systems far from the others, and outputs on which metrics and people differ."""

from collections.abc import Iterator, Mapping

import numpy as np

from tertium.stats.arrays import Bools, Floats
from tertium.stats.correlation.panel import Block
from tertium.stats.correlation.result import Disagreement

FAR = 2.5  # robust standard deviations (Mathur, Baldwin and Cohn, 2020)
_SHOWN = 5
_CONSISTENT = 1.483  # makes the median distance the sd of normal data
Texts = Mapping[tuple[str, str], tuple[str | None, str | None]]


def distances(scores: Floats) -> Floats:
    """Return how far scores are from their median, in robust sds; 0 where half are equal.

    >>> distances(np.array([1.0, 2.0, 3.0, 4.0, 50.0])).round(2).tolist()
    [1.35, 0.67, 0.0, 0.67, 31.69]
    """
    apart = np.abs(scores - np.median(scores))
    spread = _CONSISTENT * float(np.median(apart))
    return apart / spread if spread > 0 else np.zeros(len(scores))


def inliers(scores: Floats) -> Bools:
    """Tell which systems stay where outliers are removed."""
    near: Bools = distances(scores) <= FAR
    return near


def disagreements(block: Block, method: str, by: str, texts: Texts) -> Iterator[Disagreement]:
    """Yield the outputs whose standardised scores by people and by a metric differ most."""
    human, metric = (_standardised(block.table(one)) for one in (None, method))
    if human is None or metric is None:
        return
    apart = np.abs(metric - human)
    order = np.argsort(np.where(np.isnan(apart), -1.0, apart), axis=None, kind="stable")[::-1]
    for place in order[:_SHOWN].tolist():
        row, column = divmod(place, apart.shape[1])
        if np.isnan(apart[row, column]):
            return
        system, segment = block.systems[row], block.segments[column]
        source, output = texts.get((segment, system), (None, None))
        h, m = float(human[row, column]), float(metric[row, column])
        yield Disagreement(method, by, segment, system, h, m, m - h, source, output)


def _standardised(table: Floats) -> Floats | None:
    if table.ndim == 1:
        return None
    known = table[~np.isnan(table)]
    sd = float(known.std()) if len(known) else 0.0
    return (table - known.mean()) / sd if sd > 0 else None
