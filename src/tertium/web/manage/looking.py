"""The statistics of a live page that take longest, computed beside what goes on.

A page shows what was found last. Whether the evidence is enough and how people score are found
together, from one reading of the table; how everybody uses the scale takes longer
and has a pace of its own.
"""

from dataclasses import dataclass

from starlette.datastructures import State

from tertium.stats.campaign import first_aspect
from tertium.store import Store
from tertium.web.manage.head import scores_outputs
from tertium.web.manage.monitoring import MonitoringNow, monitoring_of
from tertium.web.manage.recent import Later
from tertium.web.manage.scorers import MOST_SCORES, Scale, ScoresNow, scales_of, scores_of

__all__ = ["Looked", "looked_at", "looks_done", "scales_now"]


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found about a campaign; `revealed` tells whether systems may be named in it."""

    monitoring: MonitoringNow
    scores: ScoresNow | None
    revealed: bool


@dataclass(slots=True)
class _Kept:
    looked: Later[Looked]
    scales: Later[dict[str, Scale]]


def _kept(state: State, campaign: str) -> _Kept:
    if not hasattr(state, "looked"):
        state.looked = {}
    kept: dict[str, _Kept] = state.looked
    return kept.setdefault(campaign, _Kept(Later(), Later()))


def looked_at(state: State, store: Store, campaign: str) -> Looked | None:
    """Return what is known for the newest judgements, or for recent ones; None at first."""
    revealed = store.state(campaign).revealed_at is not None
    kept = _kept(state, campaign).looked
    # Whoever reveals the names wants to see them at once.
    urgent = kept.value is not None and kept.value.revealed != revealed
    return kept.get(
        (store.last_sequence(campaign), revealed),
        lambda: _look(store, campaign, revealed=revealed),
        urgent=urgent,
    )


def _look(store: Store, campaign: str, *, revealed: bool) -> Looked:
    table, described = store.table(campaign), store.campaign(campaign)
    scored = scores_outputs(described)
    return Looked(
        monitoring_of(store, campaign, table, revealed=revealed),
        scores_of(table, first_aspect(described)) if scored else None,
        revealed,
    )


def scales_now(
    state: State, store: Store, campaign: str, looked: Looked | None
) -> dict[str, Scale] | None:
    """Return how everybody uses the scale; None where scores are too many for a live page."""
    if looked is None or looked.scores is None or looked.scores.missing in ("scores", "outside"):
        return {}
    if looked.scores.scores > MOST_SCORES:
        return None
    aspect = first_aspect(store.campaign(campaign))
    found = _kept(state, campaign).scales.get(
        store.last_sequence(campaign),
        lambda: scales_of(store.table(campaign), aspect),
        patience=0.0,  # the page is of use without it
    )
    return found or {}


def looks_done(state: State, campaign: str) -> tuple[int, int]:
    """Return numbers that change when something new was found, so that open pages hear of it."""
    kept = _kept(state, campaign)
    return kept.looked.version, kept.scales.version
