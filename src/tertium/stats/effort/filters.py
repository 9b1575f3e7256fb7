"""Time filters, declared beforehand: what nobody spent working is not effort.

The editor left open overnight would outweigh a week of work. Two filters are offered: leave
out judgements with too much idle time, and cap the seconds per source word of each editor
at the median plus a number of median absolute deviations, on the log scale (the deviation is
scaled to equal a standard deviation for normal data; Leys et al., 2013). Raw times are kept.
"""

from dataclasses import dataclass

import numpy as np

from tertium.exceptions import BadInput
from tertium.stats.arrays import Floats
from tertium.stats.effort.measured import EditIndicators

FEWEST = 10  # judgements of an editor from which a cap can be told
_TO_SD = 1.4826  # median absolute deviation of normal data to its standard deviation


@dataclass(frozen=True, slots=True)
class FilterReport:
    """Which filter of times was declared, and what it touched; raw times are kept."""

    declared: str
    judgements: int
    dropped: int
    capped: int
    seconds_removed: float


@dataclass(frozen=True, slots=True)
class TimeFilter:
    """Leave out judgements idle for more than `idle` seconds; cap at `cap` deviations."""

    idle: float | None = None
    cap: float | None = 3.0

    def __str__(self) -> str:
        parts = [
            *([f"idle>{self.idle:g}s"] if self.idle is not None else []),
            *([f"cap{self.cap:g}mad"] if self.cap is not None else []),
        ]
        return "+".join(parts) or "none"


@dataclass(frozen=True, slots=True)
class FilteredJudgements:
    """Judgements after the filter; `dropped` and `capped` count what it touched of all."""

    measured: EditIndicators
    judgements: int
    dropped: int
    capped: int
    seconds_removed: float  # share of all raw seconds


def filter_times(measured: EditIndicators, chosen: TimeFilter) -> FilteredJudgements:
    """Apply the declared filters."""
    kept = np.ones(len(measured), dtype=bool)
    if chosen.idle is not None:
        if "active" not in measured.values:
            raise BadInput(
                "there are no active seconds, so idle time is not known",
                where="--idle",
                fix="Add a column 'active', or leave --idle out and rely on --cap.",
            )
        kept = ~(measured.raw_seconds - measured.values["active"] > chosen.idle)
    rest = measured.take(kept)
    seconds = rest.raw_seconds.copy()
    if chosen.cap is not None:
        seconds = np.fmin(seconds, _limits(rest, chosen.cap))
        seconds[np.isnan(rest.raw_seconds)] = np.nan
    before, after = np.nansum(measured.raw_seconds), np.nansum(seconds)
    return FilteredJudgements(
        measured=rest.with_seconds(seconds) if "seconds" in rest.values else rest,
        judgements=len(measured),
        dropped=int((~kept).sum()),
        capped=int((seconds < rest.raw_seconds).sum()),
        seconds_removed=float(1 - after / before) if before > 0 else 0.0,
    )


def _limits(measured: EditIndicators, cap: float) -> Floats:
    """Return the longest time that counts for each judgement; NaN where none can be told.

    Translating from scratch takes its own time, so it has its own limit.
    """
    length = np.where(np.isnan(measured.words), 1.0, measured.words)
    with np.errstate(divide="ignore"):
        pace = np.log(measured.raw_seconds / length)
    limits = np.full(len(pace), np.nan)
    kinds = measured.annotator.codes * 2 + measured.scratch
    for kind in np.unique(kinds):
        own = (kinds == kind) & np.isfinite(pace)
        if own.sum() < FEWEST:
            continue
        middle = np.median(pace[own])
        spread = _TO_SD * np.median(np.abs(pace[own] - middle))
        if spread > 0:
            limits[own] = np.exp(middle + cap * spread) * length[own]
    return limits
