"""How the dry run of a campaign looks: the work, the texts, and what to expect."""

from collections.abc import Sequence

from tertium.design import Check, HitReport
from tertium.rendering.arrange import tables
from tertium.rendering.shapes import Column, Table, columns, listing
from tertium.wording import say


@tables.register
def check_tables(result: Check) -> tuple[Table, ...]:
    return (
        _work(result),
        _texts(result),
        *_outputs(result),
        *_singly(result),
        *([_expectations(result)] if result.expectations else []),
    )


def _singly(result: Check) -> list[Table]:
    """Show what a plan keeps where outputs are shown one by one, else which do not differ."""
    if result.hits:
        return _hits(result.hits)
    return [_edits(result.edits) if result.edits else _identical(result)]


def _work(result: Check) -> Table:
    return Table.of(
        "Who judges how much",
        result.annotators,
        Column("Annotator"),
        Column("Languages", field="pair"),
        Column("Tasks", "count"),
        *_given(
            result.annotators,
            *columns("count", "Later", "Sources", "Common", "Again", "Unique", "Shared", "Batches"),
            Column("Words", "count", "source_words"),
            Column("Hours", "seconds"),
            Column(say("Cost, {currency}", currency=result.currency), "ratio", "cost"),
        ),
    )


def _given(records: Sequence[object], *found: Column) -> list[Column]:
    """Return the columns in which some record has more than nothing."""
    return [column for column in found if any(column.cell(one) for one in records)]


def _texts(result: Check) -> Table:
    left = result.left_out
    single = result.hits or result.edits or result.marked
    few = "no output" if single else "fewer than two outputs"
    rows = (
        ("All", result.segments),
        ("Left out: outputs identical", left.identical),
        ("Left out: outputs nearly identical", left.near_identical),
        ("Left out: too short or too long", left.too_short_or_long),
        ("Left out: source repeated", left.repeated),
        ("Left out: empty source", left.empty),
        (f"Left out: {few}", left.too_few),
        ("Left out: more than the design assigns", left.not_dealt),
        ("Judged", result.judged),
    )
    kept = tuple(row for row in rows if row[1] or not row[0].startswith("Left out"))
    return Table("Segments", (Column("Segments"), Column("Number", "count", "segments")), kept)


def _outputs(result: Check) -> list[Table]:
    """Show what became of the outputs of many systems."""
    found = result.collapsed
    if found is None:
        return []
    columns = (
        Column("Systems", "count", "systems"),
        Column("Outputs", "count", "translations"),
        Column("Equal up to case", "count", "collapsed"),
        Column("Left to compare", "count", "vertices"),
        Column("Nearly identical pairs", "count", "near"),
    )
    collapsed = found.translations - found.vertices
    row = (found.systems, found.translations, collapsed, found.vertices, found.near)
    return [Table("Outputs of the segments asked about", columns, (row,))]


_SHOWN = 40  # HITs that are listed; all of them are in the JSON


def _hits(report: HitReport) -> list[Table]:
    """Show that HITs are as they should be, and each of them."""
    facts = (
        ("HITs", len(report.hits)),
        ("as wanted", report.as_wanted),
        ("smaller than wanted", report.smaller),
        ("with a control item too near to its original", report.nearer),
        ("Control items without an original in their HIT", report.unpaired),
        ("Degraded texts that are empty or unchanged", report.unchanged),
        ("Annotators who see an odd mix of systems", len({one.annotator for one in report.mixes})),
        ("Groups of annotators that shared outputs connect", report.components),
        ("Documents without an annotator who judges all outputs", report.split),
    )
    shown = report.hits[:_SHOWN]
    more = len(report.hits) - _SHOWN
    title = "Each HIT" if more <= 0 else f"The first {_SHOWN} HITs ({more:,} more in JSON)"
    return [
        Table("What the HITs keep", (Column("Of all"), Column("Number", "count", "number")), facts),
        Table.of(
            title,
            shown,
            Column("Annotator"),
            Column("HIT", "count", "batch", of=lambda line: line.batch + 1),
            *columns("count", "Items", "Real"),
            *_given(
                shown,
                *columns("count", "Degraded", "References", "Repeats", "Anchors", "Documents"),
                *columns("count", "Nearest", "Segments", "Fewest", "Most", "Judges"),
            ),
        ),
    ]


# Show how evenly everybody meets all treatments.
_edits = listing(
    "Who edits how much",
    "editors",
    Column("Annotator"),
    *columns("count", "Training", "Test"),
    Column("Fewest of one treatment", "count", "fewest"),
    Column("Most", "count"),
    Column("Sources met twice", "count", "twice"),
)

_identical = listing(
    "Outputs that do not differ",
    "identical",
    Column("Languages", field="pair"),
    Column("Domain", of=lambda one: one.domain or "all"),
    Column("Within bounds", "count", "within_segments"),
    Column(
        "Identical",
        "share",
        "within_share",
        of=lambda one: one.within / one.within_segments if one.within_segments else None,
    ),
    Column("Nearly", "count", "near"),
    Column("All lengths", "count", "overall_segments"),
    Column(
        "Identical there",
        "share",
        "overall_share",
        of=lambda one: one.overall / one.overall_segments if one.overall_segments else None,
    ),
)

_expectations = listing(
    "What to expect",
    "expectations",
    Column("Languages", field="pair"),
    Column("Annotators", "count"),
    Column("Decided judgements", "count", "decided"),
    Column("Expected ratio", "ratio", "ratio"),
)
