"""Simulated people who mark errors: each sees most of them, a little otherwise than others.

What is wrong with a text is the same for everybody. Where the campaign has a human translation,
it is where the text differs from it; elsewhere some words are wrong, more of them in worse
outputs. People overlook errors, disagree on where they end, on their kind and on their weight.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

import numpy as np

from tertium.model import Annotator, Assignment, Campaign, parts_of
from tertium.protocols.protocol import Choice, Protocol, Slider
from tertium.protocols.spans import Spans
from tertium.testing.people import People
from tertium.text.spans import cuts_character, text_hash
from tertium.typology import Node, Severity, Typology

_WORD = re.compile(r"\S+")
# How typologies call what is missing and what is too much.
_LEFT_OUT = re.compile(r"omission|deletion|missing")
_PUT_IN = re.compile(r"addition|superfluous")


@dataclass(frozen=True, slots=True)
class _Fault:
    """What is wrong: which words, counted from 0 (none where some are missing), and how."""

    first: int
    last: int  # the end is not part of it
    kind: str  # "wrong", "missing" or "added"


class ErrorAnnotator:
    """Somebody who reads and marks."""

    def __init__(
        self,
        campaign: Campaign,
        protocol: Protocol,
        people: People,
        annotator: Annotator,
        quality: Mapping[tuple[str, str], float],
    ) -> None:
        rng = np.random.default_rng([campaign.seed, 2, *annotator.id.encode()])
        self.pace = people.seconds * float(np.exp(rng.normal(0, 0.3)))
        self._middle = 60 + rng.normal(0, people.strictness_sd)
        self._severe = rng.normal(0, 0.15)  # some take everything more seriously
        self._campaign, self._protocol, self._people = campaign, protocol, people
        self._quality = quality
        self._sources = {segment.id: segment.source for segment in campaign.segments}
        self._references = [one.name for one in campaign.systems if one.part == "reference"]

    def answer(self, assignment: Assignment) -> dict[str, Any]:
        """Mark a text, and give it a score or answer questions if these are asked."""
        what = "/".join((assignment.segment, assignment.condition, *assignment.slots))
        own = [self._campaign.seed, 3, *assignment.annotator.encode(), *what.encode()]
        eyes = np.random.default_rng(own)
        answer: dict[str, Any] = {}
        for ask in self._protocol.asks_for(assignment.condition):
            if isinstance(ask, Spans) and ask.typology is not None:
                answer[ask.name] = self._marked(ask, ask.typology, assignment, eyes)
            elif isinstance(ask, Slider):
                answer[ask.name] = [self._score(assignment, slot) for slot in assignment.slots]
            elif isinstance(ask, Choice):
                answer[ask.name] = str(eyes.choice(ask.labels))
        return answer

    def _score(self, assignment: Assignment, slot: str) -> int:
        seen = self._quality.get((assignment.segment, parts_of(slot)[0]), 0.0)
        return round(min(100, max(0, self._middle + self._people.points * seen)))

    def _marked(
        self, ask: Spans, typology: Typology, assignment: Assignment, eyes: np.random.Generator
    ) -> dict[str, Any]:
        hidden = assignment.condition in self._protocol.settings.get("hidden", ())
        within = self._protocol.settings.get("within", {}).get(assignment.condition, "")
        texts = [self._campaign.text(assignment.segment, slot) for slot in assignment.slots]
        marks = [
            self._mark(place, texts[place - 1], fault, typology, within, facts, eyes)
            for place, slot in enumerate(assignment.slots, 1)
            for fault, facts in self._faults(assignment, slot, texts[place - 1])
            if eyes.random() < self._people.finding
        ]
        return {
            "marks": marks,
            "source": "" if hidden else text_hash(self._sources[assignment.segment]),
            "targets": [text_hash(text) for text in texts],
        }

    def _faults(
        self, assignment: Assignment, slot: str, text: str
    ) -> list[tuple[_Fault, np.random.Generator]]:
        """Return what is wrong, the same for everybody, each with chances of its own."""
        what = f"{assignment.segment}/{assignment.condition}/{slot}"
        facts = np.random.default_rng([self._campaign.seed, 4, *what.encode()])
        good = next(
            (
                found
                for name in self._references
                if (found := self._campaign.outputs.get((assignment.segment, name), "")).strip()
            ),
            "",
        )
        faults = _differences(text, good) if good else self._drawn(assignment, slot, text, facts)
        return [(one, facts.spawn(1)[0]) for one in faults]

    def _drawn(
        self, assignment: Assignment, slot: str, text: str, facts: np.random.Generator
    ) -> list[_Fault]:
        seen = self._quality.get((assignment.segment, parts_of(slot)[0]), 0.0)
        words = len(_WORD.findall(text))
        number = min(facts.poisson(self._people.faults * np.exp(-0.5 * seen)), words)
        starts = sorted(facts.choice(words, size=number, replace=False)) if words else []
        kinds = facts.choice(["wrong", "wrong", "wrong", "missing", "added"], size=len(starts))
        return [
            _Fault(int(at), int(at) + (kind != "missing"), str(kind))
            for at, kind in zip(starts, kinds, strict=True)
        ]

    def _mark(
        self,
        slot: int,
        text: str,
        fault: _Fault,
        typology: Typology,
        within: str,
        facts: np.random.Generator,
        eyes: np.random.Generator,
    ) -> dict[str, Any]:
        start, end = self._seen(text, fault, eyes)
        node = _category(typology, fault, within, facts, eyes if eyes.random() < 0.2 else None)
        severity = _severity(typology, facts.random() + self._severe + eyes.normal(0, 0.12))
        return {
            "slot": slot,
            "side": "target",
            "start": start,
            "end": end,
            "quote": text[start:end],
            "category": node.id if node else "",
            "severity": severity.id,
        }

    def _seen(self, text: str, fault: _Fault, eyes: np.random.Generator) -> tuple[int, int]:
        """Return where somebody begins and ends: mostly where the fault does."""
        words = [found.span() for found in _WORD.finditer(text)] or [(0, len(text))]
        if fault.first == fault.last:
            at = words[fault.first][0] if fault.first < len(words) else words[-1][1]
            return at, at
        first, last = fault.first, fault.last - 1
        first -= first > 0 and eyes.random() < self._people.wider
        last += last + 1 < len(words) and eyes.random() < self._people.wider
        start, end = words[first][0], words[last][1]
        bare = len(text[:end].rstrip(".,;:!?。，！？"))
        if bare > start and not cuts_character(text, bare) and last == len(words) - 1:
            end = bare
        return start, end


def _differences(text: str, good: str) -> list[_Fault]:
    """Return where a text differs from a good one, word by word."""
    old, new = _WORD.findall(text), _WORD.findall(good)
    kinds = {"replace": "wrong", "delete": "added", "insert": "missing"}
    opcodes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [_Fault(i, j, kinds[kind]) for kind, i, j, _, _ in opcodes if kind != "equal"]


def _category(
    typology: Typology,
    fault: _Fault,
    within: str,
    facts: np.random.Generator,
    other: np.random.Generator | None,
) -> Node | None:
    """Return the kind of a fault; with `other`, as somebody sees it who sees another kind."""
    nodes = [
        node
        for node in typology.nodes
        if not within or any(one.id == within for one in typology.above(node))
    ]
    wanted = {"missing": _LEFT_OUT, "added": _PUT_IN}.get(fault.kind)
    fitting = [node for node in nodes if wanted and wanted.search(node.id)] or [
        node
        for node in nodes
        if not typology.children(node.id)
        and not (_LEFT_OUT.search(node.id) or _PUT_IN.search(node.id))
    ]
    drawn = facts.integers(max(1, min(8, len(fitting))))
    if other is not None and nodes:
        return nodes[other.integers(len(nodes))]
    return fitting[drawn] if fitting else None


def _severity(typology: Typology, weight: float) -> Severity:
    """Return a severity: most are of the lighter ones, whatever they are called."""
    levels = [one for one in typology.severities if one.weight > 0] or list(typology.severities)
    place = int(min(max(weight, 0.0), 0.999) ** 2 * len(levels))
    return levels[place]
