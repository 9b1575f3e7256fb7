"""Words per hour by editor and condition, and what post-editing gains over from scratch.

People differ more than conditions do, so conditions are compared within people: the gain is
the ratio of one editor's paces, its mean over editors is taken on the log scale, and the
interval lets editors vary (Plitt and Masselot, 2010, report it by person for that reason).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.stats import intervals
from tertium.stats.contrasts.limitations import FEW
from tertium.stats.effort.measured import SCRATCH, Measured
from tertium.stats.effort.result import ConditionProductivity, EditorProductivity
from tertium.stats.result import Estimate

__all__ = ["productivity"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class _Paces:
    """Log words per second of one condition by editor, and what each judgement adds to it."""

    editors: Ints
    pace: Floats
    variance: Floats
    rows: Ints
    influence: Floats  # on the pace of the row's own editor


def productivity(measured: Measured, *, level: float = 0.95) -> tuple[ConditionProductivity, ...]:
    """Return the pace of every condition, from scratch last; raw times stand beside."""
    found = {}
    for code, name in enumerate(measured.condition.names):
        paces = _paces(measured, measured.condition.codes == code)
        if len(paces.rows):
            found[name] = paces
    against = _paces(measured, measured.scratch)
    alone = {
        name
        for name, paces in found.items()
        if name == SCRATCH or measured.scratch[paces.rows].all()
    }
    ordered = sorted(found, key=lambda name: (name in alone, name))
    return tuple(
        _condition(measured, name, found[name], None if name in alone else against, level)
        for name in ordered
    )


def _paces(measured: Measured, wanted: NDArray[np.bool_]) -> _Paces:
    seconds = measured.values.get("seconds", np.full(len(measured), np.nan))
    rows = np.flatnonzero(wanted & (seconds > 0) & ~np.isnan(measured.words))
    editors, who = np.unique(measured.annotator.codes[rows], return_inverse=True)
    words, took = measured.words[rows], seconds[rows]
    all_words, all_seconds = np.bincount(who, words), np.bincount(who, took)
    influence = words / all_words[who] - took / all_seconds[who] if len(rows) else words
    number = np.bincount(who)
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.bincount(who, influence**2) * number / (number - 1)
    pace = np.log(all_words / all_seconds) if len(rows) else words
    return _Paces(editors, pace, variance, rows, influence)


def _condition(
    measured: Measured, name: str, paces: _Paces, scratch: _Paces | None, level: float
) -> ConditionProductivity:
    seconds = measured.values["seconds"]
    people = []
    gains = {} if scratch is None else dict(zip(scratch.editors, scratch.pace, strict=True))
    who = measured.annotator.codes[paces.rows]
    for editor, pace in zip(paces.editors, paces.pace, strict=True):
        own = paces.rows[who == editor]
        people.append(
            EditorProductivity(
                annotator=measured.annotator.names[editor],
                words=int(measured.words[own].sum()),
                hours=float(seconds[own].sum() / _HOUR),
                words_per_hour=float(np.exp(pace) * _HOUR),
                gain=float(np.exp(pace - gains[editor])) if editor in gains else None,
                rating=_mean(measured.rating[own]),
            )
        )
    raw = measured.raw_seconds[paces.rows]
    raw_pace = [
        measured.words[paces.rows][who == editor].sum() / raw[who == editor].sum()
        for editor in paces.editors
    ]
    return ConditionProductivity(
        condition=name,
        judgements=len(paces.rows),
        editors=len(paces.editors),
        words_per_hour=_exp(_typical(measured, paces, None, level), _HOUR),
        raw_words_per_hour=float(np.exp(np.log(raw_pace).mean()) * _HOUR),
        gain=Estimate(None) if scratch is None else _exp(_typical(measured, paces, scratch, level)),
        rating=_mean(measured.rating[paces.rows]),
        annotators=tuple(people),
    )


def _typical(measured: Measured, paces: _Paces, scratch: _Paces | None, level: float) -> Estimate:
    """Return the mean over editors of the log pace, or of its difference from scratch.

    Up to five editors: hierarchical, with what is known from past campaigns on how people
    differ; more: editors and segments vary; one: only segments do.
    """
    sides = [(paces, 1.0)] if scratch is None else [(paces, 1.0), (scratch, -1.0)]
    editors = paces.editors
    if scratch is not None:
        editors = np.intersect1d(editors, scratch.editors)
    if not len(editors):
        return Estimate(None)
    logs, variances = np.zeros(len(editors)), np.zeros(len(editors))
    rows, influence = [], []
    for side, sign in sides:
        place = np.searchsorted(side.editors, editors)
        logs += sign * side.pace[place]
        variances += side.variance[place]
        own = np.isin(measured.annotator.codes[side.rows], editors)
        rows.append(side.rows[own])
        influence.append(sign * side.influence[own] / len(editors))
    at, adds = np.concatenate(rows), np.concatenate(influence)
    person = measured.annotator.codes[at]
    mean = float(logs.mean())
    # What makes an editor differ from the mean is spread over the editor's judgements.
    number = np.bincount(person)[person]
    adds = adds + (logs - mean)[np.searchsorted(editors, person)] / len(editors) / number
    if 1 < len(editors) <= FEW and scratch is not None and np.isfinite(variances).all():
        low, _, high = intervals.hierarchical(
            logs, np.maximum(variances, 1e-6), scale=intervals.RATIO_SCALE, level=level
        )
        return Estimate(mean, float(low), float(high))
    parts = intervals.people_and_segments(adds, person, measured.segment.codes[at])
    if parts is None:
        return Estimate(mean)
    return Estimate(mean, *intervals.two_way_interval(mean, parts, level=level))


def _exp(estimate: Estimate, times: float = 1.0) -> Estimate:
    value, low, high = (
        None if one is None else float(np.exp(one) * times)
        for one in (estimate.value, estimate.low, estimate.high)
    )
    return Estimate(value, low, high)


def _mean(values: Floats) -> float | None:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else None
