"""Words per hour by editor and condition, and what one condition gains over another.

People differ more than conditions do, so conditions are compared within people: the gain is
the ratio of one editor's paces, its mean over editors is taken on the log scale (Plitt and
Masselot, 2010, report it by person for that reason). The interval is that of `stats.contrasts`:
editors, documents and segments vary. Where nobody translated from scratch there is no gain.
"""

from dataclasses import dataclass

import numpy as np

from tertium.protocols.conditions import SCRATCH
from tertium.stats.arrays import Bools, Floats, Ints, known_mean
from tertium.stats.contrasts.crossed import LEVELS, Prior, as_seen, crossed, squares
from tertium.stats.contrasts.layout import Layout
from tertium.stats.effort.collected import OF, REVISION
from tertium.stats.effort.measured import EditIndicators
from tertium.stats.result import Estimate

_HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class EditorPace:
    """Words per hour of one editor with one system, as measured."""

    system: str
    annotator: str
    words: int
    hours: float
    words_per_hour: float


@dataclass(frozen=True, slots=True)
class EditorProductivity:
    """One editor's words per hour in one condition, and the gain over another."""

    annotator: str
    words: int
    hours: float
    words_per_hour: float
    gain: float | None
    rating: float | None


@dataclass(frozen=True, slots=True)
class ConditionProductivity:
    """Words per hour in one condition: of the typical editor, with each editor below.

    `gain` is words per hour divided by those of the condition `against` which it stands (from
    scratch if somebody translated so), within editors; `rating` is the editors' own mean rating,
    `raw_words_per_hour` that without any filter of times.
    """

    condition: str
    judgements: int
    editors: int
    words_per_hour: Estimate
    raw_words_per_hour: float | None
    against: str
    gain: Estimate
    rating: float | None
    annotators: tuple[EditorProductivity, ...]


@dataclass(frozen=True, slots=True)
class _Paces:
    """Log words per second of one condition by editor, and what each judgement says of it.

    `share` is a judgement's part of its editor's words, `value` the pace it speaks for: the
    mean of the values of an editor, weighted by share, is the pace.
    """

    editors: Ints
    pace: Floats
    rows: Ints
    share: Floats
    value: Floats


def productivity(
    measured: EditIndicators, *, level: float = 0.95
) -> tuple[ConditionProductivity, ...]:
    """Return the pace of every condition, from scratch last; raw times stand beside.

    Conditions are compared with translating from scratch; where nobody did, with revision of texts
    that were, or with the condition in which nothing was given beside the text (revision, for
    revision with a glossary).
    """
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
    base = SCRATCH
    plain = [name for name in found if any(one.startswith(f"{name}+") for one in found)]
    if not len(against.rows):
        made = f"{REVISION}{OF}{SCRATCH}"
        base = made if made in found else min(plain, key=len, default="")
        against, alone = found.get(base, against), {base} if base else set(found)
    ordered = sorted(found, key=lambda name: (name in alone, name))
    return tuple(
        _condition(measured, name, found[name], None if name in alone else (base, against), level)
        for name in ordered
    )


def editor_paces(measured: EditIndicators) -> tuple[EditorPace, ...]:
    """Return words per hour of every editor with every system, as measured."""
    found = []
    for code, name in enumerate(measured.system.names):
        paces = _paces(measured, (measured.system.codes == code) & ~measured.scratch)
        who = measured.annotator.codes[paces.rows]
        for editor, pace in zip(paces.editors, paces.pace, strict=True):
            own = paces.rows[who == editor]
            found.append(
                EditorPace(
                    name,
                    measured.annotator.names[editor],
                    int(measured.words[own].sum()),
                    float(measured.values["seconds"][own].sum() / _HOUR),
                    float(np.exp(pace) * _HOUR),
                )
            )
    return tuple(found)


def _paces(measured: EditIndicators, wanted: Bools) -> _Paces:
    seconds = measured.values.get("seconds", np.full(len(measured), np.nan))
    rows = np.flatnonzero(wanted & (seconds > 0) & ~np.isnan(measured.words))
    editors, who = np.unique(measured.annotator.codes[rows], return_inverse=True)
    words, took = measured.words[rows], seconds[rows]
    all_words, all_seconds = np.bincount(who, words), np.bincount(who, took)
    pace = np.log(all_words / all_seconds) if len(rows) else words
    share = words / all_words[who] if len(rows) else words
    value = pace[who] + 1 - took / all_seconds[who] / share if len(rows) else words
    return _Paces(editors, pace, rows, share, value)


def _condition(
    measured: EditIndicators,
    name: str,
    paces: _Paces,
    against: tuple[str, _Paces] | None,
    level: float,
) -> ConditionProductivity:
    seconds = measured.values["seconds"]
    people = []
    base, other = against or ("", None)
    gains = {} if other is None else dict(zip(other.editors, other.pace, strict=True))
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
                rating=known_mean(measured.rating[own]),
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
        against=base,
        gain=Estimate(None) if other is None else _exp(_typical(measured, paces, other, level)),
        rating=known_mean(measured.rating[paces.rows]),
        annotators=tuple(people),
    )


def _typical(
    measured: EditIndicators, paces: _Paces, other: _Paces | None, level: float
) -> Estimate:
    """Return the mean over editors of the log pace, or of its difference from another's."""
    sides = [(paces, 1.0)] if other is None else [(paces, 1.0), (other, -1.0)]
    editors = paces.editors
    if other is not None:
        editors = np.intersect1d(editors, other.editors)
    if not len(editors):
        return Estimate(None)
    paced = np.zeros(len(editors))
    for side, sign in sides:
        paced += sign * side.pace[np.searchsorted(side.editors, editors)]
    parts = []
    for side, sign in sides:
        own = np.isin(measured.annotator.codes[side.rows], editors)
        rows = side.rows[own]
        at = np.searchsorted(editors, measured.annotator.codes[rows])
        pace = side.pace[np.searchsorted(side.editors, editors)][at]
        # A judgement speaks for its editor's difference, moved as far as it lies off the pace.
        value = paced[at] + sign * len(sides) * (side.value[own] - pace)
        parts.append((rows, side.share[own] / len(editors) / len(sides), value))
    rows, weight, value = (np.concatenate(column) for column in zip(*parts, strict=True))
    units = (measured.annotator, measured.segment, measured.document)
    layout = Layout.of(weight, *(unit.codes[rows] for unit in units))
    found = squares(layout, value[:, None])
    one = float(found.one[0, 0]) ** 0.5
    prior = Prior(LEVELS) if other is None else Prior(unit=one / 2**0.5)
    layout, prior = as_seen(layout, prior)
    believed = crossed(layout, found, prior=prior, opposed=other is not None)
    low, high = (float(end[0]) for end in believed.interval(level))
    mean = float(paced.mean())
    return Estimate(mean) if np.isnan(low) else Estimate(mean, low, high)


def _exp(estimate: Estimate, times: float = 1.0) -> Estimate:
    value, low, high = (
        None if one is None else float(np.exp(one) * times)
        for one in (estimate.value, estimate.low, estimate.high)
    )
    return Estimate(value, low, high)
