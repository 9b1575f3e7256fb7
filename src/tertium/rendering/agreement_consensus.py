"""How consensus labels look: how right they are, and what fewer annotators would have given."""

from tertium.rendering.shapes import Column, Measure, Table, listing
from tertium.stats.agreement.agree import Agreement
from tertium.stats.consensus.consensus import Consensus

_NAMES = {
    "majority": "majority",
    "dawid-skene": "Dawid and Skene (1979)",
    "mace": "MACE (Hovy et al., 2013)",
    "ordinal": "latent thresholds (Uebersax and Grove, 1993)",
}


def consensus_tables(result: Agreement) -> tuple[Table, ...]:
    """List what there is to say of consensus labels, if they were asked for."""
    found = result.consensus
    if found is None:
        return ()
    return (
        _summary(found),
        _categories(found),
        _smaller(found),
        _annotators(found),
        _labels(found),
    )


def _summary(found: Consensus) -> Table:
    right = found.accuracy
    rows = (
        ("Method", _NAMES[found.method]),
        ("Labelled items", Measure(found.items - found.tied, "count")),
        ("Ties", Measure(found.tied, "count")),
        ("Equal to the majority", Measure(found.equals_majority, "share")),
        ("Log-likelihood", Measure(found.log_likelihood, "number")),
        ("Starts", Measure(found.starts, "count")),
        ("Gold items", Measure(right.items if right else None, "count")),
        ("Accuracy", Measure(right.accuracy if right else None, "share")),
        ("Accuracy of the majority", Measure(right.majority if right else None, "share")),
    )
    headings = (Column("Consensus"), Column("Value", "auto"))
    return Table("Consensus labels", headings, rows).without_unknown()


def _categories(found: Consensus) -> Table:
    return Table.of(
        "Accuracy by category",
        found.accuracy.by_category if found.accuracy else (),
        Column("Category"),
        Column("Gold items", "count", "items"),
        Column("Accuracy", "share"),
    )


_smaller = listing(
    "Fewer annotators",
    "smaller",
    Column("Annotators", "count"),
    Column("Equal to the majority of all", "share", "equal"),
    Column("Items", "count"),
    note="Any so many of an item’s annotators are equally likely; a tie among them is broken at "
    "random. Items have more annotators than that, and a majority.",
)

_annotators = listing(
    "Annotators and the consensus",
    "annotators",
    Column("Annotator"),
    Column("Votes", "count"),
    Column("Mean probability", "share", "expected"),
    Column(
        "Accuracy", "share", "gold", of=lambda one: None if one.gold.value is None else one.gold
    ),
    Column("Competence", "coefficient"),
    Column("Severity", "ratio"),
    Column("Noise", "ratio"),
    Column("Careless", "share"),
    note="Mean probability: of the labels that the annotator gave.",
    annex=True,
).without_empty()

_labels = listing(
    "Labels",
    "labels",
    Column("Segment"),
    Column("System"),
    Column("Aspect"),
    Column("Label", of=lambda one: one.label or "tie"),
    Column("Probability", "share"),
    Column("Votes", "count"),
    detail=True,
    annex=True,
)
