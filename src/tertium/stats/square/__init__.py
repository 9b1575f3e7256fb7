"""The quality square: adequacy, readability, major errors, technical errors; never one number.

Read in this order: `reviews` (who said what about which text), `verdicts` (a value, its
uncertainty and its threshold), `square` (all of it).
"""

from tertium.formats.square_model import Corner, Criterion, SquareModel, model_names, read_model
from tertium.stats.square.result import (
    CornerValue,
    CriterionContrasts,
    CriterionSpread,
    ReviewerLean,
    Square,
    SquareText,
)
from tertium.stats.square.reviews import Reviews, gather_reviews
from tertium.stats.square.square import square
from tertium.stats.square.verdicts import PRIOR, combine, judge_count, judge_rating

__all__ = [
    "PRIOR",
    "Corner",
    "CornerValue",
    "Criterion",
    "CriterionContrasts",
    "CriterionSpread",
    "ReviewerLean",
    "Reviews",
    "Square",
    "SquareModel",
    "SquareText",
    "combine",
    "gather_reviews",
    "judge_count",
    "judge_rating",
    "model_names",
    "read_model",
    "square",
]
