"""Simulated people who edit, with the log that a browser would make."""

import re
from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import Any

import numpy as np

from tertium.model import Annotator, Assignment, Campaign, parts_of
from tertium.protocols.editing import EDITED
from tertium.protocols.protocol import Choice, Protocol
from tertium.testing.people import People
from tertium.text.events import replay


class PostEditor:
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
