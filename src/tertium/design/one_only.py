"""One-only: nobody works on a source twice, and everybody meets all systems equally often.

A *treatment* is what is done to a source: editing the output of one system under one
condition, or translating from scratch. Everybody first edits the *training set*, in which
each source comes with one output; it makes people comparable afterwards. In the *test set*
every treatment of a source goes to `judges` different people. With fewer people than that
takes, tasks are left out by chance, evenly over treatments (Aziz, Mitkov and Specia, 2013,
Ranking machine translation systems via post-editing).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from tertium.design.chance import stratified, stream
from tertium.design.pairing import present
from tertium.design.select import Selection
from tertium.model import Annotator, Assignment, Campaign, Output, Plan, Segment
from tertium.protocols.conditions import EDITING, QUESTIONNAIRE, SCRATCH

TRAIN, TEST = "train", "test"  # the sets of assignments
IDLE = -1


@dataclass(frozen=True, slots=True, order=True)
class Treatment:
    """What a slot shows, and under which condition it is worked on."""

    slot: str
    condition: str = ""


def rectangle(
    sources: int, people: int, treatments: int, judges: int, draw: np.random.Generator
) -> NDArray[np.intp]:
    """Return the treatment each person (column) gives each source (row), −1 for none.

    The places around a table are the `judges` × `treatments` tasks of a source, and, if there
    are more people than tasks, evenly spread places without work. From source to source
    everybody moves on: after as many sources as there are places, everybody has had each
    place once. So in every row a treatment appears at most `judges` times, exactly that
    often if people suffice, and in every column any two treatments are equally frequent, up
    to one, whatever the number of sources.
    """
    tasks = judges * treatments
    places = max(people, tasks)
    # Place k has work where the running share of tasks passes a whole number.
    busy = np.diff(np.arange(places + 1) * tasks // places) > 0
    found = np.full((sources, people), IDLE, dtype=np.intp)
    for begin in range(0, sources, places):
        rows = min(places, sources - begin)
        turn = draw.permutation(rows)  # consecutive turns keep a last, shorter round even
        table = np.full(places, IDLE, dtype=np.intp)
        table[busy] = np.tile(draw.permutation(treatments), judges)
        seats = draw.permutation(places)[:people]
        found[begin : begin + rows] = table[(seats[None, :] + turn[:, None]) % places]
    return found


def treatments_of(campaign: Campaign, outputs: Sequence[str]) -> tuple[Treatment, ...]:
    """Return what can be done to a source with these outputs."""
    design = campaign.design
    tasks = [(slot, EDITING) for slot in outputs]
    tasks += [(SCRATCH, SCRATCH)] if design.scratch else []
    given = [
        "".join(f"+{aid}" for aid in aids)
        for size in range(len(design.crossed) + 1)
        for aids in combinations(design.crossed, size)
    ]
    return tuple(Treatment(slot, condition + aids) for slot, condition in tasks for aids in given)


def deal_one_only(
    old: Plan, campaign: Campaign, selection: Selection, people: Sequence[Annotator]
) -> tuple[list[Assignment], tuple[Output, ...]]:
    """Return new assignments, and the empty texts from which somebody translates.

    A later version of a plan deals new sources to everyone, and gives new people what was
    left out so far.
    """
    asked = selection.asked
    treatments = {
        segment: treatments_of(campaign, outputs) for segment, outputs in selection.vertices.items()
    }
    texts = tuple(Output(one.id, SCRATCH, "") for one in asked) if campaign.design.scratch else ()
    campaign = campaign.with_texts(texts)
    made: list[Assignment] = []
    had: dict[str, list[Assignment]] = {person.id: [] for person in people}
    for one in old.assignments:
        had[one.annotator].append(one)
    for pair in dict.fromkeys(segment.pair for segment in asked):
        group = [person for person in people if person.group == pair]
        mine = [segment for segment in asked if segment.pair == pair]
        train = _training(old, campaign, pair, mine, treatments, group)
        test = _test(old, campaign, pair, mine, treatments, group, {*train})
        for turn, person in enumerate(group):
            made += _presented(campaign, person, had[person.id], train, test[person.id], turn)
    return made, texts


def late_one_only(
    campaign: Campaign, annotator: Annotator, work: Sequence[Assignment]
) -> tuple[Assignment, ...]:
    """Return somebody's open work for somebody else, who has seen none of it."""
    train = {one.segment: _of(one) for one in _edited(work, TRAIN)}
    test = {one.segment: _of(one) for one in _edited(work, TEST)}
    turn = int(stream(campaign.seed, "late", annotator.id).integers(1_000))
    return tuple(_presented(campaign, annotator, (), train, test, turn))


