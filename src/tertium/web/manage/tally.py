"""A running count of one campaign: what was answered, when, how fast, by whom.

The tally reads each judgement once, so that a live page costs the same whether
a campaign holds a hundred answers or a million. A correction takes the place of
the answer it corrects. It knows slots and labels, never systems.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime
from threading import Lock

from starlette.datastructures import State

from tertium.model import PILOT, Assignment, Segment
from tertium.store import Store, StoredJudgement


@dataclass(frozen=True, slots=True)
class CountedAnswer:
    """The answer that counts for one assignment, as a manager may see it."""

    assignment: str
    annotator: str
    domain: str
    at: datetime
    seconds: float | None
    problem: str | None
    comment: str
    pilot: bool = False  # given in a pilot round


class Tally:
    """Counts of the present round that follow a campaign's log; `update` reads what is new.

    While a pilot round runs, these are its answers and its assignments; otherwise, all others.
    """

    def __init__(self, store: Store, campaign: str) -> None:
        self._store = store
        self._campaign = campaign
        self._lock = Lock()
        self._plan = ""  # and what changed hands
        self._segments: dict[str, Segment] = {}
        self._assigned: dict[str, int] = {}
        self.sequence = 0
        self._pilot = False
        self.every: dict[str, CountedAnswer] = {}  # by assignment, in order of the first answer
        self.answers: dict[str, CountedAnswer] = {}  # those of the present round
        self.planned: dict[tuple[str, str], int] = {}  # by annotator and domain

    def update(self) -> int:
        """Read the judgements that arrived since the last time and return the last number."""
        with self._lock:
            self._read_plan()
            for stored in self._store.judgements.all(self._campaign, after=self.sequence):
                self._count(stored)
            return self.sequence

    def _read_plan(self) -> None:
        """Count everybody's work again if it grew: by a new plan, or by questions drawn."""
        state = self._store.campaigns.state(self._campaign)
        if state.work != self._plan:
            self._segments = {s.id: s for s in self._store.campaigns.get(self._campaign).segments}
            self._assigned, self.planned = {}, {}
            self._plan, self._pilot = state.work, state.pilot is not None
            self.answers = {key: one for key, one in self.every.items() if one.pilot == self._pilot}
        for person in self._store.annotators.all(self._campaign):
            if self._assigned.get(person.id) != person.assigned:
                work = self._store.assignments.of(self._campaign, person.id)
                counts = Counter(
                    self._segments[one.segment].domain
                    for one in work
                    if (one.set == PILOT) == self._pilot
                )
                self.planned = {
                    **{key: count for key, count in self.planned.items() if key[0] != person.id},
                    **{(person.id, domain): count for domain, count in counts.items()},
                }
                self._assigned[person.id] = len(work)

    def _count(self, stored: StoredJudgement) -> None:
        judgement = stored.judgement
        assignment: Assignment = self._store.assignments.get(
            self._campaign, judgement.annotator, judgement.assignment
        )
        answer = self.every[judgement.assignment] = CountedAnswer(
            assignment=judgement.assignment,
            annotator=judgement.annotator,
            domain=self._segments[assignment.segment].domain,
            at=min(judgement.submitted_at, stored.received_at),
            seconds=judgement.seconds,
            problem=judgement.answer.get("problem"),
            comment=judgement.answer.get("comment", ""),
            pilot=assignment.set == PILOT,
        )
        if answer.pilot == self._pilot:
            self.answers[judgement.assignment] = answer
        self.sequence = stored.sequence

    # What pages ask ------------------------------------------------------

    @property
    def left_out(self) -> int:
        """How many answers of a pilot round are not counted."""
        return 0 if self._pilot else len(self.every) - len(self.answers)

    def by_annotator(self) -> dict[str, list[CountedAnswer]]:
        """Return everybody's answers, oldest first."""
        found: dict[str, list[CountedAnswer]] = {}
        for answer in list(self.answers.values()):
            found.setdefault(answer.annotator, []).append(answer)
        return found

    def by_day(self) -> dict[date, int]:
        """Return how many assignments were answered on each day (UTC)."""
        return dict(Counter(a.at.astimezone(UTC).date() for a in list(self.answers.values())))


def kept_tally(state: State, store: Store, campaign: str) -> Tally:
    """Return a campaign's tally as it stands now; an application keeps one per campaign."""
    store.campaigns.state(campaign)  # an unknown campaign is told here
    if not hasattr(state, "tallies"):
        state.tallies = {}
    tallies: dict[str, Tally] = state.tallies
    tally = tallies.setdefault(campaign, Tally(store, campaign))
    tally.update()
    return tally
