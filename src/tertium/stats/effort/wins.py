"""Who needed less effort: outputs of one source compared two by two, and what that says.

A system's score is wins / (wins + losses) over all comparisons of its outputs with those of
other systems for the same source (Bojar et al., 2011). Every comparison involves two editors,
so two comparisons are alike when they share an editor, or a source: the variance adds both
and subtracts what shares both (Fafchamps and Gubert, 2007, for pairs; Cameron, Gelbach and
Miller, 2011, for two kinds of clusters).
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.effort.measured import EditIndicators
from tertium.stats.effort.methods import Comparable
from tertium.stats.result import Estimate


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of judgements of the same source about different systems (positions of rows)."""

    first: Ints
    second: Ints

    def __len__(self) -> int:
        return len(self.first)


@dataclass(frozen=True, slots=True)
class Tally:
    """Wins, losses and ties of each system, and its score with an interval."""

    wins: Ints
    losses: Ints
    ties: Ints
    scores: tuple[Estimate, ...]


def pairs_of(measured: EditIndicators, usable: Bools) -> Pairs:
    """Return all pairs of usable test judgements of one source about two systems."""
    rows = np.flatnonzero(usable & measured.test & (measured.system.codes >= 0))
    rows = rows[np.argsort(measured.segment.codes[rows], kind="stable")]
    segment = measured.segment.codes[rows]
    after = np.searchsorted(segment, segment, side="right") - np.arange(len(rows)) - 1
    one = np.repeat(np.arange(len(rows)), after)
    two = one + 1 + np.arange(len(one)) - np.repeat(np.cumsum(after) - after, after)
    first, second = rows[one], rows[two]
    differ = measured.system.codes[first] != measured.system.codes[second]
    return Pairs(first[differ], second[differ])


def outcomes(pairs: Pairs, compared: Comparable, *, tie: float = 0.0) -> Floats:
    """Return +1 where the first needed less, −1 where it needed more, 0 within the tie band.

    On the raw scale the band is a share of the larger effort; else a difference in
    standard deviations or logs. What is equal is always a tie.
    """
    one, two = compared.values[pairs.first], compared.values[pairs.second]
    band = tie * (np.maximum(np.abs(one), np.abs(two)) if compared.scale == "raw" else 1.0)
    return np.asarray(np.where(np.abs(two - one) <= band, 0.0, np.sign(two - one)))


def tally(measured: EditIndicators, pairs: Pairs, outcome: Floats, *, level: float = 0.95) -> Tally:
    """Count wins and losses of each system; a system without any has no score."""
    size = len(measured.system.names)
    one, two = measured.system.codes[pairs.first], measured.system.codes[pairs.second]
    won, lost = outcome > 0, outcome < 0
    wins = np.bincount(one[won], minlength=size) + np.bincount(two[lost], minlength=size)
    losses = np.bincount(one[lost], minlength=size) + np.bincount(two[won], minlength=size)
    tied = outcome == 0
    ties = np.bincount(one[tied], minlength=size) + np.bincount(two[tied], minlength=size)
    scores = []
    ends: tuple[float | None, float | None]
    for system in range(size):
        decided = wins[system] + losses[system]
        if not decided:
            scores.append(Estimate(None))
            continue
        score = float(wins[system] / decided)
        mine = ((one == system) | (two == system)) & ~tied
        own = np.where(one[mine] == system, won[mine], lost[mine])
        kept = Pairs(pairs.first[mine], pairs.second[mine])
        if 0 < score < 1:
            reach = pair_interval(measured, kept, (own - score) / decided, level=level)
            ends = (None, None) if reach is None else (score - reach, score + reach)
        else:
            ends = _one_sided(measured, kept, score, level=level)
        low, high = (None if end is None else min(1.0, max(0.0, end)) for end in ends)
        scores.append(Estimate(score, low, high))
    return Tally(wins, losses, ties, tuple(scores))


def _one_sided(
    measured: EditIndicators, pairs: Pairs, score: float, *, level: float
) -> tuple[float | None, float | None]:
    """Return the interval of a system that always won or always lost.

    Nothing varied, which is no proof that nothing can: Wilson's interval (1927) with the
    sources as trials, and the t quantile of the scarcer of editors and sources.
    """
    segments = len(np.unique(measured.segment.codes[pairs.first]))
    ends = np.concatenate([pairs.first, pairs.second])
    scarcest = min(segments, len(np.unique(measured.annotator.codes[ends])))
    if segments < 2:
        return None, None
    square = float(stdtrit(max(1, scarcest - 1), (1 + level) / 2)) ** 2
    far = segments / (segments + square)
    return (far, 1.0) if score == 1 else (0.0, 1 - far)


def pair_interval(
    measured: EditIndicators, pairs: Pairs, influence: Floats, *, level: float
) -> float | None:
    """Return how far the interval of an estimate reaches on either side.

    `influence` is what each pair adds to the estimate. Editors and sources vary; with one
    editor only sources do. None where neither can be told.
    """
    who, what = measured.annotator.codes, measured.segment.codes
    ends = np.concatenate([pairs.first, pairs.second])
    twice = np.concatenate([influence, influence])
    segments = np.unique(what[pairs.first])
    editors = np.unique(who[ends])
    if len(segments) < 2:
        return None
    by_segment = _squares(what[pairs.first], influence) * len(segments) / (len(segments) - 1)
    if len(editors) < 2:
        return float(stdtrit(len(segments) - 1, (1 + level) / 2) * by_segment**0.5)
    # Somebody compared with him- or herself shares the editor once, not twice.
    alone = who[pairs.first] == who[pairs.second]
    once = np.concatenate([np.ones(len(pairs), dtype=bool), ~alone])
    low, high = (
        np.minimum(who[pairs.first], who[pairs.second]),
        np.maximum(who[pairs.first], who[pairs.second]),
    )
    couples = _squares((low * (who.max() + 1) + high)[~alone], influence[~alone])
    by_editor = max(_squares(who[ends][once], twice[once]) - couples, 0.0)
    by_editor *= len(editors) / (len(editors) - 1)
    # Within one source, two pairs share an editor when they share a judgement.
    both = _squares(ends, twice) - float((influence**2).sum())
    total = max(by_editor + by_segment - both, by_editor, by_segment)
    crossed = max(by_segment - both, 0.0)
    below = by_editor**2 / (len(editors) - 1) + crossed**2 / (len(segments) - 1)
    freedom = total**2 / below if below > 0 else float(len(editors) - 1)
    return float(stdtrit(freedom, (1 + level) / 2) * total**0.5)


def _squares(unit: Ints, influence: Floats) -> float:
    """Return the sum of the squared sums of `influence` by unit."""
    if not len(unit):
        return 0.0
    _, code = np.unique(unit, return_inverse=True)
    return float((np.bincount(code, influence) ** 2).sum())