def _edited(work: Iterable[Assignment], set_: str) -> Iterator[Assignment]:
    """Yield what is edited in one of the sets; questions after a batch are something else."""
    return (one for one in work if one.set == set_ and one.condition != QUESTIONNAIRE)


def _of(assignment: Assignment) -> Treatment:
    return Treatment(assignment.slots[0], assignment.condition)


def _training(
    old: Plan,
    campaign: Campaign,
    pair: str,
    asked: Sequence[Segment],
    treatments: Mapping[str, Sequence[Treatment]],
    group: Sequence[Annotator],
) -> dict[str, Treatment]:
    """Return the training set: the one in use, and more if the design wants more.

    Treatments take turns, so that people are made comparable on all of them.
    """
    names = {person.id for person in group}
    known = [one for one in old.assignments if one.annotator in names]
    found = {one.segment: _of(one) for one in _edited(known, TRAIN)}
    used = {one.segment for one in known}
    own = {(one.segment, one.system) for one in campaign.authors if one.annotator in names}
    able = {
        segment.id: [one for one in treatments[segment.id] if (segment.id, one.slot) not in own]
        for segment in asked
        if segment.id not in used
    }
    free = [segment for segment in asked if able.get(segment.id)]
    draw = stream(campaign.seed, "training", pair, len(found))
    order = stratified([one.id for one in free], [one.domain for one in free], draw)
    had = Counter(found.values())
    for segment in order[: max(0, campaign.design.training - len(found))]:
        choice = min(able[segment], key=lambda one: (had[one], draw.random()))
        found[segment] = choice
        had[choice] += 1
    return found


def _test(
    old: Plan,
    campaign: Campaign,
    pair: str,
    asked: Sequence[Segment],
    treatments: Mapping[str, Sequence[Treatment]],
    group: Sequence[Annotator],
    train: set[str],
) -> dict[str, dict[str, Treatment]]:
    """Return what each person does to which source of the test set."""
    done: dict[str, Counter[Treatment]] = {}
    seen: dict[str, set[str]] = {person.id: set() for person in group}
    had: dict[str, Counter[Treatment]] = {person.id: Counter() for person in group}
    for one in _edited(old.assignments, TEST):
        if one.annotator in seen:
            done.setdefault(one.segment, Counter())[_of(one)] += 1
            seen[one.annotator].add(one.segment)
            had[one.annotator][_of(one)] += 1
    found: dict[str, dict[str, Treatment]] = {person.id: {} for person in group}
    draw = stream(campaign.seed, "one-only", pair, len(old.assignments))
    fresh = [one for one in asked if one.id not in done and one.id not in train]
    order = stratified([one.id for one in fresh], [one.domain for one in fresh], draw)
    every = sorted({one for segment in order for one in treatments[segment]})
    judges = campaign.design.judges
    table = rectangle(len(order), len(group), len(every), judges, draw)
    if campaign.authors:
        table = _for_others(campaign, order, every, group, table)
    for segment, row in zip(order, table, strict=True):
        for person, at in zip(group, row, strict=True):
            if at != IDLE and every[at] in treatments[segment]:  # else it has no such output
                found[person.id][segment] = every[at]
    for segment, given in done.items():
        left = [one for one in treatments.get(segment, ()) for _ in range(judges - given[one])]
        for task in (left[at] for at in draw.permutation(len(left))):
            free = [person for person in group if segment not in seen[person.id]]
            if free:
                who = min(free, key=lambda one: (had[one.id][task], had[one.id].total()))
                seen[who.id].add(segment)
                had[who.id][task] += 1
                found[who.id][segment] = task
    return found


