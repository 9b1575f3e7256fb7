"""Which analyses tell what a campaign found, in the order in which they are read."""

from collections.abc import Mapping

from tertium.model import Campaign
from tertium.stats.adequacy import adequacy
from tertium.stats.agreement import agree
from tertium.stats.campaign import references_of, segment_lengths
from tertium.stats.dominance import dominance
from tertium.stats.efficiency import efficiency
from tertium.stats.ranking import rank
from tertium.stats.result import Result
from tertium.table import JudgementTable

__all__ = ["systems_story"]


def systems_story(
    table: JudgementTable, campaign: Campaign | None = None, *, level: float = 0.95, seed: int = 0
) -> tuple[Result, ...]:
    """Return what comparisons of many systems say: systems, sources, adequacy, effort, agreement.

    A part that was not asked is left out: adequacy without answers to it, effort
    without two ways of asking, agreement of one annotator.
    """
    comparisons = table.comparisons()
    lengths: Mapping[str, int] | None = segment_lengths(campaign) if campaign else None
    story: list[Result] = [
        rank(comparisons, level=level, seed=seed),
        dominance(comparisons, level=level),
    ]
    if len(table.scores("adequate")):
        references = references_of(campaign) if campaign else ()
        story.append(adequacy(table, references=references, level=level))
    if lengths and len(comparisons.condition.names) > 1:
        story.append(efficiency(comparisons, lengths, level=level))
    if len(comparisons.annotator.names) > 1:
        story.append(agree(comparisons, level=level, lengths=lengths))
    return tuple(story)
