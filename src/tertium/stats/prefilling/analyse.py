"""Filled against unfilled: what annotators kept, changed and added, and what it did to them.

A share of the outputs was left unfilled by chance, so the difference of both groups is the effect
of the marks: on how many errors are marked, and on the time that takes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tertium.exceptions import BadInput
from tertium.protocols.prefilling import ASPECT, LAYER
from tertium.stats.arrays import Floats
from tertium.stats.codes import coded
from tertium.stats.contrasts.answer import answer
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.contrasts.record import Contrast, Standing
from tertium.stats.intervals import check_level
from tertium.stats.prefilling.matching import MarkChanges, PlacedMark, match_marks
from tertium.stats.result import Estimate, Result, signature
from tertium.stats.shares import wilson
from tertium.stats.told import count
from tertium.table import JudgementTable

FILLED, UNFILLED = "filled", "unfilled"
_FEW = 20  # outputs of a group, below which a difference says little
_NAMES = ("judgement", "segment", "system")


@dataclass(frozen=True, slots=True)
class FillingGroup:
    """Filled or unfilled outputs: errors and seconds per output, with confidence intervals."""

    group: str
    outputs: int
    errors: int
    errors_per_output: Estimate
    seconds: Estimate


@dataclass(frozen=True, slots=True)
class AnnotatorChanges:
    """What an annotator did with the marks in filled outputs; the empty name is all of them.

    `kept_share` is that of the marks which stood there before.
    """

    annotator: str
    outputs: int
    before: int
    kept: int
    changed: int
    removed: int
    added: int
    kept_share: Estimate


@dataclass(frozen=True, slots=True)
class FillingEffect:
    """Filled less unfilled, of a quantity; None where that cannot be estimated."""

    quantity: str
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Prefilled(Result):
    """What annotators did with marks that stood there before, beside what they find alone."""

    groups: tuple[FillingGroup, ...]
    effects: tuple[FillingEffect, ...]
    changes: AnnotatorChanges
    annotators: tuple[AnnotatorChanges, ...]
    level: float


@dataclass(slots=True)
class _Reading:
    """One output that somebody read."""

    annotator: str
    segment: str
    document: str
    filled: bool
    seconds: float | None
    before: list[PlacedMark] = field(default_factory=list)
    after: list[PlacedMark] = field(default_factory=list)


def analyse_prefilled(
    table: JudgementTable, *, level: float = 0.95, notes: Sequence[str] = ()
) -> Prefilled:
    """Compare filled with unfilled outputs; marks that were consolidated later do not count."""
    check_level(level)
    readings = _readings(table)
    if not readings:
        raise BadInput(
            "no output had marks before it was read",
            fix='Write prefilled = "spans.csv" below [options] of an ESA or MQM campaign.',
        )
    by_annotator: dict[str, list[_Reading]] = {}
    for one in readings:
        if one.filled:
            by_annotator.setdefault(one.annotator, []).append(one)
    errors = _compared("errors per output", readings, lambda one: float(len(one.after)), level)
    seconds = _compared("seconds per output", readings, lambda one: one.seconds, level)
    return Prefilled(
        groups=tuple(
            FillingGroup(
                name,
                sum(_group(one) == name for one in readings),
                sum(len(one.after) for one in readings if _group(one) == name),
                errors[0].get(name, Estimate(None)),
                seconds[0].get(name, Estimate(None)),
            )
            for name in (FILLED, UNFILLED)
        ),
        effects=(errors[1], seconds[1]),
        changes=_changes("", [one for one in readings if one.filled], level),
        annotators=tuple(_changes(name, own, level) for name, own in sorted(by_annotator.items())),
        level=level,
        signature=signature("prefilled", match="overlap", interval="crossed", level=f"{level:g}"),
        warnings=(*notes, *_warnings(readings)),
    )


def _group(reading: _Reading) -> str:
    return FILLED if reading.filled else UNFILLED


def _readings(table: JudgementTable) -> list[_Reading]:
    """Return every reading of an output of which it is known whether it was filled."""
    found: dict[tuple[Any, ...], _Reading] = {}
    for row in table.select(aspect=ASPECT, layer=LAYER).rows():
        found[tuple(row[name] for name in _NAMES)] = _Reading(
            row["annotator"] or "",
            row["segment"] or "",
            row["document"] or "",
            row["value"] == 1,
            row["seconds"],
        )
    for layer in (LAYER, "observed"):
        for row in table.select(aspect="error", layer=layer).rows():
            reading = found.get(tuple(row[name] for name in _NAMES))
            if reading is not None:
                (reading.before if layer == LAYER else reading.after).append(_mark(row))
    return list(found.values())


def _mark(row: Mapping[str, Any]) -> PlacedMark:
    return PlacedMark(
        row["side"] or "target",
        row["start"],
        row["end"],
        row["category"] or "",
        row["severity"] or "",
    )


def _changes(name: str, readings: Sequence[_Reading], level: float) -> AnnotatorChanges:
    total = MarkChanges(0, 0, 0, 0)
    for one in readings:
        own = match_marks(one.before, one.after)
        total = MarkChanges(
            total.kept + own.kept,
            total.changed + own.changed,
            total.removed + own.removed,
            total.added + own.added,
        )
    before = total.kept + total.changed + total.removed
    return AnnotatorChanges(
        name,
        len(readings),
        before,
        total.kept,
        total.changed,
        total.removed,
        total.added,
        wilson(total.kept, before, level=level),
    )


def _compared(
    quantity: str, readings: Sequence[_Reading], measure: Any, level: float
) -> tuple[dict[str, Estimate], FillingEffect]:
    """Return the mean of each group, and their difference, as the contrast of two systems."""
    known = [(one, number) for one in readings if (number := measure(one)) is not None]
    group, names = coded([_group(one) for one, _ in known]) if known else (np.zeros(0, int), ())
    if not known:
        return {}, FillingEffect(quantity, None, None, None, None, "nothing is known of it")
    annotator, _ = coded([one.annotator for one, _ in known])
    segment, _ = coded([one.segment for one, _ in known])
    document, listed = coded([one.document for one, _ in known])
    if "" in listed:
        document = np.where(document == listed.index(""), -1, document)
    value: Floats = np.array([number for _, number in known])
    size = np.bincount(group)
    told = answer(
        Outputs(
            names,
            group,
            annotator,
            segment,
            document,
            value,
            1 / size[group],
            (np.bincount(group, value) / size)[group],
        ),
        quantity=quantity,
        unit="mean",
        level=level,
    )
    means = {one.system: _estimate(one) for one in told.systems}
    return means, _effect(quantity, told.contrasts)


def _estimate(one: Standing) -> Estimate:
    return Estimate(one.score, None if one.low is None else max(one.low, 0.0), one.high)


def _effect(quantity: str, contrasts: Sequence[Contrast]) -> FillingEffect:
    """Return filled less unfilled."""
    for one in contrasts:
        turned = one if one.a == FILLED else one.turned()
        return FillingEffect(
            quantity, turned.difference, turned.low, turned.high, turned.p, turned.reason
        )
    return FillingEffect(quantity, None, None, None, None, "one of the groups is empty")


def _warnings(readings: Sequence[_Reading]) -> Iterator[str]:
    for name in (FILLED, UNFILLED):
        number = sum(_group(one) == name for one in readings)
        if number < _FEW:
            yield (
                f"{count(number, f'{name} output has', f'{name} outputs have')} been read: the "
                "comparison says little."
            )
