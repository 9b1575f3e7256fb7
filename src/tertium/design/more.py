"""Questions that follow from answers, drawn when everything before them is answered.

A *source* is one segment in one pass, as one annotator compares its translations. A
*round* asks at most one question about each source: a follow-up, or in budget mode the
next pair; when no source has any left, whether a translation is adequate. Sources of
the common set are compared as planned and never steered.

The same answers always give the same questions: chance comes from the campaign's seed,
and the id of an assignment from what it shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import combinations
from math import nan

import numpy as np

from tertium import protocols
from tertium.design.chance import stream
from tertium.design.pairing import present
from tertium.design.select import vertices_of
from tertium.design.steering import Strengths, follow_ups, next_pair
from tertium.design.tournament import merge_equal
from tertium.model import Annotator, Assignment, Campaign, Judgement, joined, parts_of
from tertium.protocols.conditions import ADEQUACY, BUDGET, COMPARING, FOLLOW_UP
from tertium.protocols.preferences import ANSWERS
from tertium.stats.campaign import references_of
from tertium.stats.tournament.propagation import Graph, propagate


@dataclass(frozen=True, slots=True)
class _Source:
    """What one annotator was asked about one segment in one pass."""

    segment: str
    pass_: str
    comparisons: list[Assignment] = field(default_factory=list)
    adequacy: list[Assignment] = field(default_factory=list)

    @property
    def common(self) -> bool:
        """Whether everyone is asked the same."""
        return any(assignment.set == "common" for assignment in self.comparisons)

    @property
    def vertices(self) -> list[str]:
        """The outputs that were shown, in the order of names."""
        return sorted({slot for assignment in self.comparisons for slot in assignment.slots})


@dataclass(frozen=True, slots=True)
class _Question:
    """What to ask next about a source."""

    source: _Source
    slots: tuple[str, ...]
    set: str
    propensity: float | None = None


def draws_more(campaign: Campaign) -> bool:
    """Tell whether a campaign may ask more than its plan says."""
    protocol = protocols.get(campaign.protocol, campaign.options)
    if not any(COMPARING in ask.when for ask in protocol.asks):
        return False
    design = campaign.design
    return design.follow_up > 0 or design.budget > 0 or bool(protocol.settings.get("adequacy"))


def more_questions(
    campaign: Campaign,
    person: Annotator,
    assignments: Sequence[Assignment],
    answered: Mapping[str, Judgement],
    strengths: Strengths | None,
) -> tuple[Assignment, ...]:
    """Return somebody's next round of questions; none while something is unanswered.

    `answered` has the judgement that counts for every assignment; a reported problem is
    an answer that says nothing. `strengths` are those of `campaign.systems` so far, for
    budget mode; without them only the answers about a source steer what is asked about it.
    """
    if not draws_more(campaign) or any(a.id not in answered for a in assignments):
        return ()
    sources = _sources(assignments)
    questions = [
        question
        for source in sources
        if not source.common
        and (question := _next_comparison(campaign, person, source, answered, strengths))
    ]
    if not questions and protocols.get(campaign.protocol, campaign.options).settings.get(
        "adequacy"
    ):
        questions = [
            question
            for source in sources
            if (question := _next_adequacy(campaign, source, answered))
        ]
    return _in_batches(campaign, person, questions, assignments)


def opens_at(
    campaign: Campaign, assignments: Sequence[Assignment], answered: Mapping[str, Judgement]
) -> datetime | None:
    """Return when the second half of a crossover opens, once the first is done.

    None: there is no pause, the first half is not done, or the second has begun.
    """
    if campaign.design.pause <= 0 or not assignments:
        return None
    first = [a for a in assignments if a.condition == assignments[0].condition]
    second = [a for a in assignments if a.condition not in (first[0].condition, ADEQUACY)]
    waits = second and not any(a.id in answered for a in second)
    if not waits or any(a.id not in answered for a in first):
        return None
    last = max(answered[a.id].submitted_at for a in first)
    return last + pause_of(campaign)


def pause_of(campaign: Campaign) -> timedelta:
    """Return the time that lies between the two halves of a crossover."""
    return timedelta(days=campaign.design.pause)


def _sources(assignments: Sequence[Assignment]) -> list[_Source]:
    """Sort somebody's tournament into sources, in the order in which they came up."""
    found: dict[tuple[str, str], _Source] = {}
    for assignment in assignments:
        if assignment.role != "real" or assignment.condition not in (COMPARING, ADEQUACY):
            continue
        key = (assignment.segment, assignment.pass_)
        source = found.setdefault(key, _Source(*key))
        asked = source.adequacy if assignment.condition == ADEQUACY else source.comparisons
        asked.append(assignment)
    return list(found.values())


