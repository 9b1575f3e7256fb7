"""Simulated people who compare: two releases, or many outputs whose quality they see."""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from tertium.model import DEGRADED, Annotator, Assignment, Campaign, parts_of
from tertium.protocols.checklist import Checklist
from tertium.protocols.conditions import COMPARING
from tertium.protocols.protocol import Choice, Protocol, Rating, Slider
from tertium.testing.people import People


class PreferenceAnnotator:
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


class RankingAnnotator:
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
        # Whoever is asked again looks again.
        again = ("again",) if assignment.role == "repeat" else ()
        shown = "/".join(
            (assignment.segment, assignment.pass_, assignment.condition, *assignment.slots, *again)
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
            return {
                ask.name: [self._count(s, look) if ask.counts else self._score(s) for s in views]
                for ask, views in zip(asks, self._aspects(seen, len(asks), look), strict=True)
                if isinstance(ask, Slider)
            }
        if isinstance(asks[0], Rating):
            views = self._aspects(seen, len(asks), look)
            answer: dict[str, object] = {}
            for ask, seen_so in zip(asks, views, strict=True):
                if isinstance(ask, Rating):
                    answer[ask.name] = [self._answer(ask, s) for s in seen_so]
                elif isinstance(ask, Checklist):
                    answer[ask.name] = [self._errors(ask, s, look) for s in seen_so]
            return answer
        if len(seen) == 1:
            return {ask.name: self._label(ask, seen[0]) for ask in asks if isinstance(ask, Choice)}
        if assignment.condition == COMPARING:
            gap = seen[0] - seen[1]
            return {
                "better": "tie" if abs(gap) < self._indifference else "left" if gap > 0 else "right"
            }
        best_first = sorted(seen, reverse=True)
        ranks = {best_first[0]: 1}
        for before, value in pairwise(best_first):
            ranks[value] = ranks[before] + int(before - value >= self._indifference / 2)
        return {"ranks": [ranks[value] for value in seen]}

    def _aspects(
        self, seen: list[float], number: int, look: np.random.Generator
    ) -> list[list[float]]:
        """Return what is seen by aspect: the first as it is, the others near it."""
        return [seen, *([s + look.normal(0, 0.3) for s in seen] for _ in range(number - 1))]

    def _label(self, ask: Choice, seen: float) -> str:
        """Choose a step of the scale, or without one the first label where it is good enough."""
        if ask.scale is None:
            return ask.labels[0 if seen > self._standard else -1]
        return ask.labels[min(self._score(seen) * len(ask.labels) // 100, len(ask.labels) - 1)]

    def _answer(self, ask: Rating, seen: float) -> str:
        """Choose an answer of a scale, the better the more is seen."""
        labels = ask.scale.labels[:: 1 if ask.scale.best == "highest" else -1]
        return labels[min(self._score(seen) * len(labels) // 100, len(labels) - 1)]

    def _errors(self, ask: Checklist, seen: float, look: np.random.Generator) -> dict[str, int]:
        """Find errors of any category; on a list that is ticked each category once."""
        found = look.integers(len(ask.typology.nodes), size=self._count(seen, look))
        counts = Counter(ask.typology.nodes[at].id for at in found)
        return dict(counts) if ask.counted else dict.fromkeys(counts, 1)

    def _score(self, seen: float) -> int:
        return round(min(100, max(0, self._middle + self._people.points * seen)))

    def _count(self, seen: float, look: np.random.Generator) -> int:
        """Count errors: hardly any in a good output, a few in a bad one."""
        return int(look.poisson(min(4.0, 0.3 * np.exp(-0.5 * seen))))


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
