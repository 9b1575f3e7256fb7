"""What a tournament saves: time per source word, beside that of full rankings.

The same people judge the same sources by tournament and by ranking, in a crossover: one
half begins with one way, the other half with the other. Times are compared within annotators
and sources, because both differ far more than the two ways do (Pighin, Formiga and
Màrquez, 2012, section 4.4.2, where a tournament saved 17% of the time, and 45% on short
sentences). Beside the time stands how far the rankings agree, within each way and across.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from tertium.protocols.conditions import COMPARING as TOURNAMENT
from tertium.protocols.conditions import ORDERING as RANKING
from tertium.stats.agreement.parts import BOUNDS
from tertium.stats.agreement.rankings import RankPairs, mean_correlations, rank_pairs
from tertium.stats.arrays import Bools, Floats, Ints, known_mean
from tertium.stats.contrasts.crossed import Prior, as_seen, crossed, squares
from tertium.stats.contrasts.layout import Layout
from tertium.stats.contrasts.limitations import FEW, UNKNOWN_DOCUMENTS, partly_assumed
from tertium.stats.crossover.timings import WAYS, Timings, read_timings
from tertium.stats.intervals import check_level, t_interval
from tertium.stats.result import Estimate, Result, signature
from tertium.table import Comparisons, JudgementTable
from tertium.text import WORD_RULE


@dataclass(frozen=True, slots=True)
class EffortByLength:
    """Seconds per source word for sources of `at_most` so many words (None: all).

    `reduction` is 1 − tournament / ranking.
    """

    at_most: int | None
    segments: int
    tournament: float | None
    ranking: float | None
    reduction: Estimate


@dataclass(frozen=True, slots=True)
class AnnotatorEffort:
    """One annotator's seconds per source word; `segments` were judged in the ways shown."""

    annotator: str
    segments: int
    tournament: float | None
    ranking: float | None
    reduction: float | None


@dataclass(frozen=True, slots=True)
class Period:
    """What seeing a source again changes.

    `second` is the change of time the second time (−.2: a fifth quicker), whatever the
    way; `reduction` is that of the tournament with both orders counting the same.
    """

    second: Estimate
    reduction: float
    tournament_first: int
    ranking_first: int


@dataclass(frozen=True, slots=True)
class EffortAgreement:
    """Mean Spearman correlation of the ranks of one source, by cumulative length.

    `tournament` and `ranking` are between annotators asked alike, `across` is of annotators
    with themselves, asked in the other way.
    """

    at_most: int | None
    tournament: Estimate
    ranking: Estimate
    across: Estimate


@dataclass(frozen=True, slots=True)
class Efficiency(Result):
    """Time per source word by way of judging, and what the tournament saves.

    `tournament` and `ranking` are seconds per source word, averaged over sources and annotators;
    `by_length` is cumulative. Where both ways are there, everything but agreement rests on the
    sources that an annotator judged in both; `sources` counts them once per annotator.
    """

    tournament: float | None
    ranking: float | None
    reduction: Estimate
    annotators: int
    segments: int
    sources: int
    by_length: tuple[EffortByLength, ...]
    by_annotator: tuple[AnnotatorEffort, ...]
    period: Period | None
    agreement: tuple[EffortAgreement, ...]
    level: float


def efficiency(
    data: JudgementTable | Comparisons, lengths: Mapping[str, int], *, level: float = 0.95
) -> Efficiency:
    """Compare the time that tournaments and rankings take.

    `lengths` are source words by segment. The interval of the reduction lets annotators,
    documents and segments vary, as in every contrast.
    """
    check_level(level)
    rows = data.comparisons() if isinstance(data, JudgementTable) else data
    every = read_timings(rows, lengths)
    both = not np.isnan(every.pace).all(0).any()
    used = every.paired if both else every
    period = _period(used, level)
    return Efficiency(
        tournament=known_mean(used.pace[:, 0]),
        ranking=known_mean(used.pace[:, 1]),
        reduction=_reduction(used, level),
        annotators=len(np.unique(used.annotator)),
        segments=len(np.unique(used.segment)),
        sources=len(used),
        by_length=tuple(
            _up_to(used.take(used.words <= (bound or np.inf)), bound, level)
            for bound in _bounds(used.words)
        ),
        by_annotator=_annotators(used, rows.annotator.names),
        period=period,
        agreement=_agreement(rows, lengths, level),
        level=level,
        signature=signature("efficiency", interval="crossed", level=f"{level:g}", words=WORD_RULE),
        warnings=tuple(_warnings(every, used, period)),
    )


