"""How a ranking of systems looks: scores with clusters, who beats whom, and the doubts."""

from dataclasses import astuple
from itertools import pairwise
from math import exp
from typing import NamedTuple

from tertium.rendering.arrange import facts, headline, methods, tables
from tertium.rendering.contrasts import (
    NAMED,
    RANKS,
    MeasureWords,
    answer_sentence,
    contrast_table,
    lead,
)
from tertium.rendering.names import short_names
from tertium.rendering.numbers import interval, spelled, written
from tertium.rendering.recipes import is_scored, standardised, told_recipe
from tertium.rendering.shapes import Cell, Column, Kind, Measure, Table, columns, estimate, listing
from tertium.stats.assessment.ranking import ScoredSystem
from tertium.stats.ranking.result import PositionBias, RankedSystem, Ranking
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.wording import capital, join, listed, say

_MATTERS = 0.05  # below this p the side on the screen is said to have mattered


class _Scale(NamedTuple):
    """How the scores of a method are called, written and compared."""

    name: str
    kind: Kind
    difference: Kind
    equal: float | None
    below: str
    above: str
    method: str = ""


_SCALES = {
    "bradley-terry": _Scale(
        "Log strength", "ratio", "ratio", 0.0, "weaker", "stronger than the mean",
        "Strengths are those of Bradley and Terry (1952): a system’s chance to win against "
        "another depends on the difference of their log strengths, whose mean is 0",
    ),
    "wins": _Scale(
        "Share of wins", "share", "points", 0.5, "loses more", "wins more",
        "The score of a system is the share of wins among its decided comparisons",
    ),
    "expected-wins": _Scale(
        "Expected wins", "share", "points", 0.5, "loses more", "wins more",
        "The score of a system is its share of wins against each other system, averaged over "
        "them, so that it does not depend on whom it met how often",
    ),
    "dominance": _Scale(
        "Mean dominance", "ratio", "ratio", 0.0, "behind more", "ahead of more",
        "The score of a system is its mean dominance: how many translations of the same source "
        "it is ahead of, less how many are ahead of it (Pighin, Formiga and Màrquez, 2012)",
    ),
    "trueskill": _Scale(
        "TrueSkill mean", "ratio", "ratio", None, "", "",
        "Scores are means of TrueSkill over repeated runs, as the shared tasks of WMT "
        "published them; the ranges come from these runs",
    ),
}  # fmt: skip
_STANDARD = _Scale(
    "Standard score", "standard", "standard", 0.0, "below", "above what annotators usually give"
)
RAW = _Scale("Mean score", "ratio", "ratio", None, "", "")
_TIES = {
    "davidson": "A tie is an outcome of its own (Davidson, 1970).",
    "half": "A tie is half a win for each side.",
    "drop": "Ties are left out.",
}
_INTERVALS = {
    "crossed": "allow for differences between annotators, documents and segments, and take a "
    "whole ranking as one judgement",
    "two-way": "allow for differences between annotators and between segments, and take a whole "
    "ranking as one judgement",
    "annotator": "allow for differences between annotators only",
    "segment": "allow for differences between segments only",
    "information": "take every comparison as independent of all others",
}


@headline.register
def ranking_headline(result: Ranking) -> str:
    known = [one for one in result.systems if one.score is not None]
    if not result.systems:
        if is_scored(result):
            return say("There are no scores to rank systems by.")
        return say("There are no comparisons to rank systems by.")
    if not known:
        return say("These comparisons give no system a finite strength.")
    if result.components:
        ahead = result.components[0]
        return join(
            (
                say(
                    "The {number} systems cannot all be put on one scale: they fall into {groups} "
                    "groups.",
                    number=spelled(len(result.systems)),
                    groups=spelled(len(result.components)),
                ),
                say(
                    "{names}: {why}.",
                    names=_some([short_system_names(result)[name] for name in ahead.systems]),
                    why=say(ahead.why),
                ),
            )
        )
    if len(known) == 1:
        only = short_system_names(result)[known[0].system]
        return say("Only one system, {a}, could be judged.", a=only)
    if len(known) == 2 and len(result.contrasts) == 1:
        return _of_two(known, result)
    return lead(known, result.contrasts, result.level, _proof(known, result))


def _of_two(known: list[RankedSystem], result: Ranking) -> str:
    """Say which of two systems is better, and what their scores were as they were given."""
    scale = scale_of(result)
    measured = MeasureWords(scale.name.lower(), scale.kind, scale.difference)
    told = answer_sentence(known, result.contrasts, measured, result.level)
    if not standardised(result):
        return told
    means: list[str] = [
        say("{a} {x}", a=one.system, x=written(one.raw, "ratio"))
        for one in known
        if isinstance(one, ScoredSystem)
    ]
    return join((told, say("Mean scores as given: {means}.", means=listed(means))))