def _for_others(
    campaign: Campaign,
    order: Sequence[str],
    every: Sequence[Treatment],
    group: Sequence[Annotator],
    table: NDArray[np.intp],
) -> NDArray[np.intp]:
    """Return the table with every row dealt anew, so that nobody is given their own text.

    In each row tasks go where they have been met least; what only its author could take is
    left out.
    """
    own = {(one.segment, one.system, one.annotator) for one in campaign.authors}
    met = np.zeros((len(group), len(every)))
    found = np.full_like(table, IDLE)
    for at, segment in enumerate(order):
        tasks = table[at][table[at] != IDLE]
        mine = np.array(
            [[(segment, every[task].slot, one.id) in own for task in tasks] for one in group]
        )
        # One's own text costs more than any imbalance; the load decides among equals.
        cost = len(order) * met[:, tasks] + met.sum(axis=1, keepdims=True) + 1e9 * mine
        people, places = linear_sum_assignment(cost)
        for person, task in zip(people, places, strict=True):
            if not mine[person, task]:
                found[at, person] = tasks[task]
                met[person, tasks[task]] += 1
    return found


def _presented(
    campaign: Campaign,
    person: Annotator,
    mine: Sequence[Assignment],
    train: Mapping[str, Treatment],
    test: Mapping[str, Treatment],
    turn: int,
) -> Iterator[Assignment]:
    """Put somebody's new work into an order: training first, then as the design says.

    Mixed, every treatment may follow every other. In blocks, each condition is a task of its
    own with batches of its own, and people begin with different ones, in turn.
    """
    trained = {one.segment for one in mine if one.set == TRAIN}
    order = max((one.order + 1 for one in mine), default=0)
    batch = max((one.batch + 1 for one in mine), default=0)
    draw = stream(campaign.seed, "order", person.id, len(mine))
    new = [segment for segment in train if segment not in trained]
    blocks = [(TRAIN, _shuffled(new, draw))]
    if campaign.design.blocks:
        conditions = sorted({one.condition for one in test.values()})
        first = stream(campaign.seed, "blocks", person.group).permutation(len(conditions))
        for step in range(len(conditions)):
            now = conditions[first[(step + turn) % len(conditions)]]
            part = [segment for segment, one in test.items() if one.condition == now]
            blocks.append((TEST, _shuffled(part, draw)))
    else:
        blocks.append((TEST, _shuffled(list(test), draw)))
    size = campaign.design.batch
    asks = bool(campaign.options.get("questionnaire"))
    for set_, segments in blocks:
        for begin in range(0, len(segments), size):
            part = segments[begin : begin + size]
            tasks = [(segment, (train if set_ == TRAIN else test)[segment]) for segment in part]
            shown: list[tuple[str, tuple[str, ...], str]] = [
                (segment, (task.slot,), task.condition) for segment, task in tasks
            ]
            shown += [(part[-1], (), QUESTIONNAIRE)] if asks else []
            for segment, slots, condition in shown:
                yield present(
                    campaign,
                    person,
                    segment=segment,
                    slots=slots,
                    order=order,
                    batch=batch,
                    pass_="",
                    set_=set_,
                    condition=condition,
                )
                order += 1
            batch += 1


def _shuffled(things: Sequence[str], draw: np.random.Generator) -> list[str]:
    return [things[at] for at in draw.permutation(len(things))]
