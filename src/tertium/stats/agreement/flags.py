"""Whom to look at where annotators chose among categories: who agrees with nobody."""

import numpy as np

from tertium.stats.agreement.kappa import disagreement_weights, pair_tables, table_kappa
from tertium.stats.agreement.ratings import Ratings
from tertium.stats.team import FEWEST_CATEGORIES, PairCorrelations, Team, look_at

__all__ = ["team_of"]


def team_of(ratings: Ratings) -> Team:
    """Flag annotators by κ of everybody's first answers; scores are looked at by their model.

    An item tells little where both gave the most frequent answer: two people have at most twice
    as many items as those on which either gave another.
    """
    if ratings.kind == "score" or not len(ratings):
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
