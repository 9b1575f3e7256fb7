"""How systems and their contrasts are told, whatever was measured: the sentence and the tables."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from tertium.rendering.names import short_names
from tertium.rendering.numbers import interval, listed, spelled, written
from tertium.rendering.shapes import Cell, Column, Kind, Table
from tertium.stats.contrasts.record import ALL_THE_SAME, Contrast
from tertium.stats.result import Estimate

__all__ = [
    "NAMED",
    "RANKS",
    "MeasureWords",
    "Ranked",
    "answer_sentence",
    "contrast_table",
    "lead",
    "pair_sentence",
    "rank_range",
    "ranks",
]

NAMED = 4  # systems in one sentence
_SHOWN = 10  # pairs of systems that are not left to details


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
    return lead(known, contrasts, level, f": {measured.name} {best}")


def lead(
    known: Sequence[Ranked], contrasts: Sequence[Contrast], level: float, proof: str = ""
) -> str:
    """Say who leads many systems, all pairs considered together; `proof` follows a clear leader."""
    number, short = len(known), short_names([one.system for one in known])
    ranges = [(short[one.system], one.rank_range_simultaneous) for one in known]
    ahead = [name for name, range_ in ranges if range_ and range_[0] == 1]
    if len(ahead) == 1:
        return f"{ahead[0]} is the best of {spelled(number)} systems{proof}."
    if len(ahead) < number:
        many = len(ahead) > NAMED
        who = f"{spelled(len(ahead)).capitalize()} of {spelled(number)} systems"
        who = who if many else listed(ahead)
        among = "" if many else f" among {spelled(number)} systems"
        return f"{who} share the lead{among}: no significant difference between them."
    alike = contrasts and all(one.reason == ALL_THE_SAME for one in contrasts)
    if alike and all(one.difference == 0 for one in contrasts):
        return f"The {spelled(number)} systems are equal in every judgement."
    if alike:
        return (
            f"{short[known[0].system]} is ahead by the same distance in every judgement, so "
            "nothing varies from which a confidence interval could follow."
        )
    unknown = {one.reason for one in contrasts if one.reason and one.p is None}
    if unknown and all(one.p is None for one in contrasts):
        why = unknown.pop() if len(unknown) == 1 else "no two of them have a confidence interval"
        return f"Whether the {spelled(number)} systems differ cannot be estimated: {why}."
    if not any(one.p is not None and one.p < 1 - level for one in contrasts):
        return f"No significant difference between the {spelled(number)} systems."
    return (
        f"{short[known[0].system]} ranks first of {spelled(number)} systems, but no lead is "
        "significant once the number of pairs is allowed for."
    )


def pair_sentence(
    contrast: Contrast, scores: Mapping[str, float | None], measured: MeasureWords, level: float
) -> str:
    """Say how two systems with these scores differ."""
    a, b = contrast.a, contrast.b
    values = [written(scores[name], measured.kind) for name in (a, b)]
    if contrast.p is None or contrast.difference is None:
        why = f"; {contrast.reason}, so no confidence interval follows" if contrast.reason else ""
        if values[0] == values[1]:
            return f"{a} and {b} have the same {measured.name}, {values[0]}{why}."
        called = measured.name[:1].upper() + measured.name[1:]
        return f"{called} of {a} and {b}: {values[0]} and {values[1]}{why}."
    around = Estimate(contrast.difference, contrast.low, contrast.high)
    difference = written(contrast.difference, measured.difference)
    ends = interval(around, measured.difference)  # a recipe's own test may have none
    unit = " points" if measured.difference == "points" else ""
    within = f" ({100 * level:g}% CI {ends})" if ends else ""
    apart = (
        f"{values[0]} against {values[1]}, difference {difference}{unit}{within}, {_p(contrast.p)}"
    )
    if contrast.p < 1 - level:
        way = "higher" if contrast.difference > 0 else "lower"
        return f"{a} has a significantly {way} {measured.name} than {b}: {apart}."
    return f"No significant difference between {a} and {b} in {measured.name}: {apart}."


def _unconnected(known: Sequence[Ranked], contrasts: Sequence[Contrast]) -> str:
    reasons = [one.reason for one in contrasts if one.difference is None and one.reason]
    short = short_names([one.system for one in known])
    groups: dict[int, list[str]] = {}
    for one in known:
        groups.setdefault(one.component, []).append(short[one.system])
    number = spelled(len(known))
    return (
        f"The {number} systems cannot all be compared: they fall into {spelled(len(groups))} "
        f"groups ({reasons[0]})."
    )


def _p(p: float) -> str:
    told = written(p, "p")
    return f"p {told}" if told.startswith("<") else f"p = {told}"


def rank_range(ranks: tuple[int, int] | None) -> str:
    """Write a range of ranks."""
    if ranks is None:
        return ""
    low, high = ranks
    return str(low) if low == high else f"{low}–{high}"


RANKS = (
    Column("Rank", "count", "rank"),
    Column("Rank range", field="rank_range"),
    Column("All pairs", field="rank_range_simultaneous"),
    Column("Cluster", "count", "cluster"),
)


def ranks(one: Ranked, systems: Sequence[Ranked]) -> tuple[Cell, ...]:
    """Return the cells of `RANKS`; one system alone has no rank."""
    if len(systems) < 2:
        return None, None, None, None
    ranges = rank_range(one.rank_range), rank_range(one.rank_range_simultaneous)
    return one.rank, *ranges, one.cluster


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
    rows = tuple(
        (
            one.a,
            one.b,
            Estimate(one.difference, one.low, one.high),
            one.p,
            one.p_adjusted if len(contrasts) > 1 else None,
            (f"more {one.limit}" if one.limit else one.further) if further else None,
            one.reason,
        )
        for one in contrasts
    )
    columns = (
        Column("System"),
        Column("Less"),
        Column("Difference", difference, "difference"),
        Column("p", "p", "p"),
        Column("Holm", "p", "p_adjusted"),
        Column("Further judgements", "count", "further"),
        Column("Why not", field="reason"),
    )
    note = (
        "Further judgements: about how many more, by the same annotators on new segments, would "
        "make the difference significant with a power of 50%."
        if any(row[-2] is not None for row in rows)
        else ""
    )
    many = detail or len(rows) > _SHOWN
    return Table(title, columns, rows, note, many).without_empty()