@facts.register
def ranking_facts(result: Ranking) -> tuple[tuple[str, str], ...]:
    return (
        ("Systems", f"{len(result.systems):,}"),
        ("Clusters", f"{len(_clusters(result)):,}"),
        ("Scores" if is_scored(result) else "Judgements", f"{result.judgements:,}"),
        ("Annotators", f"{result.annotators:,}"),
    )


@tables.register
def ranking_tables(result: Ranking) -> tuple[Table, ...]:
    return (
        systems_table(result),
        _neighbours(result),
        _scored(result) if is_scored(result) else _further(result),
        pairs_table(result),
        _contrasts(result),
    )


@methods.register
def ranking_methods(result: Ranking) -> str:
    if is_scored(result):
        return told_recipe(result)
    about = [
        f"{count(result.judgements, 'judgement')} by {count(result.annotators, 'annotator')} on "
        f"{count(result.segments, 'segment')} were read as "
        f"{count(result.comparisons, 'comparison')} of two systems.",
        f"{scale_of(result).method}.",
        _TIES.get(result.ties or "", ""),
    ]
    level = f"{100 * result.level:g}%"
    if result.interval in _INTERVALS:
        about.append(f"The {level} intervals {_INTERVALS[result.interval]}.")
    corrected = " after Holm’s correction" if result.correction == "holm" else ""
    about.append(
        f"Two systems differ significantly at the {level} level{corrected}; a cluster ends where "
        "every system above differs significantly from every one below, and a rank range leaves "
        "open what does not. The ranges over all pairs are corrected for their number (Holm, 1979)."
    )
    about.append(_position(result.position))
    return " ".join(text for text in about if text)


def systems_table(result: Ranking) -> Table:
    """Return every system with its score, rank, rank range and cluster."""
    scale = scale_of(result)
    raw, z = Column("Raw mean", "ratio", "raw"), Column("Mean z", "standard", "z")
    other = raw if standardised(result) else z  # the mean that is not the score already
    steps = result.scale.legend if result.scale else ""
    return Table.of(
        "Ranking of systems",
        result.systems,
        Column("System"),
        Column(scale.name, scale.kind, "score", of=estimate("score")),
        *RANKS,
        *([Column("Group", "count", "component")] if result.components else []),
        *([other] if any(isinstance(one, ScoredSystem) for one in result.systems) else []),
        Column("Scores" if is_scored(result) else "Judgements", "count", "judgements"),
        note=f"Scale: {steps}." if steps else "",
    ).without_empty()


def _neighbours(result: Ranking) -> Table:
    """List systems that follow each other, with what it would take to tell them apart."""
    found = {(one.a, one.b): one for one in result.contrasts}
    names = [one.system for one in result.systems]
    pairs = [found[pair] for pair in pairwise(names) if pair in found]
    return contrast_table("Neighbours in the ranking", pairs, scale_of(result).difference)


def _contrasts(result: Ranking) -> Table:
    return contrast_table(
        "All contrasts", result.contrasts, scale_of(result).difference, detail=True
    )


pairs_table = listing(
    "Who beats whom",
    "pairs",
    Column("System", of=lambda one: one.a),
    Column("Against", of=lambda one: one.b),
    *columns("count", "Wins", "Losses", "Ties"),
    Column(
        "Share of wins",
        "share",
        "share",
        of=lambda pair: pair.wins / (pair.wins + pair.losses) if pair.wins + pair.losses else None,
    ),
    detail=True,
)

_scored = listing(
    "What was scored",
    lambda result: [one for one in result.systems if isinstance(one, ScoredSystem)],
    Column("System"),
    *columns("count", "Segments", "Annotators"),
    Column("Raw mean", "ratio", "raw"),
    Column("Mean z", "standard", "z"),
    detail=True,
)


def _further(result: Ranking) -> Table:
    position = result.position
    share = Estimate(position.share, position.low, position.high)
    rows: list[tuple[Cell, ...]] = [
        ("Judgements", Measure(result.judgements, "count")),
        ("Comparisons of two systems", Measure(result.comparisons, "count")),
        ("Segments", Measure(result.segments, "count")),
        ("Annotators", Measure(result.annotators, "count")),
    ]
    if result.tie is not None:
        rows.append(("Davidson’s ν", Measure(result.tie, "number")))
    if position.share is not None:
        rows.append(("Shown first and preferred", Measure(share, "share")))
        rows.append(("p of no preference for a place", Measure(position.p, "p")))
    columns = (Column("Fact"), Column("Value", "ratio", "value"))
    return Table("What was compared", columns, tuple(rows))


