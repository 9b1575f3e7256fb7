"""Whom to look at in a team: who goes with nobody although two others agree with each other.

Everybody is compared with the two others who agree best (the *core*), not with the mean of all,
which one reversed person spoils. Agreement is r of scores or κ of categories on Fisher's scale,
z = atanh(r), with error 1/√(n − 3). Nobody is flagged without a core, nor if anybody clearly
agrees with them. A flag says what was seen, never who is right: answers alone cannot tell one
good annotator from two who turned the scale round.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from scipy.special import ndtri

from tertium.stats.arrays import Bools, Floats
from tertium.stats.told import coefficient

TeamFlag = Literal["reversed", "careless"]
TEAM_FLAGS: tuple[TeamFlag, ...] = get_args(TeamFlag)
FEWEST_SCORES, FEWEST_CATEGORIES = 20, 40  # items that two people must share to be compared
_FEWEST_PEOPLE = 3
_LARGEST = 0.99  # correlation; beyond it Fisher's scale has no end
_ONE_SIDED = 1.645
# Up to five people the limits are those measured; of more, the best of many pairs is often good
# by chance alone, so limits grow with the number of pairs looked at.
_SMALL_TEAM = 5


@dataclass(frozen=True, slots=True)
class PairCorrelations:
    """How far every two people agree: `r` and the number of items `n`; NaN where they share few.

    `measure` is what r is called, `answers` what was given: scores or answers.
    """

    people: tuple[str, ...]
    r: Floats
    n: Floats
    fewest: int
    measure: str = "r"
    answers: str = "scores"


@dataclass(frozen=True, slots=True)
class Team:
    """Flags by annotator, and one sentence for each, or on why nobody is flagged."""

    flags: dict[str, TeamFlag]
    sentences: tuple[str, ...]


def look_at(together: PairCorrelations) -> Team:
    """Flag whose answers run against those of two who agree, or hardly go with them."""
    people = together.people
    z = np.arctanh(np.clip(together.r, -_LARGEST, _LARGEST))
    z[together.n < together.fewest] = np.nan
    np.fill_diagonal(z, np.nan)
    error = 1 / np.sqrt(np.maximum(together.n - 3, 1))
    compared = np.isfinite(z)
    there = int(compared.any(axis=1).sum())
    if there < _FEWEST_PEOPLE:
        return Team({}, ())
    pair_limit, own_limit = _limits(there)
    sure = compared & (z - pair_limit * error > 0)
    if not sure.any():
        items = int(together.n[compared].max())
        return Team({}, (_no_core(items),))
    flags: dict[str, TeamFlag] = {}
    sentences = []
    for j in np.flatnonzero(compared.any(axis=1)).tolist():
        core = _core(j, z, sure, compared)
        if core is None or (z[j] - own_limit * error[j] > 0).any():
            continue
        flag = _flag(j, *core, z, error)
        if flag is not None:
            flags[people[j]] = flag
            sentences.append(_sentence(flag, people[j], people[core[0]], people[core[1]],
                                       together, float(together.r[core])))  # fmt: skip
    if not flags:
        sentences += _camps(together, z, error, sure)
    return Team(flags, tuple(sentences))


def _limits(people: int) -> tuple[float, float]:
    """Return how many errors above 0 a pair must lie: as a core, and as agreeing with somebody."""
    pairs, others = people * (people - 1) / 2, people - 1
    small = _SMALL_TEAM * (_SMALL_TEAM - 1) / 2, _SMALL_TEAM - 1
    core, own = (
        0.025 * few / max(few, many) for few, many in zip(small, (pairs, others), strict=True)
    )
    return float(-ndtri(core)), float(-ndtri(own))


def _core(j: int, z: Floats, sure: Bools, compared: Bools) -> tuple[int, int] | None:
    """Return the two others who agree best, among those who share items with j."""
    near = np.flatnonzero(compared[j])
    inner = np.where(sure[np.ix_(near, near)], z[np.ix_(near, near)], -np.inf)
    if not np.isfinite(inner).any():
        return None
    k, m = np.unravel_index(int(inner.argmax()), inner.shape)
    one, two = sorted((int(near[k]), int(near[m])))
    return one, two


def _flag(j: int, k: int, m: int, z: Floats, error: Floats) -> TeamFlag | None:
    """Compare somebody with the core."""
    mean = (z[j, k] + z[j, m]) / 2
    crossed = 2 * np.tanh(z[k, m]) * error[j, k] * error[j, m]
    spread = np.sqrt((error[j, k] ** 2 + error[j, m] ** 2 + crossed) / 4)
    if mean + 1.96 * spread < 0:
        return "reversed"
    if mean + _ONE_SIDED * spread < z[k, m] / 2:
        return "careless"
    return None


def _sentence(
    flag: TeamFlag, who: str, one: str, two: str, together: PairCorrelations, r: float
) -> str:
    core = f"{one}’s and {two}’s, who agree with each other ({together.measure} {coefficient(r)})"
    if flag == "reversed":
        return (
            f"Annotator {who}’s {together.answers} are reversed against {core}. Ask whether the "
            "scale was understood."
        )
    return (
        f"Annotator {who}’s {together.answers} hardly correlate with {core}. Review some of them."
    )


def _no_core(items: int) -> str:
    return (
        f"No two annotators agree with each other clearly enough ({items} items); no annotator "
        "is flagged."
    )


def _camps(together: PairCorrelations, z: Floats, error: Floats, sure: Bools) -> tuple[str, ...]:
    """Say where a small team falls into two pairs that agree within and not between."""
    if len(together.people) > _SMALL_TEAM:
        return ()
    pairs = [(a, b) for a, b in zip(*np.nonzero(np.triu(sure)), strict=True)]
    for a, b in pairs:
        for c, d in pairs:
            if len({a, b, c, d}) < 4 or (a, b) > (c, d):
                continue
            cross = np.ix_((a, b), (c, d))
            apart = np.mean(z[cross]) + _ONE_SIDED * np.mean(error[cross])
            if not sure[cross].any() and apart < min(z[a, b], z[c, d]) / 2:
                names = [together.people[at] for at in (a, b, c, d)]
                return (
                    f"{names[0]} and {names[1]} agree, {names[2]} and {names[3]} agree, the two "
                    "pairs do not; quality-control items would show why.",
                )
    return ()
