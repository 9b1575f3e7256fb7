"""How the adequacy stage looks: systems, the effort it saved, conflicts and changed ranks."""

from collections.abc import Iterator

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.contrasts import MeasureWords, answer_sentence, contrast_table, ranks
from tertium.rendering.names import short_names
from tertium.rendering.numbers import spelled, written
from tertium.rendering.pictures.funnel import draw_funnel
from tertium.rendering.pictures.shares import draw_shares
from tertium.rendering.shapes import (
    Cell,
    Column,
    Figure,
    Measure,
    Table,
    columns,
    estimate,
    listing,
)
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.stats.tournament.adequacy import Adequacy
from tertium.wording import join, listed, say

_MEASURED = MeasureWords("share of adequate translations", "share", "points")
_LISTED = 8  # rows of single sources that still fit on a screen
_KINDS = {"order": "answers contradict the comparisons", "rank": "only the ranks disagree"}
_BY = {
    "asked": "asked",
    "reference": "follows from the reference",
    "propagation": "follows from another answer",
    "conflict": "in conflict",
    "open": "not known yet",
}


@headline.register
def adequacy_headline(result: Adequacy) -> str:
    """Say which system has most adequate translations, and how many had to be asked about."""
    effort = _effort_sentence(result)
    if not result.systems:
        return effort
    first = result.systems[0]
    if len(result.systems) == 1:
        share = written(Estimate(first.score, first.low, first.high), "share")
        told = say("{share} of {a}’s translations are adequate.", share=share, a=first.system)
        return join((told, effort))
    return join((_most_adequate(result), effort))


def _most_adequate(result: Adequacy) -> str:
    """Say which of several systems has most adequate translations."""
    first = result.systems[0]
    share, many = written(first.score, "share"), spelled(len(result.systems))
    if len({one.score for one in result.systems}) == 1:
        return say(
            "Each of {many} systems has {share} adequate translations.", many=many, share=share
        )
    if result.sources == 1:  # which says nothing about other sources
        return say(
            "{a} has {share} adequate translations, the most of {many} systems.",
            a=first.system,
            share=share,
            many=many,
        )
    return answer_sentence(result.systems, result.contrasts, _MEASURED, result.level)


@facts.register
def adequacy_facts(result: Adequacy) -> tuple[tuple[str, str], ...]:
    return (
        ("Sources", f"{result.sources:,}"),
        ("Translations", f"{result.effort.translations:,}"),
        ("Asked", f"{result.effort.asked:,}"),
        ("Effort saved", written(result.effort.saved, "share") or "not known"),
    )


@tables.register
def adequacy_tables(result: Adequacy) -> tuple[Table, ...]:
    return (
        _systems(result),
        contrast_table(
            "Contrasts of systems",
            result.contrasts,
            "points",
            detail=len(result.contrasts) > _LISTED,
        ),
        _effort(result),
        _harmonisation(result),
        _conflicts(result),
        _ranks(result),
        _labels(result),
    )


@methods.register
def adequacy_methods(result: Adequacy) -> str:
    references = (
        f" Translations of {listed(list(result.references))}, and all that are as good or better, "
        "are adequate without asking."
        if result.references
        else ""
    )
    return (
        "After the comparisons of a source, the translation that dominates most was asked about "
        "first: is it adequate? If not, neither is anything it dominates."
        f"{references} What follows from an answer is inferred and never counted as an "
        "observation: confidence intervals let annotators, documents and segments vary. Systems "
        "are contrasted as in every analysis; references are not among them. Harmonised ranks "
        "put every adequate translation above the inadequate ones and keep the order otherwise "
        "(Pighin, Formiga and Màrquez, 2012)."
    )


@figures.register
def adequacy_figures(result: Adequacy) -> Iterator[Figure]:
    if result.systems:
        yield _shares(result)
    if result.effort.translations:
        yield _funnel(result)


def _shares(result: Adequacy) -> Figure:
    short = short_names([one.system for one in result.systems])
    bars = [(short[one.system], Estimate(one.score, one.low, one.high)) for one in result.systems]
    systems = result.systems
    last, first = (short[one.system] for one in (systems[-1], systems[0]))
    low, high = (written(one.score, "share") for one in (systems[-1], systems[0]))
    title = f"From {low} ({last}) to {high} ({first}) of the translations are adequate."
    if len(systems) == 1:
        title = f"{high} of the translations of {first} are adequate."
    elif low == high:
        title = f"Every system has {high} adequate translations."
    return Figure(
        name="adequacy",
        title=title,
        spec=draw_shares(bars),
        table=_systems(result),
        caption=f"Share of adequate translations with its {100 * result.level:g}% interval, "
        "best first.",
        alt=f"One bar per system, the share of adequate translations. {title}",
        narrowest=460,
    )


def _funnel(result: Adequacy) -> Figure:
    steps = _steps(result)
    told = ", ".join(f"{name.lower()} {number:,}" for name, number in steps)
    return Figure(
        name="effort",
        title=_effort_sentence(result),
        spec=draw_funnel(steps),
        table=_effort(result),
        caption="What is left to ask about after each rule; pale is what the rule saves"
        f"{', in the last bar what is still open' if result.effort.open else ''}. Shares are of "
        "all translations.",
        alt=f"A funnel from all translations to those asked about: {told}.",
        narrowest=400,
    )


