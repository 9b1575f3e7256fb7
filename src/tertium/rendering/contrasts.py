"""How systems and their contrasts are told, whatever was measured: the sentence and the tables."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from tertium.rendering.names import short_names
from tertium.rendering.numbers import spelled, within, written
from tertium.rendering.pictures.intervals import Line
from tertium.rendering.shapes import Cell, Column, Kind, Table, estimate
from tertium.stats.contrasts.record import ALL_THE_SAME, Contrast
from tertium.stats.result import Estimate
from tertium.wording import capital, listed, say

NAMED = 4  # systems in one sentence
_SHOWN = 10  # pairs of systems that are not left to details
_FURTHER = (
    "Further judgements: about how many more, by the same annotators on new segments, would make "
    "the difference significant with a power of 50%."
)


class Ranked(Protocol):
    """What is said here about a system."""

    @property
    def system(self) -> str: ...  # noqa: D102
    @property
    def score(self) -> float | None: ...  # noqa: D102
    @property
    def component(self) -> int: ...  # noqa: D102
    @property
    def rank(self) -> int | None: ...  # noqa: D102
    @property
    def cluster(self) -> int | None: ...  # noqa: D102
    @property
    def rank_range(self) -> tuple[int, int] | None: ...  # noqa: D102
    @property
    def rank_range_simultaneous(self) -> tuple[int, int] | None: ...  # noqa: D102


class MeasureWords(NamedTuple):
    """How a measure is called, written and compared; `name` follows “a higher …”."""

    name: str
    kind: Kind
    difference: Kind


def answer_sentence(
    systems: Sequence[Ranked], contrasts: Sequence[Contrast], measured: MeasureWords, level: float
) -> str:
    """Say which system is better, by how much and how sure that is."""
    known = [one for one in systems if one.score is not None]
    if len({one.component for one in known}) > 1:
        return _unconnected(known, contrasts)
    if len(known) == 2 and len(contrasts) == 1:
        return pair_sentence(
            contrasts[0], {one.system: one.score for one in known}, measured, level
        )
    best = written(known[0].score, measured.kind)
    proof = say(": {measure} {x}", measure=say(measured.name), x=best)
    return lead(known, contrasts, level, proof)


def lead(
    known: Sequence[Ranked], contrasts: Sequence[Contrast], level: float, proof: str = ""
) -> str:
    """Say who leads many systems, all pairs considered together; `proof` follows a clear leader."""
    number, short = spelled(len(known)), short_names([one.system for one in known])
    first = short[known[0].system]
    ranges = [(short[one.system], one.rank_range_simultaneous) for one in known]
    ahead = [name for name, range_ in ranges if range_ and range_[0] == 1]
    if len(ahead) == 1:
        return say(
            "{a} is the best of {number} systems{proof}.", a=ahead[0], number=number, proof=proof
        )
    if NAMED < len(ahead) < len(known):
        return say(
            "{some} of {number} systems share the lead: no significant difference between them.",
            some=capital(spelled(len(ahead))),
            number=number,
        )
    if len(ahead) < len(known):
        return say(
            "{names} share the lead among {number} systems: no significant difference between "
            "them.",
            names=listed(ahead),
            number=number,
        )
    alike = contrasts and all(one.reason == ALL_THE_SAME for one in contrasts)
    if alike and all(one.difference == 0 for one in contrasts):
        return say("The {number} systems are equal in every judgement.", number=number)
    if alike:
        return say(
            "{a} is ahead by the same distance in every judgement, so nothing varies from which "
            "a confidence interval could follow.",
            a=first,
        )
    unknown = {one.reason for one in contrasts if one.reason and one.p is None}
    if unknown and all(one.p is None for one in contrasts):
        none = say("no two of them have a confidence interval")
        return say(
            "Whether the {number} systems differ cannot be estimated: {why}.",
            number=number,
            why=say(unknown.pop()) if len(unknown) == 1 else none,
        )
    if not any(one.p is not None and one.p < 1 - level for one in contrasts):
        return say("No significant difference between the {number} systems.", number=number)
    return say(
        "{a} ranks first of {number} systems, but no lead is significant once the number of pairs "
        "is allowed for.",
        a=first,
        number=number,
    )


def pair_sentence(
    contrast: Contrast, scores: Mapping[str, float | None], measured: MeasureWords, level: float
) -> str:
    """Say how two systems with these scores differ."""
    values = [written(scores[name], measured.kind) for name in (contrast.a, contrast.b)]
    told = {"a": contrast.a, "b": contrast.b, "measure": say(measured.name)}
    told |= {"x": values[0], "y": values[1]}
    if contrast.p is None or contrast.difference is None:
        why = (
            say("; {reason}, so no confidence interval follows", reason=say(contrast.reason))
            if contrast.reason
            else ""
        )
        if values[0] == values[1]:
            return say("{a} and {b} have the same {measure}, {x}{why}.", **told, why=why)
        called = capital(told.pop("measure"))
        return say("{measure} of {a} and {b}: {x} and {y}{why}.", **told, measure=called, why=why)
    around = Estimate(contrast.difference, contrast.low, contrast.high)
    told["apart"] = say(
        "{x} against {y}, difference {difference}{within}, {p}",
        x=values[0],
        y=values[1],
        difference=_with_unit(contrast.difference, measured.difference),
        within=within(around, measured.difference, level),  # a recipe's own test may have none
        p=_p(contrast.p),
    )
    if contrast.p >= 1 - level:
        return say("No significant difference between {a} and {b} in {measure}: {apart}.", **told)
    if contrast.difference > 0:
        return say("{a} has a significantly higher {measure} than {b}: {apart}.", **told)
    return say("{a} has a significantly lower {measure} than {b}: {apart}.", **told)


def _with_unit(difference: float, kind: Kind) -> str:
    told = written(difference, kind)
    return say("{difference} points", difference=told) if kind == "points" else told


def _unconnected(known: Sequence[Ranked], contrasts: Sequence[Contrast]) -> str:
    reasons = [one.reason for one in contrasts if one.difference is None and one.reason]
    return say(
        "The {number} systems cannot all be compared: they fall into {groups} groups ({why}).",
        number=spelled(len(known)),
        groups=spelled(len({one.component for one in known})),
        why=say(reasons[0]),
    )


def _p(p: float) -> str:
    return say("p {p}" if p < 0.001 else "p = {p}", p=written(p, "p"))


def rank_range(ranks: tuple[int, int] | None) -> str:
    """Write a range of ranks."""
    if ranks is None:
        return ""
    low, high = ranks
    return str(low) if low == high else f"{low}–{high}"


RANKS = (
    Column("Rank", "count"),
    Column("Rank range", of=lambda one: rank_range(one.rank_range)),
    Column(
        "All pairs",
        field="rank_range_simultaneous",
        of=lambda one: rank_range(one.rank_range_simultaneous),
    ),
    Column("Cluster", "count"),
)


def ranks(systems: Sequence[Ranked]) -> tuple[Column, ...]:
    """Return the columns of ranks; one system alone has none."""
    return RANKS if len(systems) > 1 else ()


def ranked_lines(systems: Sequence[Ranked], ranges: str = "rank_range_simultaneous") -> list[Line]:
    """Return the lines of a picture of ranked systems, with a range of ranks beside each."""
    short, score = short_names([one.system for one in systems]), estimate("score")
    return [
        Line(
            short[one.system],
            score(one),
            group=f"{one.component} {one.cluster}",
            beside=rank_range(getattr(one, ranges)),
        )
        for one in systems
    ]


def contrast_table(
    title: str,
    contrasts: Sequence[Contrast],
    difference: Kind,
    *,
    detail: bool = False,
    further: bool = True,
) -> Table:
    """List contrasts of two systems each, with what it would take to tell them apart.

    Many of them are a detail. `further` is for judgements, of which there can be more.
    """
    table = Table.of(
        title,
        contrasts,
        Column("System", of=lambda one: one.a),
        Column("Less", of=lambda one: one.b),
        Column("Difference", difference, of=estimate("difference")),
        Column("p", "p"),
        *([Column("Holm", "p", "p_adjusted")] if len(contrasts) > 1 else []),
        *([Column("Further judgements", "count", "further", of=_further)] if further else []),
        Column("Why not", field="reason"),
        detail=detail or len(contrasts) > _SHOWN,
    ).without_empty()
    told = any(column.name == "further" for column in table.columns)
    return replace(table, note=_FURTHER) if told else table


def _further(one: Contrast) -> Cell:
    return f"more {one.limit}" if one.limit else one.further
