"""Quality or material? Releases contrasted in production, and on a fixed anchor set.

What passes through production changes from month to month. A fixed set, translated anew by
every release, has the same material always: its contrasts are those of quality, paired by
document. What production changed beyond that is a change of material (a difference of
differences). Documents are what varies; nobody judges anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from tertium.stats.arrays import Floats, Ints
from tertium.stats.contrasts.answer import answer
from tertium.stats.contrasts.crossed import Prior
from tertium.stats.contrasts.outputs import Outputs, levels
from tertium.stats.contrasts.record import Contrast, Estimand, Standing
from tertium.stats.releases.lots import Lots
from tertium.stats.resampling import totals
from tertium.stats.result import Estimate
from tertium.stats.shares import wilson

_ALL_PAIRS = 40  # releases of which all pairs are contrasted


@dataclass(frozen=True, slots=True)
class Step:
    """What changed from the release before to this one, in edit distance.

    `production` is the change that was seen; `quality` that on the fixed anchor set, whose
    material never changes; `material` is the rest: production became easier or harder.
    """

    release: str
    before: str
    production: Estimate
    quality: Estimate
    material: Estimate


@dataclass(frozen=True, slots=True)
class Course:
    """The edit distance of every release, and contrasts of two each, the newer release first.

    A release without a word has no distance and no contrast.
    """

    distance: tuple[Estimate, ...]
    contrasts: tuple[Contrast, ...]
    estimand: Estimand

    def change(self, release: str, before: str) -> Estimate:
        """Return how much more was edited than before."""
        for one in self.contrasts:
            if (one.a, one.b) == (release, before):
                return Estimate(one.difference, one.low, one.high)
        return Estimate(None)


def distances(lots: Lots, level: float, *, where: str) -> Course:
    """Return edit distances; they are skewed, so intervals and p come from logs of rates."""
    rows = _by_document(lots.release, lots.releases, lots.document, lots.edits, lots.size)
    total = np.bincount(lots.release, lots.size, len(lots.releases))
    found = answer(
        rows,
        quantity=f"edit distance {where}",
        unit="share",
        level=level,
        better="lower",
        scale="log",
        least=float((0.5 / total[total > 0]).mean()) if total.any() else 0.0,
        nobody=True,
        chosen=_newer_first(len(rows.systems)),
    )
    named = enumerate(zip(lots.document.tolist(), lots.segment, strict=True))
    segments = len({(document, segment or at) for at, (document, segment) in named})
    most = 1.0 if (lots.edits <= lots.size).all() else np.inf
    by_name = {one.system: _within(one, most, level) for one in found.systems}
    return Course(
        tuple(by_name.get(name, Estimate(None)) for name in lots.releases),
        found.contrasts,
        replace(found.estimand, units=replace(found.estimand.units, segments=segments)),
    )


def _newer_first(releases: int) -> tuple[Ints, Ints]:
    """List the pairs of releases; of very many, each with the one before it and with the first."""
    newer, older = np.tril_indices(releases, -1)
    kept = (older == 0) | (older == newer - 1) | (releases <= _ALL_PAIRS)
    return newer[kept], older[kept]


def _within(found: Standing, most: float, level: float) -> Estimate:
    """Return a distance with its interval; without any edit documents are single cases."""
    if not found.score:
        return wilson(0, found.segments, level=level)
    high = found.high if found.high is None else min(found.high, most)
    return Estimate(found.score, found.low, high)


def shares(lots: Lots, above: Floats, below: Floats, level: float) -> tuple[Estimate, ...]:
    """Return Σ above / Σ below of every release, a share of what is below."""
    return tuple(
        ratio(lots.document[own], above[own], below[own], level, share=True)
        for own in (np.flatnonzero(lots.release == at) for at in range(len(lots.releases)))
    )


def ratio(
    document: Ints, above: Floats, below: Floats, level: float, *, share: bool = False
) -> Estimate:
    """Return Σ above / Σ below; a `share` is at most 1, other ratios are skewed.

    Where nothing varies because all or nothing counts, documents are single cases (Wilson, 1927).
    """
    one = np.zeros(len(document), dtype=np.int64)
    rows = _by_document(one, ("",), document, above, below)
    if not len(rows.value):
        return Estimate(None)
    value, documents = float(rows.score[0]), len(rows.value)
    if not value or (share and value >= 1):
        return wilson(round(value) * documents, documents, level=level)
    centred = rows.value - value
    worked = replace(rows, value=value + centred if share else np.log(value) + centred / value)
    worked = replace(worked, centre=worked.score[worked.system])
    low, high = (float(end[0]) for end in levels(worked, Prior()).interval(level))
    if np.isnan(low):
        return Estimate(value)
    if not share:
        low, high = float(np.exp(low)), float(np.exp(high))
    most = 1.0 if (above <= below).all() else np.inf
    return Estimate(value, max(low, 0.0), min(high, most))


def _by_document(
    release: Ints, names: Sequence[str], document: Ints, above: Floats, below: Floats
) -> Outputs:
    """Return a row per release and document, whose value is Σ above / Σ below.

    What has nothing below (machine translation that was deleted) belongs to the largest document
    of its release, so that everything counts.
    """
    keys, unit = np.unique(np.stack([release, document]), axis=1, return_inverse=True)
    sums = totals(unit.ravel(), np.stack([above, below], axis=1), keys.shape[1])
    kept: list[int] = []
    for code in np.unique(keys[0]):
        own = np.flatnonzero(keys[0] == code)
        largest = own[np.argmax(sums[own, 1])]
        sums[largest, 0] += sums[own[sums[own, 1] == 0], 0].sum()
        kept += own[sums[own, 1] > 0].tolist()
    present, system = np.unique(keys[0][kept], return_inverse=True)
    over, under = sums[kept].T
    text = keys[1][kept]
    total = np.bincount(system, under, len(present))
    score = np.bincount(system, over, len(present)) / total
    return Outputs(
        tuple(names[code] for code in present),
        system,
        np.zeros(len(kept), dtype=np.int64),
        text,
        text,
        over / under,
        under / total[system],
        score[system],
    )


def fixed_set(anchor: Lots) -> tuple[Lots, int]:
    """Keep the segments that every release with a fixed set has; and count those left out."""
    present = set(np.unique(anchor.release))
    releases: dict[tuple[int, str], set[int]] = {}
    keys = list(zip(anchor.document, anchor.segment, strict=True))
    for key, release in zip(keys, anchor.release, strict=True):
        releases.setdefault(key, set()).add(release)
    kept = [row for row, key in enumerate(keys) if releases[key] == present]
    return anchor.take(np.array(kept, dtype=np.int64)), len(keys) - len(kept)


def steps(names: Sequence[str], production: Course, anchor: Course | None) -> tuple[Step, ...]:
    """Return what changed at every release after the first."""
    found = []
    for before, release in pairwise(names):
        seen = production.change(release, before)
        quality = anchor.change(release, before) if anchor else Estimate(None)
        found.append(Step(release, before, seen, quality, _beyond(seen, quality)))
    return tuple(found)


def _beyond(one: Estimate, other: Estimate) -> Estimate:
    """Return one estimate less another from other documents.

    The distances of both values from their ends are added in squares (Zou and Donner, 2008).
    """
    if one.value is None or other.value is None:
        return Estimate(None)
    value = one.value - other.value
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return Estimate(value)
    down = np.hypot(one.value - one.low, other.high - other.value)
    up = np.hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, value - float(down), value + float(up))