def _position(position: PositionBias) -> str:
    """Say whether it mattered which translation was shown first."""
    if position.share is None or position.p is None:
        return ""
    share = written(Estimate(position.share, position.low, position.high), "share")
    decided = count(position.left + position.right, "decided comparison")
    p = written(position.p, "p")
    p = f"p {p}" if p.startswith("<") else f"p = {p}"
    mattered = (
        "where a translation stood seems to have mattered"
        if position.p < _MATTERS
        else "nothing says that its place mattered"
    )
    return f"The translation shown first won {share} of {decided} ({p}): {mattered}."


def clusters_sentence(result: Ranking) -> str:
    """Say how many clusters there are, and who is in the first."""
    if result.components:
        groups = spelled(len(result.components))
        return say("Systems fall into {n} groups, each with its scale.", n=groups)
    clusters = _clusters(result)
    lead = clusters[0]
    if len(clusters) == 1:
        return say("One cluster: no part of the ranking stands clear of the rest.")
    return say(
        "{n} clusters; in the first: {names}.",
        n=capital(spelled(len(clusters))),
        names=_some(lead),
    )


def _clusters(result: Ranking) -> list[list[str]]:
    """Return the short names in every cluster, the best first; without score there is none."""
    found: dict[tuple[int, int], list[str]] = {}
    short = short_system_names(result)
    for one in result.systems:
        if one.cluster is not None:
            found.setdefault((one.component, one.cluster), []).append(short[one.system])
    return list(found.values())


def short_system_names(result: Ranking) -> dict[str, str]:
    """Return the systems under names that are as short as they can be."""
    return short_names([one.system for one in result.systems])


def scale_of(result: Ranking) -> _Scale:
    """Return how the scores of this ranking are called and written."""
    if is_scored(result):
        return _STANDARD if standardised(result) else RAW
    return _SCALES[result.method]


def _proof(known: list[RankedSystem], result: Ranking) -> str:
    """Say by how much a clear leader is ahead of the next system."""
    ahead = _ahead(known, result)
    margin = (
        _margin(ahead, short_system_names(result)[known[1].system], result)
        if ahead.low is not None
        else ""
    )
    # A mean score beside a difference of standard scores would be two quantities in one sentence.
    if not isinstance(known[0], ScoredSystem) or scale_of(result) is not RAW:
        return say(": {margin}", margin=margin) if margin else ""
    mean, points = written(known[0].raw, "ratio"), say(_points(result))
    if not margin:
        return say(": mean score {x} {points}", x=mean, points=points)
    return say(": mean score {x} {points}, {margin}", x=mean, points=points, margin=margin)


def _ahead(known: list[RankedSystem], result: Ranking) -> Estimate:
    """Return the difference between the first two systems."""
    first, second = (one.system for one in known[:2])
    for one in result.contrasts:
        if {one.a, one.b} == {first, second}:
            seen = one if one.a == first else one.turned()
            return Estimate(seen.difference, seen.low, seen.high)
    return Estimate(None)


def _margin(ahead: Estimate, second: str, result: Ranking) -> str:
    """Say a difference in the words of its scale; one of log strengths is a ratio of wins."""
    scale, kind = scale_of(result), scale_of(result).difference
    level = f"{100 * result.level:g}"
    if result.method == "bradley-terry":
        ahead = Estimate(*(None if end is None else exp(end) for end in astuple(ahead)))
        return say(
            "preferred to {b}, the next, by {x} to 1 ({level}% CI {ci})",
            b=second,
            x=written(ahead.value, kind),
            level=level,
            ci=interval(ahead, kind),
        )
    what = _points(result) if scale is RAW else scale.name.lower()
    template = (
        "{x} {what} above {b}, the next ({level}% CI {ci})"
        if scale is RAW
        else "{what} {x} above {b}, the next ({level}% CI {ci})"
    )
    return say(
        template,
        x=written(ahead.value, kind),
        what=say(what),
        b=second,
        level=level,
        ci=interval(ahead, kind),
    )


def _points(result: Ranking) -> str:
    return result.scale.points if result.scale else "points"


def _some(names: list[str]) -> str:
    """Name some systems, and count them where they are many."""
    if len(names) <= NAMED:
        return listed(names)
    return say("{n} systems", n=spelled(len(names)))
