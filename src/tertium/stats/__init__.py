"""What judgements mean: functions from the table to results."""

from tertium.stats.agreement import Agreement, agree
from tertium.stats.comparison import Comparison, compare
from tertium.stats.enough import Enough, enough, enough_from_shares
from tertium.stats.quality_ties import QualityTies, quality_tie_share, quality_ties
from tertium.stats.result import Estimate, Result

__all__ = [
    "Agreement",
    "Comparison",
    "Enough",
    "Estimate",
    "QualityTies",
    "Result",
    "agree",
    "compare",
    "enough",
    "enough_from_shares",
    "quality_tie_share",
    "quality_ties",
]
