"""How the efficiency study looks: time per source word by way of judging, and what is saved."""

from collections.abc import Iterator, Sequence

from tertium.protocols.conditions import COMPARING, ORDERING
from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.numbers import natural, within, written
from tertium.rendering.pictures.growth import Mark, Series, draw_growth
from tertium.rendering.shapes import Cell, Column, Figure, Measure, Table, listing
from tertium.stats.crossover.efficiency import Efficiency, EffortAgreement, EffortByLength
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.wording import say

_ACROSS = "source words, or less"
_STEP = 10  # words between bounds: where “all” stands after the last


@headline.register
def efficiency_headline(result: Efficiency) -> str:
    saved = result.reduction.value
    if saved is None:
        return _paces_sentence(result)
    told = within(_turned(result.reduction), "share", result.level)
    low, high = result.reduction.low, result.reduction.high
    if low is not None and high is not None and low <= 0 <= high:
        return say(
            "No significant difference in time between tournament and full ranking: the "
            "tournament takes {saved} less{within}."
            if saved >= 0
            else "No significant difference in time between tournament and full ranking: the "
            "tournament takes {saved} more{within}.",
            saved=written(abs(saved), "share"),
            within=told,
        )
    if saved < 0:
        return say(
            "A tournament takes {saved} more time than a full ranking{within}.",
            saved=written(-saved, "share"),
            within=told,
        )
    return say(
        "A tournament saves {saved} of the time of a full ranking{within}.",
        saved=written(saved, "share"),
        within=told,
    )


@facts.register
def efficiency_facts(result: Efficiency) -> tuple[tuple[str, str], ...]:
    return (
        ("Tournament, per word", _pace(result.tournament)),
        ("Ranking, per word", _pace(result.ranking)),
        ("Sources", f"{result.sources:,}"),
        ("Annotators", f"{result.annotators:,}"),
    )


@tables.register
def efficiency_tables(result: Efficiency) -> tuple[Table, ...]:
    return (_lengths(result), _people(result), _period(result), _agreement(result))


@methods.register
def efficiency_methods(result: Efficiency) -> str:
    return (
        f"{count(result.annotators, 'annotator')} judged {count(result.segments, 'segment')}, the "
        "same sources by tournament and by full ranking; times are per source word and compared "
        "within annotators and sources. Lengths are cumulative, so short sentences count "
        f"in every row. The {100 * result.level:g}% confidence intervals let annotators, documents "
        "and segments vary (Pighin, Formiga and Màrquez, 2012, found 17% saved, 45% on short "
        "sentences)."
    )


@figures.register
def efficiency_figures(result: Efficiency) -> Iterator[Figure]:
    if any(one.tournament is not None or one.ranking is not None for one in result.by_length):
        yield _paces(result)
    if any(one.reduction.value is not None for one in result.by_length):
        yield _reductions(result)
    if any(_known(one) for one in result.agreement):
        yield _correlations(result)


def _paces(result: Efficiency) -> Figure:
    places, called = _places(result.by_length)
    kinds = {
        COMPARING: [one.tournament for one in result.by_length],
        ORDERING: [one.ranking for one in result.by_length],
    }
    series = [
        Series.of(name, places, paces)
        for name, paces in kinds.items()
        if any(pace is not None for pace in paces)
    ]
    return Figure(
        name="pace",
        title=_paces_sentence(result),
        spec=draw_growth(series, across=_ACROSS, kind="number", include=0.0, called=called),
        table=_lengths(result),
        caption="Seconds per source word, by cumulative length of the source.",
        alt=f"Seconds per source word by cumulative length. {_paces_sentence(result)}",
        half=True,
    )


def _paces_sentence(result: Efficiency) -> str:
    """Say how long each way takes."""
    tournament, ranking = (
        None if pace is None else written(pace, "ratio")
        for pace in (result.tournament, result.ranking)
    )
    if tournament is None and ranking is None:
        return say("There are no times to compare.")
    if ranking is None:
        return say(
            "A tournament takes {tournament} seconds per source word.", tournament=tournament
        )
    if tournament is None:
        return say("A full ranking takes {ranking} seconds per source word.", ranking=ranking)
    return say(
        "A tournament takes {tournament} seconds per source word, a full ranking {ranking}.",
        tournament=tournament,
        ranking=ranking,
    )


def _reductions(result: Efficiency) -> Figure:
    places, called = _places(result.by_length)
    points = tuple(
        (place, one.reduction) for place, one in zip(places, result.by_length, strict=True)
    )
    known = [(one.at_most, one.reduction.value) for one in result.by_length]
    (bound, short), (_, whole) = known[0], known[-1]
    title = f"The tournament {_saves(whole)}."
    if bound is not None and short is not None and whole is not None:
        title = f"Up to {bound} words the tournament {_saves(short)}, over all {_saves(whole)}."
    return Figure(
        name="time-saved",
        title=title,
        spec=draw_growth(
            [Series("time saved", points)],
            across=_ACROSS,
            kind="share",
            marks=[Mark("no difference", 0.0)],
            at_most=1.0,
            called=called,
        ),
        table=_lengths(result),
        caption=f"Time that a tournament saves against a full ranking, with its "
        f"{100 * result.level:g}% confidence interval, by cumulative length of the source. Below "
        "zero it takes longer.",
        alt=f"Share of time saved by cumulative length. {title}",
        half=True,
    )


