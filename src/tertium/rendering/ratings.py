"""How ratings appear: shares, the latent scale, contrasts, annotators, groups and tags."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tertium.rendering.arrange import facts, headline, methods, tables
from tertium.rendering.contrasts import RANKS, MeasureWords, answer_sentence, contrast_table
from tertium.rendering.numbers import natural, within, written
from tertium.rendering.shapes import Cell, Column, Inner, Table, columns, estimate, inner
from tertium.stats.contrasts.record import Contrast
from tertium.stats.ratings.result import RatedAspect, RatedSystem, RatingScales
from tertium.stats.result import Estimate
from tertium.wording import join, say

_MEASURED = MeasureWords("latent quality", "ratio", "ratio")
_PEOPLE = 40  # more annotators do not fit on a screen


@headline.register
def ratings_headline(result: RatingScales) -> str:
    if len(result.aspects) == 1:
        return aspect_sentence(result.aspects[0], result.level)
    return join(
        say("{aspect}: {found}", aspect=one.aspect, found=aspect_sentence(one, result.level))
        for one in result.aspects
    )


def aspect_sentence(aspect: RatedAspect, level: float) -> str:
    """Say what was found for one aspect."""
    known = [one for one in aspect.systems if one.score is not None]
    if len(known) > 1:
        return answer_sentence(known, aspect.contrasts, _MEASURED, level)
    used = [one for one in aspect.systems[0].shares if one.count]
    if len(aspect.labels) - len(aspect.merged) == 1:
        return say("All {n:,} ratings are “{label}”.", n=aspect.judgements, label=used[-1].label)
    best = aspect.systems[0].shares[-1]
    return say(
        "{share}{within} of the ratings of {a} are “{label}”.",
        share=written(best.share, "share"),
        within=within(Estimate(best.share, best.low, best.high), "share", level),
        a=aspect.systems[0].system or say("The translation"),
        label=best.label,
    )


@facts.register
def ratings_facts(result: RatingScales) -> tuple[tuple[str, str], ...]:
    units = [one.estimand.units for one in result.aspects]
    return (
        ("Systems", f"{max(len(one.systems) for one in result.aspects):,}"),
        ("Ratings", f"{sum(one.judgements for one in result.aspects):,}"),
        ("Annotators", f"{max(one.annotators for one in units):,}"),
        ("Segments", f"{max(one.segments for one in units):,}"),
    )


@tables.register
def ratings_tables(result: RatingScales) -> Iterator[Table]:
    yield systems_table(result)
    yield shares_table(result)
    yield _contrasts(result)
    yield annotators_table(result)
    if any(who.drift for one in result.aspects for who in one.annotators):
        yield _drifts(result)
    if any(one.groups for one in result.aspects):
        yield _groups(result)
        yield _group_shares(result)
    if any(one.tags for one in result.aspects):
        yield _tags(result)
        yield _tag_contrasts(result)
    yield _majority(result)
    yield _odds(result)
    yield _thresholds(result)
    yield _use(result)


@methods.register
def ratings_methods(result: RatingScales) -> str:
    return (
        "Shares of categories are counts over all ratings; their confidence intervals let "
        "annotators, documents and segments vary. Systems stand on a latent scale: a cumulative "
        f"{result.link} model says that an annotator gives category k or a lower one with "
        "probability F((θ_k − system + severity) / spread) (McCullagh, 1980). Severity is a random "
        "intercept, whose sd is found by adaptive Gauss–Hermite quadrature; log spreads have a "
        "normal prior (sd .3), systems a wide one (3 sds of the noise of one rating), which only "
        "matters where all ratings of a system are the same. A difference of 1 on the latent scale "
        "multiplies the odds of a higher category by 2.7 (logit). Contrasts have the confidence "
        "interval of every other analysis: each rating’s influence on the contrast, with "
        "annotators, documents and segments as units. Proportional odds are checked by observed "
        "less expected shares at every threshold, corrected for their number (Holm)."
    )


def _several(result: RatingScales) -> bool:
    return len(result.aspects) > 1


def aspect_column(result: RatingScales) -> Column:
    """Return the column that names the aspect, where there are several."""
    return Column("Aspect", of=lambda one: one.aspect if _several(result) else None)


def systems_table(result: RatingScales) -> Table:
    """Return systems with their place on the latent scale, means and ranks."""
    return Table.of(
        "Systems on the latent scale",
        inner(result.aspects, "systems"),
        aspect_column(result),
        Column("System", of=lambda one: one.system or "all"),
        Column("Latent quality", "ratio", "latent"),
        Column("Mean", "ratio"),
        *RANKS,
    ).without_empty()


def shares_table(result: RatingScales) -> Table:
    """Return the share of every category of every system."""
    return _shares_of(result, "Shares of categories", inner(result.aspects, "systems"), "System")


def _shares_of(
    result: RatingScales, title: str, records: Sequence[Inner], unit: str, *, detail: bool = False
) -> Table:
    name = unit.lower()
    return Table.of(
        title,
        inner(records, "shares"),
        aspect_column(result),
        Column(unit, field=name, of=lambda one: getattr(one, name) or "all"),
        Column("Category", field="label"),
        Column("Share", "share", of=estimate("share")),
        Column("Ratings", "count", "count"),
        detail=detail,
    ).without_empty()


def _contrasts(result: RatingScales) -> Table:
    return _contrasts_of(result, "Contrasts of systems", [(one, "") for one in result.aspects])


def _contrasts_of(
    result: RatingScales, title: str, parts: Sequence[tuple[RatedAspect | Inner, str]]
) -> Table:
    """List contrasts, with aspects and tags before them where there are any."""
    rows: list[tuple[str | None, str | None, Contrast]] = [
        (part.aspect if _several(result) else None, tag or None, contrast)
        for part, tag in parts
        for contrast in part.contrasts
    ]
    table = contrast_table(title, [contrast for *_, contrast in rows], "ratio")
    before = (Column("Aspect"), Column("Tag"))
    cells: list[tuple[Cell, ...]] = [
        (aspect, tag, *row) for (aspect, tag, _), row in zip(rows, table.rows, strict=True)
    ]
    return replace(table, columns=(*before, *table.columns), rows=tuple(cells)).without_empty()


def annotators_table(result: RatingScales) -> Table:
    """Return how every annotator answers."""
    people = sorted(inner(result.aspects, "annotators"), key=lambda one: natural(one.annotator))
    return Table.of(
        "Annotators",
        people,
        Column("Annotator", of=lambda one: one.annotator or "no name"),
        aspect_column(result),
        Column("Severity", "ratio"),
        Column("Spread", "ratio"),
        Column("Mean", "ratio", of=lambda one: one.own.mean),
        Column("Ratings", "count", "judgements", of=lambda one: one.own.judgements),
        note="Severity above 0 is severe, spread above 1 uses both ends of the scale more; both "
        "with credible intervals.",
        detail=len(people) > _PEOPLE,
        annex=True,
    ).without_empty()


def _drifts(result: RatingScales) -> Table:
    people = [one for one in inner(result.aspects, "annotators") if one.drift is not None]
    return Table.of(
        "Drift of annotators",
        sorted(people, key=lambda one: natural(one.annotator)),
        Column("Annotator", of=lambda one: one.annotator or "no name"),
        aspect_column(result),
        Column("Drift", "ratio", of=lambda one: estimate("value")(one.drift)),
        Column("p", "p", of=lambda one: one.drift.p),
        Column("Holm", "p", "p_adjusted", of=lambda one: one.drift.p_adjusted),
        note="Change from the first to the last rating on the latent scale, what was judged "
        "allowed for; above 0 towards lenient.",
        detail=len(people) > _PEOPLE,
        annex=True,
    ).without_empty()


def _use(result: RatingScales) -> Table:
    people = sorted(inner(result.aspects, "annotators"), key=lambda one: natural(one.annotator))
    return replace(
        _shares_of(result, "Categories by annotator", people, "Annotator", detail=True), annex=True
    )


def _groups(result: RatingScales) -> Table:
    return Table.of(
        "Groups of annotators",
        inner(result.aspects, "groups"),
        aspect_column(result),
        Column("Group"),
        Column("Annotators", "count", of=lambda one: one.own.annotators),
        Column("Ratings", "count", "judgements", of=lambda one: one.own.judgements),
        Column("Mean", "ratio", of=lambda one: one.own.mean),
        Column("Severity", "ratio", of=lambda one: one.own.severity),
        Column("Agreement", "coefficient", of=lambda one: one.own.agreement),
        note="Agreement: Krippendorff’s α (ordinal) inside of each group.",
    ).without_empty()


def _group_shares(result: RatingScales) -> Table:
    return _shares_of(
        result, "Shares by group", inner(result.aspects, "groups"), "Group", detail=True
    )


def _tags(result: RatingScales) -> Table:
    return Table.of(
        "Results by tag",
        [Inner(system, tag) for tag in inner(result.aspects, "tags") for system in tag.own.systems],
        aspect_column(result),
        Column("Tag"),
        Column("System"),
        Column("Latent quality", "ratio", "latent"),
        Column("Mean", "ratio"),
        *RANKS[:2],
        Column("Ratings", "count", "judgements", of=lambda one: one.own.judgements),
    ).without_empty()


def _tag_contrasts(result: RatingScales) -> Table:
    parts = [(one, one.own.tag) for one in inner(result.aspects, "tags")]
    return replace(_contrasts_of(result, "Contrasts by tag", parts), detail=True)


def _majority(result: RatingScales) -> Table:
    return Table.of(
        "Majority answers",
        inner(result.aspects, "majority"),
        aspect_column(result),
        Column("System", of=lambda one: one.system or "all"),
        *columns("count", "Outputs", "Unanimous", "Undecided"),
        Column("Mean", "ratio", of=lambda one: one.own.mean),
        Column("Category", field="label", of=_most_frequent),
        note="Outputs with two annotators or more. Undecided: no category was chosen by more than "
        "half. The category is the most frequent majority answer.",
        detail=True,
    ).without_empty()


def _most_frequent(one: Inner) -> str | None:
    best = max(one.shares, key=lambda share: share.count)
    return best.label if best.count else None


def _odds(result: RatingScales) -> Table:
    checked = [
        Inner(cut, one)
        for one in result.aspects
        if one.proportional_odds is not None
        for cut in one.proportional_odds.cuts
    ]
    return Table.of(
        "Check of proportional odds",
        checked,
        aspect_column(result),
        Column("System", of=lambda one: one.system or "all"),
        Column("Up to", field="label"),
        *columns("share", "Observed", "Expected"),
        Column("Difference", "points", of=estimate("difference")),
        Column("p", "p"),
        Column("Holm", "p", "p_adjusted"),
        note="The share of ratings up to a category, and what the place of the system on the "
        "latent scale makes expected.",
        detail=all(
            one.proportional_odds is None or one.proportional_odds.holds is not False
            for one in result.aspects
        ),
    ).without_empty()


def _thresholds(result: RatingScales) -> Table:
    return Table.of(
        "Thresholds",
        inner(result.aspects, "thresholds"),
        aspect_column(result),
        Column("Up to", field="label"),
        Column("Above", field="above"),
        Column("Value", "ratio"),
        detail=True,
    ).without_empty()


def ranked(aspect: RatedAspect) -> list[RatedSystem]:
    """Return the systems that have a place on the latent scale."""
    return [one for one in aspect.systems if one.score is not None]
