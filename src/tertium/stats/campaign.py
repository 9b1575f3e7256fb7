"""What a campaign knows about its own analysis: systems, identical outputs, lengths, prices."""

from collections import Counter
from collections.abc import Iterable
from typing import TypedDict

from tertium import protocols
from tertium.exceptions import BadInput
from tertium.model import Campaign, Identical
from tertium.protocols.protocol import Rating, Slider
from tertium.table import JudgementTable
from tertium.text import count_words


class CampaignChoices(TypedDict):
    """The arguments of `compare` that a campaign answers by itself."""

    baseline: str
    advanced: str
    identical: dict[str, float]
    sizes: dict[str, float]
    lengths: dict[str, int]
    price: float | None
    currency: str


def campaign_choices(campaign: Campaign, identical: Iterable[Identical]) -> CampaignChoices:
    """Return what to hand to `compare` for the judgements of this campaign.

    Identical outputs are counted within the length bounds, because only such
    segments could be judged; language pairs of a domain are taken together.
    """
    same: Counter[str] = Counter()
    all_of_it: Counter[str] = Counter()
    for part in identical:
        same[part.domain] += part.within
        all_of_it[part.domain] += part.within_segments
    sizes = {domain: float(number) for domain, number in all_of_it.items() if number}
    return {
        "baseline": campaign.system("baseline").name,
        "advanced": campaign.system("advanced").name,
        "identical": {domain: same[domain] / number for domain, number in sizes.items()},
        "sizes": sizes,
        "lengths": segment_lengths(campaign),
        "price": campaign.prices.per_task or None,
        "currency": campaign.prices.currency,
    }


def compares_releases(campaign: Campaign) -> bool:
    """Tell whether a campaign compares a new release with an old one."""
    return any(system.part == "baseline" for system in campaign.systems)


def first_aspect(campaign: Campaign) -> str:
    """Return the aspect that is rated first."""
    return _rated(campaign)[0]


def _rated(campaign: Campaign) -> list[str]:
    """Return the aspects that a campaign rates; what is counted is no score."""
    asks = protocols.get(campaign.protocol, campaign.options).asks
    rated = [
        ask.name
        for ask in asks
        if isinstance(ask, Rating) or (isinstance(ask, Slider) and not ask.counts)
    ]
    return rated or ["overall"]


def scored_aspect(table: JudgementTable, campaign: Campaign | None = None) -> str:
    """Return the aspect to look at where none is named.

    Of a campaign it is the first that it rates, of other judgements `overall`, or the only one
    with scores.
    """
    if campaign is not None:
        rated = _rated(campaign)
        return next((aspect for aspect in rated if table.has_scores(aspect)), rated[0])
    if table.has_scores():
        return "overall"
    scored = [aspect for aspect in table.distinct("aspect") if table.has_scores(aspect)]
    if len(scored) > 1:
        raise BadInput(
            f"there are scores on {len(scored)} aspects: {', '.join(scored)}",
            where="aspect",
            fix=f"Choose one, such as --aspect {scored[0]}.",
        )
    return scored[0] if scored else "overall"


def references_of(campaign: Campaign) -> tuple[str, ...]:
    """Return the systems whose outputs are references."""
    return tuple(system.name for system in campaign.systems if system.part == "reference")


def segment_lengths(campaign: Campaign) -> dict[str, int]:
    """Return the number of source words of every segment."""
    return {s.id: count_words(s.source, s.source_language) for s in campaign.segments}
