"""From dealt sources to questions: which outputs are compared, in which order and batch.

A source of many systems becomes one or several questions, which stay together on one
worklist: the pairs of a *tournament*, or *rankings* that cover all outputs. In the common
set everyone is asked the same questions, in an order and with sides of their own.

A later version asks no earlier question again. Where outputs have joined, *joining
questions* relate them to those already asked about: one pair for each set of outputs
that no chain of questions connects with the rest.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TypeVar

import numpy as np

from tertium import protocols
from tertium.design.chance import balanced, opaque, stream
from tertium.design.dealing import Task, Worklist
from tertium.design.tournament import tournament
from tertium.model import Annotator, Assignment, Campaign, Role, joined, parts_of
from tertium.protocols.conditions import COMPARING, ORDERING

Slots = tuple[str, ...]
_Thing = TypeVar("_Thing")


@dataclass(frozen=True, slots=True)
class Question:
    """The outputs one question shows, in no order yet; with its probability if that counts."""

    slots: Slots
    propensity: float | None = None


@dataclass(frozen=True, slots=True)
class _Source:
    """All questions about one source that follow each other on a worklist."""

    task: Task
    condition: str
    questions: tuple[Question, ...]


class Pairing:
    """The questions of a campaign of many systems.

    `vertices` tells what can be compared in each segment. `fixed` holds the questions
    of the common set that others were asked already, by segment and condition.
    """

    def __init__(
        self,
        campaign: Campaign,
        vertices: Mapping[str, Slots],
        fixed: Mapping[tuple[str, str], Sequence[Slots]] | None = None,
    ) -> None:
        self._campaign = campaign
        self._vertices = vertices
        self._protocol = protocols.get(campaign.protocol, campaign.options)
        self._fixed = fixed or {}
        self._drawn: dict[tuple[str, str], tuple[Question, ...]] = {}  # of the common set

    def conditions(self, worklist: Worklist) -> tuple[str, ...]:
        """Return the ways in which somebody is asked, one after the other."""
        known = {condition for ask in self._protocol.asks for condition in ask.when}
        both = (ORDERING, COMPARING) if worklist.ranking_first else (COMPARING, ORDERING)
        return tuple(condition for condition in both if condition in known)

    def assignments(self, worklist: Worklist) -> Iterator[Assignment]:
        """Turn what was added to a worklist into assignments, whole sources in whole batches.

        Every condition begins a batch of its own. In a crossover the sources keep
        their order, so that the same time lies between the two looks at each.
        """
        seed, person = self._campaign.seed, worklist.person
        draw = stream(seed, "questions", person.id, worklist.taken)
        sources = list(self._sources(worklist, draw))
        batches = list(_batches(sources, self._campaign.design.batch, worklist.batch))
        planned = [(source, one) for source in sources for one in source.questions]
        pairs = [0] * (max(batches, default=0) + 1)
        for (source, _), batch in zip(planned, batches, strict=True):
            pairs[batch] += source.condition == COMPARING
        lefts = iter(
            balanced(pairs, stream(seed, "sides", person.id, worklist.taken), ahead=worklist.ahead)
        )
        for number, ((source, question), batch) in enumerate(zip(planned, batches, strict=True)):
            slots = sorted(question.slots)
            if source.condition == COMPARING:
                slots = slots if next(lefts) else slots[::-1]
            else:
                slots = [slots[at] for at in draw.permutation(len(slots))]
            yield present(
                self._campaign,
                person,
                segment=source.task.segment,
                slots=tuple(slots),
                order=worklist.taken + number,
                batch=batch,
                pass_=source.task.pass_,
                set_=source.task.set,
                condition=source.condition,
                propensity=question.propensity,
            )

    def _sources(self, worklist: Worklist, draw: np.random.Generator) -> Iterator[_Source]:
        earlier = list(dict.fromkeys(task for task, _ in worklist.asked))
        first = [task for task in earlier if task.pass_ != "b"]
        again = [task for task in earlier if task.pass_ == "b"]
        for condition in self.conditions(worklist):
            for task in (*_shuffled(first, draw), *worklist.added, *_shuffled(again, draw)):
                questions = self._questions(worklist, task, condition)
                if task.set == "common":
                    questions = tuple(_shuffled(questions, draw))
                if questions:
                    yield _Source(task, condition, questions)

    def _questions(self, worklist: Worklist, task: Task, condition: str) -> tuple[Question, ...]:
        """Return what is to be asked of a source, earlier questions aside."""
        vertices = self._vertices.get(task.segment, ())
        if len(vertices) < 2:
            return ()
        common = task.set == "common"
        before = worklist.asked.get((task, condition), [])
        kept: list[Slots] = []
        if common and not before and (fixed := self._fixed.get((task.segment, condition))):
            kept.extend(_still(fixed, vertices))
        if not before and not kept:
            return self._fresh(worklist.person, task, condition)
        if condition == COMPARING and self._campaign.design.budget and not common:
            return ()  # steering asks about what joined when its turn comes
        who = () if common else (worklist.person.id,)
        draw = stream(self._campaign.seed, "joining", task.segment, *who)
        new = joining(vertices, before or kept, draw)
        return tuple(Question(slots) for slots in (*kept, *new))

    def _fresh(self, person: Annotator, task: Task, condition: str) -> tuple[Question, ...]:
        """Draw the questions of a source: once for everyone in the common set, else for one."""
        segment, common = task.segment, task.set == "common"
        if common and (segment, condition) in self._drawn:
            return self._drawn[segment, condition]
        vertices = self._vertices[segment]
        who = () if common else (person.id,)
        draw = stream(self._campaign.seed, "pairs", condition, segment, *who)
        if condition == ORDERING:
            shown = self._protocol.shown(condition)
            questions = tuple(Question(slots) for slots in covering(vertices, shown, draw))
        elif self._campaign.design.budget and not common:
            pairs = list(combinations(vertices, 2))
            questions = (Question(pairs[draw.integers(len(pairs))], 1 / len(pairs)),)
        else:
            questions = tuple(
                Question((vertices[one], vertices[other]))
                for one, other in tournament(len(vertices), draw)
            )
        if common:
            self._drawn[segment, condition] = questions
        return questions


def questions_in(work: Iterable[Assignment]) -> dict[tuple[str, str], list[Slots]]:
    """Return the questions of the common set in somebody's work, by segment and condition."""
    found: dict[tuple[str, str], dict[frozenset[str], Slots]] = {}
    for assignment in work:
        if assignment.set == "common" and len(assignment.slots) > 1:
            asked = found.setdefault((assignment.segment, assignment.condition), {})
            asked.setdefault(frozenset(assignment.slots), tuple(sorted(assignment.slots)))
    return {key: sorted(asked.values()) for key, asked in found.items()}


