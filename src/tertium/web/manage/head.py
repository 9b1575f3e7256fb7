"""What stands at the head of every page about one campaign."""

from dataclasses import replace
from datetime import datetime
from typing import Literal
from weakref import WeakKeyDictionary

from msgspec import Struct

from tertium import protocols
from tertium.formats.codebook import rated_scales
from tertium.model import Campaign, parts_of
from tertium.protocols.consolidation import is_marked
from tertium.protocols.marking import ERRORS
from tertium.store import AnnotatorState, CampaignState, Store
from tertium.store.flatten import Rounds

SIMULATED = "simulated"  # the event that marks invented judgements


class Head(Struct, frozen=True):
    """A campaign in a few facts. `systems` is empty until names are revealed.

    `many` tells that any number of systems is ranked, rather than two releases compared;
    `scored` that outputs get numbers, rather than being compared; `marked` that errors are
    marked in them, `cut` that they are judged chunk by chunk, `turns` that annotators are asked in
    several ways by turns, `versions` that errors stand in the outputs of two systems or more.
    """

    name: str
    title: str
    protocol: str
    pairs: tuple[str, ...]
    planned: int
    done: int
    state: Literal["open", "paused", "closed"]
    opened_at: datetime
    deadline: datetime | None  # in its own time zone
    zone: str
    revealed_at: datetime | None
    systems: tuple[str, ...]
    many: bool
    scored: bool
    rated: bool
    marked: bool
    cut: bool
    turns: bool
    versions: bool
    simulated: bool
    archived: bool
    pilot: bool


def pairs_of(campaign: Campaign) -> tuple[str, ...]:
    """Return the language pairs in the order of the texts."""
    return tuple(dict.fromkeys(segment.pair for segment in campaign.segments))


def present_round(store: Store, name: str) -> list[AnnotatorState]:
    """Return the annotators with their work of the present round: the pilot's, or all other."""
    people = store.annotators.all(name)
    if not store.pilots.count(name):
        return people
    running, shares = store.campaigns.state(name).pilot is not None, store.pilots.shares(name)
    found = []
    for person in people:
        asked, done = shares.get(person.id, (0, 0))
        if not running:
            asked, done = person.assigned - asked, person.done - done
        found.append(replace(person, assigned=asked, done=done))
    return found


def rounds_now(store: Store, name: str) -> Rounds:
    """Return which answers are looked at: those of a pilot round while it runs."""
    return "pilot" if store.campaigns.state(name).pilot is not None else "main"


def planned_of(people: list[AnnotatorState]) -> int:
    """Return how many answers are planned: people who stopped count for what they did."""
    return sum(person.assigned if person.state == "active" else person.done for person in people)


def compares_outputs(campaign: Campaign) -> bool:
    """Tell whether people say which output is better."""
    asks = protocols.get(campaign.protocol).asks
    return any(ask.name in ("better", "ranks") for ask in asks)


def ranks_systems(campaign: Campaign) -> bool:
    """Tell whether people compare the outputs of any number of systems."""
    return protocols.get(campaign.protocol).many and compares_outputs(campaign)


def scores_outputs(campaign: Campaign) -> bool:
    """Tell whether people give numbers to the outputs of systems."""
    protocol = protocols.get(campaign.protocol)
    return bool(protocol.scales) and not protocol.edits


_known: WeakKeyDictionary[Store, dict[str, bool]] = WeakKeyDictionary()


def is_simulated(store: Store, campaign: str) -> bool:
    """Tell whether the log says that judgements were invented for a rehearsal.

    Invented ones never stand beside real ones, so the log is read once, after
    the first judgement.
    """
    if store.campaigns.state(campaign).frozen_at is None:
        return False
    known = _known.setdefault(store, {})
    if campaign not in known:
        known[campaign] = any(event.event == SIMULATED for event in store.history.events(campaign))
    return known[campaign]


_marked: WeakKeyDictionary[Store, dict[str, tuple[int, frozenset[str]]]] = WeakKeyDictionary()


def has_versions(store: Store, campaign: str) -> bool:
    """Tell whether errors were marked in the outputs of two systems or more.

    Judgements are looked through until that is known, and each of them once.
    """
    made = store.campaigns.get(campaign)
    if len(made.systems) < 2 or not is_marked(protocols.get(made.protocol)):
        return False
    known = _marked.setdefault(store, {})
    after, systems = known.get(campaign, (0, frozenset[str]()))
    if len(systems) < 2:
        for stored in store.judgements.all(campaign, after=after):
            after, judgement = stored.sequence, stored.judgement
            marks = judgement.answer.get(ERRORS, {}).get("marks", ())
            if marks:
                given = store.assignments.get(campaign, judgement.annotator, judgement.assignment)
                if given.role == "real":
                    slots = {given.slots[mark["slot"] - 1] for mark in marks}
                    systems |= {part for slot in slots for part in parts_of(slot)}
            if len(systems) > 1:
                break
        known[campaign] = after, systems
    return len(systems) > 1


def head_of(store: Store, name: str) -> Head:
    """Return the head of a campaign's pages; NotFound names the campaigns there are."""
    state: CampaignState = store.campaigns.state(name)
    campaign = store.campaigns.get(name)
    people = present_round(store, name)
    protocol = protocols.get(campaign.protocol)
    revealed = state.revealed_at is not None
    return Head(
        name=name,
        title=campaign.title,
        protocol=protocol.name,
        pairs=pairs_of(campaign),
        planned=planned_of(people),
        done=sum(person.done for person in people),
        state=state.state,
        opened_at=state.created_at,
        deadline=state.deadline,
        zone=state.zone,
        revealed_at=state.revealed_at,
        systems=tuple(system.name for system in campaign.systems) if revealed else (),
        many=ranks_systems(campaign),
        scored=scores_outputs(campaign),
        rated=bool(rated_scales(campaign)),
        marked=is_marked(protocol),
        cut=protocol.cuts,
        turns=protocol.planning.groups > 1,
        versions=has_versions(store, name),
        simulated=is_simulated(store, name),
        archived=state.archived_at is not None,
        pilot=state.pilot is not None,
    )
