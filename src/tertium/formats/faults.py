"""What can be wrong in a row of judgements, as questions to the database.

A *fault* is a condition on one column with the sentence that tells it. All of
them are asked of all rows at once; only when one holds somewhere is the file
read again to find the line and the column.
"""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import get_args

from tertium.formats.shapes import PASSED, Shape
from tertium.formats.span_faults import span_faults
from tertium.model import ROLES, Layer
from tertium.protocols.preferences import ANSWERS
from tertium.scales import HUNDRED
from tertium.table import COLUMNS, INDICATORS

__all__ = ["Fault", "faults"]

_NUMBERS = {
    "score": "DOUBLE",
    "keystrokes": "DOUBLE",
    "rating": "DOUBLE",
    "raw_score": "DOUBLE",
    "duration_s": "DOUBLE",
    "hit_seconds": "DOUBLE",
    "start_time": "DOUBLE",
    "end_time": "DOUBLE",
    "batchNo": "BIGINT",
    "position": "BIGINT",
    **dict.fromkeys(INDICATORS, "DOUBLE"),
}
_NOT_NEGATIVE = (
    *("seconds", "duration_s", "hit_seconds", "keystrokes", "start", "end", "order", "batch"),
    "batchNo",
    *INDICATORS,
)
# Columns that hold a list of numbers in square brackets.
_LISTS = ("scores", "z_scores")


@dataclass(frozen=True, slots=True)
class Fault:
    """Where `holds` (SQL) is true, the value of `column` is wrong."""

    column: str
    holds: str
    what: Callable[[str], str]
    fix: Callable[[str], str]


def faults(shape: Shape, header: tuple[str, ...]) -> list[Fault]:
    """Return everything to be asked about the rows of one file."""
    found = [_empty(name) for name in shape.required if name not in shape.may_be_empty]
    types = {name: kind for name, kind in COLUMNS.items() if name not in shape.filled} | _NUMBERS
    for name in header:
        kind = types.get(name, "VARCHAR")
        if kind in ("DOUBLE", "BIGINT"):
            found.append(_not_a_number(name, whole=kind == "BIGINT"))
        elif kind == "TIMESTAMP":
            found.append(_not_a_time(name))
        if name in _NOT_NEGATIVE:
            found.append(_negative(name))
        if name in _LISTS:
            found.append(_not_a_list(name))
    found.extend(_outside(name) for name in shape.bounded)
    lists = {"role": ROLES, "layer": get_args(Layer)} | dict(shape.listed)
    if shape.name == "comparisons":
        lists["answer"] = tuple(ANSWERS)
        found.append(_same_system("left", "right"))
    elif shape.name == "outcomes":
        lists["passed"] = tuple(PASSED)
    elif shape.name == "table" and {"system", "versus"} <= set(header):
        found.append(_same_system("system", "versus"))
    for system, rank in shape.ranks:
        found += [_not_a_rank(rank), _nameless(system)]
        found.append(_rank_of_nothing(system, rank))
    if {"start", "end"} <= set(header):
        found.append(_backwards())
    if {"start_time", "end_time"} <= set(header):
        found.append(_ends_early())
    if "mqm" in header:
        found.append(_not_json("mqm"))
    if shape.name == "table" and "value" in header:
        found.append(_not_a_preference())
    if shape.name == "spans":
        found.extend(Fault(*one) for one in span_faults(header))
    found.extend(_unlisted(name, lists[name]) for name in lists if name in header)
    return found


def _quoted(name: str) -> str:
    return f'"{name}"'


def _empty(name: str) -> Fault:
    return Fault(
        name,
        f"{_quoted(name)} IS NULL",
        lambda _: f"the {name} is empty",
        lambda _: f"Write the {name} in every row.",
    )


def _unlisted(name: str, allowed: tuple[str, ...]) -> Fault:
    listed = ", ".join(f"'{value}'" for value in allowed)
    value = f"lower({_quoted(name)})" if name == "passed" else _quoted(name)
    return Fault(
        name,
        f"{value} NOT IN ({listed})",
        lambda given: f"{given!r} is not a known {name}",
        lambda given: f"{_guess(given, allowed)}Allowed: {', '.join(allowed)}.",
    )


def _guess(given: str, allowed: tuple[str, ...]) -> str:
    close = get_close_matches(given.lower().replace(" ", "_"), allowed, n=1)
    return f"Did you mean {close[0]!r}? " if close else ""


def _not_a_number(name: str, *, whole: bool) -> Fault:
    number = f"TRY_CAST({_quoted(name)} AS DOUBLE)"
    wrong = f"({number} IS NULL OR NOT isfinite({number}))"
    if whole:
        wrong = f"({wrong} OR {number} <> floor({number}))"
    kind = "a whole number" if whole else "a number"
    return Fault(
        name,
        f"{_quoted(name)} IS NOT NULL AND {wrong}",
        lambda given: f"the {name} {given!r} is not {kind}",
        lambda _: (
            f"Write {kind} with a full stop as decimal sign, or leave the field empty."
            if not whole
            else f"Write {kind}, or leave the field empty."
        ),
    )


