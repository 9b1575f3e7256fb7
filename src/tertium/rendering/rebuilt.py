"""How the simulated tournament looks: what a few questions rebuild of full rankings."""

from collections.abc import Iterator

from tertium.design.rebuild import AfterFollowUps, Rebuilt
from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.numbers import spelled, written
from tertium.rendering.pictures.growth import Mark, Series, draw_growth
from tertium.rendering.shapes import Column, Figure, Measure, Table, estimate
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.wording import number, say

_ACROSS = "follow-up questions"


@headline.register
def rebuilt_headline(result: Rebuilt) -> str:
    if not result.rankings:
        return say("There are no full rankings to rebuild.")
    first, last = result.by_follow_ups[0], result.by_follow_ups[-1]
    asked, all_pairs = _asked(result, first)
    r = written(first.correlation.mean, "thousandths")
    told = {"asked": asked, "pairs": all_pairs, "r": r}
    if last is first:
        return say(
            "A tournament of {asked} questions instead of {pairs} rebuilds these rankings with a "
            "correlation of {r}.",
            **told,
        )
    return say(
        "A tournament of {asked} questions instead of {pairs} rebuilds these rankings with a "
        "correlation of {r}; with one follow-up question it is {mean}."
        if last.follow_ups == 1
        else "A tournament of {asked} questions instead of {pairs} rebuilds these rankings with a "
        "correlation of {r}; with {more} follow-up questions it is {mean}.",
        **told,
        more=spelled(last.follow_ups),
        mean=written(last.correlation.mean, "thousandths"),
    )


@facts.register
def rebuilt_facts(result: Rebuilt) -> tuple[tuple[str, str], ...]:
    if not result.by_follow_ups:
        return ()
    first = result.by_follow_ups[0]
    return (
        ("Rankings", f"{result.rankings:,}"),
        ("Outputs in each", f"{result.alternatives:,}"),
        ("Questions saved", written(result.reduction, "share")),
        ("Best output found", written(first.best, "share")),
    )


@tables.register
def rebuilt_tables(result: Rebuilt) -> tuple[Table, ...]:
    return (_rankings(result), _orderings(result))


@methods.register
def rebuilt_methods(result: Rebuilt) -> str:
    times = "" if result.repeats == 1 else f", {result.repeats:,} times each"
    return (
        f"{count(result.rankings, 'full ranking')} of {spelled(result.alternatives)} outputs were "
        f"rebuilt{times}: an annotator who answers exactly as the ranking says is asked the "
        "questions of a tournament, then follow-ups between unrelated outputs of high dominance. "
        "The intervals let segments vary. What differs is due to questions that were not asked. "
        f"Beside it stand the values of {result.published.source}."
    )


@figures.register
def rebuilt_figures(result: Rebuilt) -> Iterator[Figure]:
    if not result.rankings:
        return
    yield _correlation(result)
    if any(step.accuracy is not None for step in result.by_follow_ups):
        yield _accuracy(result)


def _correlation(result: Rebuilt) -> Figure:
    points = tuple(
        (
            float(step.follow_ups),
            Estimate(step.correlation.mean, step.correlation.low, step.correlation.high),
        )
        for step in result.by_follow_ups
    )
    first = written(points[0][1].value, "thousandths")
    last = written(points[-1][1].value, "thousandths")
    title = f"Rebuilt and original ranks correlate at {first}."
    if len(points) > 1:
        title = f"Follow-up questions lift the correlation from {first} to {last}."
    published = result.published
    return Figure(
        name="rebuilt-ranks",
        title=title,
        spec=draw_growth(
            [Series("r", points)],
            across=_ACROSS,
            kind="coefficient",
            marks=[
                Mark(say("published {x}", x=written(published.correlation, "coefficient")),
                     published.correlation)
            ],
            at_most=1.0,
        ),
        table=_rankings(result),
        caption="Pearson’s r of original and rebuilt ranks, averaged over rankings, with its 95% "
        f"interval. The paper found {written(published.correlation, 'coefficient')} (sd "
        f"{written(published.sd, 'coefficient')}) on {count(published.rankings, 'ranking')}.",
        alt=f"Correlation by number of follow-up questions. {title}",
        half=True,
    )  # fmt: skip


def _accuracy(result: Rebuilt) -> Figure:
    steps = result.by_follow_ups
    places = [float(step.follow_ups) for step in steps]
    series = [
        Series.of("orderings", places, [step.accuracy for step in steps]),
        Series.of("best output", places, [step.best for step in steps]),
        Series.of("all ranks", places, [step.exact for step in steps]),
    ]
    first = result.by_follow_ups[0]
    title = (
        f"Of the orderings never asked, {written(first.accuracy, 'share')} come out right."
        if first.accuracy is not None
        else "Every pair is asked about, so nothing has to be inferred."
    )
    published = written(result.published.accuracy, "share")
    return Figure(
        name="rebuilt-orderings",
        title=title,
        spec=draw_growth(
            series,
            across=_ACROSS,
            kind="share",
            marks=[Mark(say("published {x}", x=published), result.published.accuracy)],
            at_most=1.0,
        ),
        table=_orderings(result),
        caption="Right orderings among pairs never asked whose dominance differs (ties of the "
        f"ranking count as wrong; the paper found {published}); rankings whose best output is "
        "found; rankings rebuilt in all ranks.",
        alt=f"Shares by number of follow-up questions. {title}",
        half=True,
    )


def _rankings(result: Rebuilt) -> Table:
    published = (
        Measure(result.published.correlation, "coefficient"),
        Measure(result.published.sd, "coefficient"),
    )
    table = Table.of(
        "Rebuilt rankings",
        result.by_follow_ups,
        Column("Follow-ups", of=lambda one: str(one.follow_ups)),
        Column("Questions", "ratio"),
        Column("Saved", "share", "reduction"),
        Column("r", "thousandths", "correlation", lambda one: _mean(one.correlation)),
        Column("Sd", "thousandths", of=lambda one: one.correlation.sd),
        Column("Best found", "share", "best"),
        Column("All ranks right", "share", "exact"),
    )
    return (
        table.with_rows(("published", None, None, *published, None, None)) if table.rows else table
    )


_mean = estimate("mean")


def _orderings(result: Rebuilt) -> Table:
    published = ("published", result.published.accuracy, None, None, None, None)
    table = Table.of(
        "Orderings never asked",
        result.by_follow_ups,
        Column("Follow-ups", of=lambda one: str(one.follow_ups)),
        Column("Right where dominance differs", "share", "accuracy"),
        Column("Without original ties", "share", "accuracy_decided"),
        Column("Right of all", "share", "accuracy_all"),
        Column("Left open", "share", "unrelated"),
        Column("Reversed", "share"),
    )
    return table.with_rows(published) if table.rows else table


def _asked(result: Rebuilt, step: AfterFollowUps) -> tuple[str, str]:
    """Return how many questions were asked, and how many pairs there are."""
    pairs = result.alternatives * (result.alternatives - 1) // 2
    return written(round(step.questions, 1), "number"), number(f"{pairs:,}")