def _correlations(result: Efficiency) -> Figure:
    places, called = _places(result.agreement)
    kinds = (
        ("tournaments", [one.tournament for one in result.agreement]),
        ("rankings", [one.ranking for one in result.agreement]),
        ("same person, both", [one.across for one in result.agreement]),
    )
    series = [
        Series(name, tuple(zip(places, found, strict=True)))
        for name, found in kinds
        if any(one.value is not None for one in found)
    ]
    last = result.agreement[-1]
    title = "How far rankings of the same source agree, by way of judging."
    if last.tournament.value is not None and last.ranking.value is not None:
        more = "more" if last.tournament.value > last.ranking.value else "less"
        title = (
            f"Tournaments of different annotators agree {more} than rankings: "
            f"{written(last.tournament.value, 'coefficient')} and "
            f"{written(last.ranking.value, 'coefficient')}."
        )
    return Figure(
        name="effort-agreement",
        title=title,
        spec=draw_growth(
            series,
            across=_ACROSS,
            kind="coefficient",
            at_least=-1.0,
            at_most=1.0,
            called=called,
        ),
        table=_agreement(result),
        caption="Mean Spearman correlation of the ranks of one source, with confidence intervals: "
        "between annotators asked in the same way, and of each annotator asked in both ways.",
        alt=f"Rank correlation by cumulative length. {title}",
        half=True,
    )


_lengths = listing(
    "Time per source word",
    "by_length",
    Column("Source words", of=lambda one: _bound(one.at_most)),
    Column("Segments", "count"),
    Column("Tournament, s/word", "ratio", COMPARING, of=lambda one: one.tournament),
    Column("Ranking, s/word", "ratio", ORDERING, of=lambda one: one.ranking),
    Column("Time saved", "share", "reduction"),
)

_people = listing(
    "Time by annotator",
    lambda result: sorted(result.by_annotator, key=lambda one: natural(one.annotator)),
    Column("Annotator"),
    Column("Segments", "count"),
    Column("Tournament, s/word", "ratio", COMPARING, of=lambda one: one.tournament),
    Column("Ranking, s/word", "ratio", ORDERING, of=lambda one: one.ranking),
    Column("Time saved", "share", "reduction"),
)


def _period(result: Efficiency) -> Table:
    found = result.period
    rows: tuple[tuple[Cell, ...], ...] = ()
    if found is not None:
        rows = (
            ("Change of time the second time", Measure(found.second, "share")),
            ("Time saved, both orders counting the same", Measure(found.reduction, "share")),
            ("Sources with the tournament first", Measure(found.tournament_first, "count")),
            ("Sources with the ranking first", Measure(found.ranking_first, "count")),
        )
    return Table("Order of the two ways", (Column("Fact"), Column("Value", "ratio", "value")), rows)


_agreement = listing(
    "Agreement of ranks by way of judging",
    "agreement",
    Column("Source words", of=lambda one: _bound(one.at_most)),
    Column("Tournaments", "coefficient", COMPARING, of=lambda one: one.tournament),
    Column("Rankings", "coefficient", ORDERING, of=lambda one: one.ranking),
    Column("Same person, both ways", "coefficient", "across"),
)


def _places(
    parts: Sequence[EffortByLength] | Sequence[EffortAgreement],
) -> tuple[list[float], dict[float, str]]:
    """Return where the parts stand across; all sources stand after the last bound."""
    bounds = [part.at_most for part in parts]
    after = float(max((bound for bound in bounds if bound is not None), default=0) + _STEP)
    return [after if bound is None else float(bound) for bound in bounds], {after: "all"}


def _bound(at_most: int | None) -> str:
    return "all" if at_most is None else f"up to {at_most}"


def _pace(pace: float | None) -> str:
    if pace is None:
        return say("not known")
    return say("{n} seconds", n=written(pace, "ratio"))


def _saves(share: float | None) -> str:
    if share is None:
        return "cannot be compared"
    verb = "saves" if share >= 0 else "costs"
    return f"{verb} {written(abs(share), 'share')} of the time"


def _turned(reduction: Estimate) -> Estimate:
    """Return the interval as it is told: of time saved, or of more time where nothing is."""
    if reduction.value is None or reduction.value >= 0:
        return reduction
    low, high = (None if x is None else -x for x in (reduction.high, reduction.low))
    return Estimate(-reduction.value, low, high)


def _known(one: EffortAgreement) -> bool:
    return any(found.value is not None for found in (one.tournament, one.ranking, one.across))
