"""Who agrees with whom: annotators' averages, shares of labels, unanimity, drift, flags."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import chdtrc

from tertium.stats.agreement.cohen import PairKappa
from tertium.stats.agreement.kappa import PairTables, disagreement_weights, pair_tables, table_kappa
from tertium.stats.agreement.ratings import Ratings
from tertium.stats.arrays import Ints
from tertium.stats.order import by_value
from tertium.stats.team import FEWEST_CATEGORIES, PairCorrelations, Team, TeamFlag, look_at

_SHOWN_CATEGORIES = 20
_SHOWN_PAIRS = 500


@dataclass(frozen=True, slots=True)
class AnnotatorAgreement:
    """One annotator: mean κ with others, with oneself, and the shares of categories used.

    `flag` is `reversed` or `careless` where two others agree with each other and not with this
    annotator (see `stats.team`).
    """

    annotator: str
    kappa: float | None
    intra: float | None
    ratings: int
    shares: dict[str, float]
    flag: TeamFlag | None = None


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two annotators, with κ and the share of equal ratings averaged over their passes."""

    a: str
    b: str
    kappa: float | None
    percent: float
    n: int


@dataclass(frozen=True, slots=True)
class Unanimous:
    """Items of a pass on which all annotators agreed, by the category they chose."""

    in_pass: str | None
    items: int
    unanimous: int
    categories: dict[str, int]


@dataclass(frozen=True, slots=True)
class Drift:
    """How one annotator's ratings moved between two passes over the same items.

    `p` tests whether the shares of categories stayed the same (Stuart, 1955;
    Maxwell, 1970): a small value means drift, not mere noise.
    """

    annotator: str
    pass_a: str
    pass_b: str
    n: int
    equal: float
    before: dict[str, float]
    after: dict[str, float]
    mean_before: float | None
    mean_after: float | None
    p: float | None


@dataclass(frozen=True, slots=True)
class Confusion:
    """The table of two raters: rows are categories of `a`, columns of `b`."""

    a: str
    b: str
    pass_a: str | None
    pass_b: str | None
    counts: tuple[tuple[int, ...], ...]


def agreeing(
    ratings: Ratings,
    between: Sequence[PairKappa],
    within: Sequence[PairKappa],
    flags: Mapping[str, TeamFlag],
) -> tuple[AnnotatorAgreement, ...]:
    """Return every annotator's averages, over all pairs with other people and over passes."""
    others, own = defaultdict(list), defaultdict(list)
    for pair in between:
        if pair.kappa is not None:
            others[pair.a].append(pair.kappa)
            others[pair.b].append(pair.kappa)
    for pair in within:
        if pair.kappa is not None:
            own[pair.a].append(pair.kappa)
    people, person_of = np.unique([name for name, _ in ratings.raters], return_inverse=True)
    counts = np.zeros((len(people), len(ratings.categories)), dtype=np.int64)
    np.add.at(counts, (person_of[ratings.rater], ratings.folded().category), 1)
    return tuple(
        AnnotatorAgreement(
            str(name),
            float(np.mean(others[name])) if others[name] else None,
            float(np.mean(own[name])) if own[name] else None,
            int(row.sum()),
            _shares(row, ratings.categories),
            flags.get(str(name)),
        )
        for name, row in zip(people, counts, strict=True)
    )


def _shares(counts: Ints, categories: tuple[str, ...]) -> dict[str, float]:
    """Return the share of each category; none where there are too many to show."""
    total = int(counts.sum())
    if len(categories) > _SHOWN_CATEGORIES or not total:
        return {}
    return {name: float(n / total) for name, n in zip(categories, counts, strict=True)}


def disagreements(pairs: Sequence[PairKappa]) -> tuple[Disagreement, ...]:
    """Return pairs of people, those who disagree most first."""
    grouped = defaultdict(list)
    for pair in pairs:
        grouped[pair.a, pair.b].append(pair)
    found = []
    for (a, b), group in grouped.items():
        known = [pair.kappa for pair in group if pair.kappa is not None]
        n = sum(pair.n for pair in group)
        percent = sum(pair.percent * pair.n for pair in group) / n
        found.append(Disagreement(a, b, float(np.mean(known)) if known else None, percent, n))
    return tuple(by_value(found, lambda d: d.kappa, lambda d: (d.a, d.b), lowest_first=True))


def unanimous(ratings: Ratings) -> tuple[Unanimous, ...]:
    """Count, for each pass, the items rated by several people who all chose the same."""
    passes = sorted({pass_ for _, pass_ in ratings.raters})
    found = []
    for pass_ in passes:
        here = np.array([p == pass_ for _, p in ratings.raters])[ratings.rater]
        _, item, number = np.unique(ratings.item[here], return_inverse=True, return_counts=True)
        category = ratings.category[here]
        lowest = np.full(len(number), len(ratings.categories), dtype=np.int64)
        highest = np.full(len(number), -1, dtype=np.int64)
        np.minimum.at(lowest, item, category)
        np.maximum.at(highest, item, category)
        several = number > 1
        if not several.any():
            continue
        same = several & (lowest == highest)
        if ratings.sides is not None:  # they agree on a side, whichever
            lowest = np.where(lowest == ratings.sides[1], ratings.sides[0], lowest)
        counts = np.bincount(lowest[same], minlength=len(ratings.categories))
        listed = {ratings.categories[c]: int(counts[c]) for c in np.flatnonzero(counts)}
        found.append(Unanimous(pass_ or None, int(several.sum()), int(same.sum()), listed))
    return tuple(found)


