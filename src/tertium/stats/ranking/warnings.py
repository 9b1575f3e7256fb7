"""What weakens a ranking, one sentence each."""

import numpy as np

from tertium.stats.contrasts.limitations import FEW, UNKNOWN_DOCUMENTS, partly_assumed
from tertium.stats.contrasts.record import Contrast
from tertium.stats.ranking.identified import parts_apart
from tertium.stats.ranking.matches import Matches, Tally
from tertium.stats.ranking.result import PositionBias, RankedSystem
from tertium.stats.told import some_of

_CROSSED = {
    "bradley-terry": "the default",
    "dominance": "mean dominance by `tertium graph`",
}
_FEW_SEGMENTS = 10
_BIASED = 0.01  # a share of first places this unlikely under chance is told


def find_warnings(
    matches: Matches,
    counts: Tally,
    systems: tuple[RankedSystem, ...],
    contrasts: tuple[Contrast, ...],
    position: PositionBias,
    *,
    named: bool,
    method: str,
    ties: str,
    interval: str,
    prior: float | None,
    why: tuple[str, ...],
    finite: bool,
    steered: float,
) -> tuple[str, ...]:
    """Say what a reader should know before relying on the numbers."""
    if not len(matches):
        return ("There are no comparisons yet.",)
    notes = []
    if not counts.wins.any():
        notes.append("Every comparison is a tie: no system is ahead of another.")
    elif not finite:
        notes.append(
            "The strengths have no finite estimate: no cycle of systems has more wins than ties, "
            "so strengths and the share of ties are not identified. Count ties as half a win "
            "each, or use a prior."
        )
    notes += _unknown(systems, why, method)
    notes += _parted(matches, counts, prior, why, method)
    notes += _people(matches, named, method, interval)
    if method == "trueskill":
        notes.append(
            "TrueSkill as WMT published it resamples comparisons, not annotators or segments: its "
            "ranges show how stable the method is, and are too narrow for other annotators."
        )
    if steered and method != "dominance":
        notes.append(
            f"{steered:.0%} of the comparisons were chosen by earlier answers, where translations "
            "are close: the order holds, but distances between systems come out too small."
        )
    if prior is not None:
        notes.append(
            f"A normal prior with sd {prior:g} draws all strengths towards their mean; what the "
            "comparisons leave open, it decides."
        )
    if method == "expected-wins" and _uneven(counts):
        notes.append(
            "Not every pair of systems has a decided comparison, so expected wins are means over "
            "different opponents."
        )
    notes += _limits(contrasts)
    if position.p is not None and position.share is not None and position.p < _BIASED:
        decisions = position.left + position.right
        alike = "; p is too small, as pairs of one ranking are alike"
        notes.append(
            f"The output shown first won {position.share:.1%} of {decisions:,} decided comparisons "
            f"(p = {position.p:.2g}{alike if len(matches) > matches.judgements else ''}): where an "
            "output stood seems to have mattered."
        )
    return tuple(notes)


def _unknown(systems: tuple[RankedSystem, ...], why: tuple[str, ...], method: str) -> list[str]:
    """Name the systems without a score, and those without an interval."""
    notes = []
    never = [one.system for one in systems if not one.judgements]
    if never:
        notes.append(f"Never compared, so without a score: {some_of(never)}.")
    if method in ("wins", "expected-wins"):
        tied = [one.system for one in systems if one.judgements and one.score is None]
        if tied:
            notes.append(f"Neither won nor lost, so without a share of wins: {some_of(tied)}.")
    unsure = [one.system for one in systems if one.score is not None and one.low is None]
    if 0 < len(unsure) < len(systems):
        notes.append(
            f"Without an interval, because all its comparisons say the same: {some_of(unsure)}."
        )
    return notes + _apart(systems, why)


