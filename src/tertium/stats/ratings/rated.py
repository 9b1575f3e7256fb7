"""Answers as ordered categories: who put which output into which step of the scale."""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from tertium.exceptions import BadInput
from tertium.scale import Scale
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.assessment.rows import read_rows
from tertium.stats.codes import together
from tertium.table import Codes, JudgementTable, Scores

MOST = 12  # categories; a scale with more of them is a score
# Numbers about outputs that are no answers on a scale.
_NO_RATING = frozenset(
    ("chunk", "edited", "error", "keystrokes", "passed", "preference", "seconds")
)
_USUAL = (1.0, 0.5)  # steps of a scale of which only the ends are known
_ROLES = ("real", "repeat")


@dataclass(frozen=True, slots=True)
class Rated:
    """One answer per row. `category` codes `labels`, from the worst to the best.

    `values` are the numbers of the categories, those that nobody chose too; `cut` tells that they
    are intervals of a finer scale. `unanswered` counts answers without a number. Documents that are
    not known are −1.
    """

    aspect: str
    scale: Scale
    labels: tuple[str, ...]
    values: Floats
    systems: tuple[str, ...]
    annotators: tuple[str, ...]
    system: Ints
    annotator: Ints
    segment: Ints
    document: Ints
    category: Ints
    scores: Scores
    cut: bool = False
    unanswered: int = 0

    def __len__(self) -> int:
        return len(self.category)

    @property
    def used(self) -> Ints:
        """The categories that somebody chose."""
        return np.unique(self.category)

    @property
    def averaged(self) -> bool:
        """Whether the numbers of the categories may be averaged."""
        return self.scale.average

    def counts(self) -> Floats:
        """Count the answers by annotator, system and category, of the used ones."""
        used = self.used
        shape = len(self.annotators), len(self.systems), len(used)
        found = np.zeros(shape)
        np.add.at(found, (self.annotator, self.system, np.searchsorted(used, self.category)), 1.0)
        return found

    def take(self, kept: Bools) -> "Rated":
        """Keep some answers; systems and annotators without any leave."""
        return _rated(self.aspect, self.scores.take(kept), self.labels, self.values,
                      self.category[kept], self.scale, self.cut)  # fmt: skip


def rated_aspects(table: JudgementTable) -> tuple[str, ...]:
    """Return the aspects on which outputs have numbers."""
    return tuple(
        aspect
        for aspect in table.distinct("aspect")
        if aspect not in _NO_RATING and not np.isnan(table.scores(aspect).value).all()
    )


def read_rated(table: JudgementTable, aspect: str, *, steps: int | None = None) -> Rated:
    """Read the answers of one aspect as categories; `steps` cuts a fine scale at equal widths."""
    found = table.scores(aspect, roles=_ROLES)
    unanswered = int(np.isnan(found.value).sum())
    rows = read_rows(found, aspect=aspect)
    # A repeat belongs to the output that it repeats.
    scores, scale = rows.scores, rows.scale
    scores = replace(
        scores,
        segment=Codes(rows.segment, scores.segment.names),
        system=Codes(rows.system, scores.system.names),
    )
    if not len(scores):
        raise BadInput("there are no ratings yet", where=aspect, fix="Come back when there are.")
    if steps is not None:
        values = scale.lowest + scale.width * (np.arange(steps) + 0.5) / steps
        place = np.floor((scores.value - scale.lowest) / (scale.width or 1.0) * steps)
        category = np.clip(place, 0, steps - 1).astype(np.int64)
        labels = _cut_labels(scale, steps)
        cut = _rated(aspect, scores, labels, values, category, scale, True)
        return replace(cut, unanswered=unanswered)
    values = _steps_of(scale, scores.value)
    if len(values) > MOST:
        raise BadInput(
            f"{aspect!r} has {len(values):,} different values, too many for ordered categories",
            where=aspect,
            fix="Cut the scale with --steps 5, or rank systems by the scores: tertium rank.",
        )
    category = np.abs(scores.value[:, None] - values[None, :]).argmin(1)
    labels = _labels(scores, scale, values, category)
    rated = _rated(aspect, scores, labels, values, category, scale, False)
    return replace(rated, unanswered=unanswered)


def _rated(
    aspect: str,
    scores: Scores,
    labels: tuple[str, ...],
    values: Floats,
    category: Ints,
    scale: Scale,
    cut: bool,
) -> Rated:
    system, annotator = together(scores.system.codes), together(scores.annotator.codes)
    documents = scores.document.codes
    return Rated(
        aspect,
        scale,
        labels,
        values,
        _names(scores.system.values(), system),
        _names(scores.annotator.values(), annotator),
        system,
        annotator,
        together(scores.campaign.codes, scores.segment.codes),
        np.where(documents >= 0, together(scores.campaign.codes, documents), -1),
        category,
        scores,
        cut,
    )


def _names(names: list[str], codes: Ints) -> tuple[str, ...]:
    found = [""] * (int(codes.max(initial=-1)) + 1)
    for name, code in zip(names, codes.tolist(), strict=True):
        found[code] = name
    return tuple(found)


def _steps_of(scale: Scale, given: Floats) -> Floats:
    """Return the numbers of all steps of the scale, or those that were given."""
    if scale.labels:
        return np.array([value for value, _ in _named(scale)], dtype=float)
    occurring = np.unique(given)
    if scale.source == "observed":
        return occurring
    for step in (scale.step,) if scale.step else _USUAL:
        number = scale.width / step + 1
        steps = scale.lowest + step * np.arange(round(min(number, MOST)))
        if number <= MOST and np.isin(occurring, steps).all():
            return np.asarray(steps, dtype=float)
    return occurring


def _named(scale: Scale) -> list[tuple[float, str]]:
    """Return the numbers of the steps as they stand in the table, with their labels."""
    return sorted((value, name) for name, value in scale.numbers.items())


def _labels(scores: Scores, scale: Scale, values: Floats, category: Ints) -> tuple[str, ...]:
    """Name the categories: as the scale does, as they were answered, or by their numbers."""
    if scale.labels:
        return tuple(label for _, label in _named(scale))
    turned = scale.best == "lowest"
    given = [scale.lowest + scale.highest - value if turned else value for value in values]
    answered: dict[int, set[str]] = {}
    for code, label in zip(category.tolist(), scores.label.values(), strict=True):
        answered.setdefault(code, set()).add(label)
    named = {code: labels.pop() for code, labels in answered.items() if len(labels) == 1}
    if len(set(named.values()) - {""}) < len(answered):
        named = {}
    return tuple(named.get(code) or f"{value:g}" for code, value in enumerate(given))


def _cut_labels(scale: Scale, steps: int) -> tuple[str, ...]:
    ends = scale.lowest + scale.width * np.arange(steps + 1) / steps
    if scale.best == "lowest":
        ends = scale.lowest + scale.highest - ends
    return tuple(f"{a:g}–{b:g}" for a, b in pairwise(ends.tolist()))