def _bounds(words: Floats) -> list[int | None]:
    """Return the cumulative lengths that add a source each, and None for all."""
    longest = words.max(initial=0)
    inside = [bound for bound in BOUNDS if words.min(initial=np.inf) <= bound < longest]
    return [*inside, None]


def _up_to(used: Timings, bound: int | None, level: float) -> EffortByLength:
    return EffortByLength(
        at_most=bound,
        segments=len(np.unique(used.segment)),
        tournament=known_mean(used.pace[:, 0]),
        ranking=known_mean(used.pace[:, 1]),
        reduction=_reduction(used, level),
    )


def _annotators(used: Timings, names: tuple[str, ...]) -> tuple[AnnotatorEffort, ...]:
    found = []
    for code in np.unique(used.annotator):
        own = used.pace[used.annotator == code]
        tournament, ranking = known_mean(own[:, 0]), known_mean(own[:, 1])
        saved = 1 - tournament / ranking if tournament and ranking else None
        found.append(AnnotatorEffort(names[code], len(own), tournament, ranking, saved))
    return tuple(found)


def _reduction(used: Timings, level: float) -> Estimate:
    """Return what the tournament saves: one less the ratio of the two mean times.

    The interval is that of every contrast, on the log scale; there is none for one source, or
    where all times are the same.
    """
    if not len(used) or np.isnan(used.pace).any():
        return Estimate(None)
    mean = used.pace.mean(0)
    ratio = float(np.log(mean[0] / mean[1]))
    # What each source says of the log ratio of the two mean times.
    value = ratio + (used.pace / mean) @ np.array([1.0, -1.0])
    weight = np.full(len(used), 1 / len(used))
    layout = Layout.of(weight, used.annotator, used.segment, used.document)
    layout, prior = as_seen(layout, Prior())
    found = crossed(layout, squares(layout, value[:, None]), prior=prior)
    low, high = (float(end[0]) for end in found.interval(level))
    return _saved(ratio) if np.isnan(low) else _saved(ratio, low, high)


def _saved(ratio: float, low: float | None = None, high: float | None = None) -> Estimate:
    """Turn a log ratio of times into the share of time saved, which runs the other way."""
    saved, least, most = (None if x is None else float(-np.expm1(x)) for x in (ratio, high, low))
    return Estimate(saved, least, most)


def _period(used: Timings, level: float) -> Period | None:
    """Compare the sources judged by tournament first with those ranked first."""
    if not len(used) or np.isnan(used.pace).any():
        return None
    known = ~np.isnan(used.when).any(1) & (used.when[:, 0] != used.when[:, 1])
    cells = used.take(known)
    first = cells.when[:, 0] < cells.when[:, 1]
    if not first.any() or first.all():
        return None
    ratio = np.log(cells.pace[:, 0] / cells.pace[:, 1])
    one, two = (_annotator_means(ratio[of], cells.annotator[of]) for of in (first, ~first))
    apart = (two[1].mean() - one[1].mean()) / 2
    low, high = _apart(one, two, level)
    second = Estimate(*(None if x is None else float(np.expm1(x)) for x in (apart, low, high)))
    balanced = float(-np.expm1((one[1].mean() + two[1].mean()) / 2))
    return Period(second, balanced, int(first.sum()), int((~first).sum()))


def _annotator_means(values: Floats, annotator: Ints) -> tuple[Ints, Floats]:
    people, who = np.unique(annotator, return_inverse=True)
    return people, np.bincount(who, values) / np.bincount(who)


