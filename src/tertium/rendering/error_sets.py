"""How error sets look: what post-editing left of the MT's errors, and what is common where."""

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.numbers import interval, written
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.shapes import Column, Figure, Table, columns, inner, listing
from tertium.stats.error_sets.analyse import ErrorSets
from tertium.stats.order import by_value
from tertium.stats.told import count
from tertium.wording import say

_NAMES = {"mt": "MT", "postedited": "Post-edited", "human": "Human"}
_ALIGNED = {"builtin": "by the built-in aligner", "eflomal": "by eflomal"}
_MOST = 12  # categories that are drawn


def _called(versions: str) -> str:
    """Return the names of kinds: `MT + Post-edited`."""
    return " + ".join(_NAMES[kind] for kind in versions.split("+"))


@headline.register
def error_sets_headline(result: ErrorSets) -> str:
    if result.inherited.value is not None:
        return say(
            "{share} of the errors in the post-edited text stood in the MT already ({around}).",
            share=written(result.inherited.value, "share"),
            around=interval(result.inherited, "share"),
        )
    worst = by_value(result.versions, lambda one: one.per_1000.value)[0]
    return say(
        "{version} has the most errors: {n} in 1,000 words of the source.",
        version=say(_NAMES[worst.kind]),
        n=written(worst.per_1000.value, "number"),
    )


@facts.register
def error_sets_facts(result: ErrorSets) -> tuple[tuple[str, str], ...]:
    return (
        ("Segments", f"{result.segments:,}"),
        ("Sets", f"{len(result.sets):,}"),
        ("Errors", f"{sum(one.errors for one in result.versions):,}"),
        ("Put into sets by hand", f"{result.corrected:,}"),
    )


@tables.register
def error_sets_tables(result: ErrorSets) -> tuple[Table, ...]:
    found = [
        Table.of(
            "Versions",
            result.versions,
            Column("Version", of=lambda one: _NAMES[one.kind]),
            Column("System"),
            Column("Source words", "count", of=lambda one: one.words),
            Column("Errors", "count"),
            Column("Per 1,000 words", "number", of=lambda one: one.per_1000),
        )
    ]
    if result.inherited.value is not None:
        rows = (
            ("Errors of the post-edited text that come from the MT", result.inherited),
            ("Errors of the MT that are still there", result.survived),
        )
        found.append(
            Table("What came from the MT", (Column("What"), Column("Share", "share")), rows)
        )
    found.append(
        Table.of(
            "Sets by the versions that err",
            result.combinations,
            Column("Versions", of=lambda one: _called(one.versions)),
            Column("Sets", "count"),
            Column("Share", "share"),
        )
    )
    found.append(_commonest(result))
    found.append(_list(result))
    return tuple(found)


_commonest = listing(
    "Most frequent errors",
    "categories",
    Column("Version", of=lambda one: _NAMES[one.kind]),
    Column("Category", of=lambda one: one.category or "no category"),
    Column("Errors", "count"),
    Column("Per 1,000 words", "number", of=lambda one: one.per_1000),
    Column("Share", "share"),
    Column(
        "From the MT", "count", of=lambda one: one.from_mt if one.kind == "postedited" else None
    ),
).without_empty()

_list = listing(
    "Sets",
    lambda result: inner(result.sets, "errors"),
    Column("Set"),
    Column("Source passage", of=lambda one: one.passage),
    Column("Version", of=lambda one: _NAMES[one.kind]),
    *columns("words", "Category", "Severity", "Text"),
    Column("From the MT", of=lambda one: "yes" if one.from_mt else ""),
    detail=True,
)


@methods.register
def error_sets_methods(result: ErrorSets) -> str:
    aligned = _ALIGNED.get(result.aligner, f"by {result.aligner}")
    return (
        f"Words of the source were linked to words of every version {aligned}. Errors that touch "
        "the same words of the source form a set; an error that several annotators marked counts "
        "once. An error of the post-edited text comes from the MT if the MT has one of the same "
        "category at the same place and no word of it was changed. Intervals "
        f"({result.level:.0%}) resample {count(result.segments, 'segment')}."
    )


@figures.register
def error_sets_figures(result: ErrorSets) -> tuple[Figure, ...]:
    totals: dict[str, int] = {}
    for one in result.categories:
        totals[one.category] = totals.get(one.category, 0) + one.errors
    if not totals:
        return ()
    commonest = sorted(totals, key=lambda name: (-totals[name], name))[:_MOST]
    lines = [
        Line(f"{name or 'no category'}: {_NAMES[one.kind]}", one.per_1000, group=name)
        for name in commonest
        for one in result.categories
        if one.category == name
    ]
    title = f"The most frequent kind of error is {commonest[0] or 'without category'}."
    return (
        Figure(
            name="error-kinds",
            title=title,
            spec=draw_intervals(lines, kind="number", heading="Per 1,000 words"),
            table=_commonest(result),
            caption="Errors in 1,000 words of the source, by category and kind of version, with "
            f"{100 * result.level:g}% intervals.",
            alt=f"One line per category and version with its errors per 1,000 words. {title}",
        ),
    )
