"""The annotator model and its figures, on crowds whose judgements are published.

Mathur, Baldwin and Cohn (2018), "Towards Efficient Machine Translation Evaluation by Modelling
Annotators". Their judgements (WMT16, workers who failed included) are not at hand; those of the
HUME study are, with as many judgements per segment, but only of workers who passed.
"""

from functools import cache
from pathlib import Path

from tertium.formats.judgements import read_judgements
from tertium.stats.published.claim import recomputes
from tertium.stats.redundancy.redundancy import Redundancy, redundancy

_DRAWS = 5


@cache
def _figures(folder: Path) -> Redundancy:
    return redundancy(read_judgements(folder / "judgements.csv.gz"), draws=_DRAWS)


@recomputes(redundancy, data_set="hume-da-ende")
def at(folder: Path, scores: int, what: str) -> float | None:
    """Return r of estimates from so many scores with held-out ones, or the gain of the model."""
    (point,) = (point for point in _figures(folder).curve if point.scores == scores)
    return {"model": point.model, "all": point.all, "gain": point.gain}[what].value


@recomputes(redundancy, data_set="hume-da-ende")
def least_accurate(folder: Path) -> float:
    """Return the lowest accuracy of an annotator who passes the control test."""
    passed = (one.correlation for one in _figures(folder).accuracy if one.tested == "passed")
    return min(one.value for one in passed if one.value is not None)
