"""The quality squares of a campaign, by the model that it names."""

from tertium.formats.square_model import read_model
from tertium.model import Campaign
from tertium.stats.campaign import segment_lengths
from tertium.stats.square.result import Square
from tertium.stats.square.reviews import gather_reviews
from tertium.stats.square.square import square
from tertium.table import JudgementTable

__all__ = ["results"]


def results(
    table: JudgementTable, campaign: Campaign, *, level: float, seed: int
) -> tuple[Square, ...]:
    """Return one square for every text; its values have no level and nothing random."""
    model = read_model(str(campaign.options.get("model", "light")))
    lengths = {name: float(words) for name, words in segment_lengths(campaign).items()}
    return (square(gather_reviews(table, model, lengths=lengths), model=model),)