def _not_a_list(name: str) -> Fault:
    return Fault(
        name,
        f"{_quoted(name)} IS NOT NULL AND coalesce(len(TRY_CAST({_quoted(name)} AS DOUBLE[])), 0) "
        f"= 0 OR list_bool_or(list_transform(TRY_CAST({_quoted(name)} AS DOUBLE[]), "
        "lambda x: x IS NULL OR NOT isfinite(x)))",
        lambda given: f"{given!r} is not a list of numbers",
        lambda _: "Write numbers in square brackets, such as [62, 71.5, 80].",
    )


def _outside(name: str) -> Fault:
    """Tell scores outside the scale of assessments; of a list, the lowest and highest are asked."""
    given = _quoted(name)
    low, high = f"TRY_CAST({given} AS DOUBLE)", f"TRY_CAST({given} AS DOUBLE)"
    if name in _LISTS:
        numbers = f"TRY_CAST({given} AS DOUBLE[])"
        low, high = f"list_min({numbers})", f"list_max({numbers})"
    return Fault(
        name,
        f"{low} < {HUNDRED.lowest} OR {high} > {HUNDRED.highest}",
        lambda given: f"the score {given!r} lies outside {HUNDRED.lowest:g} to {HUNDRED.highest:g}",
        lambda _: f"Write a number {HUNDRED.words}, or leave the row out if nothing was judged.",
    )


def _ends_early() -> Fault:
    return Fault(
        "end_time",
        'TRY_CAST("end_time" AS DOUBLE) < TRY_CAST("start_time" AS DOUBLE)',
        lambda given: f"the judgement ends at {given} before it starts",
        lambda _: "Write both times in seconds since 1970.",
    )


def _not_json(name: str) -> Fault:
    return Fault(
        name,
        f"{_quoted(name)} IS NOT NULL AND NOT json_valid({_quoted(name)})",
        lambda given: f"{given[:40]!r} is not JSON",
        lambda _: "Write a list of marked errors, or [] where nothing is marked.",
    )


def _negative(name: str) -> Fault:
    return Fault(
        name,
        f"TRY_CAST({_quoted(name)} AS DOUBLE) < 0",
        lambda given: f"the {name} {given!r} is negative",
        lambda _: "Write a number from 0 upwards, or leave the field empty.",
    )


def _not_a_time(name: str) -> Fault:
    return Fault(
        name,
        f"{_quoted(name)} IS NOT NULL AND TRY_CAST({_quoted(name)} AS TIMESTAMPTZ) IS NULL",
        lambda given: f"{given!r} is not a time",
        lambda _: "Write it like 2026-03-01T14:30:00Z.",
    )


def _same_system(left: str, right: str) -> Fault:
    return Fault(
        right,
        f"{_quoted(left)} = {_quoted(right)}",
        lambda given: f"{left} and {right} are both {given!r}",
        lambda _: "Name two different systems.",
    )


def _not_a_rank(name: str) -> Fault:
    number = f"TRY_CAST({_quoted(name)} AS DOUBLE)"
    wrong = f"{number} IS NULL OR NOT isfinite({number}) OR {number} <> floor({number})"
    return Fault(
        name,
        f"{_quoted(name)} IS NOT NULL AND ({wrong} OR ({number} < 1 AND {number} <> -1))",
        lambda given: f"{given!r} is not a rank",
        lambda _: (
            "Write 1 for the best, 2 for the next, and so on; equal ranks are ties; -1 stands for "
            "an output that was not ranked."
        ),
    )


def _nameless(name: str) -> Fault:
    return Fault(
        name,
        f"regexp_matches({_quoted(name)}, '(^|[+]) *([+]|$)')",
        lambda given: f"{given!r} names a system without a name",
        lambda _: "The sign + stands between the names of systems with the same output.",
    )


def _rank_of_nothing(system: str, rank: str) -> Fault:
    return Fault(
        system,
        f"{_quoted(system)} IS NULL AND TRY_CAST({_quoted(rank)} AS DOUBLE) > 0",
        lambda _: "there is a rank but no system",
        lambda _: "Name the system, or leave the rank out.",
    )


def _backwards() -> Fault:
    return Fault(
        "end",
        'TRY_CAST("start" AS DOUBLE) > TRY_CAST("end" AS DOUBLE)',
        lambda given: f"the span ends at {given} before it starts",
        lambda _: "Count characters from 0; the end is not part of the span.",
    )


def _not_a_preference() -> Fault:
    return Fault(
        "value",
        '"aspect" = \'preference\' AND TRY_CAST("value" AS DOUBLE) NOT IN (-1, 0, 1)',
        lambda given: f"the preference {given!r} is not -1, 0 or 1",
        lambda _: (
            "Write 1 where system is better than versus, -1 where it is worse, 0 for neither."
        ),
    )
