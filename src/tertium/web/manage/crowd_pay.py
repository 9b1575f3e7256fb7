"""What a crowd is paid: a reward for every HIT, in part for half-done work, and the platform's fee.

Work is paid whether or not it counts: surplus answers too, and those of excluded annotators. Who
is put on a reject list was put there by a manager.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Literal

from tertium.exceptions import BadInput
from tertium.store import Store
from tertium.store.crowd_counts import Funnel, VisitWork
from tertium.text import guarded

Platform = Literal["prolific", "mturk", "plain"]
_ASSIGNMENT, _HIT = "assignmentId", "hitId"
REJECTED = "rejected by a manager"


@dataclass(frozen=True, slots=True)
class VisitPay:
    """What is paid for one visit."""

    visit: VisitWork
    external: str  # empty where the id was erased
    amount: float
    rejected: bool


@dataclass(frozen=True, slots=True)
class CrowdNow(Funnel):
    """Where a crowd stands: how many came and how far, what it costs and what an hour is paid.

    `cost` is that of the work so far and `cost_to_end` that of all places, both with the fee.
    `hourly` is the median over finished visits, None before there is one.
    """

    cost: float
    cost_to_end: float
    currency: str
    hourly: float | None
    warnings: tuple[str, ...]


def visit_pay(store: Store, name: str) -> list[VisitPay]:
    """Return a line for every visit in which something was answered."""
    reward = store.campaigns.get(name).crowd.reward
    ids = store.crowd_counts.ids(name)
    rejected = {one.annotator for one in store.crowd.members(name) if one.rejected_at is not None}
    return [
        VisitPay(
            visit,
            ids.get(visit.annotator, ""),
            round(reward * visit.share, 2),
            visit.annotator in rejected,
        )
        for visit in store.crowd_counts.visits(name)
        if visit.answered
    ]


def crowd_now(store: Store, name: str) -> CrowdNow | None:
    """Return where the crowd of a campaign stands, None where there is none."""
    campaign = store.campaigns.get(name)
    crowd = campaign.crowd
    if not crowd.public:
        return None
    funnel: Funnel = store.crowd_counts.funnel(name)
    lines = visit_pay(store, name)
    cost = sum(line.amount for line in lines) * (1 + crowd.fee)
    to_end = cost + funnel.places_open / crowd.items * crowd.reward * (1 + crowd.fee)
    hourly = hourly_pay(lines)
    warnings = []
    if hourly is not None and hourly < crowd.hourly_minimum:
        warnings.append(
            f"The median pay is {hourly:.2f} {campaign.prices.currency} per hour, below "
            f"{crowd.hourly_minimum:.2f}: raise the reward or make HITs shorter."
        )
    if (failing := _failing_gold(store, name)) is not None:
        warnings.append(failing)
    return CrowdNow(
        **asdict(funnel),
        cost=round(cost, 2),
        cost_to_end=round(to_end, 2),
        currency=campaign.prices.currency,
        hourly=None if hourly is None else round(hourly, 2),
        warnings=tuple(warnings),
    )


def hourly_pay(lines: Sequence[VisitPay]) -> float | None:
    """Return what an hour of work brings, the median over finished visits."""
    known = [
        line.amount * 3600 / line.visit.seconds
        for line in lines
        if line.visit.ending == "finished" and line.visit.seconds > 0 and line.amount > 0
    ]
    return median(known) if known else None


def _failing_gold(store: Store, name: str) -> str | None:
    """Name gold items that nearly everybody answers otherwise: the gold may have an error."""
    odd = store.claims.odd_gold(name)
    if not odd:
        return None
    listed = ", ".join(odd[:5]) + (" …" if len(odd) > 5 else "")
    return f"Nearly everyone answers these gold items otherwise; check their answers: {listed}."


def platform_rows(store: Store, name: str, platform: Platform) -> list[dict[str, str]]:
    """Return the rows of a platform's file for approval and payment.

    Every visit with an answer is in it; those whose ids are erased are left out, and counted by
    whoever asks.
    """
    lines = [line for line in visit_pay(store, name) if line.external]
    made: Callable[[Store, str, VisitPay], dict[str, str]] = {
        "prolific": _prolific,
        "mturk": _mturk,
        "plain": _plain,
    }[platform]
    rows = [made(store, name, line) for line in lines]
    return [{key: guarded(value) for key, value in row.items()} for row in rows]


def _mturk(store: Store, name: str, line: VisitPay) -> dict[str, str]:
    given = line.visit.parameters
    if _ASSIGNMENT not in given:
        raise BadInput(
            f"annotator {line.visit.annotator!r} did not come from MTurk: there is no "
            f"{_ASSIGNMENT}",
            where=name,
            fix="Export this list with --platform plain or prolific.",
        )
    return {
        "HITId": given.get(_HIT, ""),
        "AssignmentId": given[_ASSIGNMENT],
        "WorkerId": line.external,
        "Approve": "" if line.rejected else "x",
        "Reject": REJECTED if line.rejected else "",
    }


def _prolific(store: Store, name: str, line: VisitPay) -> dict[str, str]:
    names = store.campaigns.get(name).crowd.id_parameters
    session = line.visit.parameters.get(names[1], "") if len(names) > 1 else ""
    whole = store.campaigns.get(name).crowd.reward
    bonus = 0.0 if line.visit.ending == "finished" else min(line.amount, whole)
    return {
        "participant_id": line.external,
        "session_id": session,
        "action": "reject" if line.rejected else "approve" if not bonus else "bonus",
        "bonus": f"{bonus:.2f}",
    }


def _plain(store: Store, name: str, line: VisitPay) -> dict[str, str]:
    return {
        "id": line.external,
        "annotator": line.visit.annotator,
        "session": f"s-{line.visit.number}",
        "ending": line.visit.ending or "working",
        "answered": str(line.visit.answered),
        "assigned": str(line.visit.assigned),
        "minutes": f"{line.visit.seconds / 60:.1f}",
        "under_minimum": str(line.visit.fast),
        "amount": f"{line.amount:.2f}",
        "currency": store.campaigns.get(name).prices.currency,
        "rejected": "yes" if line.rejected else "no",
    }
