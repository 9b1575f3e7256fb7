"""How a ranking by errors, chunks or effort is told."""

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.contrasts import MeasureWords, answer_sentence, contrast_table, ranks
from tertium.rendering.names import short_names
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.shapes import Column, Figure, Kind, Table, columns, estimate
from tertium.stats.measures import MeasureRanking
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.wording import capital, say


@headline.register
def measure_ranking_headline(result: MeasureRanking) -> str:
    if len(result.systems) == 1:
        return say("Only one system, {a}, could be judged.", a=result.systems[0].system)
    shown = result.systems
    if len(result.contrasts) < len(shown) * (len(shown) - 1) / 2:
        return _against(result)
    return answer_sentence(shown, result.contrasts, _measured(result), result.level)


def _against(result: MeasureRanking) -> str:
    """Say how many systems differ from the one that all are contrasted with."""
    baseline = result.contrasts[0].b
    sure = [one for one in result.contrasts if one.p is not None and one.p < 1 - result.level]
    better = sum(((one.difference or 0.0) > 0) == result.higher_is_better for one in sure)
    return say(
        "Of {systems}, {better} are significantly better than {baseline} and {worse} worse.",
        systems=count(len(result.contrasts), "system"),
        better=better,
        baseline=baseline,
        worse=len(sure) - better,
    )


@facts.register
def measure_ranking_facts(result: MeasureRanking) -> tuple[tuple[str, str], ...]:
    return (
        ("Systems", f"{len(result.systems):,}"),
        ("Judgements", f"{result.judgements:,}"),
        ("Annotators", f"{result.annotators:,}"),
    )


@tables.register
def measure_ranking_tables(result: MeasureRanking) -> tuple[Table, ...]:
    return (
        _systems(result),
        contrast_table("Contrasts of systems", result.contrasts, _difference(result)),
    )


@figures.register
def measure_ranking_figures(result: MeasureRanking) -> tuple[Figure, ...]:
    short = short_names([one.system for one in result.systems])
    lines = [
        Line(short[one.system], Estimate(one.score, one.low, one.high), group=str(one.cluster))
        for one in result.systems
    ]
    better = "higher" if result.higher_is_better else "lower"
    return (
        Figure(
            name="ranking",
            title=headline(result),
            spec=draw_intervals(
                lines,
                kind=_kind(result),
                heading=say("{level:.3g}% CI", level=100 * result.level),
                ruled=True,
            ),
            table=_systems(result),
            caption=f"{_called(result)}, best first; {better} is better. Lines separate clusters, "
            "tested pair by pair.",
            alt=f"One line per system, best first. {headline(result)}",
        ),
    )


@methods.register
def measure_ranking_methods(result: MeasureRanking) -> str:
    units = result.estimand.units
    texts = "" if units.documents is None else f", {count(units.documents, 'document')}"
    return (
        f"{_called(result)}: {count(result.judgements, 'judgement')} by "
        f"{count(result.annotators, 'annotator')} on {count(units.segments, 'segment')}{texts}. "
        "Contrasts of two systems are paired by annotators and texts, and their confidence "
        "intervals let annotators, documents and segments vary. Two systems differ significantly "
        f"at the {100 * result.level:g}% level; ranges over all pairs are corrected for their "
        "number (Holm, 1979)."
    )


def _measured(result: MeasureRanking) -> MeasureWords:
    called = result.estimand.quantity
    return MeasureWords(called, _kind(result), _difference(result))


def _kind(result: MeasureRanking) -> Kind:
    return "share" if result.estimand.scale == "share" else "ratio"


def _difference(result: MeasureRanking) -> Kind:
    return "points" if result.estimand.scale == "share" else "ratio"


def _called(result: MeasureRanking) -> str:
    return capital(say(result.estimand.quantity))


def _systems(result: MeasureRanking) -> Table:
    return Table.of(
        "Ranking of systems",
        result.systems,
        Column("System"),
        Column(_called(result), _kind(result), "score", of=estimate("score")),
        *ranks(result.systems),
        *columns("count", "Judgements", "Annotators"),
    ).without_empty()
