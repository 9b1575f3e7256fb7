"""The progress of campaigns, without names and without results."""

from collections import Counter
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import CampaignName
from tertium.stats.result import Result, formerly, signature

if TYPE_CHECKING:
    from tertium.store import Store
    from tertium.web.manage.crowd_pay import CrowdNow


@dataclass(frozen=True, slots=True)
class CampaignStatus:
    """One campaign: what is done of what is planned, and when it will be done."""

    campaign: str
    state: str
    done: int
    planned: int
    last_answer: datetime | None
    per_day: float | None
    done_on: str | None
    median_seconds: float | None
    agreement: float | None  # Fleiss' κ over shared items
    deadline: datetime | None
    crowd: "CrowdStatus | None" = None  # where the campaign is open to a crowd


@dataclass(frozen=True, slots=True)
class CrowdStatus:
    """An open crowd: annotators by how far they have come, places, and money with the fee.

    `previewed` counts previews, `surplus` judgements, `places_open` those that are still wanted;
    `hourly` is the median pay of finished visits.
    """

    came: int
    previewed: int
    consented: int
    qualified: int
    working: int
    finished: int
    paid: int
    surplus: int
    places_open: int
    cost: float
    cost_to_end: float
    currency: str
    hourly: float | None


@dataclass(frozen=True, slots=True)
class AnnotatorStatus:
    """One annotator of one campaign."""

    campaign: str
    annotator: str
    state: str
    done: int
    assigned: int
    last_answer: datetime | None
    median_seconds: float | None


@dataclass(frozen=True, slots=True)
class StepStatus:
    """One step of a campaign that asks in steps: how much is done, and how long it took."""

    campaign: str
    step: str
    done: int
    median_seconds: float | None
    hours: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Status(Result):
    """Campaigns, their annotators, and the steps where there are any."""

    sentence: str
    campaigns: tuple[CampaignStatus, ...]
    annotators: tuple[AnnotatorStatus, ...] = field(metadata=formerly("people"))
    steps: tuple[StepStatus, ...] = ()


@analysis
def status(folder: str | PathLike[str] = ".", /, *, campaign: CampaignName = None) -> Status:
    """Show the progress of the campaigns in FOLDER.

    It does not show results; `tertium compare` does.
    """
    from starlette.datastructures import State

    from tertium.analyses.campaigns import open_store, stored_names
    from tertium.web.manage.crowd_pay import crowd_now
    from tertium.web.manage.figures import LiveFigures, figures_of

    campaigns, annotators, steps = [], [], []
    warnings: list[str] = []
    folder, now = Path(folder), datetime.now(UTC)
    with open_store(folder, create=False) as store:
        for name in stored_names(store, folder, campaign):
            store.claims.tidy(name, at=now)
            crowd = crowd_now(store, name)
            warnings += crowd.warnings if crowd is not None else ()
            state = store.campaigns.state(name)
            found: LiveFigures = figures_of(State(), store, name, now=now)
            staff = store.annotators.all(name)
            done_on = found.pace.done_on
            campaigns.append(
                CampaignStatus(
                    campaign=name,
                    state=state.state,
                    done=found.progress.done,
                    planned=found.progress.planned,
                    last_answer=max((p.last_at for p in staff if p.last_at), default=None),
                    per_day=found.pace.per_day,
                    done_on=done_on.isoformat() if done_on else None,
                    median_seconds=found.timing.median,
                    agreement=found.agreement.kappa if found.agreement else None,
                    deadline=state.deadline,
                    crowd=_crowd(crowd),
                )
            )
            annotators += [
                AnnotatorStatus(
                    campaign=name,
                    annotator=person.id,
                    state=person.state,
                    done=person.done,
                    assigned=person.assigned,
                    last_answer=person.last_at,
                    median_seconds=person.median_seconds,
                )
                for person in staff
            ]
            steps += _steps(store, name)
            problems = sum(1 for need in found.needs if need.kind == "problem")
            problems += sum(need.left for need in found.needs if need.kind == "problems")
            if problems:
                counted = "1 problem was" if problems == 1 else f"{problems} problems were"
                warnings.append(f"{counted} reported in {name}.")
            warnings += [
                f"{need.annotator} in {name} answers very fast." for need in found.needs
                if need.kind == "fast"
            ]  # fmt: skip
    done, planned = sum(c.done for c in campaigns), sum(c.planned for c in campaigns)
    return Status(
        sentence=f"{done:,} of {planned:,} planned judgements are in.",
        campaigns=tuple(campaigns),
        annotators=tuple(annotators),
        steps=tuple(steps),
        signature=signature("status", campaigns=len(campaigns), judgements=done),
        warnings=tuple(warnings),
    )


def _crowd(now: "CrowdNow | None") -> CrowdStatus | None:
    if now is None:
        return None
    return CrowdStatus(**{one.name: getattr(now, one.name) for one in fields(CrowdStatus)})


def _steps(store: "Store", name: str) -> list[StepStatus]:
    """Tell the time of each step, where the source is hidden in some."""
    from tertium import protocols

    campaign = store.campaigns.get(name)
    protocol = protocols.get(campaign.protocol, campaign.options)
    if not protocol.settings.get("hidden"):
        return []
    work = {
        one.id: one.condition
        for person in store.annotators.all(name)
        for one in store.assignments.of(name, person.id)
    }
    seconds: dict[str, list[float]] = {step: [] for step in dict.fromkeys(work.values())}
    done = Counter[str]()
    for person in store.annotators.all(name):
        for assignment, judgement in store.assignments.answered(name, person.id).items():
            done[work[assignment]] += 1
            if judgement.seconds is not None:
                seconds[work[assignment]].append(judgement.seconds)
    return [
        StepStatus(name, step, done[step], median(own) if own else None, sum(own) / 3600)
        for step, own in seconds.items()
    ]
