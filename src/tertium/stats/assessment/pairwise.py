"""Are two systems scored differently? Every pair of systems at once.

All tests see a table of systems × units, a unit being a segment (or one pass over a
segment), NaN where a system was not scored. They return a matrix of p: row i, column j is
the p of "i is better than j" if one-sided, of "i and j differ" if two-sided. NaN where
two systems share nothing to be tested on.
"""

from collections.abc import Iterator
from typing import get_args

import numpy as np
from scipy.special import ndtr, ndtri, stdtr

from tertium.choices import Correction
from tertium.stats.arrays import Floats, Ints
from tertium.stats.assessment.ranks import RankTest, from_counts, signed_rank
from tertium.stats.contrasts.separate import corrected

CORRECTIONS: tuple[Correction, ...] = get_args(Correction)
RESAMPLES = 2000
_BLOCK = 5_000_000  # numbers held at once


def adjusted(p: Floats, correction: Correction) -> Floats:
    """Return p for many tests at once: Holm (1979), or Benjamini and Hochberg (1995)."""
    if correction != "bh":
        return corrected(p, correction)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(-p[known], kind="stable")]
    found = p.copy()
    steps = p[order] * len(order) / np.arange(len(order), 0, -1)
    found[order] = np.minimum(np.minimum.accumulate(steps), 1.0)
    return found


def mann_whitney(table: Floats, *, two_sided: bool) -> Floats:
    """Compare all scores of two systems, paired or not (Mann and Whitney, 1947)."""
    systems = len(table)
    known = ~np.isnan(table)
    size = known.sum(1).astype(float)
    values, code = np.unique(table[known], return_inverse=True)
    row = np.nonzero(known)[0]
    above, cubes = np.zeros((2, systems, systems))
    below = np.zeros((systems, 1))
    step = max(1, _BLOCK // max(systems, 1))
    # Counts of every value by system: pairs in order, and ties, are products of counts.
    for start in range(0, len(values), step):
        width = min(step, len(values) - start)
        inside = (code >= start) & (code < start + width)
        box = row[inside] * width + code[inside] - start
        count = np.bincount(box, minlength=systems * width).reshape(systems, width).astype(float)
        up_to = below + np.cumsum(count, axis=1)
        above += count @ (up_to - count / 2).T
        square, cube = count**2 @ count.T, (count**3).sum(1)
        cubes += cube[:, None] + cube + 3 * (square + square.T)
        below = up_to[:, -1:]
    ties = cubes - (size[:, None] + size)
    tested = from_counts(above, size[:, None] + 0 * size, size + 0 * size[:, None], ties)
    return _chosen(tested, two_sided)


def _differences(table: Floats) -> Iterator[tuple[Ints, Ints, Floats]]:
    """Yield some pairs of systems at a time, with their differences on all units."""
    first, second = np.triu_indices(len(table), 1)
    step = max(1, _BLOCK // max(table.shape[1], 1))
    for start in range(0, len(first), step):
        one, two = first[start : start + step], second[start : start + step]
        yield one, two, table[one] - table[two]


def wilcoxon(table: Floats, *, two_sided: bool) -> Floats:
    """Compare scores of the same units by signed ranks (Wilcoxon, 1945).

    Zeros are left out. Up to 50 untied differences the distribution is exact.
    """
    found = np.full((len(table), len(table)), np.nan)
    for one, two, difference in _differences(table):
        shared = ~np.isnan(difference)
        pair = np.nonzero(shared)[0]
        tested = signed_rank(difference[shared], pair, len(one), exact_ties=False)
        found[one, two] = tested.two_sided if two_sided else tested.greater
        found[two, one] = tested.two_sided if two_sided else tested.less
    return found


def wilcoxon_by_domain(table: Floats, domain: Ints) -> Floats:
    """Combine the two-sided signed-rank tests of all domains as WMT24 did.

    z = Φ⁻¹(1 − p) of each domain, added up over the root of their number. A two-sided p has
    no sign, so domains that speak for different systems add up instead of cancelling.
    """
    total, number = np.zeros((2, len(table), len(table)))
    for code in np.unique(domain):
        p = wilcoxon(table[:, domain == code], two_sided=True)
        known = ~np.isnan(p)
        total += np.where(known, ndtri(1 - np.where(known, p, 0.5)), 0.0)
        number += known
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(number > 0, ndtr(-total / np.sqrt(number)), np.nan)


def permutation(table: Floats, *, two_sided: bool, seed: int, resamples: int = RESAMPLES) -> Floats:
    """Compare means over shared units with those after exchanging the two systems at random.

    p = (b + 1) / (B + 1), b of B exchanges giving at least such a difference. The same units
    are exchanged for all pairs.
    """
    systems, units = table.shape
    found = np.full((systems, systems), np.nan)
    for one, two, difference in _differences(table):
        known = (~np.isnan(difference)).any(1)
        difference = np.nan_to_num(difference)
        seen = difference.sum(1)
        nearly = 1e-9 * np.abs(difference).sum(1)  # sums in another order differ by rounding
        up, down, both = np.zeros((3, len(one)))
        rng = np.random.default_rng(seed)
        done = 0
        while done < resamples:
            number = min(resamples - done, max(1, _BLOCK // max(units, 1)))
            signs = rng.integers(0, 2, (number, units), dtype=np.int8) * 2.0 - 1
            drawn = signs @ difference.T
            up += (drawn >= seen - nearly).sum(0)
            down += (drawn <= seen + nearly).sum(0)
            both += (np.abs(drawn) >= np.abs(seen) - nearly).sum(0)
            done += number
        for p in (up, down, both):
            p[:] = np.where(known, (p + 1) / (resamples + 1), np.nan)
        found[one, two], found[two, one] = (both, both) if two_sided else (up, down)
    return found


def either_t(table: Floats) -> Floats:
    """Return the smaller p of the paired and the independent t test, as WMT26 looks at both.

    Two chances instead of one: the smaller p is not the p of a test.
    """
    known = ~np.isnan(table)
    filled = np.where(known, table, 0.0)
    mask = known.astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        # Paired: sums over shared units, by products of the tables. Scores are centred first,
        # so that squares of large numbers do not hide small differences.
        centre = filled.sum() / max(mask.sum(), 1.0)
        filled = np.where(known, table - centre, 0.0)
        n = mask @ mask.T
        one = filled @ mask.T
        squares = filled**2 @ mask.T
        mean = (one - one.T) / n
        variance = (squares + squares.T - 2 * filled @ filled.T - n * mean**2) / (n - 1)
        paired = 2 * stdtr(n - 1, -np.abs(mean) / np.sqrt(np.maximum(variance, 0.0) / n))
        size = mask.sum(1)
        average = filled.sum(1) / size
        within = (filled**2).sum(1) - size * average**2
        both = size[:, None] + size
        pooled = (within[:, None] + within) / (both - 2)
        error = np.sqrt(pooled * (1 / size[:, None] + 1 / size))
        apart = 2 * stdtr(both - 2, -np.abs(average[:, None] - average) / error)
    return np.asarray(np.fmin(paired, apart))


def _chosen(tested: RankTest, two_sided: bool) -> Floats:
    found = tested.two_sided if two_sided else tested.greater
    np.fill_diagonal(found, np.nan)
    return found
