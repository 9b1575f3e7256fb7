"""How agreement looks: a table of measures, and a square of who agrees with whom."""

from collections.abc import Sequence

from tertium.rendering.agreement_consensus import consensus_tables
from tertium.rendering.agreement_parts import (
    length_figure,
    length_table,
    majority_figure,
    majority_table,
    method_table,
    official_table,
)
from tertium.rendering.agreement_scale import (
    category_table,
    disputed_table,
    distance_table,
    growth_figure,
    growth_table,
    intraclass_table,
    part_table,
)
from tertium.rendering.arrange import figures, methods, tables
from tertium.rendering.numbers import natural, written
from tertium.rendering.pictures.heat import draw_heat
from tertium.rendering.shapes import Cell, Column, Figure, Measure, Table, estimate, listing
from tertium.stats.agreement.agree import Agreement
from tertium.stats.agreement.coefficients import SKEWED
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.wording import say, term

_LONGEST = 4  # letters of a name at the edge of the square
_SHOWN = 40  # people; a larger square would be a texture
_CLEAR = 0.05  # a difference of two means of κ worth a sentence


@tables.register
def agreement_tables(result: Agreement) -> tuple[Table, ...]:
    return (
        _measures(result),
        _answers(result),
        official_table(result),
        method_table(result),
        length_table(result),
        *consensus_tables(result),
        part_table(result),
        growth_table(result),
        intraclass_table(result),
        distance_table(result),
        majority_table(result),
        category_table(result),
        _people(result),
        _pairs_of_people(result),
        _unanimous(result),
        _drift(result),
        disputed_table(result),
        _pairs(result),
        _confusions(result),
    )


@figures.register
def agreement_figures(result: Agreement) -> tuple[Figure, ...]:
    names = sorted((one.annotator for one in result.by_annotator), key=natural)
    known = [pair for pair in result.disagreements if pair.kappa is not None]
    others = (*growth_figure(result), *majority_figure(result), *length_figure(result))
    within, between = _means(result)
    if len(names) > _SHOWN or not (known or within is not None):
        return others
    short = _short(names)
    values: dict[tuple[str, str], float | None] = {
        (short[pair.a], short[pair.b]): pair.kappa for pair in known
    }
    values |= {(short[one.annotator],) * 2: one.intra for one in result.by_annotator}
    means = []
    if within is not None:
        means.append(f"within {written(within, 'coefficient')}")
    if between is not None:
        means.append(f"between {written(between, 'coefficient')}")
    framed = " Framed: the same annotator, twice." if within is not None else ""
    return (
        Figure(
            name="agreement",
            title=agreement_sentence(result),
            spec=draw_heat([short[name] for name in names], values),
            table=_pairs_of_people(result),
            caption=f"Cohen’s κ of every pair.{framed} Mean {', '.join(means)}.",
            alt=_alt(result),
            half=True,
        ),
        *others,
    )


@methods.register
def agreement_methods(result: Agreement) -> str:
    told = (
        f"Agreement was measured on {count(result.items, 'item')} rated at least twice by "
        f"{count(result.annotators, 'annotator')}: Cohen’s κ for every pair of annotators and "
        "passes, Fleiss’ κ and Krippendorff’s α over all. Confidence intervals leave out one "
        f"{result.units} at a time (jackknife, Student’s t on log(1 − κ)); two half-items keep "
        "them honest where an answer is rare. AC1 is Gwet’s (2008). A word of Landis and Koch "
        "(1977) is given only where the interval lies within two neighbouring words."
    )
    if result.exchangeable is not None:
        told += (
            " With exchangeable sides, chance does not know which output of a comparison is "
            "which: P_e = Σ t² + d²/2 of neutral answers t and decided ones d."
        )
    if result.icc:
        told += (
            " Intraclass correlations are those of Shrout and Fleiss (1979), of one annotator and, "
            "by Spearman and Brown, of the mean."
        )
    if result.ranks is not None or result.ranks_intra is not None:
        told += (
            " Rankings of the same source were correlated on the translations they share "
            "(Spearman’s ρ, Kendall’s τ-b) and averaged; segments are what varies."
        )
    if result.variant == "wmt":
        told += (
            " Equal answers and κ between and within annotators follow the organisers of WMT "
            "(Bojar et al., 2016): pairs keep their display order, two judgements by one "
            "annotator count as between, and chance follows from the share of ties."
        )
    return told


