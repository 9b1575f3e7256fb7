"""What needs a manager: a few kinds of sentences, each with the place to go.

Nothing here removes an answer or a person; a need is a hint to look.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from statistics import median
from typing import Literal

from msgspec import Struct

from tertium.store import AnnotatorState, CampaignState
from tertium.web.manage.progress import Pace, Progress
from tertium.web.manage.tally import CountedAnswer

RECENT = 20  # answers that tell how somebody works now
FAST_SHARE = 1 / 3
SOON = timedelta(days=3)
IDLE = timedelta(days=2)
PROBLEMS_SHOWN = 3

Kind = Literal[
    "complete",
    "deadline_passed",
    "deadline_near",
    "not_started",
    "problem",
    "problems",
    "fast",
    "idle",
    "conflicts",
]


class Need(Struct, frozen=True):
    """One thing to look at. `path` is where; the words come from the catalogue."""

    kind: Kind
    path: str
    annotator: str = ""
    reason: str = ""  # of a reported problem
    comment: str = ""
    seconds: float | None = None
    usual: float | None = None
    left: int = 0  # answers, problems or conflicts that remain
    at: datetime | None = None


def very_fast(answers: Mapping[str, Sequence[CountedAnswer]]) -> dict[str, tuple[float, float]]:
    """Return who answers suspiciously fast: their recent median seconds, and what is usual.

    Usual is the median over the other people's medians. Suspicious is whose
    last 20 answers (at least 10) have a median below a third of that.
    """
    seconds = {
        annotator: [answer.seconds for answer in given if answer.seconds is not None]
        for annotator, given in answers.items()
    }
    medians = {annotator: median(own) for annotator, own in seconds.items() if own}
    found = {}
    for annotator, own in seconds.items():
        others = [value for other, value in medians.items() if other != annotator]
        if len(own) < RECENT // 2 or not others:
            continue
        now, usual = median(own[-RECENT:]), median(others)
        if now < usual * FAST_SHARE:
            found[annotator] = (now, usual)
    return found


def needs_of(
    state: CampaignState,
    people: Sequence[AnnotatorState],
    answers: Mapping[str, Sequence[CountedAnswer]],
    progress: Progress,
    pace: Pace,
    *,
    to_code: int = 0,
    now: datetime,
) -> tuple[Need, ...]:
    """Return what needs somebody, the most pressing first.

    `to_code` are conflicts between answers that nobody has looked at.
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
    needs += _problems(answers, here)
    if to_code:
        needs.append(Need("conflicts", f"{here}/conflicts", left=to_code))
    if state.state == "closed":
        return tuple(needs)
    fast = very_fast(answers)
    for person in people:
        where = f"{here}/annotators/{person.id}"
        if person.id in fast:
            now_, usual = fast[person.id]
            needs.append(Need("fast", where, annotator=person.id, seconds=now_, usual=usual))
        idle = person.state == "active" and person.assigned and not person.done
        if idle and progress.done and now - state.created_at > IDLE:
            needs.append(Need("idle", where, annotator=person.id, left=person.assigned))
    return tuple(needs)


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
