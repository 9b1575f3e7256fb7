"""The pictures of a ranking: scores with clusters, and who beats whom."""

from collections.abc import Iterator

from tertium.rendering.arrange import figures
from tertium.rendering.contrasts import ranked_lines
from tertium.rendering.numbers import with_level, written
from tertium.rendering.pictures.intervals import draw_intervals
from tertium.rendering.pictures.matrix import draw_matrix
from tertium.rendering.shapes import Figure
from tertium.rendering.system_ranking import (
    RAW,
    clusters_sentence,
    pairs_table,
    scale_of,
    short_system_names,
    systems_table,
)
from tertium.stats.ranking.result import Ranking
from tertium.stats.told import count
from tertium.wording import join, listed, say

_MATRIX = 60  # systems; a larger square would be a texture
_PHONE = 640  # pixels that the numbers beside a picture need


@figures.register
def ranking_figures(result: Ranking) -> Iterator[Figure]:
    if len(result.systems) > 1 and any(one.score is not None for one in result.systems):
        yield _forest(result)
    decided = any(pair.wins + pair.losses for pair in result.pairs)
    if 1 < len(result.systems) <= _MATRIX and decided:
        yield _matrix(result)


def _forest(result: Ranking) -> Figure:
    scale = scale_of(result)
    lines = ranked_lines(result.systems, "rank_range")
    apart = (
        say("Groups of systems that cannot be compared have each a scale of their own.")
        if result.components
        else ""
    )
    told: list[str] = [
        say("{a} {x}", a=line.label, x=written(line.estimate.value, scale.kind))
        for line in lines[:5]
    ]
    return Figure(
        name="ranking",
        title=clusters_sentence(result),
        spec=draw_intervals(
            lines,
            kind=scale.kind,
            equal=scale.equal,
            below=scale.below,
            above=scale.above,
            heading=with_level(scale.name.lower(), result.level),
            beside=say("ranks"),
            ruled=True,
            named=result.scale.named if result.scale and scale is RAW else None,
        ),
        table=systems_table(result),
        caption=join(
            (
                say("{measure}, best first.", measure=say(scale.name)),
                say(
                    "Lines separate clusters, tested pair by pair; the right-hand column gives "
                    "each system’s rank range."
                ),
                apart,
            )
        ),
        alt=join(
            (
                say(
                    "{measure} with intervals, best first: {systems}.",
                    measure=say(scale.name),
                    systems=listed(told),
                ),
                clusters_sentence(result),
            )
        ),
        narrowest=_PHONE,
    )


def _matrix(result: Ranking) -> Figure:
    shares: dict[tuple[str, str], float] = {}
    for pair in result.pairs:
        if decided := pair.wins + pair.losses:
            shares[pair.a, pair.b] = pair.wins / decided
            shares[pair.b, pair.a] = pair.losses / decided
    short = short_system_names(result)
    shares = {(short[one], short[two]): share for (one, two), share in shares.items()}
    names = list(short.values())
    number = len(names) * (len(names) - 1) // 2
    missing = number - len(shares) // 2
    empty = say(
        "A dash: never decided ({missing:,} of {pairs}).",
        missing=missing,
        pairs=count(number, "pair"),
    )
    title = _champion(names, shares)
    return Figure(
        name="who-beats-whom",
        title=title,
        spec=draw_matrix(names, shares),
        table=pairs_table(result),
        caption=join(
            (
                say(
                    "Per cent of decided comparisons that the system of the row won against that "
                    "of the column; the table has the counts."
                ),
                empty if missing else "",
            )
        ),
        alt=join((say("A square of shares of wins, best system first."), title)),
    )


def _champion(names: list[str], shares: dict[tuple[str, str], float]) -> str:
    """Say whether one system wins more than it loses against everyone it met."""
    for name in names:
        against = [share for (one, _), share in shares.items() if one == name]
        if len(against) == len(names) - 1 and min(against) > 0.5:
            return say("{a} wins more often than it loses against every other system.", a=name)
    return say("No system wins more often than it loses against every other one.")
