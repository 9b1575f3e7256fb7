"""Would a tournament have given the same ranking? A simulation on full rankings.

Somebody ordered all outputs of a sentence, so every comparison is known. A perfect annotator,
who answers as that ranking says, is asked the questions of a tournament and then some
follow-ups; the ranking that dominance rebuilds from the answers stands beside the original
(Pighin, Formiga and Màrquez, 2012, section 4.4.1). What differs is due to the questions that
were not asked, since nobody errs here.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from tertium.design.full_rankings import FullRankings, dense_ranks, full_rankings
from tertium.design.steering import dominances
from tertium.design.tournament import tournament
from tertium.exceptions import BadInput
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.intervals import clustered_variance
from tertium.stats.result import Result, signature
from tertium.stats.told import count
from tertium.stats.tournament.orders import order
from tertium.table import Comparisons, JudgementTable

Signs = NDArray[np.int8]
Draw = Callable[[int, np.random.Generator], list[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class Correlation:
    """Pearson's r of original and rebuilt ranks: mean over rankings with interval, and sd."""

    mean: float
    sd: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class AfterFollowUps:
    """How well rankings were rebuilt after so many follow-up questions.

    `questions` is the mean number asked and `reduction` what that saves against all pairs.
    Of the pairs never asked, `accuracy` is the share put in the right order among
    those with different dominance (an original tie counts as wrong, as in the paper),
    `accuracy_decided` the same without original ties, `accuracy_all` the share whose
    relation (better, tied, worse) is right; `unrelated` are those that no chain of answers
    relates, `reversed` those put the wrong way round. `exact` is the share of rankings
    rebuilt exactly; `best` the chance that an output of highest dominance is a best one.
    """

    follow_ups: int
    questions: float
    reduction: float
    correlation: Correlation
    accuracy: float | None
    accuracy_all: float | None
    accuracy_decided: float | None
    unrelated: float | None
    reversed: float | None
    exact: float
    best: float


@dataclass(frozen=True, slots=True)
class Published:
    """What the paper reports for the same simulation."""

    correlation: float
    sd: float
    accuracy: float
    rankings: int
    source: str


PUBLISHED = Published(
    0.93, 0.08, 0.854, 860, "Pighin, Formiga and Màrquez (2012), rankings of five, WMT 2010"
)


@dataclass(frozen=True, slots=True)
class Rebuilt(Result):
    """Rankings of `alternatives` outputs and what a tournament makes of them.

    `rankings` were simulated, `repeats` times each; `all_tied` have no order to rebuild,
    `contradictory` are none, and `other_sizes` order more or fewer outputs: all three
    are left out. `reduction` is that of the tournament alone, without follow-ups.
    """

    rankings: int
    alternatives: int
    repeats: int
    reduction: float
    by_follow_ups: tuple[AfterFollowUps, ...]
    published: Published
    all_tied: int
    contradictory: int
    other_sizes: int
    incomplete: int


def simulate_tournament(
    data: JudgementTable | Comparisons,
    *,
    follow_ups: int = 3,
    repeats: int = 1,
    alternatives: int | None = None,
    limit: int | None = None,
    seed: int = 0,
) -> Rebuilt:
    """Rebuild full rankings from the answers to a tournament's questions.

    Judgements that compare every two of their outputs are taken as rankings; those of
    the commonest size, or of so many `alternatives`. `limit` draws so many of them.
    """
    _check(follow_ups, repeats, limit, seed)
    rows = data.comparisons() if isinstance(data, JudgementTable) else data
    rankings = full_rankings(rows, alternatives)
    rng = np.random.default_rng(seed)
    if limit is not None and limit < len(rankings.ranks):
        rankings = rankings.take(np.sort(rng.permutation(len(rankings.ranks))[:limit]))
    number, n = rankings.ranks.shape
    steps = rebuild(
        rankings.take(np.repeat(np.arange(number), repeats)), rng, follow_ups=follow_ups
    )
    return Rebuilt(
        rankings=number,
        alternatives=n,
        repeats=repeats,
        reduction=steps[0].reduction,
        by_follow_ups=steps,
        published=PUBLISHED,
        all_tied=rankings.all_tied,
        contradictory=rankings.contradictory,
        other_sizes=rankings.other_sizes,
        incomplete=rankings.incomplete,
        signature=signature(
            "simulate-tournament",
            alternatives=n,
            rankings=number,
            repeats=repeats,
            follow_ups=follow_ups,
            seed=seed,
        ),
        warnings=_warnings(rankings, n),
    )


