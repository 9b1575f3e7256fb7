"""For tests, demonstrations and plug-in authors: contract checks and simulated people.

A simulated person is drawn as real campaigns suggest: people differ in how
strongly they prefer (`spread`, the sd of the log preference ratio) and far more
in how readily they call a tie; items differ more than people do. The same
person judging the same item again mostly, but not always, says the same.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any
from uuid import UUID, uuid5

import numpy as np

from tertium.errors import TertiumError
from tertium.model import DEGRADED, Annotator, Assignment, Campaign, Judgement, Plan, parts_of
from tertium.protocols.postedit import EDITED
from tertium.protocols.protocol import Choice, Editor, Protocol, Ranks, Slider, Text
from tertium.protocols.spans import Spans
from tertium.text.events import replay

__all__ = ["People", "check_protocol", "simulate"]

_NAMESPACE = UUID("8f1d1c0e-6f0b-5d0a-9a53-6b7f2f6f3a11")
_COMMENTS = (
    "Not enough context to be sure.",
    "Wrong term in both.",
    "The first half reads better, the second half does not.",
    "A word is missing.",
    "The source sentence looks cut off.",
)


@dataclass(frozen=True, slots=True)
class People:
    """How simulated annotators judge."""

    ratio: float = 1.8  # true preference for the advanced system
    spread: float = 0.15  # sd of the log ratio between people
    tie_logit: float = -0.4
    tie_spread: float = 1.0
    item_sd: float = 2.0
    seconds: float = 18.0  # median per item
    sitting: int = 100  # items a day
    wavering: float = 0.4  # how often an item is decided anew when it comes back
    commenting: float = 0.06
    problems: float = 0.004
    # Where many systems are compared, each output has a quality that people see with an error.
    range: float = 1.6  # between the best system, named first, and the last
    output_sd: float = 1.4  # of the outputs of one system
    view_sd: float = 0.5  # of what one person sees in an output, the same at every look
    look_sd: float = 0.9  # of what changes from look to look
    # Where outputs get scores from 0 to 100, people use the scale in their own way.
    strictness_sd: float = 8.0  # of the score that people give to a middling output
    points: float = 14.0  # between outputs that differ by one
    harm: float = 1.5  # by which a degraded copy is worse than its original
    # Where outputs are edited, people differ in how fast they are and how much they change.
    changed: float = 0.2  # share of the words that a middling output needs changed
    speed_sd: float = 0.45  # of the log of how fast people work
    effort_sd: float = 0.45  # of the log of what a text takes, from text to text
    learning: float = 0.15  # by how much the log of the time falls as people go on


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
            if rng.random() < people.commenting:
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


def _judges(
    campaign: Campaign, protocol: Protocol, people: People, rng: np.random.Generator
) -> "Callable[[Annotator], _Comparing | _Seeing | _Editing]":
    """Return who stands for an annotator: by what the campaign compares."""
    if any(system.part == "advanced" for system in campaign.systems):
        items = {s.id: (rng.normal(0, people.item_sd), rng.normal(0, 1)) for s in campaign.segments}
        advanced = campaign.system("advanced").name
        return lambda annotator: _Comparing(protocol, people, rng, items, advanced)
    quality = _qualities(campaign, people)
    if any(isinstance(ask, Editor) for ask in protocol.asks):
        return lambda annotator: _Editing(campaign, protocol, people, annotator, quality)
    return lambda annotator: _Seeing(campaign, protocol, people, annotator, quality)


class _Comparing:
    """Somebody who compares two releases."""

    def __init__(
        self,
        protocol: Protocol,
        people: People,
        rng: np.random.Generator,
        items: Mapping[str, tuple[float, float]],
        advanced: str,
    ) -> None:
        self._protocol, self._people, self._rng = protocol, people, rng
        self._items, self._advanced = items, advanced
        self._leaning = np.log(people.ratio) + rng.normal(0, people.spread)
        self._tying = people.tie_logit + rng.normal(0, people.tie_spread)
        self.pace = people.seconds * np.exp(rng.normal(0, 0.3))
        self._moods = {
            s: (rng.normal(0, 1), rng.normal(0, 1), rng.random(), rng.random()) for s in items
        }

    def answer(self, assignment: Assignment) -> dict[str, object]:
        """Say which is better, or that neither is."""
        people, rng = self._people, self._rng
        liking, tied = self._items[assignment.segment]
        mood, tie_mood, luck, tie_luck = self._moods[assignment.segment]
        if rng.random() < people.wavering:
            luck, tie_luck = rng.random(), rng.random()
        # The factor undoes the flattening of the population ratio by the item effects.
        strength = self._leaning * np.sqrt(1 + 0.35 * (people.item_sd**2 + 1)) + liking + mood
        prefers = luck < 1 / (1 + np.exp(-strength))
        ties = tie_luck < 1 / (1 + np.exp(-(self._tying + tied + tie_mood)))
        return _answer(
            self._protocol, assignment, self._advanced, bool(prefers), bool(ties), liking
        )


def _qualities(campaign: Campaign, people: People) -> dict[tuple[str, str], float]:
    """Return the quality of every output: systems differ, and so do their outputs."""
    rng = np.random.default_rng([campaign.seed, 1])
    systems = [system for system in campaign.systems if system.part != "reference"]
    level = {
        system.name: people.range * (0.5 - place / max(1, len(systems) - 1))
        for place, system in enumerate(systems)
    }
    return {
        (segment.id, system.name): level.get(system.name, people.range)
        + rng.normal(0, people.output_sd)
        for segment in campaign.segments
        for system in campaign.systems
    }


class _Seeing:
    """Somebody who sees the quality of each output, with an error of their own.

    What one sees follows from the campaign and the person, so that a question
    asked later meets the same opinion.
    """

    def __init__(
        self,
        campaign: Campaign,
        protocol: Protocol,
        people: People,
        annotator: Annotator,
        quality: Mapping[tuple[str, str], float],
    ) -> None:
        own = list(annotator.id.encode())
        rng = np.random.default_rng([campaign.seed, 2, *own])
        self._view = {key: value + rng.normal(0, people.view_sd) for key, value in quality.items()}
        self.pace = people.seconds * np.exp(rng.normal(0, 0.3))
        self._indifference = 0.4 * np.exp(rng.normal(0, 0.5))
        self._standard = rng.normal(-0.4, 0.4)
        self._middle = 60 + rng.normal(0, people.strictness_sd)
        self._campaign, self._protocol, self._people = campaign, protocol, people

    def answer(self, assignment: Assignment) -> dict[str, object]:
        """Compare two outputs, rank or score several, or tell whether one is adequate."""
        people = self._people
        # By what is shown, not by the id: the same campaign under another name is judged the same.
        shown = "/".join(
            (assignment.segment, assignment.pass_, assignment.condition, *assignment.slots)
        )
        look = np.random.default_rng(
            [self._campaign.seed, 3, *assignment.annotator.encode(), *shown.encode()]
        )
        seen = [
            self._view[assignment.segment, parts_of(slot)[0]]
            + look.normal(0, people.look_sd)
            - (people.harm if slot.endswith(DEGRADED) else 0)
            for slot in assignment.slots
        ]
        asks = self._protocol.asks_for(assignment.condition)
        if isinstance(asks[0], Slider):
            scores = [round(min(100, max(0, self._middle + people.points * s))) for s in seen]
            return {ask.name: scores for ask in asks}
        if len(seen) == 1:
            return {"adequate": "yes" if seen[0] > self._standard else "no"}
        if assignment.condition == "tournament":
            gap = seen[0] - seen[1]
            return {
                "better": "tie" if abs(gap) < self._indifference else "left" if gap > 0 else "right"
            }
        best_first = sorted(seen, reverse=True)
        ranks = {best_first[0]: 1}
        for before, value in pairwise(best_first):
            ranks[value] = ranks[before] + int(before - value >= self._indifference / 2)
        return {"ranks": [ranks[value] for value in seen]}


class _Editing:
    """Somebody who edits: the worse an output, the more of its words change, key by key."""

    def __init__(
        self,
        campaign: Campaign,
        protocol: Protocol,
        people: People,
        annotator: Annotator,
        quality: Mapping[tuple[str, str], float],
    ) -> None:
        rng = np.random.default_rng([campaign.seed, 2, *annotator.id.encode()])
        self.pace = float(np.exp(rng.normal(0, people.speed_sd)))
        self._style = rng.normal(0, 0.25)  # some change more than others
        self._campaign, self._protocol, self._people = campaign, protocol, people
        self._quality = quality
        self._sources = {segment.id: segment.source for segment in campaign.segments}

    def answer(self, assignment: Assignment) -> dict[str, Any]:
        """Edit a text and rate it, or answer the questions after a batch."""
        asks = self._protocol.asks_for(assignment.condition)
        what = "/".join((assignment.segment, assignment.condition, *assignment.slots))
        rng = np.random.default_rng(
            [self._campaign.seed, 3, *assignment.annotator.encode(), *what.encode()]
        )
        if not assignment.slots:
            return {
                ask.name: str(rng.choice(ask.labels)) if isinstance(ask, Choice) else ""
                for ask in asks
            }
        people, (slot,) = self._people, assignment.slots
        start = self._campaign.outputs.get((assignment.segment, slot), "")
        practice = (1 + assignment.order / 30) ** -people.learning
        typist = _Typist(start, self.pace * practice * rng.lognormal(0, people.effort_sd), rng)
        typist.wait(0.3 * len(self._sources[assignment.segment].split()))
        share = 1.0
        if start.strip():
            seen = self._quality.get((assignment.segment, parts_of(slot)[0]), 0.0)
            share = min(1.0, people.changed * float(np.exp(self._style - 0.6 * seen)))
            made = [one for one in self._corrections(assignment, start) if rng.random() < share]
            share = sum(len(start[begin:end].split()) for begin, end, _ in made)
            share /= len(start.split())
            for correction in reversed(made):  # from the end, so that places stay true
                typist.replace(*correction)
        else:
            typist.wait(1.5 * len(self._sources[assignment.segment].split()))
            typist.replace(0, 0, self._wanted(assignment))
        answer: dict[str, Any] = {EDITED: typist.done()}
        if any(ask.name == "rating" for ask in asks):
            answer["rating"] = (
                "4" if not share else "3" if share < 0.3 else "2" if share < 0.7 else "1"
            )
        return answer

    def _wanted(self, assignment: Assignment) -> str:
        """Return a good translation: a human one if the campaign has any, else invented words."""
        for system in self._campaign.systems:
            text = self._campaign.outputs.get((assignment.segment, system.name), "")
            if system.part == "reference" and text.strip():
                return text
        return " ".join(self._sources[assignment.segment].split()[::-1])

    def _corrections(self, assignment: Assignment, start: str) -> list[tuple[int, int, str]]:
        """Return what could be changed, in order: from, to, and the text that is put there."""
        if not any(system.part == "reference" for system in self._campaign.systems):
            words = (word.span() for word in re.finditer(r"\S+", start))
            return [(begin, end, start[begin:end][::-1]) for begin, end in words]
        # Words stand between places; a run of them takes the blank before it along.
        places = [0, *(word.end() for word in re.finditer(r"\S+", start))]
        old, new = start.split(), self._wanted(assignment).split()
        return [
            (
                places[i],
                places[j] + (i == 0 and k == m),
                "".join(f" {word}" for word in new[k:m])[0 if i else 1 :],
            )
            for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
            if kind != "equal"
        ]


class _Typist:
    """Hands at a keyboard: they make the log that a browser would."""

    def __init__(self, start: str, pace: float, rng: np.random.Generator) -> None:
        self._start = self._text = start
        self._pace, self._rng = pace, rng
        self._events: list[dict[str, object]] = []
        self._now = 0.0

    def wait(self, seconds: float) -> None:
        """Let time pass: reading, thinking."""
        self._now += 1000 * seconds * self._pace * float(self._rng.lognormal(0, 0.3))

    def replace(self, begin: int, end: int, text: str) -> None:
        """Go to a word, erase it from its end, and type another."""
        self.wait(1.5)
        self._press("navigation")
        for place in range(end, begin, -1):
            self._press("erasing", [place - 1, place, ""])
        for place, letter in enumerate(text, begin):
            group = "letters" if letter.isalpha() else "digits" if letter.isdigit() else "symbols"
            self._press("spaces" if letter.isspace() else group, [place, place, letter])

    def _press(self, group: str, change: list[Any] | None = None) -> None:
        self.wait(0.18)
        self._events.append({"t": round(self._now), "k": "key", "g": group})
        if change:
            self._events.append({"t": round(self._now), "k": "input", "r": change})
            self._text = replay(self._text, self._events[-1:])

    def done(self) -> dict[str, object]:
        """Read it once more, and return what a browser would send."""
        self.wait(2.0)
        self._events.append({"t": round(self._now), "k": "done"})
        return {"start": self._start, "text": self._text, "events": self._events}


def _answer(
    protocol: Protocol,
    assignment: Assignment,
    advanced: str,
    prefers: bool,
    ties: bool,
    liking: float,
) -> dict[str, object]:
    """Put an opinion into the words of the protocol's variant."""
    wanted = advanced if prefers else next(s for s in assignment.slots if s != advanced)
    side = ("left", "right")[assignment.slots.index(wanted)]
    answer: dict[str, object] = {}
    for ask in protocol.asks:
        if isinstance(ask, Choice) and ask.name == "better":
            neutral = [label for label in ask.labels if label not in ("left", "right", "other")]
            # Where both are bad people rarely agree which is worse: few good ties, many bad ones.
            tie = neutral[-1] if neutral and abs(liking) < 1.5 else (neutral or [""])[0]
            answer[ask.name] = tie if ties and neutral else side
        elif isinstance(ask, Choice):
            answer[ask.name] = ask.labels[0 if liking > -1 else -1]
    return answer


