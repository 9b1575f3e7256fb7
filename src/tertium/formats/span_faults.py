"""What can be wrong with a marked passage, as questions to the database.

A passage must have a side, a beginning and an end, a category or a severity; where the texts
stand in the file, it must lie inside its text and say what it is quoted with.
"""

from collections.abc import Callable, Iterator

import duckdb

from tertium.exceptions import BadInput
from tertium.formats.places import Places
from tertium.formats.shapes import Shape

__all__ = ["check_one_text", "span_faults"]

# Column, when it is wrong (SQL), what to say about the value, and what to do.
_Fault = tuple[str, str, Callable[[str], str], Callable[[str], str]]
_START, _END = 'TRY_CAST("start" AS BIGINT)', 'TRY_CAST("end" AS BIGINT)'


def span_faults(header: tuple[str, ...]) -> Iterator[_Fault]:
    """Yield everything to be asked about the passages of one file."""
    yield _fault(
        "end",
        '("start" IS NULL) <> ("end" IS NULL)',
        "a passage needs both start and end",
        "Write both, the same number twice where something is missing; or leave both empty.",
    )
    yield _fault(
        "side",
        '"side" IS NULL AND "start" IS NOT NULL',
        "the side is empty",
        "Write target or source: the text in which the passage stands.",
    )
    yield _fault(
        "severity",
        '"start" IS NOT NULL AND "category" IS NULL AND "severity" IS NULL',
        "the passage has neither category nor severity",
        "Say what is wrong with it, or leave start and end empty if nothing is.",
    )
    yield from _decided(header)
    for side in ("target", "source"):
        if side in header:
            yield from _in_text(side, header)


def _decided(header: tuple[str, ...]) -> Iterator[_Fault]:
    """Ask about errors that were answered and decided: is anything said by halves?"""
    changed = [name for name in ("decided_category", "decided_severity") if name in header]
    for name in changed:
        yield _fault(
            name,
            f'"{name}" IS NOT NULL AND "decision" IS DISTINCT FROM \'changed\'',
            "an error that was not changed keeps its category and severity",
            "Write changed as the decision, or leave this empty.",
        )
    if changed:
        none = " AND ".join(f'"{name}" IS NULL' for name in changed)
        yield _fault(
            "decision",
            f"\"decision\" = 'changed' AND {none}",
            "the error was changed, but not to what",
            "Write decided_category or decided_severity.",
        )


def _in_text(side: str, header: tuple[str, ...]) -> Iterator[_Fault]:
    text, here = f"coalesce(\"{side}\", '')", f"\"side\" = '{side}'"
    yield (
        "end",
        f"{here} AND {_END} > length({text})",
        lambda given: f"the passage ends at {given}, after the end of the {side}",
        lambda _: f"Count code points of the {side} from 0; the end is not part of the passage.",
    )
    if "text" in header:
        passage = f"substring({text}, {_START} + 1, {_END} - {_START})"
        yield (
            "text",
            f'{here} AND "text" IS NOT NULL AND {_END} >= {_START} AND {passage} <> "text"',
            lambda given: f"{given!r} is not what the {side} says at this place",
            lambda _: "Count code points in the text that was marked; the end is excluded.",
        )
    if "hash" in header:
        yield (
            "hash",
            f'{here} AND "hash" IS NOT NULL AND sha256({text}) <> lower("hash")',
            lambda _: f"the {side} is not the text in which the passage was marked",
            lambda _: "Give the text of that version; hash is the SHA-256 of its UTF-8 bytes.",
        )


def _fault(column: str, holds: str, what: str, fix: str) -> _Fault:
    return column, holds, lambda _: what, lambda _: fix


def check_one_text(database: duckdb.DuckDBPyConnection, shape: Shape, places: Places) -> None:
    """Refuse rows about one output that give it several texts or scores."""
    key = ", ".join(f'"{name}"' for name in shape.key)
    for name in ("source", "target", "score"):
        if name not in places.header:
            continue
        found = database.execute(
            f'SELECT min(row), arg_min("{name}", row) FROM given WHERE "{name}" IS NOT NULL '
            f'GROUP BY {key} HAVING count(DISTINCT "{name}") > 1 ORDER BY 1 LIMIT 1'
        ).fetchone()
        if found is None:
            continue
        first, value = found
        row = database.execute(
            f"SELECT min(g.row) FROM given g JOIN given f ON f.row = {first} AND "
            + " AND ".join(f'g."{one}" IS NOT DISTINCT FROM f."{one}"' for one in shape.key)
            + f' WHERE g."{name}" <> ?',
            [value],
        ).fetchone()
        assert row is not None  # there are at least two values
        raise BadInput(
            f"the {name} differs from the one in {places.line_name(first)} for the same output",
            where=places.place(row[0], name),
            fix=f"Give all rows of one output the same {name}.",
        )
