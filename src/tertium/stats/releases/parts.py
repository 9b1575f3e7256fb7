"""Production in parts: by business scenario, and by kind of input and year."""

import re
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from tertium.choices import Distance
from tertium.stats.arrays import Floats
from tertium.stats.codes import coded
from tertium.stats.pearson import mean_ranks
from tertium.stats.releases.drift import ratio
from tertium.stats.releases.lots import Lots
from tertium.stats.resampling import Resampling, expanded_percentile, resampled, totals
from tertium.stats.result import Estimate
from tertium.stats.utility.levels import level_of

FEWEST = 4  # releases; with fewer, their correlation has no interval
_YEAR = re.compile(r"(?:^|(?<=\D))((?:19|20)\d\d)(?=\D|$)")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One business scenario over all releases.

    `by_segment` is the rank correlation of a segment's edit distance with its fuzzy match,
    `by_release` the correlation of edit distance and share of words from release to release.
    """

    scenario: str
    documents: int
    segments: int
    words: int
    distance: Estimate
    share_words: Estimate
    by_segment: Estimate
    by_release: Estimate


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of input in one year; `level` is what its accuracy is good for, if it is TER."""

    input: str
    year: str
    documents: int
    segments: int
    words: int
    distance: Estimate
    share_words: Estimate
    level: str


def by_scenario(lots: Lots, threshold: float, how: Resampling) -> tuple[Scenario, ...]:
    """Return each scenario, all of production first where there are several."""
    code, names = coded(lots.scenario)
    every = [("all", np.arange(len(lots)))] if len(names) > 1 else []
    every += [(name or "all", np.flatnonzero(code == at)) for at, name in enumerate(names)]
    found = []
    for name, rows in every:
        own = lots.take(rows)
        found.append(
            Scenario(
                name,
                *_numbers(own),
                *_ratios(own, threshold, how.level),
                _by_segment(own, how),
                _by_release(own, threshold, how.level),
            )
        )
    return tuple(found)


def by_input(lots: Lots, threshold: float, distance: Distance, level: float) -> tuple[Part, ...]:
    """Return each kind of input in each year; nothing where neither is known."""
    years = [
        _year(date, lots.releases[at]) for date, at in zip(lots.date, lots.release, strict=True)
    ]
    groups: dict[tuple[str, str], list[int]] = {}
    for row, key in enumerate(zip(lots.input, years, strict=True)):
        groups.setdefault(key, []).append(row)
    if set(groups) == {("", "")}:
        return ()
    found = []
    for (kind, year), rows in sorted(groups.items()):
        own = lots.take(np.array(rows))
        distances, share = _ratios(own, threshold, level)
        accuracy = None if distances.value is None else 1 - distances.value
        use = level_of(accuracy) if distance == "ter" else ""
        found.append(Part(kind, year, *_numbers(own), distances, share, use))
    return tuple(found)


def _year(date: str, release: str) -> str:
    """Return the year of a segment: of its date, or else of its release's name."""
    named = _YEAR.search(release)
    return date[:4] or (named[1] if named else "")


def _numbers(lots: Lots) -> tuple[int, int, int]:
    return len(np.unique(lots.document)), len(lots), int(lots.words.sum())


def _ratios(lots: Lots, threshold: float, level: float) -> tuple[Estimate, Estimate]:
    """Return edit distance and share of words at or above the threshold."""
    near = lots.words * (lots.fuzzy >= threshold)
    return (
        ratio(lots.document, lots.edits, lots.size, level),
        ratio(lots.document, near, lots.words, level, share=True),
    )


def _by_segment(lots: Lots, how: Resampling) -> Estimate:
    """Return Spearman's correlation of distance and match; resamples keep the ranks."""
    each = lots.edits / np.maximum(lots.size, 1)
    x, y = mean_ranks(each), mean_ranks(lots.likeness)
    x, y = x - x.mean(), y - y.mean()
    columns = np.stack([np.ones(len(lots)), x, y, x * x, y * y, x * y], axis=1)
    whole = _correlation(columns.sum(0)[None])[0]
    if not np.isfinite(whole):
        return Estimate(None)
    _, document = np.unique(lots.document, return_inverse=True)
    number = int(document.max()) + 1
    if number < 2:
        return Estimate(float(whole))
    drawn = _correlation(resampled(totals(document, columns, number), how))
    low, high = expanded_percentile(drawn, level=how.level, documents=number)
    return Estimate(float(whole), max(low, -1.0), min(high, 1.0))


def _correlation(sums: Floats) -> Floats:
    """Return correlations from sums of 1, x, y, x², y² and xy."""
    n, x, y, xx, yy, xy = sums.T
    with np.errstate(divide="ignore", invalid="ignore"):
        found = (xy - x * y / n) / np.sqrt((xx - x * x / n) * (yy - y * y / n))
    return np.asarray(found)


def _by_release(lots: Lots, threshold: float, level: float) -> Estimate:
    """Return Pearson's correlation of distance and share over releases, with Fisher's interval."""
    number = len(lots.releases)
    near = lots.words * (lots.fuzzy >= threshold)
    sums = totals(lots.release, np.stack([lots.edits, lots.size, near, lots.words], axis=1), number)
    known = (sums[:, 1] > 0) & (sums[:, 3] > 0)
    distance, share = sums[known, 0] / sums[known, 1], sums[known, 2] / sums[known, 3]
    if known.sum() < 3 or not np.ptp(distance) or not np.ptp(share):
        return Estimate(None)
    value = float(np.corrcoef(distance, share)[0, 1])
    if known.sum() < FEWEST or abs(value) >= 1:
        return Estimate(value)
    reach = float(ndtri((1 + level) / 2)) / float(known.sum() - 3) ** 0.5
    low, high = np.tanh(np.arctanh(value) + np.array([-reach, reach]))
    return Estimate(value, float(low), float(high))
