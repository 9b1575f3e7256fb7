"""What a ranking of systems says: scores, contrasts, rank ranges and clusters, and its doubts."""

from dataclasses import dataclass

from tertium.scale import Scale
from tertium.stats.contrasts.record import Contrast, Estimand
from tertium.stats.result import Result


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """One system: its score with an interval, its rank with a range, and its cluster.

    `score` is None where the comparisons do not identify it. `rank`, its range and
    `cluster` count inside `component`, a group of systems whose scores can be
    compared; usually all systems form one. `judgements` is the number of acts
    (comparisons or whole rankings) in which the system was judged. `rank_range` holds the
    ranks left open by single contrasts (`rank_low` and `rank_high` say the same),
    `rank_range_simultaneous` those left open by contrasts corrected for their number.
    """

    system: str
    score: float | None
    low: float | None
    high: float | None
    rank: int | None
    rank_low: int | None
    rank_high: int | None
    cluster: int | None
    judgements: int
    component: int
    rank_range: tuple[int, int] | None
    rank_range_simultaneous: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class PairCount:
    """How often `a` won against `b`, lost, and tied."""

    a: str
    b: str
    wins: int
    losses: int
    ties: int


@dataclass(frozen=True, slots=True)
class PositionBias:
    """How often the output shown first won; `share` is left / (left + right).

    The interval (Clopper and Pearson, 1934) and `p` are exact for independent
    comparisons. Those of one ranking are not, so there `p` is too small.
    """

    left: int
    right: int
    ties: int
    share: float | None
    low: float | None
    high: float | None
    p: float | None


@dataclass(frozen=True, slots=True)
class Component:
    """Systems whose strengths can be compared with each other but not with the rest."""

    systems: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Tested:
    """How a recipe tells systems by their scores apart, and whose scores it takes."""

    test: str
    one_sided: bool
    passing: str


@dataclass(frozen=True, slots=True)
class Ranking(Result):
    """Systems from best to worst.

    `contrasts` lists the pairs of one component, better system first; `pairs` the
    counts of every pair that was compared. `components` is empty when all scores
    can be compared. `judgements` counts acts, `comparisons` the pairs of systems read
    from them; `tie` is Davidson's ν where it was fitted.
    """

    method: str
    systems: tuple[RankedSystem, ...]
    contrasts: tuple[Contrast, ...]
    pairs: tuple[PairCount, ...]
    position: PositionBias
    components: tuple[Component, ...]
    annotators: int
    segments: int
    judgements: int
    comparisons: int
    level: float
    tie: float | None = None
    estimand: Estimand | None = None
    documents: int | None = None
    scale: Scale | None = None  # of scores
    ties: str | None = None  # how Bradley–Terry strengths count them
    interval: str | None = None
    correction: str = "none"
    recipe: Tested | None = None  # of scores
