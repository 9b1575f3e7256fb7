"""How the dry run of a campaign looks: the work, the texts, and what to expect."""

from tertium.design import Check, EditReport, HitReport
from tertium.rendering.arrange import tables
from tertium.rendering.shapes import Cell, Column, Table
from tertium.wording import say

__all__: list[str] = []


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
    columns = (
        Column("Annotator"),
        Column("Languages", "words", "pair"),
        Column("Tasks", "count", "tasks"),
        Column("Later", "count", "later"),
        Column("Sources", "count", "sources"),
        Column("Common", "count", "common"),
        Column("Again", "count", "again"),
        Column("Unique", "count", "unique"),
        Column("Shared", "count", "shared"),
        Column("Batches", "count", "batches"),
        Column("Words", "count", "source_words"),
        Column("Hours", "seconds", "hours"),
        Column(say("Cost, {currency}", currency=result.currency), "ratio", "cost"),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            load.annotator,
            load.pair,
            load.tasks,
            load.later,
            load.sources,
            load.common,
            load.again,
            load.unique,
            load.shared,
            load.batches,
            load.source_words,
            load.hours,
            load.cost,
        )
        for load in result.annotators
    )
    kept = [at for at in range(len(columns)) if at < 3 or any(row[at] for row in rows)]
    return Table(
        "Who judges how much",
        tuple(columns[at] for at in kept),
        tuple(tuple(row[at] for at in kept) for row in rows),
    )


def _texts(result: Check) -> Table:
    left = result.left_out
    single = result.hits or result.edits or result.marked
    few = "no output" if single else "fewer than two outputs"
    rows = (
        ("All", result.segments),
        ("Left out: outputs identical", left.identical),
        ("Left out: outputs nearly identical", left.near_identical),
        ("Left out: too short or too long", left.too_short_or_long),
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
    columns = (
        Column("Annotator"),
        Column("HIT", "count", "batch"),
        Column("Items", "count", "items"),
        Column("Real", "count", "real"),
        Column("Degraded", "count", "degraded"),
        Column("References", "count", "references"),
        Column("Repeats", "count", "repeats"),
        Column("Anchors", "count", "anchors"),
        Column("Documents", "count", "documents"),
        Column("Nearest", "count", "nearest"),
        Column("Segments", "count", "segments"),
        Column("Fewest", "count", "fewest"),
        Column("Most", "count", "most"),
        Column("Judges", "count", "judges"),
    )
    rows = tuple(
        (line.annotator, line.batch + 1, line.items, line.real, line.degraded, line.references,
         line.repeats, line.anchors, line.documents, line.nearest, line.segments, line.fewest,
         line.most, line.judges)
        for line in report.hits[:_SHOWN]
    )  # fmt: skip
    kept = [at for at in range(len(columns)) if at < 4 or any(row[at] for row in rows)]
    more = len(report.hits) - _SHOWN
    title = "Each HIT" if more <= 0 else f"The first {_SHOWN} HITs ({more:,} more in JSON)"
    return [
        Table("What the HITs keep", (Column("Of all"), Column("Number", "count", "number")), facts),
        Table(
            title,
            tuple(columns[at] for at in kept),
            tuple(tuple(row[at] for at in kept) for row in rows),
        ),
    ]


def _edits(report: EditReport) -> Table:
    """Show how evenly everybody meets all treatments."""
    columns = (
        Column("Annotator"),
        Column("Training", "count", "training"),
        Column("Test", "count", "test"),
        Column("Fewest of one treatment", "count", "fewest"),
        Column("Most", "count", "most"),
        Column("Sources met twice", "count", "twice"),
    )
    rows = tuple(
        (one.annotator, one.training, one.test, one.fewest, one.most, one.twice)
        for one in report.editors
    )
    return Table("Who edits how much", columns, rows)


def _identical(result: Check) -> Table:
    columns = (
        Column("Languages", "words", "pair"),
        Column("Domain"),
        Column("Within bounds", "count", "within_segments"),
        Column("Identical", "share", "within_share"),
        Column("Nearly", "count", "near"),
        Column("All lengths", "count", "overall_segments"),
        Column("Identical there", "share", "overall_share"),
    )
    rows = tuple(
        (
            one.pair,
            one.domain or "all",
            one.within_segments,
            one.within / one.within_segments if one.within_segments else None,
            one.near,
            one.overall_segments,
            one.overall / one.overall_segments if one.overall_segments else None,
        )
        for one in result.identical
    )
    return Table("Outputs that do not differ", columns, rows)


def _expectations(result: Check) -> Table:
    columns = (
        Column("Languages", "words", "pair"),
        Column("Annotators", "count", "annotators"),
        Column("Decided judgements", "count", "decided"),
        Column("Expected ratio", "ratio", "ratio"),
    )
    rows = tuple((one.pair, one.annotators, one.decided, one.ratio) for one in result.expectations)
    return Table("What to expect", columns, rows)
