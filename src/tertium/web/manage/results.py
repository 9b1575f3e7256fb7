"""The analyses that a campaign's report shows, the same as `tertium report` makes."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from tertium.exceptions import BadInput
from tertium.rendering import About
from tertium.stats.campaign import campaign_choices, compares_releases
from tertium.stats.comparison.compare import Comparison, compare
from tertium.stats.comparison.enough import enough
from tertium.stats.language_pairs import together
from tertium.stats.report_plan import report_results
from tertium.stats.result import Result
from tertium.store import Store
from tertium.table import JudgementTable
from tertium.web.manage.head import is_simulated

_SIMULATED = "These judgements are simulated; they say nothing about the systems."


def results_of(store: Store, name: str, *, pilot: bool = False) -> tuple[Result, ...]:
    """Return what a campaign found, with everything it knows about itself.

    Two releases are compared; more systems are ranked, and several results tell it. Each
    language pair is told by itself. Judgements of a pilot round count only with `pilot`.
    """
    table = store.table(name, rounds="all" if pilot else "main")
    parts = table.by_language_pair()
    if len(parts) < 2:
        return _told(store, name, table)
    return (
        together({pair: partial(_told, store, name, part, pair) for pair, part in parts.items()}),
    )


def _told(
    store: Store, name: str, table: JudgementTable, pair: str | None = None
) -> tuple[Result, ...]:
    campaign = store.campaigns.get(name)
    if compares_releases(campaign):
        if not table.has_comparisons():
            raise BadInput(
                "there are no judgements yet", fix="Open the report when the first answers are in."
            )
        first: Result = _comparison(store, name, table, pair)
        others: tuple[Result, ...] = ()
    else:
        first, *rest = report_results(table, campaign)
        others = tuple(rest)
    notes = (_SIMULATED,) if is_simulated(store, name) else ()
    return replace(first, warnings=(*notes, *first.warnings)), *others


def _comparison(store: Store, name: str, table: JudgementTable, pair: str | None) -> Comparison:
    identical = [one for one in store.campaigns.identical(name) if pair in (None, one.pair)]
    result = compare(table, **campaign_choices(store.campaigns.get(name), identical))
    curves = enough(
        table,
        baseline=result.baseline,
        advanced=result.advanced,
        identical=result.identical or 0.0,
        level=result.level,
    )
    return replace(result, curves=curves)


def about_of(store: Store, name: str, results: Sequence[Result], *, pilot: bool = False) -> About:
    """Return the line above the report's headline: title, languages, dates, answers."""
    campaign = store.campaigns.get(name)
    pairs = dict.fromkeys((s.source_language, s.target_language) for s in campaign.segments)
    left_out = frozenset[str]() if pilot else store.pilots.answered(name)
    moments = [
        stored.judgement.submitted_at
        for stored in store.judgements.all(name)
        if stored.judgement.assignment not in left_out
    ]
    about = About(
        title=campaign.title,
        pairs=tuple(pairs),
        first=min(moments, default=None),
        last=max(moments, default=None),
    )
    return about.with_answers(len(moments), results)
