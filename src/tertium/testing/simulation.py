"""A campaign answered by simulated people, in the order of time."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pkgutil import resolve_name
from typing import Any
from typing import Protocol as Interface
from uuid import UUID, uuid5

import numpy as np

from tertium.model import Annotator, Assignment, Campaign, Judgement, Plan
from tertium.protocols.editing import EDITED
from tertium.protocols.protocol import Protocol, needing_comment
from tertium.testing.chunking import ChunkAnnotator
from tertium.testing.comparing import PreferenceAnnotator, RankingAnnotator
from tertium.testing.editing import PostEditor
from tertium.testing.marking import ErrorAnnotator
from tertium.testing.people import People, qualities

_NAMESPACE = UUID("8f1d1c0e-6f0b-5d0a-9a53-6b7f2f6f3a11")
_COMMENTS = (
    "Not enough context to be sure.",
    "Wrong term in both.",
    "The first half reads better, the second half does not.",
    "A word is missing.",
    "The source sentence looks cut off.",
)


class SimulatedAnnotator(Interface):
    """Somebody who answers; `pace` is in seconds for a short sentence.

    A protocol's own class takes the campaign, the protocol, `People`, the annotator, and the
    quality of every output by segment and system.
    """

    pace: float

    def answer(self, assignment: Assignment) -> dict[str, Any]:
        """Return one answer, as a browser would send it."""
        ...


def simulate(
    campaign: Campaign,
    plan: Plan,
    protocol: Protocol,
    *,
    people: People | None = None,
    share: float = 1.0,
    start: datetime = datetime(2026, 11, 2, 9, tzinfo=UTC),
    seed: int = 0,
) -> list[Judgement]:
    """Answer the first `share` of everybody's assignments as people of this kind would.

    Judgements come in order of time. Ids follow from the seed and the
    assignment, so that simulating twice stores once.
    """
    people = people or People()
    rng = np.random.default_rng([seed, campaign.seed])
    judges = _judges(campaign, protocol, people, rng)
    lengths = {s.id: max(1, len(s.source.split())) for s in campaign.segments}
    judgements = []
    for annotator in plan.annotators:
        work = sorted(
            (a for a in plan.assignments if a.annotator == annotator.id), key=lambda a: a.order
        )
        judge = judges(annotator)
        clock = start + timedelta(hours=float(rng.uniform(0, 4)))
        for number, assignment in enumerate(work[: round(share * len(work))]):
            if number and number % people.sitting == 0:
                clock = _next_morning(clock) + timedelta(hours=float(rng.uniform(0, 4)))
            answer: dict[str, Any] = judge.answer(assignment)
            if rng.random() < people.commenting or _must_explain(protocol, assignment, answer):
                answer["comment"] = str(rng.choice(_COMMENTS))
            if rng.random() < people.problems:
                answer = {"problem": "context", "comment": "I need the paragraph around it."}
            seconds = float(
                judge.pace
                * np.exp(rng.normal(0, 0.5))
                * (0.4 + lengths[assignment.segment] / 30)
                * max(1, len(assignment.slots) - 1) ** 0.8
            )
            if EDITED in answer:  # then the log tells how long it took
                seconds = answer[EDITED]["events"][-1]["t"] / 1000
            clock += timedelta(seconds=seconds + 1)
            judgements.append(
                Judgement(
                    id=str(uuid5(_NAMESPACE, f"{seed}/{campaign.name}/{assignment.id}")),
                    campaign=campaign.name,
                    assignment=assignment.id,
                    annotator=annotator.id,
                    answer=protocol.read(answer, assignment),
                    submitted_at=clock,
                    seconds=round(seconds, 1),
                )
            )
    return sorted(judgements, key=lambda judgement: judgement.submitted_at)


def _must_explain(protocol: Protocol, assignment: Assignment, answer: Mapping[str, Any]) -> bool:
    asks = protocol.asks_for(assignment.condition)
    return any(needing_comment(ask, answer.get(ask.name, ())) for ask in asks)


def _judges(
    campaign: Campaign, protocol: Protocol, people: People, rng: np.random.Generator
) -> Callable[[Annotator], SimulatedAnnotator]:
    """Return who stands for an annotator: as the protocol declares, or by what it asks."""
    if any(system.part == "advanced" for system in campaign.systems):
        items = {s.id: (rng.normal(0, people.item_sd), rng.normal(0, 1)) for s in campaign.segments}
        advanced = campaign.system("advanced").name
        return lambda annotator: PreferenceAnnotator(protocol, people, rng, items, advanced)
    quality = qualities(campaign, people)
    kind: Callable[..., SimulatedAnnotator] = RankingAnnotator
    if protocol.simulated:
        kind = resolve_name(protocol.simulated)
    elif protocol.edits:
        kind = PostEditor
    elif protocol.cuts:
        kind = ChunkAnnotator
    elif protocol.marks:
        kind = ErrorAnnotator
    return lambda annotator: kind(campaign, protocol, people, annotator, quality)


def _next_morning(moment: datetime) -> datetime:
    """Return nine o'clock of the next working day."""
    moment = (moment + timedelta(days=1)).replace(hour=9, minute=0)
    while moment.weekday() >= 5:
        moment += timedelta(days=1)
    return moment