def agreement_sentence(result: Agreement) -> str:
    """Say how people agree with each other beside how they agree with themselves."""
    within, between = result.intra.mean, result.cohen.mean
    if within is None and between is not None:
        if result.words:
            return say("Inter-annotator agreement is {word}.", word=say(result.words))
        return say("Inter-annotator agreement is too uncertain for a word.")
    if within is None or between is None:
        return say("Each annotator’s two passes can be compared, but no two annotators.")
    if within > between + _CLEAR:
        return say("On average, annotators agree more with themselves than with each other.")
    if within < between - _CLEAR:
        return say("On average, annotators agree less with themselves than with each other.")
    return say(
        "On average, inter-annotator agreement is about as high as intra-annotator agreement."
    )


def _means(result: Agreement) -> tuple[float | None, float | None]:
    """Return the means of Cohen's κ within and between people, whatever stands in their place."""
    if result.textbook is not None:
        return result.textbook.intra, result.textbook.cohen
    return result.intra.mean, result.cohen.mean


def _measures(result: Agreement) -> Table:
    within, between = _with_intervals(result)
    equal = result.textbook.percent if result.textbook is not None else result.percent
    (rho, tau), (own_rho, own_tau) = (
        (None, None) if found is None else (found.spearman, found.kendall)
        for found in (result.ranks, result.ranks_intra)
    )
    rows = (
        ("Equal answers", Measure(equal, "share")),
        ("Cohen’s κ, mean of pairs", Measure(between, "coefficient")),
        ("Cohen’s κ, same person twice", Measure(within, "coefficient")),
        ("Fleiss’ κ", Measure(result.fleiss, "coefficient")),
        ("Fleiss’ κ, weighted", Measure(result.fleiss_weighted, "coefficient")),
        (_alpha(result), Measure(result.krippendorff, "coefficient")),
        ("Krippendorff’s α, nominal", Measure(_nominal(result), "coefficient")),
        ("AC1", Measure(result.ac1, "coefficient")),
        ("AC2", Measure(result.ac2, "coefficient")),
        ("κ, exchangeable sides", Measure(_exchangeable(result), "coefficient")),
        ("κ with linear weights", Measure(result.weighted_linear, "coefficient")),
        ("κ with quadratic weights", Measure(result.weighted_quadratic, "coefficient")),
        ("κ without ties", Measure(result.without_ties, "coefficient")),
        ("Spearman’s ρ of ranks", Measure(rho, "coefficient")),
        ("Kendall’s τ of ranks", Measure(tau, "coefficient")),
        ("Spearman’s ρ, same person twice", Measure(own_rho, "coefficient")),
        ("Kendall’s τ, same person twice", Measure(own_tau, "coefficient")),
    )
    headings = (Column("Measure"), Column("Value", "ratio"))
    return Table("Agreement", headings, rows).without_unknown()


def _alpha(result: Agreement) -> str:
    return "Krippendorff’s α, ordinal" if result.metric == "ordinal" else "Krippendorff’s α"


def _nominal(result: Agreement) -> Estimate | None:
    """Return nominal α where the scale has an order only: beside ordinal α, and nowhere else."""
    return result.krippendorff_nominal if result.metric == "ordinal" else None


def _with_intervals(result: Agreement) -> tuple[Estimate, Estimate]:
    """Return the means of Cohen's κ within and between people, with intervals."""
    within, between = _means(result)
    return (
        Estimate(within, result.intra.low, result.intra.high),
        Estimate(between, result.cohen.low, result.cohen.high),
    )


def _exchangeable(result: Agreement) -> Estimate | None:
    """Return κ with exchangeable sides where it is not Fleiss' κ already."""
    found = result.exchangeable
    if found is None or found.value == result.fleiss.value:
        return None
    return Estimate(found.value, found.low, found.high)


def _answers(result: Agreement) -> Table:
    """List each answer where one has more than 80% of all: how often both gave it."""
    most = result.most_frequent
    shown = result.answers if most is not None and most.share > SKEWED else ()
    return Table.of(
        "Agreement on each answer",
        shown,
        Column("Answer", of=lambda one: _words(one.answer)),
        Column("Share", "share"),
        Column("Both, given that one", "share", "agreement"),
        Column("Both", "count"),
        Column("One only", "count", "one"),
        note="Positive and negative agreement: pairs of annotators who both gave an answer.",
    )


