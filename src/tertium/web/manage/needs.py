"""What needs a manager: a few kinds of sentences, each with the place to go.

Nothing here removes an answer or a person; a need is a hint to look.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Literal

from msgspec import Struct

from tertium.store import AnnotatorState, CampaignState
from tertium.web.manage.attention import (
    Disagreement,
    done_on,
    is_idle,
    is_late,
    is_open,
    unusual_speed,
)
from tertium.web.manage.progress import Pace, Progress
from tertium.web.manage.tally import CountedAnswer

SOON = timedelta(days=3)
PROBLEMS_SHOWN = 3
IDLE_SHOWN = 3  # more are counted

Kind = Literal[
    "complete",
    "deadline_passed",
    "deadline_near",
    "not_started",
    "problem",
    "problems",
    "idle",
    "idle_new",
    "idle_many",
    "late",
    "fast",
    "slow",
    "disagrees",
    "conflicts",
]


class Need(Struct, frozen=True):
    """One thing to look at. `path` is where; the words come from the catalogue.

    `also` is a second act, for work that can be handed over as well.
    """

    kind: Kind
    path: str
    also: str = ""
    annotator: str = ""
    reason: str = ""  # of a reported problem
    comment: str = ""
    seconds: float | None = None
    usual: float | None = None
    value: float | None = None  # agreement with the others, and what is usual
    usual_value: float | None = None
    left: int = 0  # answers, problems or conflicts that remain
    at: datetime | None = None


def needs_of(
    state: CampaignState,
    people: Sequence[AnnotatorState],
    answers: Mapping[str, Sequence[CountedAnswer]],
    progress: Progress,
    pace: Pace,
    *,
    disagree: Mapping[str, Disagreement],
    to_code: int = 0,
    now: datetime,
) -> tuple[Need, ...]:
    """Return what needs somebody, the most pressing first.

    `disagree` are annotators who disagree with the others, `to_code` conflicts between answers
    that nobody has looked at.
    """
    here = f"/manage/campaigns/{state.name}"
    needs: list[Need] = []
    left = progress.planned - progress.done
    if state.state != "closed":
        needs += _about_time(state, progress, pace, here, now)
        if progress.planned and left <= 0:
            needs.append(Need("complete", f"{here}/close"))
        elif not progress.done:
            needs.append(Need("not_started", f"{here}/annotators"))
    if state.state == "open" and progress.done:
        needs += _silent(state, people, here, now)
    needs += _problems(answers, here)
    if to_code:
        needs.append(Need("conflicts", f"{here}/conflicts", left=to_code))
    if state.state != "closed":
        needs += _working(people, answers, disagree, here)
    return tuple(needs)


def _silent(
    state: CampaignState, people: Sequence[AnnotatorState], here: str, now: datetime
) -> list[Need]:
    """Name who is idle, longest silence first, or count them; then who will not be done in time."""
    needs = []
    for person in sorted(people, key=lambda one: one.last_at or state.created_at):
        if is_idle(person, state, now):
            kind: Kind = "idle" if person.done else "idle_new"
        elif is_late(person, state, now):
            kind = "late"
        else:
            continue
        ends = done_on(person, now) if kind == "late" else None
        needs.append(
            Need(
                kind,
                f"{here}/letters?kind=reminder&to={person.id}",
                also=f"{here}/shares?of={person.id}",
                annotator=person.id,
                left=person.assigned - person.done,
                at=datetime.combine(ends, time(), UTC) if ends else person.last_at,
            )
        )
    late = [need for need in needs if need.kind == "late"]
    idle = [need for need in needs if need.kind != "late"]
    if len(idle) > IDLE_SHOWN:
        reminders = f"{here}/letters?kind=reminder"
        idle = [Need("idle_many", reminders, also=f"{here}/shares", left=len(idle))]
    return [*idle, *late]


def _working(
    people: Sequence[AnnotatorState],
    answers: Mapping[str, Sequence[CountedAnswer]],
    disagree: Mapping[str, Disagreement],
    here: str,
) -> list[Need]:
    """Name whose answers are worth a look: very fast, slow, or unlike those of others."""
    needs = []
    unusual = unusual_speed(answers)
    for person in people:
        where = f"{here}/annotators/{person.id}"
        if person.id in unusual:
            now, usual = unusual[person.id]
            kind: Kind = "fast" if now < usual else "slow"
            also = f"{here}/shares?of={person.id}" if kind == "slow" and is_open(person) else ""
            needs.append(
                Need(kind, where, also=also, annotator=person.id, seconds=now, usual=usual)
            )
        if person.id in disagree:
            found = disagree[person.id]
            needs.append(
                Need(
                    "disagrees",
                    where,
                    annotator=person.id,
                    value=found.value,
                    usual_value=found.usual,
                )
            )
    return needs


def _problems(answers: Mapping[str, Sequence[CountedAnswer]], here: str) -> list[Need]:
    """Name the newest problems one by one and count the rest."""
    reported = sorted(
        (answer for given in answers.values() for answer in given if answer.problem),
        key=lambda answer: answer.at,
        reverse=True,
    )
    needs = [
        Need(
            "problem",
            f"{here}/annotators/{answer.annotator}"
            f"?assignment={answer.assignment}#a-{answer.assignment}",
            annotator=answer.annotator,
            reason=answer.problem or "",
            comment=answer.comment,
            at=answer.at,
        )
        for answer in reported[:PROBLEMS_SHOWN]
    ]
    rest = len(reported) - len(needs)
    return [*needs, Need("problems", f"{here}/texts#said", left=rest)] if rest else needs


def _about_time(
    state: CampaignState, progress: Progress, pace: Pace, here: str, now: datetime
) -> list[Need]:
    left = progress.planned - progress.done
    if state.deadline is None or left <= 0:
        return []
    if state.deadline <= now:
        return [Need("deadline_passed", f"{here}#steer", left=left, at=state.deadline)]
    late = pace.done_on is not None and pace.done_on > state.deadline.date()
    if late or state.deadline - now <= SOON:
        return [Need("deadline_near", f"{here}#steer", left=left, at=state.deadline)]
    return []
