"""The κ that WMT published for its rankings, and the same formula over different judges.

The organisers of WMT (Bojar et al., 2016) pool all pairs of judgements on the same item
and set the share of equal ones, P(A), against P(E) = t² + 2((1 − t)/2)², where t is
the share of ties. Their item is a segment with two outputs *in display order*, so A/B
and B/A never meet, and two judgements by the same judge count as "inter". Beside it
stands what a textbook asks for: different judges only, whichever output stood first.
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Floats, Ints
from tertium.stats.labels import shown_first
from tertium.table import Comparisons


@dataclass(frozen=True, slots=True)
class PooledKappa:
    """κ over all comparable pairs of judgements; names as the organisers print them.

    `agree` of `comparable` pairs are equal, `ties` of `total` judgements are ties; None
    where nothing can be compared or nobody decided.
    """

    pA: float | None  # noqa: N815  the organisers' name
    pE: float | None  # noqa: N815
    kappa: float | None
    agree: int
    comparable: int
    ties: int
    total: int


@dataclass(frozen=True, slots=True)
class OfficialKappa:
    """The official κ between and within judges, and κ between different judges in any order."""

    inter: PooledKappa
    intra: PooledKappa
    order_free: PooledKappa


def official_kappa(data: Comparisons) -> OfficialKappa | None:
    """Return κ as WMT computes it, or None where the display order is not known.

    Within judges, only judgements of a judge on a segment count of which some item was
    judged twice; t is taken over those. Comparisons without an answer are left out, and
    systems with the same output stay one output.
    """
    given = data.take(~np.isnan(data.value))
    if not len(given) or np.isnan(given.slot).any():
        return None
    one, two, value = _as_shown(given)
    answer = (np.sign(value) + 1).astype(np.int64)
    width = int(max(one.max(), two.max())) + 1
    # What was asked in two ways is never the same item.
    ways = len(given.condition.names) + 1
    segment = (given.segment.codes + 1) * ways + given.condition.codes + 1
    judge = given.annotator.codes + 1
    item = _number(segment * width * width + one * width + two)
    inter = _pooled(*_pairs(item, answer), answer)

    own = _number(item * (int(judge.max()) + 1) + judge)
    place = _number(segment * (int(judge.max()) + 1) + judge)
    repeated = np.zeros(int(place.max()) + 1, dtype=bool)
    repeated[place[np.bincount(own)[own] > 1]] = True
    kept = repeated[place]
    intra = _pooled(*_pairs(own[kept], answer[kept]), answer[kept])

    first, second = np.minimum(one, two), np.maximum(one, two)
    turned = np.where(one == first, answer, 2 - answer)
    either = _number(segment * width * width + first * width + second)
    by_judge = _number(either * (int(judge.max()) + 1) + judge)
    everybody, alone = _pairs(either, turned), _pairs(by_judge, turned)
    order_free = _pooled(everybody[0] - alone[0], everybody[1] - alone[1], answer)
    return OfficialKappa(inter, intra, order_free)


def _as_shown(data: Comparisons) -> tuple[Ints, Ints, Floats]:
    """Return the output shown first, the other, and the preference for the first."""
    names = sorted({*data.system.names, *data.versus.names})
    code = {name: number for number, name in enumerate(names)}
    system = np.array([code[name] for name in data.system.names] + [len(names)])[data.system.codes]
    versus = np.array([code[name] for name in data.versus.names] + [len(names)])[data.versus.codes]
    before = shown_first(data)
    return (
        np.where(before, system, versus),
        np.where(before, versus, system),
        np.where(before, data.value, -data.value),
    )


def _number(key: Ints) -> Ints:
    """Return a number from 0 for each different key."""
    return np.asarray(np.unique(key, return_inverse=True)[1], dtype=np.int64)


def _pairs(item: Ints, answer: Ints) -> tuple[int, int]:
    """Return how many pairs of judgements on the same item are equal, and how many there are."""
    if not len(item):
        return 0, 0
    number, same = np.bincount(item), np.bincount(item * 3 + answer)
    return int((same * (same - 1) // 2).sum()), int((number * (number - 1) // 2).sum())


def _pooled(agree: int, comparable: int, answer: Ints) -> PooledKappa:
    ties, total = int((answer == 1).sum()), len(answer)
    observed = agree / comparable if comparable else None
    share = ties / total if total else 0.0
    chance = share**2 + 2 * ((1 - share) / 2) ** 2 if total else None
    kappa = None
    if observed is not None and chance is not None and chance < 1:
        kappa = (observed - chance) / (1 - chance)
    return PooledKappa(observed, chance, kappa, agree, comparable, ties, total)