def _next_morning(moment: datetime) -> datetime:
    """Return nine o'clock of the next working day."""
    moment = (moment + timedelta(days=1)).replace(hour=9, minute=0)
    while moment.weekday() >= 5:
        moment += timedelta(days=1)
    return moment


def check_protocol(protocol: Protocol, answers: Sequence[dict[str, object]] = ()) -> None:
    """Assert what every protocol promises, for plug-in authors' own test suites.

    It reads its own answers and keeps them unchanged when read again, observes
    at least one row that names its systems, reports problems the same way as
    all others, and refuses what it did not ask. Give `answers` when they cannot
    be made from choices alone.
    """
    conditions = {condition for ask in protocol.asks for condition in ask.when} | {*protocol.only}
    if any(not ask.when for ask in protocol.asks):
        conditions.add("")
    for condition in sorted(conditions):
        _check_condition(protocol, condition, answers)
    problem = protocol.read({"problem": "other", "comment": "why"})
    assignment = Assignment(id="a", annotator="p", segment="s", slots=("system-1", "system-2"))
    (row,) = protocol.observations(_judged(problem), assignment)
    assert row.aspect == "problem"
    assert row.value is None
    refused: tuple[dict[str, object], ...] = ({}, {"unheard_of": 1}, {"problem": "no such reason"})
    for wrong in refused:
        assert _refusal(protocol, wrong).fix, "a refused answer must come with a remedy"


