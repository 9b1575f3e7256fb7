"""The tables of word translation entropy."""

from collections.abc import Sequence

from tertium.rendering.shapes import Cell, Column, Measure, Table
from tertium.stats.entropy.analyse import Entropy, WordEntropy
from tertium.stats.entropy.correlate import Correlation, Threshold
from tertium.stats.entropy.stages import Stages
from tertium.stats.order import by_value
from tertium.wording import say

__all__ = [
    "bins_table",
    "called",
    "correlations_table",
    "left_out_table",
    "segments_table",
    "stages_tables",
    "summary_table",
    "thresholds_table",
    "unit_of",
    "varied_table",
    "words_table",
]

_MOST_VARIED = 10
_CALLED = {
    "hh": "HH",
    "mh": "MH",
    "mt_pe": "MT–PE",
    "pe_re": "PE–RE",
    "revision_seconds": "revision time",
    "seconds": "time",
    "kdur": "typing time",
    "pause": "pause before",
    "inserted": "insertions",
    "deleted": "deletions",
    "gaze_source": "gaze on source",
    "gaze_target": "gaze on target",
    "fixations_source": "fixations on source",
    "fixations_target": "fixations on target",
}
_SECONDS = {"seconds", "revision_seconds", "kdur", "pause", "gaze_source", "gaze_target"}


def called(name: str) -> str:
    """Return how an entropy or a measure is called in a sentence."""
    return _CALLED.get(name, name.replace("_", " "))


def unit_of(measure: str) -> str:
    """Return the unit of a measure, in brackets."""
    if measure in ("hh", "mh"):
        return "(bits)"
    if measure in ("mt_pe", "pe_re"):
        return "(characters)"
    return "(seconds per word)" if measure in _SECONDS else "(per word)"


def summary_table(result: Entropy) -> Table:
    """Return what holds for the whole text."""
    rows: list[tuple[Cell, ...]] = [
        ("Entropy over translators, HH (bits)", Measure(result.hh, "ratio")),
        ("Entropy in the engine, MH (bits)", Measure(result.mh, "ratio")),
        ("Words rendered alike by all", Measure(result.agreed, "share")),
        ("Words rendered one to one", Measure(result.one_to_one, "share")),
        ("Renderings in the order of the source", Measure(result.same_order, "share")),
        ("Entropy of the order (bits)", Measure(result.order_entropy, "ratio")),
        ("Words left without rendering", Measure(result.unrendered, "share")),
    ]
    values = (
        result.hh, result.mh, result.agreed, result.one_to_one, result.same_order,
        result.order_entropy, result.unrendered,
    )  # fmt: skip
    kept = tuple(row for row, value in zip(rows, values, strict=True) if value.value is not None)
    return Table("Literality", (Column("Quantity"), Column("Mean", "auto", "mean")), kept)


def correlations_table(title: str, correlations: Sequence[Correlation]) -> Table:
    """Return correlations of single observations and of bins."""
    columns = (
        Column("Of", "words", "of"),
        Column("With", "words", "measure"),
        Column("By", "words", "level"),
        Column("r", "coefficient", "pearson"),
        Column("ρ", "coefficient", "spearman"),
        Column("r of bins", "coefficient", "binned_r"),
        Column("n", "count", "observations"),
    )
    rows = tuple(
        (
            called(one.of),
            called(one.measure),
            one.level,
            one.pearson,
            one.spearman,
            one.binned.r,
            one.observations,
        )
        for one in correlations
    )
    note = "r and ρ of single observations; r of bins is that of averages, as in the paper."
    return Table(title, columns, rows, note)


def bins_table(title: str, correlations: Sequence[Correlation]) -> Table:
    """Return the means that the binned correlations rest on."""
    columns = (
        Column("Of", "words", "of"),
        Column("With", "words", "measure"),
        Column("By", "words", "level"),
        Column("Bin", "words", "bin"),
        Column("n", "count", "number"),
        Column("Mean", "number", "mean"),
    )
    rows = tuple(
        (called(one.of), called(one.measure), one.level, f"{bin_.at:.2f}", bin_.number, bin_.mean)
        for one in correlations
        for bin_ in one.binned.bins
    )
    return Table(title, columns, rows, detail=True)


