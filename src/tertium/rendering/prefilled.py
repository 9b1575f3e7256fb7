"""How pre-filled marks appear: what was kept, changed and added, filled against unfilled."""

from collections.abc import Iterator

from tertium.rendering.arrange import facts, headline, methods, tables
from tertium.rendering.numbers import within, written
from tertium.rendering.shapes import Column, Table, columns, estimate
from tertium.stats.prefilling.analyse import FILLED, AnnotatorChanges, Prefilled
from tertium.stats.result import Estimate
from tertium.wording import join, say


@headline.register
def prefilled_headline(result: Prefilled) -> str:
    changes = result.changes
    told = say(
        "Annotators kept {kept:,} of {before:,} pre-filled marks ({share}), changed {changed:,}, "
        "removed {removed:,} and added {added:,}.",
        kept=changes.kept,
        before=changes.before,
        share=written(changes.kept_share.value, "share") or "–",
        changed=changes.changed,
        removed=changes.removed,
        added=changes.added,
    )
    errors = result.effects[0]
    if errors.difference is None:
        return told
    around = Estimate(errors.difference, errors.low, errors.high)
    return join(
        [
            told,
            say(
                "Filled less unfilled: {difference}{within} errors per output.",
                difference=written(errors.difference, "number"),
                within=within(around, "number", result.level),
            ),
        ]
    )


@facts.register
def prefilled_facts(result: Prefilled) -> tuple[tuple[str, str], ...]:
    filled, unfilled = result.groups
    return (
        ("Filled outputs", f"{filled.outputs:,}"),
        ("Unfilled outputs", f"{unfilled.outputs:,}"),
        ("Marks before", f"{result.changes.before:,}"),
        ("Annotators", f"{len(result.annotators):,}"),
    )


@tables.register
def prefilled_tables(result: Prefilled) -> Iterator[Table]:
    yield Table.of(
        "Filled and unfilled outputs",
        result.groups,
        Column("Group"),
        *columns("count", "Outputs", "Errors"),
        Column("Errors per output", "number", "errors_per_output"),
        Column("Seconds", "number"),
    ).without_empty()
    yield Table.of(
        "Filled less unfilled",
        result.effects,
        Column("Quantity"),
        Column("Difference", "number", of=estimate("difference")),
        Column("p", "p"),
        Column("Why not", field="reason"),
    ).without_empty()
    yield _changes("What became of the marks", (result.changes,))
    yield _changes("By annotator", result.annotators)


@methods.register
def prefilled_methods(result: Prefilled) -> str:
    return (
        "Marks stood in the outputs before they were read, except in a share of them that was "
        "drawn by chance. A mark is kept if side, place, category and severity are the same, "
        "changed if it overlaps one that was not there before; the others are removed or added. "
        "The difference of "
        f"{FILLED} and unfilled outputs is the effect of the marks; its confidence interval lets "
        "annotators, documents and segments vary. Agreement between annotators of filled outputs "
        "is no agreement of independent judgements."
    )


def _changes(title: str, records: tuple[AnnotatorChanges, ...]) -> Table:
    return Table.of(
        title,
        records,
        Column("Annotator", of=lambda one: one.annotator or "all"),
        *columns("count", "Outputs", "Before", "Kept", "Changed", "Removed", "Added"),
        Column("Kept (share)", "share", "kept_share"),
    )
