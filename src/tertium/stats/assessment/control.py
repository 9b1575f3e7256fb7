"""Who reads before scoring? Tests with control items, per annotator.

Somebody who reads scores a degraded copy lower than its original, and a repeated output
about the same. The tests say who does; nobody is deleted for it, and analyses may be
asked to leave out who does not pass (`passing="passed"`).
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from scipy.sparse import coo_array
from scipy.special import stdtr

from tertium.exceptions import NotFound
from tertium.stats.arrays import Bools, Floats, Ints, number_or_none
from tertium.stats.assessment.ranks import RankTest, rank_sum, signed_rank
from tertium.stats.assessment.rows import Rows, read_rows
from tertium.stats.codes import together
from tertium.stats.team import FEWEST_SCORES, TEAM_FLAGS, PairCorrelations, look_at
from tertium.table import JudgementTable, Scores

Control = Literal["signed-rank", "t", "mann-whitney"]
CONTROLS: tuple[Control, ...] = get_args(Control)
Flag = Literal[
    "constant", "reversed", "careless", "random", "fast", "few", "repeats-differ", "unpaired"
]
FLAGS: tuple[Flag, ...] = get_args(Flag)
PASSING = 0.05
FAST = 3.0  # seconds per item; people need 9 to 40 for most of them
_FEW = 5  # fewer pairs than this cannot give p < .05 by signed ranks
_STEADY = 0.05  # of the scale: who spreads less over all items hardly tells them apart
_AGREES = 0.2  # intraclass correlation of one's own repeats
_NOTHING = 1e-9  # of the size of scores: a spread so small is a rounding error


@dataclass(frozen=True, slots=True)
class ControlTest:
    """What control items say about one annotator.

    `p`: one-sided, that degraded copies are scored below their originals; `effect`: by how
    many points; `n`: pairs. `repeat_p`: two-sided, that repeats are scored otherwise than the
    first time; `repeat_n`: pairs. None where there is no pair. `passed` is p < .05, None
    without a pair. `scores` counts all items, `unpaired` the control items whose
    original the annotator did not score; `seconds` is the median per item.

    Flags: `constant` (sd over all items under 5% of the scale); `reversed` and `careless` (scores
    run against those of two others who agree with each other, or hardly go with them; see
    `stats.team`) and `random` (own repeats agree no better than anybody's scores would), each
    only where degraded copies are not told apart; `fast` (under 3 seconds per item), `few` (fewer
    than five pairs), `repeats-differ`, `unpaired`.
    """

    annotator: str
    p: float | None
    effect: float | None
    n: int
    repeat_p: float | None
    repeat_n: int
    flags: tuple[Flag, ...]
    passed: bool | None
    scores: int
    unpaired: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Pairs:
    """Control items of one role with their originals: whose, and both scores.

    `lost` counts for each annotator the control items without an original.
    """

    annotator: Ints
    original: Floats
    copy: Floats
    lost: Ints


def control_tests(
    data: JudgementTable | Scores | Rows,
    *,
    test: Control = "signed-rank",
    aspect: str = "overall",
    threshold: float = PASSING,
    fast: float = FAST,
) -> tuple[ControlTest, ...]:
    """Test every annotator with control items, pooled over HITs and campaigns.

    `test` is the paired signed-rank test, the paired `t` test of WMT, or `mann-whitney`,
    which forgets which copy belongs to which original.
    """
    if test not in CONTROLS:
        raise NotFound.among("control test", test, CONTROLS, where="control_tests")
    rows = data if isinstance(data, Rows) else read_rows(data, aspect=aspect)
    people = len(rows.scores.annotator.names)
    rows = rows.take(rows.scores.annotator.codes >= 0)
    degraded, repeat = control_pairs(rows, "degraded"), control_pairs(rows, "repeat")
    below = _tested(degraded, people, test).less
    differ = _tested(repeat, people, test).two_sided
    effect = _means(degraded.original - degraded.copy, degraded.annotator, people)
    seconds = _medians(rows, people)
    holds = _marked(rows, people, degraded, repeat, below, differ, threshold)
    holds["fast"] = seconds < fast
    n, repeat_n, scores = (
        np.bincount(codes, minlength=people)
        for codes in (degraded.annotator, repeat.annotator, rows.scores.annotator.codes)
    )
    return tuple(
        ControlTest(
            name,
            number_or_none(below[code]),
            number_or_none(effect[code]),
            int(n[code]),
            number_or_none(differ[code]),
            int(repeat_n[code]),
            tuple(flag for flag in FLAGS if holds[flag][code]),
            bool(below[code] < threshold) if n[code] else None,
            int(scores[code]),
            int(degraded.lost[code] + repeat.lost[code]),
            number_or_none(seconds[code]),
        )
        for code, name in enumerate(rows.scores.annotator.names)
        if scores[code]
    )


def control_pairs(rows: Rows, role: str) -> Pairs:
    """Find for each control item what the same annotator gave its original.

    First in the same HIT, else anywhere in the campaign; several originals are averaged.
    """
    people = len(rows.scores.annotator.names)
    real, copies = rows.plays("real"), rows.plays(role)
    original = _looked_up(together(rows.hit, rows.item), rows.value, real, copies)
    elsewhere = _looked_up(together(rows.person, rows.item), rows.value, real, copies)
    original = np.where(np.isnan(original), elsewhere, original)
    found = ~np.isnan(original)
    annotator = rows.scores.annotator.codes[copies]
    return Pairs(
        annotator[found],
        original[found],
        rows.value[copies][found],
        np.bincount(annotator[~found], minlength=people),
    )


def _looked_up(key: Ints, value: Floats, real: Bools, copies: Bools) -> Floats:
    """Return the mean of the real rows with the same key, NaN if there is none."""
    return _means(value[real], key[real], int(key.max(initial=-1)) + 1)[key[copies]]


def _means(value: Floats, code: Ints, number: int) -> Floats:
    with np.errstate(invalid="ignore"):
        return np.bincount(code, value, number) / np.bincount(code, minlength=number)


def _tested(pairs: Pairs, people: int, test: Control) -> RankTest:
    difference = pairs.copy - pairs.original
    if test == "signed-rank":
        return signed_rank(difference, pairs.annotator, people)
    if test == "t":
        return _t(difference, pairs.annotator, people)
    both = np.concatenate([pairs.copy, pairs.original])
    first = np.arange(len(both)) < len(pairs.copy)
    return rank_sum(both, first, np.tile(pairs.annotator, 2), people)


def _t(difference: Floats, code: Ints, number: int) -> RankTest:
    """Return Student's paired test; one pair, or no difference at all, says nothing: p = 1."""
    n = np.bincount(code, minlength=number).astype(float)
    mean = _means(difference, code, number)
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.bincount(code, (difference - mean[code]) ** 2, number) / (n - 1)
        t = mean / np.sqrt(variance / n)
    less, greater = stdtr(n - 1, t), stdtr(n - 1, -t)
    two_sided = 2 * np.minimum(less, greater)
    for p in (less, greater, two_sided):
        p[(n > 0) & np.isnan(t)] = 1.0
    return RankTest(less, greater, two_sided)


def _medians(rows: Rows, people: int) -> Floats:
    """Return the median seconds per item of each annotator, NaN where times are not known."""
    timed = ~np.isnan(rows.scores.seconds)
    code, seconds = rows.scores.annotator.codes[timed], rows.scores.seconds[timed]
    order = np.lexsort((seconds, code))
    count = np.bincount(code, minlength=people)
    start = np.concatenate([[0], np.cumsum(count)])[:-1]
    found = np.full(people, np.nan)
    has = count > 0
    low, high = start[has] + (count[has] - 1) // 2, start[has] + count[has] // 2
    found[has] = (seconds[order][low] + seconds[order][high]) / 2
    return found


def _marked(
    rows: Rows,
    people: int,
    degraded: Pairs,
    repeat: Pairs,
    below: Floats,
    differ: Floats,
    threshold: float,
) -> dict[Flag, Bools]:
    """Tell for each flag that rests on scores whom it marks."""
    code = rows.scores.annotator.codes
    count = np.bincount(code, minlength=people)
    mean = _means(rows.value, code, people)
    spread = np.bincount(code, (rows.value - mean[code]) ** 2, people) / np.maximum(count - 1, 1)
    n = np.bincount(degraded.annotator, minlength=people)
    enough = count >= _FEW
    constant = enough & (np.sqrt(spread) < _STEADY * rows.scale.width + _NOTHING * np.abs(mean))
    steady = _own_agreement(repeat, spread, people)
    team = look_at(scores_together(rows)).flags
    names = rows.scores.annotator.names
    against, astray = (
        np.array([team.get(name) == flag for name in names], dtype=bool) for flag in TEAM_FLAGS
    )
    missed = (n < _FEW) | ~(below < threshold)
    return {
        "constant": constant,
        "reversed": against & missed & ~constant,
        "careless": astray & missed & ~constant,
        "random": (steady < _AGREES) & missed & ~constant,
        "few": n < _FEW,
        "repeats-differ": differ < threshold,
        "unpaired": degraded.lost + repeat.lost > 0,
    }


def _own_agreement(repeat: Pairs, spread: Floats, people: int) -> Floats:
    """Return the intraclass correlation of repeats with their originals; NaN for few repeats.

    Scores drawn at random differ by twice their variance, which gives 0.
    """
    n = np.bincount(repeat.annotator, minlength=people)
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = _means((repeat.copy - repeat.original) ** 2, repeat.annotator, people)
        return np.where(n >= _FEW, 1 - apart / (2 * spread), np.nan)


def scores_together(rows: Rows) -> PairCorrelations:
    """Correlate the scores of every two annotators on the outputs that both scored.

    Several scores of one output by one annotator are averaged.
    """
    real = rows.plays("real", "repeat") & (rows.scores.annotator.codes >= 0)
    code, item, value = rows.scores.annotator.codes[real], rows.item[real], rows.value[real]
    names = rows.scores.annotator.names
    shape = (len(names), int(item.max(initial=-1)) + 1)
    given = coo_array((np.ones(len(value)), (code, item)), shape=shape).tocsr()
    middle = value - value.mean() if len(value) else value
    mean = coo_array((middle, (code, item)), shape=shape).tocsr()
    mean.data = mean.data / given.data
    given.data = np.ones_like(given.data)
    n = (given @ given.T).toarray()
    total, squares = (mean @ given.T).toarray(), (mean.power(2) @ given.T).toarray()
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = squares - total**2 / n
        crossed = (mean @ mean.T).toarray() - total * total.T / n
        least = _NOTHING * float((middle**2).max(initial=0.0))
        known = (spread > least) & (least < spread.T)
        r = np.where(known, crossed / np.sqrt(spread * spread.T), np.nan)
    return PairCorrelations(names, r, n, FEWEST_SCORES)
