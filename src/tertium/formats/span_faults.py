"""What can be wrong with a marked passage, as questions to the database.

A passage must have a side, a beginning and an end, a category or a severity; where the texts
stand in the file, it must lie inside its text and say what it is quoted with. An error that was
answered and decided must not be so by halves.
"""

from collections.abc import Iterator

from tertium.formats.faults import Fault

_START, _END = 'TRY_CAST("start" AS BIGINT)', 'TRY_CAST("end" AS BIGINT)'


def _in_text(side: str) -> Iterator[Fault]:
    given, here = f"coalesce(\"{side}\", '')", f"\"side\" = '{side}'"
    yield Fault(
        "end",
        f"{here} AND {_END} > length({given})",
        f"the passage ends at {{given}}, after the end of the {side}",
        f"Count code points of the {side} from 0; the end is not part of the passage.",
        needs=(side,),
    )
    passage = f"substring({given}, {_START} + 1, {_END} - {_START})"
    yield Fault(
        "text",
        f'{here} AND "text" IS NOT NULL AND {_END} >= {_START} AND {passage} <> "text"',
        f"{{given!r}} is not what the {side} says at this place",
        "Count code points in the text that was marked; the end is excluded.",
        needs=(side,),
    )
    yield Fault(
        "hash",
        f'{here} AND "hash" IS NOT NULL AND sha256({given}) <> lower("hash")',
        f"the {side} is not the text in which the passage was marked",
        "Give the text of that version; hash is the SHA-256 of its UTF-8 bytes.",
        needs=(side,),
    )


SPAN_FAULTS = (
    Fault(
        "end",
        '("start" IS NULL) <> ("end" IS NULL)',
        "a passage needs both start and end",
        "Write both, the same number twice where something is missing; or leave both empty.",
    ),
    Fault(
        "side",
        '"side" IS NULL AND "start" IS NOT NULL',
        "the side is empty",
        "Write target or source: the text in which the passage stands.",
    ),
    Fault(
        "severity",
        '"start" IS NOT NULL AND "category" IS NULL AND "severity" IS NULL',
        "the passage has neither category nor severity",
        "Say what is wrong with it, or leave start and end empty if nothing is.",
    ),
    *_in_text("target"),
    *_in_text("source"),
)
# What is said of a decision, and what to do.
CHANGED_NOTHING = (
    "an error that was not changed keeps its category and severity",
    "Write changed as the decision, or leave this empty.",
)
CHANGED_UNSAID = (
    "the error was changed, but not to what",
    "Write decided_category or decided_severity.",
)
DECIDED_FAULTS = (
    *(
        Fault(
            name,
            f'"{name}" IS NOT NULL AND "decision" IS DISTINCT FROM \'changed\'',
            *CHANGED_NOTHING,
        )
        for name in ("decided_category", "decided_severity")
    ),
    *(
        Fault(
            "decision",
            '"decision" = \'changed\' AND coalesce("decided_category", "decided_severity") IS NULL',
            *CHANGED_UNSAID,
            needs=(name,),
        )
        for name in ("decided_category", "decided_severity")
    ),
)