def rebuild(
    rankings: FullRankings,
    draw: np.random.Generator,
    *,
    follow_ups: int = 3,
    questions: Draw = tournament,
) -> tuple[AfterFollowUps, ...]:
    """Ask a perfect annotator and rebuild each ranking, before and after every follow-up.

    `questions` draws the pairs that are asked at first.
    """
    ranks = rankings.ranks
    number, n = ranks.shape
    drawn = np.array([questions(n, draw) for _ in range(number)], dtype=np.int64)
    asked = np.zeros((number, n, n), dtype=bool)
    each = np.arange(number)[:, None]
    asked[each, drawn[..., 0], drawn[..., 1]] = True
    # +1 where the output of the row is better than the one of the column.
    truth = np.sign(ranks[:, None, :] - ranks[:, :, None]).astype(np.int8)
    steps = []
    for step in range(follow_ups + 1):
        known = asked | asked.swapaxes(1, 2)
        found = order(known & (truth > 0), known & (truth == 0))
        f = dominances(found.reach, rankings.sizes)
        steps.append(_measure(step, rankings, truth, asked, found.unrelated, f))
        # The follow-up of every ranking at once: the unrelated pair of highest f(v) + f(w).
        open_pairs = found.unrelated.reshape(number, -1)
        top = (f[:, :, None] + f[:, None, :]).reshape(number, -1)
        chosen = np.where(open_pairs, top, -np.inf).argmax(1)
        asked.reshape(number, -1)[np.arange(number), chosen] |= open_pairs.any(1)
    return tuple(steps)


def _measure(
    step: int, rankings: FullRankings, truth: Signs, asked: Bools, unrelated: Bools, f: Floats
) -> AfterFollowUps:
    """Compare what dominance says with the original rankings."""
    ranks = rankings.ranks
    number, n = ranks.shape
    rebuilt = dense_ranks(f)
    claimed = np.sign(rebuilt[:, None, :] - rebuilt[:, :, None]).astype(np.int8)
    right = claimed == truth
    never = np.triu(np.ones((n, n), dtype=bool), 1) & ~asked
    differing = never & (claimed != 0)
    questions = float(asked.sum() / number)
    top = rebuilt == 0
    best = (top & (ranks == 0)).sum(1) / top.sum(1)
    return AfterFollowUps(
        follow_ups=step,
        questions=questions,
        reduction=1 - questions / (n * (n - 1) / 2),
        correlation=_correlation(ranks, rebuilt, rankings.segment),
        accuracy=_share(right, differing),
        accuracy_all=_share(right, never),
        accuracy_decided=_share(right, differing & (truth != 0)),
        unrelated=_share(unrelated, never),
        reversed=_share(claimed == -truth, differing & (truth != 0), of=never),
        exact=float(right.all((1, 2)).mean()),
        best=float(best.mean()),
    )


def _share(what: Bools, among: Bools, of: Bools | None = None) -> float | None:
    """Return the share of some pairs (of others) for which something is true."""
    number = int((among if of is None else of).sum())
    return float((what & among).sum()) / number if number else None


def _correlation(ranks: Ints, rebuilt: Ints, segment: Ints) -> Correlation:
    """Average Pearson's r over rankings; its interval lets segments vary."""
    x = ranks - ranks.mean(1, keepdims=True)
    y = rebuilt - rebuilt.mean(1, keepdims=True)
    r = (x * y).sum(1) / np.sqrt((x**2).sum(1) * (y**2).sum(1))
    mean = float(r.mean())
    if len(np.unique(segment)) < 2:
        return Correlation(mean, float(r.std()), None, None)
    variance = clustered_variance((r - mean) / len(r), segment)
    reach = float(ndtri(0.975)) * variance**0.5
    return Correlation(mean, float(r.std()), mean - reach, min(1.0, mean + reach))


def _check(follow_ups: int, repeats: int, limit: int | None, seed: int) -> None:
    for name, value, least in (
        ("follow_ups", follow_ups, 0),
        ("repeats", repeats, 1),
        ("limit", limit, 1),
        ("seed", seed, 0),
    ):
        if value is not None and value < least:
            raise BadInput(f"{value} is too few", where=name, fix=f"Write {least} or more.")


def _warnings(rankings: FullRankings, n: int) -> tuple[str, ...]:
    """Say what was left out, and what can therefore not be said."""
    notes = []
    if rankings.all_tied:
        notes.append(
            f"{rankings.all_tied:,} rankings call all outputs equal: they have no correlation "
            "and are left out."
        )
    if rankings.contradictory:
        notes.append(
            f"{rankings.contradictory:,} judgements compare all outputs but contradict "
            "themselves, so they are no rankings."
        )
    if rankings.other_sizes:
        notes.append(
            f"{count(rankings.other_sizes, 'ranking')} of more or fewer than {n} outputs left out."
        )
    if rankings.incomplete:
        notes.append(
            f"{count(rankings.incomplete, 'judgement')} left out: not every two outputs are "
            "compared once."
        )
    if n <= 3:
        notes.append(
            f"With {n} outputs the tournament asks about every pair, so nothing has to be inferred."
        )
    return tuple(notes)
