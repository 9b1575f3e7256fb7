"""The quality square: adequacy, readability, major errors, technical errors; never one number.

Read in this order: `reviews` (who said what about which text), `verdicts` (a value, its
uncertainty and its threshold), `square` (all of it).
"""

from tertium.formats.square_model import read_model
from tertium.stats.square.reviews import gather_reviews
from tertium.stats.square.square import square

__all__ = ["gather_reviews", "read_model", "square"]
