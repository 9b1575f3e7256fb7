"""Which analyses tell what a campaign found, in the order in which they are read."""

from collections.abc import Mapping
from pkgutil import resolve_name

import numpy as np

from tertium import protocols
from tertium.exceptions import BadInput
from tertium.formats.square_model import read_model
from tertium.model import Campaign
from tertium.protocols.chunk_schemes import CHUNK
from tertium.stats.agreement.agree import agree
from tertium.stats.annotators.model import annotators
from tertium.stats.assessment.ranking import rank_scores
from tertium.stats.campaign import references_of, scored_aspect, segment_lengths
from tertium.stats.chunks.accuracy import chunk_accuracy
from tertium.stats.chunks.judged import judged_chunks
from tertium.stats.crossover.efficiency import efficiency
from tertium.stats.effort.analyse import effort
from tertium.stats.effort.collected import collected_answers, collected_edits, has_edits
from tertium.stats.errors.analyse import score_campaign
from tertium.stats.errors.collected import has_marks, has_ratings
from tertium.stats.ranking.rank import rank
from tertium.stats.redundancy.redundancy import has_redundancy, redundancy
from tertium.stats.result import Result
from tertium.stats.square.reviews import gather_reviews
from tertium.stats.square.square import square
from tertium.stats.tournament.adequacy import adequacy
from tertium.stats.tournament.dominance import dominance
from tertium.table import JudgementTable

# Without Bayesian ridge, which says the same as ridge and takes longer.
_EFFORT = ("as-is", "mean", "mean-log", "ridge-1", "ridge-4", "log-ridge", "model")
_DRAWS, _MOST = 10, 50_000  # draws of a report, and scores of which it makes them


def report_results(
    table: JudgementTable, campaign: Campaign | None = None, *, level: float = 0.95, seed: int = 0
) -> tuple[Result, ...]:
    """Return what judgements of many systems say: compared, scored, marked, or edited.

    A protocol that declares `results` says so itself. What several judgements of the same outputs
    tell takes a while, see `redundancy_results`.
    """
    declared = protocols.get(campaign.protocol).results if campaign is not None else ""
    if declared:
        results: tuple[Result, ...] = resolve_name(declared)(
            table, campaign, level=level, seed=seed
        )
        return results
    if has_edits(table):
        edits = collected_edits(table, campaign)
        answers, remarks = collected_answers(table, campaign)
        return (
            effort(
                edits, methods=_EFFORT, answers=answers, remarks=remarks, level=level, seed=seed
            ),
        )
    if has_marks(table):
        return _error_results(table, campaign, level=level, seed=seed)
    if CHUNK in table.distinct("aspect"):
        return _chunk_results(table, level=level)
    if campaign is None and _reviewed(table):
        model = read_model("light")
        return (square(gather_reviews(table, model), model=model),)
    tell = system_results if table.has_comparisons() else _score_results
    return tell(table, campaign, level=level, seed=seed)


def _reviewed(table: JudgementTable) -> bool:
    """Tell whether texts were reviewed for the quality square."""
    return {"adequacy", "readability"} <= set(table.distinct("aspect"))


def _error_results(
    table: JudgementTable, campaign: Campaign | None, *, level: float, seed: int
) -> tuple[Result, ...]:
    """Return what marked errors say; scores that were given beside them come first."""
    spans, _, errors = score_campaign(table, campaign, level=level)
    rated = has_ratings(table) and table.has_scores(scored_aspect(table, campaign))
    if not rated and not (spans.outputs.score > 0).any():  # points lost are no scores of their own
        return (errors,)
    return (*_score_results(table, campaign, level=level, seed=seed), errors)


def _chunk_results(table: JudgementTable, *, level: float) -> tuple[Result, ...]:
    """Return how many chunks are correct, and how far annotators agree on that."""
    judged = judged_chunks(table)
    found = chunk_accuracy(judged, level=level)
    return (found, agree(table, level=level)) if len(found.annotators) > 1 else (found,)


def _score_results(
    table: JudgementTable, campaign: Campaign | None, *, level: float, seed: int
) -> tuple[Result, ...]:
    """Return what scores say: systems, then outputs and people together."""
    aspect = scored_aspect(table, campaign)
    if not table.has_scores(aspect):
        raise BadInput(
            "there are no judgements yet",
            where=campaign.name if campaign else "",
            fix="Come back when there are judgements.",
        )
    if np.isnan(table.scores(aspect).value).all():  # answers in words
        return (agree(table, level=level),)
    return (
        rank_scores(table, method="z", aspect=aspect, level=level, seed=seed),
        annotators(table, aspect=aspect, level=level, seed=seed),
    )


def redundancy_results(
    table: JudgementTable, campaign: Campaign | None = None, *, level: float = 0.95, seed: int = 0
) -> tuple[Result, ...]:
    """Return what redundant scores tell about annotators, if outputs have enough of them.

    A campaign with very many scores is left out: fitting it again and again takes hours.
    """
    if has_edits(table) or has_marks(table):  # ratings and points are no scores
        return ()
    if campaign is None and _reviewed(table):
        return ()
    aspect = scored_aspect(table, campaign)
    if not 0 < len(table.scores(aspect)) <= _MOST or not has_redundancy(table, aspect=aspect):
        return ()
    return (redundancy(table, draws=_DRAWS, aspect=aspect, level=level, seed=seed),)


def system_results(
    table: JudgementTable, campaign: Campaign | None = None, *, level: float = 0.95, seed: int = 0
) -> tuple[Result, ...]:
    """Return what comparisons of many systems say: systems, sources, adequacy, effort, agreement.

    A part that was not asked is left out: adequacy without answers to it, effort
    without two ways of asking, agreement of one annotator.
    """
    comparisons = table.comparisons()
    lengths: Mapping[str, int] | None = segment_lengths(campaign) if campaign else None
    results: list[Result] = [
        rank(comparisons, level=level, seed=seed),
        dominance(comparisons, level=level),
    ]
    if table.has_scores("adequate"):
        references = references_of(campaign) if campaign else ()
        results.append(adequacy(table, references=references, level=level))
    if lengths and len(comparisons.condition.names) > 1:
        results.append(efficiency(comparisons, lengths, level=level))
    if len(comparisons.annotator.names) > 1:
        results.append(agree(comparisons, level=level, lengths=lengths))
    return tuple(results)