def _apart(
    one: tuple[Ints, Floats], two: tuple[Ints, Floats], level: float
) -> tuple[float | None, float | None]:
    """Return the interval of half the difference of two orders, over annotators.

    Annotators who have both orders are compared with themselves; others with each other
    (Welch, 1947).
    """
    (people, x), (others, y) = one, two
    if min(len(x), len(y)) < 2:
        return None, None
    if np.array_equal(people, others):
        low, high = t_interval((y - x) / 2, level=level)
        return float(low), float(high)
    vx, vy = x.var(ddof=1) / len(x), y.var(ddof=1) / len(y)
    if vx + vy == 0:
        return None, None
    freedom = (vx + vy) ** 2 / (vx**2 / (len(x) - 1) + vy**2 / (len(y) - 1))
    reach = float(stdtrit(freedom, (1 + level) / 2)) * (vx + vy) ** 0.5 / 2
    middle = float(y.mean() - x.mean()) / 2
    return middle - reach, middle + reach


def _agreement(
    rows: Comparisons, lengths: Mapping[str, int], level: float
) -> tuple[EffortAgreement, ...]:
    """Correlate rankings of the same source, by length and way."""
    pairs = rank_pairs(rows)
    if pairs is None:
        return ()
    words = np.array([lengths.get(name, 0) for name in rows.segment.names], dtype=float)
    length = words[pairs.segment]
    pairs, length = pairs.take(length > 0), length[length > 0]
    place = {name: code for code, name in enumerate(rows.condition.names)}
    same = pairs.annotators[:, 0] == pairs.annotators[:, 1]
    across = same & (pairs.conditions[:, 0] != pairs.conditions[:, 1])
    kinds = [
        *(pairs.between & (pairs.conditions[:, 0] == place.get(way, -2)) for way in WAYS),
        across,
    ]
    if not any(kind.any() for kind in kinds):
        return ()
    return tuple(
        EffortAgreement(
            bound,
            *(_spearman(pairs, kind & (length <= (bound or np.inf)), level) for kind in kinds),
        )
        for bound in _bounds(length)
    )


def _spearman(pairs: RankPairs, kept: Bools, level: float) -> Estimate:
    found = mean_correlations(pairs.take(kept), level=level)
    return Estimate(None) if found is None else found.spearman


def _warnings(every: Timings, used: Timings, period: Period | None) -> list[str]:
    """Say, one sentence each, what weakens the comparison."""
    notes = []
    ways = [way for way, pace in zip(WAYS, every.pace.T, strict=True) if not np.isnan(pace).all()]
    people = len(np.unique(used.annotator))
    if len(ways) == 1:
        other = RANKING if ways == [TOURNAMENT] else TOURNAMENT
        notes.append(
            f"There is no {other} to compare with, so no reduction of effort is estimated."
        )
    elif not len(used):
        notes.append("No annotator judged the same source by tournament and by ranking.")
    else:
        if len(used) < len(every):
            notes.append(
                f"{len(every) - len(used):,} sources that their annotator judged in one way only "
                "are left out."
            )
        if (used.outputs[:, 0] != used.outputs[:, 1]).any():
            notes.append(
                "Tournament and ranking did not show the same number of outputs for every source."
            )
        if period is None:
            notes.append(
                "Which way came first is not known, or always the same, so seeing a source "
                "again may explain a part of the difference."
            )
    if people == 1:
        notes.append("One annotator: the results hold for this annotator only.")
    elif 1 < people <= FEW:
        notes.append(partly_assumed(["annotators"]))
    if len(used) and (used.document < 0).all():
        notes.append(UNKNOWN_DOCUMENTS)
    for number, why in (
        (every.broken_off, "were broken off"),
        (every.untimed, "were not timed throughout"),
        (every.unknown_length, "have no known length"),
    ):
        if number:
            notes.append(f"{number:,} judged sources {why} and are left out.")
    return notes