def _people(result: Agreement) -> Table:
    def share(answer: str) -> Column:
        heading = term(_words(answer))
        return Column(heading, "share", f"share_{answer}", lambda one: one.shares.get(answer))

    return Table.of(
        "Annotators",
        sorted(result.by_annotator, key=lambda one: natural(one.annotator)),
        Column("Annotator"),
        Column("Ratings", "count"),
        Column("κ with others", "coefficient", "kappa"),
        Column("κ with oneself", "coefficient", "intra"),
        Column("Flag", "auto"),
        *(share(name) for name in result.categories if _is_used(result, name)),
    ).without_empty()


def _pairs_of_people(result: Agreement) -> Table:
    """List pairs of people, those who agree least first, then each with their own second pass."""
    twice = [one for one in result.by_annotator if one.intra is not None]
    return Table.of(
        "Pairs of annotators",
        result.disagreements,
        Column("Annotator", of=lambda one: one.a),
        Column("With", of=lambda one: one.b),
        Column("κ", "coefficient", "kappa"),
        Column("Equal", "share", "percent"),
        Column("Items", "count", "n"),
    ).with_rows(*((one.annotator, "the same, twice", one.intra, None, None) for one in twice))


_unanimous = listing(
    "Unanimous",
    "unanimous",
    Column("Pass", of=lambda one: one.in_pass or "only pass"),
    Column("Items", "count"),
    Column("All agree", "count", "unanimous"),
    Column(
        "On",
        field="categories",
        of=lambda one: ", ".join(f"{_words(name)} {n}" for name, n in one.categories.items()),
    ),
)

_drift = listing(
    "Drift between passes",
    "drift",
    Column("Annotator"),
    Column("Passes", of=lambda one: f"{one.pass_a} → {one.pass_b}"),
    Column("Equal", "share"),
    Column("Items", "count", "n"),
    Column("p of no drift", "coefficient", "p"),
    note="A small p: the shares of answers moved between the passes (Stuart–Maxwell test).",
)

_pairs = listing(
    "Pairs of annotators, by pass",
    lambda result: (*result.cohen.pairs, *result.intra.pairs),
    Column("Annotator", of=lambda pair: _rater(pair.a, pair.pass_a)),
    Column("Other annotator", of=lambda pair: _rater(pair.b, pair.pass_b)),
    Column("κ", "coefficient", "kappa", of=estimate("kappa")),
    Column("Equal", "share", "percent"),
    Column("Items", "count", "n"),
    note="The interval of a pair comes from the items that both rated, with half-items of its own.",
    detail=True,
)


def _confusions(result: Agreement) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for table in result.confusions:
        for name, counts in zip(result.categories, table.counts, strict=True):
            if any(counts):
                one, two = _rater(table.a, table.pass_a), _rater(table.b, table.pass_b)
                rows.append((one, two, _words(name), *counts))
    columns = (
        Column("Annotator"),
        Column("Other annotator"),
        Column("Annotator said"),
        *(
            Column(say("Other: {answer}", answer=term(_words(name))), "count", f"other_{name}")
            for name in result.categories
        ),
    )
    return Table("What two annotators said of the same items", columns, tuple(rows), detail=True)


def _alt(result: Agreement) -> str:
    told = []
    within = [one.intra for one in result.by_annotator if one.intra is not None]
    between = [pair.kappa for pair in result.disagreements if pair.kappa is not None]
    for name, numbers in (("within one annotator", within), ("between annotators", between)):
        if numbers:
            low, high = (written(pick(numbers), "coefficient") for pick in (min, max))
            told.append(f"{name} {low} to {high}")
    return f"Cohen’s kappa for every pair of annotators: {'; '.join(told)}."


def _short(names: Sequence[str]) -> dict[str, str]:
    """Return names for the edge of the square, without what all of them share.

    `Annotator 1` and `Annotator 12` become `1` and `12`; the table has the full names.
    """
    if max(map(len, names)) <= _LONGEST:
        return {name: name for name in names}
    start = _shared(names)
    end = _shared([name[::-1] for name in names])
    cut = {name: name[start : len(name) - end] for name in names}
    return cut if all(cut.values()) else {name: name for name in names}


def _shared(names: Sequence[str]) -> int:
    """Return how many letters all names begin with; a number is never cut in two."""
    first, last = min(names), max(names)
    same = next((at for at, sign in enumerate(first) if sign != last[at : at + 1]), len(first))
    return len(first[:same].rstrip("0123456789"))


def _is_used(result: Agreement, category: str) -> bool:
    return any(one.shares.get(category) for one in result.by_annotator)


def _rater(name: str, in_pass: str | None) -> str:
    return f"{name} ({in_pass})" if in_pass else name


def _words(label: str) -> str:
    return label.replace("_", " ")