def confusions(ratings: Ratings, tables: PairTables | None) -> tuple[Confusion, ...]:
    """Return the table of every pair, unless there are too many pairs or categories to read."""
    if tables is None or len(ratings.categories) > _SHOWN_CATEGORIES:
        return ()
    if len(tables.first) > _SHOWN_PAIRS:
        return ()
    raters = ratings.raters
    return tuple(
        Confusion(
            raters[a][0],
            raters[b][0],
            raters[a][1] or None,
            raters[b][1] or None,
            tuple(tuple(int(n) for n in row) for row in _sided(tables.table(pair), ratings)),
        )
        for pair, (a, b) in enumerate(zip(tables.first, tables.second, strict=True))
    )


def _sided(counts: Ints, ratings: Ratings) -> Ints:
    """Return a table in which the first of two sides is that of the row's rater.

    Where that rater is neutral it is the side of the other: sides have no lasting names.
    """
    if ratings.sides is None:
        return counts
    one, two = ratings.sides
    turned = np.arange(len(counts))
    turned[[one, two]] = two, one
    found = counts.copy()
    found[one] += counts[two][turned]
    found[two] = 0
    neutral = ~np.isin(np.arange(len(counts)), (one, two))
    found[neutral, one] += counts[neutral, two]
    found[neutral, two] = 0
    return found


def _folded(counts: Ints, ratings: Ratings) -> Ints:
    """Return a table in which both sides are one category: a move between them means nothing."""
    if ratings.sides is None:
        return counts
    one, two = ratings.sides
    found = counts.copy()
    for _ in range(2):  # rows, then columns
        found[one] += found[two]
        found[two] = 0
        found = found.T
    return found


def drift(ratings: Ratings, tables: PairTables | None) -> tuple[Drift, ...]:
    """Return how each annotator moved from one pass to the next."""
    if tables is None or len(ratings.categories) > _SHOWN_CATEGORIES:
        return ()
    found = []
    for pair, (a, b) in enumerate(zip(tables.first, tables.second, strict=True)):
        (name, before), (other, after) = ratings.raters[a], ratings.raters[b]
        if name != other:
            continue
        counts = tables.table(pair)
        n, equal = int(counts.sum()), float(np.trace(counts) / counts.sum())
        counts = _folded(counts, ratings)
        rows, columns = counts.sum(1), counts.sum(0)
        found.append(
            Drift(
                name,
                before,
                after,
                n,
                equal,
                _shares(rows, ratings.categories),
                _shares(columns, ratings.categories),
                _mean(rows, ratings.folded()),
                _mean(columns, ratings.folded()),
                _stuart_maxwell(counts),
            )
        )
    return tuple(found)


def _mean(counts: Ints, ratings: Ratings) -> float | None:
    placed = ~np.isnan(ratings.values)
    total = int(counts[placed].sum())
    return float(counts[placed] @ ratings.values[placed] / total) if total else None


def _stuart_maxwell(counts: Ints) -> float | None:
    """Return the probability of so large a move of the margins if nothing moved."""
    used = (counts.sum(0) + counts.sum(1)) > 2 * np.diag(counts)
    table = counts[np.ix_(used, used)].astype(float)
    if len(table) < 2:
        return None
    moved = table.sum(1) - table.sum(0)
    spread = np.diag(table.sum(0) + table.sum(1)) - table - table.T
    # The last category follows from the others; disconnected categories lower the rank.
    rank = int(np.linalg.matrix_rank(spread[:-1, :-1]))
    statistic = float(moved[:-1] @ np.linalg.pinv(spread[:-1, :-1]) @ moved[:-1])
    return float(chdtrc(rank, statistic))


def team_of(ratings: Ratings) -> Team:
    """Flag annotators by κ of everybody's first answers; numbers are looked at by their model.

    An item tells little where both gave the most frequent answer: two people have at most twice
    as many items as those on which either gave another.
    """
    if (ratings.kind == "score" and not ratings.ordinal) or not len(ratings):
        return Team({}, ())
    people, person = np.unique([name for name, _ in ratings.raters], return_inverse=True)
    first = ratings.take(ratings.first_passes())
    tables = pair_tables(first.item, person[first.rater], first.category, len(ratings.categories))
    kappa, _ = table_kappa(tables, disagreement_weights(ratings.values), ratings.sides)
    counts = np.bincount(first.category, minlength=len(ratings.categories)).astype(float)
    if ratings.sides is not None:
        counts[list(ratings.sides)] = 0  # a side is never the most frequent answer
    frequent = int(counts.argmax())
    both = (tables.row == frequent) & (tables.column == frequent)
    plain = np.bincount(tables.pair[both], tables.count[both], minlength=len(tables.first))
    telling = np.minimum(tables.number, 2 * (tables.number - plain))
    r, n = np.full((2, len(people), len(people)), np.nan)
    for one, two in ((tables.first, tables.second), (tables.second, tables.first)):
        r[one, two] = np.where(tables.number >= FEWEST_CATEGORIES, kappa, np.nan)
        n[one, two] = np.maximum(telling, 4)
    names = tuple(str(name) for name in people)
    return look_at(PairCorrelations(names, r, np.nan_to_num(n), 0, "κ", "answers"))
