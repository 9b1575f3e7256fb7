"""Quality or material? Changes from release to release, and those on a fixed anchor set.

What passes through production changes from month to month. A fixed set, translated anew by
every release, has the same material always: its change is one of quality. What production
changed beyond that is a change of material (a difference of differences). Documents are
resampled; one that occurs in two releases is drawn for both at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.stats.documents import Resampling, expanded_percentile, resampled, totals
from tertium.stats.releases.lots import Lots
from tertium.stats.releases.result import Step
from tertium.stats.result import Estimate

__all__ = ["Course", "course", "fixed_set", "steps"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """A ratio for every release: the value, resampled values, and documents behind it."""

    value: Floats  # releases
    drawn: Floats  # resamples × releases
    documents: Ints  # releases
    most: float = np.inf  # 1 for shares

    def at(self, release: int, level: float) -> Estimate:
        """Return one release with its interval, within what such a ratio can be."""
        found = _estimate(
            self.value[release], self.drawn[:, release], self.documents[release], level
        )
        if found.low is None or found.high is None:
            return found
        return Estimate(found.value, max(found.low, 0.0), min(found.high, self.most))


def course(lots: Lots, above: Floats, below: Floats, how: Resampling, *, stream: int = 0) -> Course:
    """Return Σ above / Σ below by release; `stream` keeps independent draws apart."""
    number = len(lots.releases)
    columns = np.zeros((len(lots), 2 * number))
    rows = np.arange(len(lots))
    columns[rows, lots.release] = above
    columns[rows, number + lots.release] = below
    there, document = np.unique(lots.document, return_inverse=True)
    sums = totals(document, columns, len(there))
    drawn = resampled(sums, Resampling(how.level, how.resamples, how.seed + 7919 * stream))
    seen = np.zeros((len(there), number), dtype=bool)
    seen[document, lots.release] = True
    with np.errstate(divide="ignore", invalid="ignore"):
        value = sums[:, :number].sum(0) / sums[:, number:].sum(0)
        ratios = drawn[:, :number] / drawn[:, number:]
    return Course(value, ratios, seen.sum(0), 1.0 if (above <= below).all() else np.inf)


def fixed_set(anchor: Lots) -> tuple[Lots, int]:
    """Keep the segments that every release with a fixed set has; and count those left out."""
    present = set(np.unique(anchor.release))
    releases: dict[tuple[int, str], set[int]] = {}
    keys = list(zip(anchor.document, anchor.segment, strict=True))
    for key, release in zip(keys, anchor.release, strict=True):
        releases.setdefault(key, set()).add(release)
    kept = [row for row, key in enumerate(keys) if releases[key] == present]
    return anchor.take(np.array(kept, dtype=np.int64)), len(keys) - len(kept)


def steps(
    names: Sequence[str], production: Course, anchor: Course | None, level: float
) -> tuple[Step, ...]:
    """Return what changed at every release after the first."""
    nothing = np.full(len(names), np.nan)
    fixed = anchor or Course(nothing, np.full_like(production.drawn, np.nan),
                             np.zeros(len(names), dtype=np.int64))  # fmt: skip
    found = []
    for here in range(1, len(names)):
        before = here - 1
        seen = production.value[here] - production.value[before]
        seen_drawn = production.drawn[:, here] - production.drawn[:, before]
        quality = fixed.value[here] - fixed.value[before]
        quality_drawn = fixed.drawn[:, here] - fixed.drawn[:, before]
        fewest = int(min(production.documents[here], production.documents[before]))
        fixed_fewest = int(min(fixed.documents[here], fixed.documents[before]))
        found.append(
            Step(
                names[here],
                names[before],
                _estimate(seen, seen_drawn, fewest, level),
                _estimate(quality, quality_drawn, fixed_fewest, level),
                _estimate(
                    seen - quality, seen_drawn - quality_drawn, min(fewest, fixed_fewest), level
                ),
            )
        )
    return tuple(found)


def _estimate(value: float, drawn: Floats, documents: int, level: float) -> Estimate:
    if not np.isfinite(value):
        return Estimate(None)
    low, high = expanded_percentile(drawn, level=level, documents=int(documents))
    return Estimate(float(value), low, high) if np.isfinite(low) else Estimate(float(value))