def _steps(result: Adequacy) -> list[tuple[str, int]]:
    """Return how many translations are left to ask about after each rule."""
    effort = result.effort
    after = effort.unique - effort.by_reference
    steps = [
        ("Translations", effort.translations),
        ("Unique, ties merged", effort.unique),
        ("After the reference rule", after),
        ("After propagation", after - effort.by_propagation),
    ]
    if not effort.by_reference:
        del steps[2]
    if effort.open:
        steps.append(("Asked so far", effort.asked))
    else:
        steps[-1] = ("After propagation: asked", effort.asked)
    return steps


def _effort_sentence(result: Adequacy) -> str:
    effort = result.effort
    if not effort.translations:
        return say("There are no translations to ask about yet.")
    saved = written(effort.saved, "share")
    if effort.open:
        return say(
            "At most {open:,} of {translations} have to be asked about, {asked:,} have been: at "
            "least {saved} of the questions are saved.",
            open=effort.asked + effort.open,
            translations=count(effort.translations, "translation"),
            asked=effort.asked,
            saved=saved,
        )
    return say(
        "Only {asked:,} of {translations} had to be asked about: {saved} of the questions "
        "were saved.",
        asked=effort.asked,
        translations=count(effort.translations, "translation"),
        saved=saved,
    )


def _systems(result: Adequacy) -> Table:
    return Table.of(
        "Adequate translations",
        result.systems,
        Column("System"),
        Column("Adequate", "share", "score", of=estimate("score")),
        *ranks(result.systems),
        Column("Asked", "count", "observed"),
        Column("Inferred", "count"),
    ).without_empty()


def _effort(result: Adequacy) -> Table:
    """List the steps as Table 2 of the paper does: what each share is of stands beside it."""
    effort = result.effort
    vertices = "unique vertices"
    rows: tuple[tuple[Cell, ...], ...] = (
        ("Translations", effort.translations, None, None),
        ("Share a vertex with another", effort.collapsed, effort.collapsed_share, "translations"),
        ("Unique vertices", effort.unique, None, None),
        ("Known without asking", effort.automatic, effort.automatic_share, vertices),
        ("by the reference", effort.by_reference, effort.by_reference_share, vertices),
        ("by propagation", effort.by_propagation, effort.by_propagation_share, vertices),
        ("Asked", effort.asked, None, None),
        ("Still open", effort.open, None, None),
        ("Saved", effort.translations - effort.asked - effort.open, effort.saved, "translations"),
    )
    columns = (
        Column("Step"),
        Column("Number", "count", "n"),
        Column("Share", "share", "share"),
        Column("Of", "auto", "of"),
    )
    return Table("Effort", columns, rows if effort.translations else ())


def _harmonisation(result: Adequacy) -> Table:
    found = result.harmonisation
    rows: list[tuple[Cell, ...]] = [
        ("Sources with all labels", Measure(found.sources, "count"), None),
        ("Share with changed ranks", Measure(found.changed, "share"), None),
        (
            "Spearman’s ρ with the original ranks",
            Measure(found.spearman, "coefficient"),
            Measure(found.spearman_sd, "coefficient"),
        ),
        ("Mean absolute change", Measure(found.mae, "ratio"), Measure(found.mae_sd, "ratio")),
        ("Root mean square change", Measure(found.rmse, "ratio"), Measure(found.rmse_sd, "ratio")),
    ]
    columns = (
        Column("Harmonised ranks"),
        Column("Value", "ratio", "value"),
        Column("Sd over sources", "ratio", "sd"),
    )
    return Table("Harmonisation", columns, tuple(rows) if found.sources else ())


_conflicts = listing(
    "Conflicts",
    "conflicts",
    *columns("words", "Segment", "Annotator", "Inadequate", "Adequate"),
    Column("Conflict", "auto", "kind", of=lambda one: _KINDS[one.kind]),
    Column("Path", "auto", of=lambda one: " > ".join(one.path) or None),
    note="An inadequate translation ranks above an adequate one: check these sources.",
    fits=_LISTED,
    annex=True,
).without_empty()


def _ranks(result: Adequacy) -> Table:
    rows = tuple(
        (one.segment, one.annotator, system, rank, one.harmonised[system])
        for one in result.harmonised
        if one.changed
        for system, rank in one.ranks.items()
    )
    columns = (
        Column("Segment"),
        Column("Annotator"),
        Column("System"),
        Column("Rank", "count", "rank"),
        Column("Harmonised", "count", "harmonised"),
    )
    return Table("Changed ranks", columns, rows, detail=True, annex=True)


_labels = listing(
    "Labels",
    "labels",
    *columns("words", "Segment", "Annotator", "System"),
    *columns("auto", "Adequate", "Layer"),
    Column("How it is known", "auto", "by", of=lambda one: _BY.get(one.by, one.by)),
    Column("Path", "auto", of=lambda one: " – ".join(one.path) or None),
    detail=True,
    annex=True,
).without_empty()
