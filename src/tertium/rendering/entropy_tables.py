"""The tables of word translation entropy."""

from collections.abc import Sequence

from tertium.rendering.shapes import Column, Inner, Measure, Table, columns, inner, listing
from tertium.stats.entropy.analyse import Entropy, WordEntropy
from tertium.stats.entropy.correlate import Correlation, Threshold
from tertium.stats.entropy.stages import Stages
from tertium.stats.order import by_value
from tertium.wording import say

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


_WHAT = (
    Column("Of", of=lambda one: called(one.of)),
    Column("With", field="measure", of=lambda one: called(one.measure)),
    Column("By", field="level"),
)


def summary_table(result: Entropy) -> Table:
    """Return what holds for the whole text."""
    rows = (
        ("Entropy over translators, HH (bits)", Measure(result.hh, "ratio")),
        ("Entropy in the engine, MH (bits)", Measure(result.mh, "ratio")),
        ("Words rendered alike by all", Measure(result.agreed, "share")),
        ("Words rendered one to one", Measure(result.one_to_one, "share")),
        ("Renderings in the order of the source", Measure(result.same_order, "share")),
        ("Entropy of the order (bits)", Measure(result.order_entropy, "ratio")),
        ("Words left without rendering", Measure(result.unrendered, "share")),
    )
    return Table("Literality", (Column("Quantity"), Column("Mean", "auto")), rows).without_unknown()


def correlations_table(title: str, correlations: Sequence[Correlation]) -> Table:
    """Return correlations of single observations and of bins."""
    return Table.of(
        title,
        correlations,
        *_WHAT,
        Column("r", "coefficient", "pearson"),
        Column("ρ", "coefficient", "spearman"),
        Column("r of bins", "coefficient", "binned_r", of=lambda one: one.binned.r),
        Column("n", "count", "observations"),
        note="r and ρ of single observations; r of bins is that of averages, as in the paper.",
    )


def bins_table(title: str, correlations: Sequence[Correlation]) -> Table:
    """Return the means that the binned correlations rest on."""
    return Table.of(
        title,
        [Inner(found, one) for one in correlations for found in one.binned.bins],
        *_WHAT,
        Column("Bin", of=lambda one: f"{one.at:.2f}"),
        Column("n", "count", "number"),
        Column("Mean", "number"),
        detail=True,
    )


def left_out_table(correlations: Sequence[Correlation]) -> Table:
    """Return what the correlations do not rest on, and why."""
    return Table.of(
        "Left out of correlations",
        inner(correlations, "left_out"),
        *_WHAT,
        Column("Left out because", field="reason"),
        Column("n", "count", "number"),
        detail=True,
    )


def thresholds_table(curves: Sequence[Threshold], title: str = "Thresholds") -> Table:
    """Return what thresholds separate."""
    return Table.of(
        title,
        inner(curves, "points"),
        Column("On", field="of", of=lambda one: called(one.of)),
        Column("Measure", of=lambda one: called(one.measure)),
        Column("Threshold", field="at", of=lambda one: f"{one.at:.2f}"),
        Column("Words up to it", "share", "share"),
        Column("Mean up to it", "number", "up_to"),
        Column("Mean beyond", "number", "beyond"),
        detail=True,
    )


def varied_table(result: Entropy) -> Table:
    """Return the words that are rendered in most ways."""
    known = [one for one in result.words if one.hh is not None or one.mh is not None]
    known = by_value(known, lambda one: one.hh if one.hh is not None else one.mh)
    title = say("The {n} most varied words", n=_MOST_VARIED)
    short = known[:_MOST_VARIED]
    return Table.of(
        title,
        short,
        Column("Segment"),
        Column("Position", of=lambda one: str(one.position)),
        Column("Word"),
        *columns("ratio", "HH", "MH"),
        Column("Ways", "count", "kinds"),
        Column("Of", "count", "translations"),
    ).without_empty()


segments_table = listing(
    "Segments",
    "segments",
    Column("Segment"),
    Column("Words", "count"),
    *columns("ratio", "HH", "MH"),
    Column("One to one", "share"),
    Column("In order", "share", "same_order"),
    detail=True,
)


def words_table(title: str, words: Sequence[WordEntropy]) -> Table:
    """Return words with their entropy and all their renderings."""
    return Table.of(
        title,
        words,
        Column("Segment"),
        Column("Position", of=lambda one: str(one.position)),
        Column("Word"),
        *columns("ratio", "HH", "MH"),
        Column("Of", "count", "translations"),
        Column(
            "Renderings",
            of=lambda one: ", ".join(
                f"{each.rendering or '–'} {each.times}×" for each in one.renderings
            ),
        ),
        detail=True,
    )


def stages_tables(stages: Stages | None) -> list[Table]:
    """Return what each step from MT to the revised text changed and took."""
    if stages is None:
        return []
    return [
        Table.of(
            "From MT to the revised text",
            stages.steps,
            Column("Step"),
            Column("Segments", "count"),
            Column("Distance (characters)", "number", "distance"),
            Column("Unchanged", "share"),
            Column("Seconds per word", "number"),
        ),
        correlations_table("How the steps go together", stages.correlations),
        bins_table("Means by bins of distance", stages.correlations),
    ]
