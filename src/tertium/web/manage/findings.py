"""The statistics of a live page that take longest, computed beside what goes on.

A page shows what was found last. Whether the evidence is enough and how people score are found
together, from one reading of the table; how everybody uses the scale takes longer
and has a pace of its own.
"""

from dataclasses import dataclass

from starlette.datastructures import State

from tertium.formats.codebook import rated_scales
from tertium.stats.assessment.rows import ROLES
from tertium.stats.campaign import first_aspect
from tertium.store import Store
from tertium.table import JudgementTable, Scores
from tertium.web.manage.head import rounds_now, scores_outputs
from tertium.web.manage.monitoring import EvidenceRead, MonitoringNow, evidence_of, look_at
from tertium.web.manage.raters import ScaleNow, raters_of
from tertium.web.manage.recent_values import BackgroundValue
from tertium.web.manage.scorers import MOST_SCORES, ScaleUse, ScoresNow, scales_of, scores_of


@dataclass(frozen=True, slots=True)
class CampaignFindings:
    """What was found about a campaign; `revealed` tells whether systems may be named in it."""

    monitoring: MonitoringNow
    scores: ScoresNow | None
    revealed: bool


@dataclass(frozen=True, slots=True)
class _Inputs:
    """What everything is found from, read at one moment."""

    evidence: EvidenceRead
    scores: Scores | None
    aspect: str


@dataclass(slots=True)
class _CampaignValues:
    looked: BackgroundValue[_Inputs, CampaignFindings]
    scales: BackgroundValue[Scores, dict[str, ScaleUse]]
    ratings: BackgroundValue[JudgementTable, tuple[ScaleNow, ...]]


def _kept(state: State, campaign: str) -> _CampaignValues:
    if not hasattr(state, "looked"):
        state.looked = {}
    kept: dict[str, _CampaignValues] = state.looked
    values = _CampaignValues(BackgroundValue(), BackgroundValue(), BackgroundValue())
    return kept.setdefault(campaign, values)


def looked_at(state: State, store: Store, campaign: str) -> CampaignFindings | None:
    """Return what is known for the newest judgements, or for recent ones; None at first."""
    revealed = store.campaigns.state(campaign).revealed_at is not None
    kept = _kept(state, campaign).looked
    # Whoever reveals the names wants to see them at once.
    urgent = kept.value is not None and kept.value.revealed != revealed
    return kept.get(
        (store.judgements.last_sequence(campaign), revealed),
        lambda: _read(store, campaign),
        lambda read: _look(read, revealed=revealed),
        urgent=urgent,
    )


def _read(store: Store, campaign: str) -> _Inputs:
    table = store.table(campaign)
    scored = scores_outputs(store.campaigns.get(campaign))
    return _Inputs(
        evidence_of(store, campaign, table),
        _scores(store, campaign, table) if scored else None,
        first_aspect(store.campaigns.get(campaign)),
    )


def _scores(store: Store, campaign: str, table: JudgementTable) -> Scores:
    return table.scores(first_aspect(store.campaigns.get(campaign)), roles=ROLES)


def _look(read: _Inputs, *, revealed: bool) -> CampaignFindings:
    scores = None if read.scores is None else scores_of(read.scores, read.aspect)
    return CampaignFindings(look_at(read.evidence, revealed=revealed), scores, revealed)


def scales_now(
    state: State, store: Store, campaign: str, looked: CampaignFindings | None
) -> dict[str, ScaleUse] | None:
    """Return how everybody uses the scale; None where scores are too many for a live page."""
    if looked is None or looked.scores is None or looked.scores.missing in ("scores", "outside"):
        return {}
    if looked.scores.scores > MOST_SCORES:
        return None
    found = _kept(state, campaign).scales.get(
        store.judgements.last_sequence(campaign),
        lambda: _scores(store, campaign, store.table(campaign)),
        scales_of,
        patience=0.0,  # the page is of use without it
    )
    return found or {}


def ratings_now(state: State, store: Store, campaign: str) -> tuple[ScaleNow, ...] | None:
    """Return how annotators use each rating scale; None while that is being computed."""
    described = store.campaigns.get(campaign)
    scales = [scale.name for scale in rated_scales(described)]
    if not scales:
        return ()
    return _kept(state, campaign).ratings.get(
        store.judgements.last_sequence(campaign),
        lambda: store.table(campaign, rounds=rounds_now(store, campaign)),
        lambda table: raters_of(table, scales),
    )


def looks_done(state: State, store: Store, campaign: str) -> tuple[int | bool, ...]:
    """Return what changes when something new was found or may be, so that open pages hear of it."""
    kept = _kept(state, campaign)
    newest = store.judgements.last_sequence(campaign)
    revealed = store.campaigns.state(campaign).revealed_at is not None
    return (
        kept.ratings.version,
        kept.ratings.due(newest),
        kept.looked.version,
        kept.looked.due((newest, revealed)),
        kept.scales.version,
        kept.scales.due(newest),
    )
