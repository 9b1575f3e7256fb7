"""What can be wrong with a value, as questions to the database.

A *fault* is a condition on one column with the sentence that tells it. Those of
this file belong to a kind of column; a shape names those of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from tertium.formats.queries import text
from tertium.scale import HUNDRED
from tertium.table import COLUMNS, INDICATORS
from tertium.table_columns import quoted

_NUMBERS = {
    "score": "DOUBLE",
    "keystrokes": "DOUBLE",
    "rating": "DOUBLE",
    "raw_score": "DOUBLE",
    "z_score": "DOUBLE",
    "duration_s": "DOUBLE",
    "hit_seconds": "DOUBLE",
    "start_time": "DOUBLE",
    "end_time": "DOUBLE",
    "batchNo": "BIGINT",
    "position": "BIGINT",
    **dict.fromkeys(INDICATORS, "DOUBLE"),
}
# Every column that holds a number that need not be whole.
NUMBER_COLUMNS = frozenset(
    name for name, kind in (*_NUMBERS.items(), *COLUMNS.items()) if kind == "DOUBLE"
)
_NOT_NEGATIVE = (
    *("seconds", "duration_s", "hit_seconds", "keystrokes", "start", "end", "order", "batch"),
    "batchNo",
    *INDICATORS,
)
# Columns that hold a list of numbers in square brackets.
_LISTS = ("scores", "z_scores")


@dataclass(frozen=True, slots=True)
class Fault:
    """Where `holds` (SQL) is true, the value of `column` is wrong.

    It is asked of files that have the column and all that it `needs`. The sentence may tell the
    value as {given}; where some values are `allowed` only, the remedy names the nearest.
    """

    column: str
    holds: str
    what: str
    fix: str
    needs: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()

    def concerns(self, header: tuple[str, ...]) -> bool:
        """Tell whether a file with these columns can have the fault."""
        return {self.column, *self.needs} <= set(header)

    def told(self, given: str) -> tuple[str, str]:
        """Return what is wrong with a value, and what to do."""
        close = get_close_matches(given.lower().replace(" ", "_"), self.allowed, n=1)
        guess = f"Did you mean {close[0]!r}? " if close else ""
        return self.what.format(given=given, begins=given[:40]), guess + self.fix


# Whatever the shape.
FAULTS = (
    Fault(
        "end",
        'TRY_CAST("start" AS DOUBLE) > TRY_CAST("end" AS DOUBLE)',
        "the span ends at {given} before it starts",
        "Count characters from 0; the end is not part of the span.",
        needs=("start",),
    ),
    Fault(
        "end_time",
        'TRY_CAST("end_time" AS DOUBLE) < TRY_CAST("start_time" AS DOUBLE)',
        "the judgement ends at {given} before it starts",
        "Write both times in seconds since 1970.",
        needs=("start_time",),
    ),
    Fault(
        "mqm",
        '"mqm" IS NOT NULL AND NOT json_valid("mqm")',
        "{begins!r} is not JSON",
        "Write a list of marked errors, or [] where nothing is marked.",
    ),
)


def column_faults(name: str, *, of_table: bool) -> Iterator[Fault]:
    """Yield what can be wrong with the values of a column, by its kind.

    The table's own kind counts where the column is one `of_table`.
    """
    kind = _NUMBERS.get(name) or (COLUMNS.get(name) if of_table else None)
    given = quoted(name)
    number = f"TRY_CAST({given} AS DOUBLE)"
    if kind == "DOUBLE":
        yield Fault(
            name,
            f"{given} IS NOT NULL AND ({number} IS NULL OR NOT isfinite({number}))",
            f"the {name} {{given!r}} is not a number",
            "Write a number with a full stop as decimal sign, or leave the field empty.",
        )
    elif kind == "BIGINT":
        yield Fault(
            name,
            f"{given} IS NOT NULL AND {_not_whole(number)}",
            f"the {name} {{given!r}} is not a whole number",
            "Write a whole number, or leave the field empty.",
        )
    elif kind == "TIMESTAMP":
        yield Fault(
            name,
            f"{given} IS NOT NULL AND TRY_CAST({given} AS TIMESTAMPTZ) IS NULL",
            "{given!r} is not a time",
            "Write it like 2026-03-01T14:30:00Z.",
        )
    if name in _NOT_NEGATIVE:
        yield Fault(
            name,
            f"{number} < 0",
            f"the {name} {{given!r}} is negative",
            "Write a number from 0 upwards, or leave the field empty.",
        )
    if name in _LISTS:
        numbers = f"TRY_CAST({given} AS DOUBLE[])"
        yield Fault(
            name,
            f"{given} IS NOT NULL AND coalesce(len({numbers}), 0) = 0 OR list_bool_or("
            f"list_transform({numbers}, lambda x: x IS NULL OR NOT isfinite(x)))",
            "{given!r} is not a list of numbers",
            "Write numbers in square brackets, such as [62, 71.5, 80].",
        )


def _not_whole(number: str) -> str:
    return f"({number} IS NULL OR NOT isfinite({number}) OR {number} <> floor({number}))"


def empty(name: str) -> Fault:
    """Tell a required value that is missing."""
    fix = f"Write the {name} in every row."
    return Fault(name, f"{quoted(name)} IS NULL", f"the {name} is empty", fix)


def unlisted(name: str, allowed: tuple[str, ...]) -> Fault:
    """Tell a value that is not among those allowed."""
    values = ", ".join(text(value) for value in allowed)
    given = f"lower({quoted(name)})" if name == "passed" else quoted(name)
    return Fault(
        name,
        f"{given} NOT IN ({values})",
        f"{{given!r}} is not a known {name}",
        f"Allowed: {', '.join(allowed)}.",
        allowed=allowed,
    )


def outside(name: str) -> Fault:
    """Tell scores outside the scale of assessments; of a list, the lowest and highest are asked."""
    given = quoted(name)
    low = high = f"TRY_CAST({given} AS DOUBLE)"
    if name in _LISTS:
        numbers = f"TRY_CAST({given} AS DOUBLE[])"
        low, high = f"list_min({numbers})", f"list_max({numbers})"
    return Fault(
        name,
        f"{low} < {HUNDRED.lowest} OR {high} > {HUNDRED.highest}",
        f"the score {{given!r}} lies outside {HUNDRED.lowest:g} to {HUNDRED.highest:g}",
        f"Write a number {HUNDRED.words}, or leave the row out if nothing was judged.",
    )


def same_system(left: str, right: str) -> Fault:
    """Tell a system that is compared with itself."""
    return Fault(
        right,
        f"{quoted(left)} = {quoted(right)}",
        f"{left} and {right} are both {{given!r}}",
        "Name two different systems.",
        needs=(left,),
    )


def rank_faults(system: str, rank: str) -> Iterator[Fault]:
    """Yield what can be wrong with an output and its rank."""
    number = f"TRY_CAST({quoted(rank)} AS DOUBLE)"
    wrong = f"({_not_whole(number)} OR ({number} < 1 AND {number} <> -1))"
    yield Fault(
        rank,
        f"{quoted(rank)} IS NOT NULL AND {wrong}",
        "{given!r} is not a rank",
        "Write 1 for the best, 2 for the next, and so on; equal ranks are ties; -1 stands for "
        "an output that was not ranked.",
    )
    yield Fault(
        system,
        f"regexp_matches({quoted(system)}, '(^|[+]) *([+]|$)')",
        "{given!r} names a system without a name",
        "The sign + stands between the names of systems with the same output.",
    )
    yield Fault(
        system,
        f"{quoted(system)} IS NULL AND {number} > 0",
        "there is a rank but no system",
        "Name the system, or leave the rank out.",
    )
