"""How far the rankings of two annotators agree, translation by translation.

Each annotator's answers about one source give a ranking (see `orders`); a full ranking
gives itself. Two rankings of the same source are compared on the translations that
both contain, at least three, by Spearman's and Pearson's correlation of ranks and by
Kendall's τ-b, and the correlations are averaged. Rankings that call everything equal
have none.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from tertium.model import parts_of
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.result import Estimate
from tertium.stats.tournament.graphs import Graphs
from tertium.stats.tournament.orders import place
from tertium.table import Comparisons

_FEWEST = 3  # translations in common; two can only be in order or not
_CHUNK = 2_000_000  # numbers held at once


@dataclass(frozen=True, slots=True)
class RankAgreement:
    """Mean correlations of ranks over `n` pairs of rankings of `segments` sources."""

    spearman: Estimate
    kendall: Estimate
    pearson: Estimate
    n: int
    segments: int


@dataclass(frozen=True, slots=True)
class RankPairs:
    """Pairs of rankings of the same segment with their correlations (NaN where one is flat).

    Codes are those of the comparisons: who made each ranking, and how they were asked
    (condition, −1 for none).
    """

    segment: Ints
    annotators: Ints  # (pairs, 2)
    conditions: Ints  # (pairs, 2)
    spearman: Floats
    kendall: Floats
    pearson: Floats

    def take(self, rows: Bools) -> "RankPairs":
        """Keep some pairs."""
        return RankPairs(
            self.segment[rows],
            self.annotators[rows],
            self.conditions[rows],
            self.spearman[rows],
            self.kendall[rows],
            self.pearson[rows],
        )

    @property
    def between(self) -> Bools:
        """Pairs of different people who were asked alike."""
        return np.asarray(
            (self.annotators[:, 0] != self.annotators[:, 1])
            & (self.conditions[:, 0] == self.conditions[:, 1])
        )

    @property
    def within(self) -> Bools:
        """Pairs of the same person who was asked alike twice."""
        return np.asarray(
            (self.annotators[:, 0] == self.annotators[:, 1])
            & (self.conditions[:, 0] == self.conditions[:, 1])
        )


def rank_pairs(data: Comparisons) -> RankPairs | None:
    """Correlate every two rankings of the same segment; None where no source has three outputs.

    The work grows with the number of pairs of rankings, not of systems.
    """
    names = (*data.system.names, *data.versus.names)
    if len({part for name in names for part in parts_of(name)}) < _FEWEST:
        return None
    graphs = Graphs.of(data)
    if not (graphs.size >= _FEWEST).any():
        return None
    rank = place(graphs).rank.astype(float)
    one, two = _same_segment(np.where(graphs.size >= _FEWEST, graphs.segment.codes, -2))
    found = np.full((3, len(one)), np.nan)
    step = max(1, _CHUNK // int(graphs.size.max()) ** 2)
    for begin in range(0, len(one), step):
        chunk = slice(begin, begin + step)
        found[:, chunk] = _correlations(graphs, rank, one[chunk], two[chunk])
    known = ~np.isnan(found[0])
    one, two, found = one[known], two[known], found[:, known]
    people, ways = graphs.annotator.codes, graphs.condition.codes
    return RankPairs(
        graphs.segment.codes[one],
        np.stack([people[one], people[two]], axis=1),
        np.stack([ways[one], ways[two]], axis=1),
        *found,
    )


def _same_segment(segment: Ints) -> tuple[Ints, Ints]:
    """Return all pairs of graphs (sorted by segment) of the same segment; −2 stands for none."""
    graphs = np.flatnonzero(segment > -2)
    codes = segment[graphs]
    # A graph is paired with those that follow it within its segment.
    ends = np.searchsorted(codes, codes, side="right")
    follow = ends - np.arange(len(codes)) - 1
    one = np.repeat(np.arange(len(codes)), follow)
    start = np.cumsum(follow) - follow
    two = one + 1 + np.arange(len(one)) - start[one]
    return graphs[one], graphs[two]


def _correlations(graphs: Graphs, rank: Floats, one: Ints, two: Ints) -> Floats:
    """Return Spearman's, Kendall's and Pearson's coefficients of pairs of graphs."""
    size = graphs.size[one]
    pair = np.repeat(np.arange(len(one)), size)
    within = np.arange(len(pair)) - np.repeat(np.cumsum(size) - size, size)
    vertex = graphs.start[one][pair] + within
    # The same system in the other graph: vertices are sorted by graph and system.
    systems = len(graphs.systems)
    keys = graphs.owner * systems + graphs.system
    wanted = two[pair] * systems + graphs.system[vertex]
    other = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    both = keys[other] == wanted
    pair, x, y = pair[both], rank[vertex[both]], rank[other[both]]
    common = np.bincount(pair, minlength=len(one))
    found = np.full((3, len(one)), np.nan)
    for number in np.unique(common[common >= _FEWEST]):
        pairs = np.flatnonzero(common == number)
        rows = common[pair] == number
        shape = (len(pairs), int(number))
        found[:, pairs] = _coefficients(x[rows].reshape(shape), y[rows].reshape(shape))
    return found


