"""What statistics say about a running campaign of many systems.

Everything here but the ranking is blind: it names systems only where pages put
letters in their place. The ranking is made after the reveal.
"""

from dataclasses import dataclass

from msgspec import Struct
from starlette.datastructures import State

from tertium.stats.campaign import references_of
from tertium.stats.ranking.rank import rank
from tertium.stats.ranking.result import Ranking
from tertium.stats.tournament.consistency import Consistency, find_circles, measure_consistency
from tertium.stats.tournament.graphs import Graphs
from tertium.stats.tournament.orders import VertexRanks, place
from tertium.store import Store
from tertium.web.manage.agreement import AgreementNow, agreement_of
from tertium.web.manage.conflicts import Conflict, find_conflicts
from tertium.web.manage.recent_values import RecentValue


class GraphConsistency(Struct, frozen=True):
    """How many graphs somebody made, and the share of them without a contradiction."""

    annotator: str
    graphs: int
    contradictory: int
    consistency: float


class GraphsNow(Struct, frozen=True):
    """How well the answers about each source fit together.

    A graph is one annotator's comparisons of one source. `consistency` is the share of
    graphs without a contradiction, `translations` that of translations in none; `to_code` are
    conflicts, those with adequacy included, that no manager has coded yet.
    """

    graphs: int
    contradictory: int
    contradictions: int
    consistency: float | None
    translations: float | None
    conflicts: int
    to_code: int
    people: tuple[GraphConsistency, ...]


@dataclass(frozen=True, slots=True)
class GraphStudy:
    """The graphs of a campaign and what was found in them; `ranking` waits for the reveal."""

    graphs: Graphs
    placed: VertexRanks
    consistency: Consistency
    contradictions: int
    conflicts: tuple[Conflict, ...]
    agreement: AgreementNow | None
    ranking: Ranking | None


def study_of(state: State, store: Store, campaign: str) -> GraphStudy:
    """Return what is known for the newest state of the log, or for a recent one."""
    if not hasattr(state, "studies"):
        state.studies = {}
    studies: dict[str, RecentValue[GraphStudy]] = state.studies
    revealed = store.campaigns.state(campaign).revealed_at is not None
    kept = studies.setdefault(campaign, RecentValue())
    # Whoever reveals the names wants to see them at once.
    urgent = kept.value is not None and revealed and kept.value.ranking is None
    return kept.get(
        (store.judgements.last_sequence(campaign), revealed),
        lambda: _study(store, campaign, revealed=revealed),
        urgent=urgent,
    )


def _study(store: Store, campaign: str, *, revealed: bool) -> GraphStudy:
    table = store.table(campaign)
    rows = table.comparisons()
    graphs = Graphs.of(rows)
    placed = place(graphs)
    references = references_of(store.campaigns.get(campaign))
    return GraphStudy(
        graphs=graphs,
        placed=placed,
        consistency=measure_consistency(graphs, placed),
        contradictions=len(find_circles(graphs, placed)),
        conflicts=find_conflicts(graphs, placed, table.scores("adequate"), references),
        agreement=agreement_of(rows) if len(rows) else None,
        ranking=rank(rows) if revealed and len(graphs) else None,
    )


def graphs_now(study: GraphStudy, to_code: int) -> GraphsNow:
    """Return what the live page tells about the graphs."""
    found = study.consistency
    return GraphsNow(
        graphs=len(study.graphs),
        contradictory=found.contradictory,
        contradictions=study.contradictions,
        consistency=found.graphs,
        translations=found.translations,
        conflicts=len(study.conflicts),
        to_code=to_code,
        people=tuple(
            GraphConsistency(one.annotator, one.graphs, one.contradictory, one.consistency)
            for one in found.by_annotator
        ),
    )