def _apart(systems: tuple[RankedSystem, ...], why: tuple[str, ...]) -> list[str]:
    """Name the systems whose strengths do not compare with all others; alike ones together."""
    alone: dict[str, list[str]] = {}
    notes = []
    for code, standing in enumerate(why, start=1):
        members = [one.system for one in systems if one.component == code and one.judgements]
        if len(members) == 1:
            alone.setdefault(standing, []).extend(members)
        elif members:
            notes.append(
                f"{some_of(members)}: {standing}, so their strengths compare only with each other."
            )
    for standing, members in alone.items():
        what = "its strength has" if len(members) == 1 else "their strengths have"
        notes.append(f"{some_of(members)}: {standing}, so {what} no finite estimate.")
    return notes


def _parted(
    matches: Matches, counts: Tally, prior: float | None, why: tuple[str, ...], method: str
) -> list[str]:
    """Say when scores are printed side by side although their systems never met."""
    part = parts_apart(counts)[counts.compared.any(1)]
    if why or len(np.unique(part)) < 2:
        return []
    known = "only the prior compares them" if prior is not None else "their scores compare badly"
    if method == "bradley-terry" and prior is None:
        return []
    return [
        f"The systems fall into {len(np.unique(part))} groups that were never compared with each "
        f"other, even indirectly; {known}."
    ]


def _people(matches: Matches, named: bool, method: str, interval: str) -> list[str]:
    notes = []
    if method != "trueskill":
        if matches.segments == 1 and interval in ("crossed", "two-way", "segment"):
            notes.append("With one segment there are no confidence intervals.")
        elif matches.segments < _FEW_SEGMENTS:
            notes.append(
                f"Only {matches.segments} segments: how much segments differ is poorly estimated, "
                "so the confidence intervals are rough."
            )
        if not named:
            notes.append(
                "Annotators are not named, so the confidence intervals do not allow for "
                "differences between them."
            )
        elif matches.annotators == 1:
            notes.append("One annotator: the confidence intervals hold for this annotator only.")
        elif alone := _by_one(matches):
            notes.append(
                f"Only one annotator judged {some_of(alone)}: this confidence interval holds for "
                "that annotator only."
            )
        elif interval == "crossed":
            notes += _few(matches)
        elif matches.annotators == 2 and interval == "two-way":
            notes.append(
                "With two annotators, how much annotators differ is poorly estimated; the "
                "confidence intervals may be slightly too narrow."
            )
        elif interval != "two-way":
            notes.append(
                f"The {interval} interval leaves out differences between annotators or between "
                "segments; the crossed interval, the default, allows for both."
            )
        if interval == "two-way":
            notes.append(
                "The two-way interval allows for annotators and segments, not for documents; "
                f"{_CROSSED.get(method, 'bradley-terry, the default method,')} has the crossed "
                "interval, which allows for all three."
            )
    return notes


def _few(matches: Matches) -> list[str]:
    """Say what the crossed interval takes from elsewhere, and what it cannot know."""
    if matches.segments < 2:
        return []  # there is no interval
    notes = []
    documents = matches.documents
    if documents is None:
        notes.append(UNKNOWN_DOCUMENTS)
    scarce = [
        name
        for name, number in (("annotators", matches.annotators), ("documents", documents))
        if number is not None and 1 < number <= FEW
    ]
    if scarce:
        notes.append(partly_assumed(scarce))
    return notes


def _by_one(matches: Matches) -> list[str]:
    """Name the systems that a single annotator judged."""
    met = np.zeros((len(matches.systems), matches.annotators), dtype=bool)
    met[matches.first, matches.annotator] = met[matches.second, matches.annotator] = True
    return [matches.systems[code] for code in np.flatnonzero(met.sum(1) == 1)]


def _uneven(counts: Tally) -> bool:
    known = counts.compared.any(1)
    decided = counts.decided[np.ix_(known, known)] > 0
    return bool(decided.sum() < len(decided) * (len(decided) - 1))


def _limits(contrasts: tuple[Contrast, ...]) -> list[str]:
    limited = [one for one in contrasts if one.limit == "annotators"]
    if not limited:
        return []
    pairs = "1 pair of systems" if len(limited) == 1 else f"{len(limited):,} pairs of systems"
    return [
        f"For {pairs} more judgements by the same annotators would not do: how much annotators "
        "differ limits the answer, so more annotators are needed."
    ]