_EDIT = {
    "start": "a cat",
    "text": "a dog",
    "events": [{"t": 900, "k": "input", "r": [2, 5, "dog"]}, {"t": 2000, "k": "done"}],
}


def _check_condition(
    protocol: Protocol, condition: str, answers: Sequence[dict[str, object]]
) -> None:
    """Answer every question of one condition in every way, for each number of outputs."""
    asks = protocol.asks_for(condition)
    choices = [ask for ask in asks if isinstance(ask, Choice)]
    ranked = [ask for ask in asks if isinstance(ask, Ranks)]
    scored = [ask for ask in asks if isinstance(ask, Slider)]
    most = protocol.shown(condition)
    edited = [ask for ask in asks if isinstance(ask, Editor)]
    for shown in range(2 if ranked else most, most + 1):
        slots = tuple(f"system-{k}" for k in range(1, shown + 1))
        assignment = Assignment("a", "p", "s", slots, condition=condition)
        plain: dict[str, object] = {ask.name: ask.labels[0] for ask in choices}
        plain |= {ask.name: list(range(1, shown + 1)) for ask in ranked}
        plain |= {ask.name: [0] * shown for ask in scored}
        plain |= {ask.name: {"start": "a", "text": "a", "events": []} for ask in edited}
        plain |= {ask.name: _marks(ask, shown, 0) for ask in asks if isinstance(ask, Spans)}
        plain |= {ask.name: "" for ask in asks if isinstance(ask, Text)}
        tried = list(answers) or [
            plain | {ask.name: label, "comment": "why"} for ask in choices for label in ask.labels
        ]
        tried += [plain | {ask.name: [1] * shown} for ask in ranked]
        tried += [plain | {ask.name: [100] * shown} for ask in scored]
        tried += [plain | {ask.name: _EDIT} for ask in edited]
        tried += [
            plain | {ask.name: _marks(ask, shown, count)}
            for ask in asks
            if isinstance(ask, Spans)
            for count in (0, 2)
        ]
        assert tried, "give `answers`: this protocol has no choices to answer by itself"
        for given in tried:
            kept = protocol.read(given, assignment)
            assert protocol.read(kept, assignment) == kept, "reading again must not change it"
            rows = list(protocol.observations(_judged(kept), assignment))
            assert rows, f"no observation from {kept}"
            named = {name for row in rows for name in (row.system, row.versus) if name}
            assert named <= set(slots), f"observations name systems that were not shown: {named}"
            assert named or not slots, "no observation names a system"


def _marks(ask: Spans, shown: int, count: int) -> dict[str, object]:
    """Return so many marks on the last output, in the first category."""
    typology = ask.typology
    mark = {
        "slot": shown,
        "side": "target",
        "start": 0,
        "end": 3,
        "quote": "cat",
        "category": typology.nodes[0].id if typology and typology.nodes else "",
        "severity": typology.severities[0].id if typology else "",
    }
    return {"marks": [mark] * count, "source": "", "targets": ["0" * 64] * shown}


def _refusal(protocol: Protocol, answer: dict[str, object]) -> TertiumError:
    try:
        protocol.read(answer)
    except TertiumError as error:
        return error
    raise AssertionError(f"{answer} was accepted")


def _judged(answer: dict[str, object]) -> Judgement:
    return Judgement("j", "c", "a", "p", answer, datetime(2026, 1, 1, tzinfo=UTC), 1.0)