def _coefficients(x: Floats, y: Floats) -> Floats:
    """Return the three coefficients row by row.

    The mean rank of a value is, up to a constant, half the sum of the signs of its
    differences from the others, so one table of signs serves τ-b and Spearman alike.
    """
    sx, sy = (np.sign(values[:, :, None] - values[:, None, :]) for values in (x, y))
    with np.errstate(divide="ignore", invalid="ignore"):
        kendall = (sx * sy).sum((1, 2)) / np.sqrt((sx**2).sum((1, 2)) * (sy**2).sum((1, 2)))
        return np.stack(
            [_correlation(sx.sum(2), sy.sum(2)), kendall, _correlation(x, y)], dtype=float
        )


def _correlation(x: Floats, y: Floats) -> Floats:
    x, y = (values - values.mean(1, keepdims=True) for values in (x, y))
    return np.asarray((x * y).sum(1) / np.sqrt((x**2).sum(1) * (y**2).sum(1)))


def mean_correlations(
    pairs: RankPairs, *, population: bool = False, level: float = 0.95
) -> RankAgreement | None:
    """Average the correlations, each with an interval; None where there is no pair.

    Segments are what varies (Student's t over their sums, so that pairs of one segment
    never count as independent); for raters like these, people vary too.
    """
    if not len(pairs.segment):
        return None
    _, segment = np.unique(pairs.segment, return_inverse=True)
    people = pairs.annotators if population else None
    spearman, kendall, pearson = (
        _mean(values, segment, people, level)
        for values in (pairs.spearman, pairs.kendall, pairs.pearson)
    )
    return RankAgreement(spearman, kendall, pearson, len(segment), int(segment.max()) + 1)


def _mean(values: Floats, segment: Ints, people: Ints | None, level: float) -> Estimate:
    number = len(values)
    mean = float(values.mean())
    sums = np.bincount(segment, values - mean)
    count = len(sums)
    if count < 2:
        return Estimate(mean)
    variance = count / (count - 1) * float((sums**2).sum()) / number**2
    freedom = float(count - 1)
    if people is not None:
        found = _people_variance(values, people)
        if found is None:
            return Estimate(mean)
        between, persons = found
        total = variance + between
        below = variance**2 / (count - 1) + between**2 / (persons - 1)
        freedom = total**2 / below if below > 0 else float(persons - 1)
        variance = total
    reach = float(stdtrit(freedom, (1 + level) / 2)) * variance**0.5
    return Estimate(mean, max(-1.0, mean - reach), min(1.0, mean + reach))


def _people_variance(values: Floats, people: Ints) -> tuple[float, int] | None:
    """Return the jackknife variance over people and their number; three at least."""
    names, codes = np.unique(people, return_inverse=True)
    codes = codes.reshape(people.shape)
    # Somebody compared with him- or herself is left out once, not twice.
    alone = codes[:, 0] == codes[:, 1]
    ends = [codes[:, 0], codes[~alone, 1]]
    total = sum(
        np.bincount(end, value, minlength=len(names))
        for end, value in zip(ends, (values, values[~alone]), strict=True)
    )
    number = sum(np.bincount(end, minlength=len(names)) for end in ends)
    left = len(values) - np.asarray(number)
    if len(names) < 3 or (left < 1).any():
        return None
    without = (values.sum() - total) / left
    n = len(names)
    return float((n - 1) / n * ((without - without.mean()) ** 2).sum()), n
