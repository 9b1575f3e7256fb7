"""The analysis that a campaign's report shows, the same as `tertium report` makes."""

from dataclasses import replace

from tertium.errors import BadInput
from tertium.report import About
from tertium.stats import Comparison, compare, enough
from tertium.stats.campaign import campaign_choices
from tertium.store import Store
from tertium.web.manage.head import is_simulated

__all__ = ["about_of", "comparison_of"]

_SIMULATED = "These judgements are simulated; they say nothing about the systems."


def comparison_of(store: Store, name: str) -> Comparison:
    """Compare the two releases of a campaign with everything the campaign knows about itself."""
    table = store.table(name)
    if not len(table.comparisons()):
        raise BadInput(
            "there are no judgements yet", fix="Open the report when the first answers are in."
        )
    result = compare(table, **campaign_choices(store.campaign(name), store.identical(name)))
    curves = enough(
        table,
        baseline=result.baseline,
        advanced=result.advanced,
        identical=result.identical or 0.0,
    )
    notes = (_SIMULATED,) if is_simulated(store, name) else ()
    return replace(result, curves=curves, warnings=(*notes, *result.warnings))


def about_of(store: Store, name: str) -> About:
    """Return the line above the report's headline: title, languages, dates."""
    campaign = store.campaign(name)
    pairs = dict.fromkeys((s.source_language, s.target_language) for s in campaign.segments)
    moments = [stored.judgement.submitted_at for stored in store.judgements(name)]
    return About(
        title=campaign.title,
        pairs=tuple(pairs),
        first=min(moments, default=None),
        last=max(moments, default=None),
    )