def left_out_table(correlations: Sequence[Correlation]) -> Table:
    """Return what the correlations do not rest on, and why."""
    columns = (
        Column("Of", "words", "of"),
        Column("With", "words", "measure"),
        Column("By", "words", "level"),
        Column("Left out because", "words", "reason"),
        Column("n", "count", "number"),
    )
    rows = tuple(
        (called(one.of), called(one.measure), one.level, left.reason, left.number)
        for one in correlations
        for left in one.left_out
    )
    return Table("Left out of correlations", columns, rows, detail=True)


def thresholds_table(
    result: Entropy,
    curves: Sequence[Threshold] | None = None,
    title: str = "Thresholds",
) -> Table:
    """Return what thresholds separate."""
    columns = (
        Column("On", "words", "of"),
        Column("Measure", "words", "measure"),
        Column("Threshold", "words", "at"),
        Column("Words up to it", "share", "share"),
        Column("Mean up to it", "number", "up_to"),
        Column("Mean beyond", "number", "beyond"),
    )
    rows = tuple(
        (
            called(curve.of),
            called(curve.measure),
            f"{point.at:.2f}",
            point.share,
            point.up_to,
            point.beyond,
        )
        for curve in (result.thresholds if curves is None else curves)
        for point in curve.points
    )
    return Table(title, columns, rows, detail=True)


def varied_table(result: Entropy) -> Table:
    """Return the words that are rendered in most ways."""
    known = [one for one in result.words if one.hh is not None or one.mh is not None]
    known = by_value(known, lambda one: one.hh if one.hh is not None else one.mh)
    title = say("The {n} most varied words", n=_MOST_VARIED)
    short = known[:_MOST_VARIED]
    columns = (
        Column("Segment"),
        Column("Position", "words"),
        Column("Word"),
        Column("HH", "ratio", "hh"),
        Column("MH", "ratio", "mh"),
        Column("Ways", "count", "kinds"),
        Column("Of", "count", "translations"),
    )
    rows = tuple(
        (one.segment, str(one.position), one.word, one.hh, one.mh, one.kinds, one.translations)
        for one in short
    )
    return Table(title, columns, rows).without_empty()


def segments_table(result: Entropy) -> Table:
    """Return all segments."""
    columns = (
        Column("Segment"),
        Column("Words", "count", "words"),
        Column("HH", "ratio", "hh"),
        Column("MH", "ratio", "mh"),
        Column("One to one", "share", "one_to_one"),
        Column("In order", "share", "same_order"),
    )
    rows = tuple(
        (one.segment, one.words, one.hh, one.mh, one.one_to_one, one.same_order)
        for one in result.segments
    )
    return Table("Segments", columns, rows, detail=True)


def words_table(title: str, words: Sequence[WordEntropy]) -> Table:
    """Return words with their entropy and all their renderings."""
    columns = (
        Column("Segment"),
        Column("Position", "words"),
        Column("Word"),
        Column("HH", "ratio", "hh"),
        Column("MH", "ratio", "mh"),
        Column("Of", "count", "translations"),
        Column("Renderings", "words", "renderings"),
    )
    rows = tuple(
        (
            one.segment,
            str(one.position),
            one.word,
            one.hh,
            one.mh,
            one.translations,
            ", ".join(f"{each.rendering or '–'} {each.times}×" for each in one.renderings),
        )
        for one in words
    )
    return Table(title, columns, rows, detail=True)


def stages_tables(stages: Stages | None) -> list[Table]:
    """Return what each step from MT to the revised text changed and took."""
    if stages is None:
        return []
    columns = (
        Column("Step"),
        Column("Segments", "count", "segments"),
        Column("Distance (characters)", "number", "distance"),
        Column("Unchanged", "share", "unchanged"),
        Column("Seconds per word", "number", "seconds_per_word"),
    )
    rows = tuple(
        (one.step, one.segments, one.distance, one.unchanged, one.seconds_per_word)
        for one in stages.steps
    )
    return [
        Table("From MT to the revised text", columns, rows),
        correlations_table("How the steps go together", stages.correlations),
        bins_table("Means by bins of distance", stages.correlations),
    ]