def begins_with_ranking(campaign: Campaign, pair: str, place: int) -> bool:
    """Tell whether the annotator at this place begins a crossover with rankings.

    Of every two who stand beside each other one does; the seed decides which.
    """
    name = campaign.protocol.partition("@")[0]
    coin = int(stream(campaign.seed, name, pair, place // 2).integers(2))
    return place % 2 != coin


def covering(vertices: Slots, shown: int, draw: np.random.Generator) -> list[Slots]:
    """Return rankings of at most `shown` outputs that cover all of them.

    As few as it takes, of equal size as far as possible; each shares one output with the
    one before, so that a chain of rankings connects everything.
    """
    order = [vertices[at] for at in draw.permutation(len(vertices))]
    steps = len(order) - 1
    number = -(-steps // (shown - 1))
    ends = [steps * k // number for k in range(number + 1)]
    return [tuple(order[a : b + 1]) for a, b in pairwise(ends)]


def joining(
    vertices: Slots, asked: Sequence[Slots], draw: np.random.Generator
) -> list[tuple[str, str]]:
    """Return the pairs that connect everything with what was asked, as few as it takes.

    `asked` holds the outputs that earlier questions showed. An output that joined later is
    asked about under its own name even where it equals an earlier one, because
    nobody can tell afterwards that a judgement was about both; equal outputs
    are never held against each other. Withdrawn systems connect, but are not asked again.
    """
    waiting = _components(vertices, asked)
    found: list[tuple[str, str]] = []
    connected = waiting.pop(int(draw.integers(len(waiting)))) if waiting else {}
    while waiting:
        for place in draw.permutation(len(waiting)):
            other = waiting[place]
            pairs = [
                (one, new) for one in sorted(connected) for new in sorted(other)
                if connected[one] != other[new]
            ]  # fmt: skip
            if pairs:
                found.append(pairs[draw.integers(len(pairs))])
                connected |= waiting.pop(place)
                break
        else:
            break
    return found


def _components(vertices: Slots, asked: Sequence[Slots]) -> list[dict[str, str]]:
    """Return the sets of outputs that questions connect, each with the vertex it belongs to now."""
    home = {name: vertex for vertex in vertices for name in parts_of(vertex)}
    seen = {name for slots in asked for slot in slots for name in parts_of(slot)}
    sets: list[set[str]] = []
    for slots in asked:
        met = [one for one in sets if not one.isdisjoint(slots)]
        sets = [one for one in sets if one not in met] + [set(slots).union(*met)]
    unseen = [[name for name in parts_of(vertex) if name not in seen] for vertex in vertices]
    sets += [{joined(names)} for names in unseen if names]
    # A slot stands for the vertex its text belongs to now, or for none if it was withdrawn.
    texts = [{slot: at for slot in one if (at := _home(slot, home))} for one in sets]
    return sorted((one for one in texts if one), key=min)


def _home(slot: str, home: Mapping[str, str]) -> str:
    return next((home[name] for name in parts_of(slot) if name in home), "")


def _still(questions: Iterable[Slots], vertices: Slots) -> Iterator[Slots]:
    """Yield what is left of earlier questions without the systems that were withdrawn."""
    home = {name: vertex for vertex in vertices for name in parts_of(vertex)}
    for slots in questions:
        left = tuple(slot for slot in slots if _home(slot, home))
        if len(left) > 1:
            yield left


def _shuffled(things: Sequence[_Thing], draw: np.random.Generator) -> list[_Thing]:
    return [things[at] for at in draw.permutation(len(things))]


def _batches(sources: Iterable[_Source], size: int, first: int) -> Iterator[int]:
    """Yield the batch of every question.

    A source begins a new batch if it does not fit into this one, and runs over
    into the next only if no batch can hold it; so does every condition.
    """
    batch, filled, condition = first, 0, ""
    for source in sources:
        full = filled + len(source.questions) > size
        if filled and (full or source.condition != condition):
            batch, filled = batch + 1, 0
        condition = source.condition
        for _ in source.questions:
            if filled == size:
                batch, filled = batch + 1, 0
            filled += 1
            yield batch


def present(
    campaign: Campaign,
    annotator: Annotator,
    *,
    segment: str,
    slots: Slots,
    order: int,
    pass_: str,
    set_: str,
    batch: int | None = None,
    condition: str = "",
    propensity: float | None = None,
    role: Role = "real",
    of: str = "",
) -> Assignment:
    """Return one presentation of a segment to somebody.

    Its id follows from the outputs in the order they are shown, and from how they are
    asked about: when a campaign is edited while a page is open, an answer to the old
    page names an assignment that is gone, and is refused instead of being read with its
    sides turned. Without a `batch`, every batch is as long as the design says. A control
    item may show what another item shows, so its role and its batch tell them apart.
    """
    shown = [campaign.text(segment, slot) for slot in slots]
    asked: tuple[str, ...] = (pass_, condition) if condition else (pass_,)
    if role != "real":
        asked = (pass_, condition, role, str(batch))
    return Assignment(
        id=opaque(campaign.seed, campaign.name, annotator.id, segment, *asked, *slots, *shown),
        annotator=annotator.id,
        segment=segment,
        slots=slots,
        batch=order // campaign.design.batch if batch is None else batch,
        order=order,
        pass_=pass_,
        group=annotator.group,
        set=set_,
        role=role,
        of=of,
        propensity=propensity,
        condition=condition,
    )