def _next_comparison(
    campaign: Campaign,
    person: Annotator,
    source: _Source,
    answered: Mapping[str, Judgement],
    strengths: Strengths | None,
) -> _Question | None:
    """Return the pair to ask next about a source, None when it has had its questions."""
    design = campaign.design
    budget = design.budget > 0  # then every pair is drawn with its probability
    asked = len(source.comparisons)
    followed = sum(1 for assignment in source.comparisons if assignment.set == FOLLOW_UP)
    if (asked >= design.budget) if budget else (followed >= design.follow_up):
        return None
    vertices = source.vertices
    if budget:
        vertices = sorted({*vertices, *_joined_later(campaign, source)})
    answers = [*_answers(source, vertices, answered), *_barred(campaign, source, vertices)]
    propensity = None
    if budget:
        draw = stream(campaign.seed, BUDGET, person.id, source.segment, source.pass_, asked)
        known = None if strengths is None else _of_vertices(campaign, vertices, strengths)
        drawn = next_pair(len(vertices), answers, known, draw)
        if drawn is None:
            return None
        pair, propensity = drawn
    else:
        sizes = [len(parts_of(vertex)) for vertex in vertices]
        found = follow_ups(len(vertices), answers, sizes=sizes)
        if not found:
            return None
        pair = found[0]
    slots = tuple(vertices[at] for at in pair)
    coin = stream(campaign.seed, "side", person.id, source.segment, source.pass_, *slots)
    if coin.integers(2):
        slots = slots[::-1]
    return _Question(source, slots, BUDGET if budget else FOLLOW_UP, propensity)


def _answers(
    source: _Source, vertices: Sequence[str], answered: Mapping[str, Judgement]
) -> list[tuple[int, int, float]]:
    """Return what was said about pairs of vertices, NaN where a problem was reported."""
    place = {vertex: at for at, vertex in enumerate(vertices)}
    found = []
    for assignment in source.comparisons:
        left, right = assignment.slots
        value = ANSWERS.get(answered[assignment.id].answer.get("better", ""))
        found.append((place[left], place[right], nan if value is None else value))
    return found


def _barred(
    campaign: Campaign, source: _Source, vertices: Sequence[str]
) -> list[tuple[int, int, float]]:
    """Return the pairs that are never asked, as questions without an answer.

    A withdrawn system is not asked about again; and a text is not compared with itself,
    which could happen when a system joined later with the output of another.
    """
    gone = _withdrawn(campaign, vertices)
    groups = merge_equal([campaign.text(source.segment, vertex) for vertex in vertices])
    same = {pair for group in groups for pair in combinations(group, 2)}
    return [
        (i, j, nan)
        for i, j in combinations(range(len(vertices)), 2)
        if i in gone or j in gone or (i, j) in same
    ]


def _withdrawn(campaign: Campaign, vertices: Sequence[str]) -> set[int]:
    """Return the places of outputs whose systems are all withdrawn."""
    names = {system.name for system in campaign.systems if system.withdrawn}
    return {at for at, vertex in enumerate(vertices) if names.issuperset(parts_of(vertex))}


def _joined_later(campaign: Campaign, source: _Source) -> list[str]:
    """Return the outputs that could be asked about and were not, known ones left out."""
    seen = {name for vertex in source.vertices for name in parts_of(vertex)}
    active = [system for system in campaign.systems if system.part and not system.withdrawn]
    unseen = [
        [name for name in parts_of(vertex) if name not in seen]
        for vertex in vertices_of(campaign, source.segment, active)
    ]
    return [joined(names) for names in unseen if names]


def _of_vertices(campaign: Campaign, vertices: Sequence[str], strengths: Strengths) -> Strengths:
    """Return the strengths of outputs; that of a merged one is the mean of its systems."""
    place = {system.name: at for at, system in enumerate(campaign.systems)}
    share = np.zeros((len(vertices), len(place)))
    for at, vertex in enumerate(vertices):
        parts = parts_of(vertex)
        share[at, [place[name] for name in parts]] = 1 / len(parts)
    mean, covariance = strengths
    return share @ mean, share @ covariance @ share.T


def _next_adequacy(
    campaign: Campaign, source: _Source, answered: Mapping[str, Judgement]
) -> _Question | None:
    """Return the translation to ask about next: of those whose label is open, the best.

    As `next_question` does, but without outputs about which a problem was reported, and
    without withdrawn ones; another output that ties with such a one may speak for both.
    """
    vertices = source.vertices
    comparisons = [
        (vertices[i], vertices[j], value) for i, j, value in _answers(source, vertices, answered)
    ]
    graph = Graph.of(comparisons, vertices)
    said = {a.slots[0]: answered[a.id].answer.get("adequate") for a in source.adequacy}
    known = {output: answer == "yes" for output, answer in said.items() if answer}
    passed = {*said, *(vertices[at] for at in _withdrawn(campaign, vertices))}
    labels = propagate(graph, known, references_of(campaign)).labels
    for group in graph.vertices:
        if labels[group[0]].by == "open":
            for at in group:
                if graph.outputs[at] not in passed:
                    return _Question(source, (graph.outputs[at],), ADEQUACY)
    return None


def _in_batches(
    campaign: Campaign,
    person: Annotator,
    questions: Sequence[_Question],
    assignments: Sequence[Assignment],
) -> tuple[Assignment, ...]:
    """Turn a round into assignments after all others, in batches of their own."""
    order = max((assignment.order for assignment in assignments), default=-1) + 1
    batch = max((assignment.batch for assignment in assignments), default=-1) + 1
    return tuple(
        present(
            campaign,
            person,
            segment=question.source.segment,
            slots=question.slots,
            order=order + number,
            batch=batch + number // campaign.design.batch,
            pass_=question.source.pass_,
            set_=question.set,
            condition=ADEQUACY if question.set == ADEQUACY else COMPARING,
            propensity=question.propensity,
        )
        for number, question in enumerate(questions)
    )
