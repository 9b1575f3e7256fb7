"""Systems from comparisons: scores, intervals, rank ranges and clusters.

Read in this order: `matches` (what was compared), `identified` and `strengths` (Bradley and
Terry), `scores` (and the simpler methods), `sandwich` (how sure), `separate` (who is told
apart), `trueskill` (WMT's variant), `position` (does the side matter), `rank` (all of it).
"""

from tertium.stats.ranking.rank import METHODS, TIES, Method, rank
from tertium.stats.ranking.result import (
    Component,
    Contrast,
    PairCount,
    PositionBias,
    RankedSystem,
    Ranking,
)
from tertium.stats.ranking.sandwich import INTERVALS, Interval
from tertium.stats.ranking.strengths import Strengths, Ties, bradley_terry

__all__ = [
    "INTERVALS",
    "METHODS",
    "TIES",
    "Component",
    "Contrast",
    "Interval",
    "Method",
    "PairCount",
    "PositionBias",
    "RankedSystem",
    "Ranking",
    "Strengths",
    "Ties",
    "bradley_terry",
    "rank",
]
