"""The nouns of Tertium, as frozen values.

A *segment* is a unit of source text; a *system* translates it into an *output*.
A *campaign* asks *annotators* about outputs by one *protocol*: its plan is a list
of *assignments* ("this segment, these systems in this order, for this person"),
each assignment is answered by *judgements*, and a judgement is read as
*observations*, the rows of the one table.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from tertium.settings import Design as Design
from tertium.settings import Example as Example
from tertium.settings import Prices as Prices
from tertium.settings import Wording as Wording

MERGED = "+"  # between the names of systems whose outputs are the same
ANCHOR = "anchor."  # before the name that a segment had in an earlier campaign
PILOT = "pilot"  # the set of assignments that try a campaign out
# Annotators of scores that stand in a list: a place in it may be somebody else in the next row.
UNNAMED = "position-"
DEGRADED = "~degraded"  # after the name of a system: its output, made worse to see who reads
Layer = Literal[
    "observed", "prefilled", "consolidated", "inferred", "rebuttal", "arbitrated", "computed"
]
Role = Literal["real", "repeat", "degraded", "reference", "gold", "anchor", "training", "tutorial"]
ROLES: tuple[Role, ...] = (
    "real",
    "repeat",
    "degraded",
    "reference",
    "gold",
    "anchor",
    "training",
    "tutorial",
)


@dataclass(frozen=True, slots=True)
class Segment:
    """One unit of source text, in its place in a document."""

    id: str
    source: str
    document: str = ""
    position: int = 0
    domain: str = ""
    source_language: str = ""
    target_language: str = ""
    tags: tuple[tuple[str, str], ...] = ()  # column and value, such as difficulty and hard

    @property
    def pair(self) -> str:
        """The language pair, such as `en-de`."""
        return f"{self.source_language}-{self.target_language}"


@dataclass(frozen=True, slots=True)
class Document:
    """Segments that belong together, in reading order."""

    id: str
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class System:
    """Something or someone that translates. A withdrawn system is kept, never deleted."""

    name: str
    part: str = ""  # what the protocol calls it: `baseline`, `advanced`, `reference`
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Output:
    """The text of one system for one segment."""

    segment: str
    system: str
    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """What one screen shows: a segment, its neighbours, and texts in slots instead of systems."""

    segment: Segment
    texts: tuple[str, ...]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    reference: str = ""  # a good translation to judge against, if the campaign has one


@dataclass(frozen=True, slots=True)
class Anchor:
    """An output whose score is known from an earlier campaign; its text is among the outputs."""

    segment: str
    system: str
    score: float


@dataclass(frozen=True, slots=True)
class Author:
    """Who made an output in an earlier campaign, and is not asked about it in this one.

    `condition` is how it was made there: post-edited, with a glossary, from scratch.
    """

    segment: str
    system: str
    annotator: str
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Campaign:
    """Texts, a protocol and a design, described by one file; the plan follows from it.

    `outputs` maps (segment id, system name) to text. `title` is what annotators
    see, so it must not name a system; `name` is for managers.
    """

    name: str
    title: str
    protocol: str  # name@version
    options: Mapping[str, Any]  # what the protocol lets a campaign choose
    seed: int
    systems: tuple[System, ...]
    segments: tuple[Segment, ...]
    outputs: Mapping[tuple[str, str], str]
    design: Design = field(default_factory=Design)
    prices: Prices = field(default_factory=Prices)
    wording: Wording = field(default_factory=Wording)
    anchors: tuple[Anchor, ...] = ()
    authors: tuple[Author, ...] = ()

    def system(self, part: str) -> System:
        """Return the system that plays `part` (such as `baseline`)."""
        return next(system for system in self.systems if system.part == part)

    @property
    def tag_names(self) -> tuple[str, ...]:
        """The columns by which segments are tagged, such as difficulty."""
        return tuple(dict.fromkeys(name for one in self.segments for name, _ in one.tags))

    def tags(self, column: str) -> dict[str, str]:
        """Return the tag of each segment that has one in this column."""
        told = {segment.id: dict(segment.tags).get(column, "") for segment in self.segments}
        return {segment: tag for segment, tag in told.items() if tag}

    def text(self, segment: str, slot: str) -> str:
        """Return what a slot shows: the output of its system, the first one's if merged.

        A degraded copy is an output of its own: it comes with the plan (`with_texts`).
        """
        if (segment, slot) in self.outputs or slot.endswith(DEGRADED):
            return self.outputs[segment, slot]
        return self.outputs[segment, parts_of(slot)[0]]

    def with_texts(self, texts: Iterable[Output]) -> "Campaign":
        """Return the campaign with texts that were made for it among its outputs."""
        made = {(text.segment, text.system): text.text for text in texts}
        return replace(self, outputs={**self.outputs, **made}) if made else self


def joined(systems: Iterable[str]) -> str:
    """Return the name of the one vertex that stands for systems with the same output."""
    return MERGED.join(sorted(systems))


def parts_of(name: str) -> tuple[str, ...]:
    """Return the systems behind a slot, several if their outputs are the same.

    >>> parts_of("a+b"), parts_of("a~degraded")
    (('a', 'b'), ('a',))
    """
    return tuple(name.removesuffix(DEGRADED).split(MERGED))


@dataclass(frozen=True, slots=True)
class Annotator:
    """An opaque id and a group; names and addresses live elsewhere or nowhere."""

    id: str
    group: str = ""  # the language pair, or any grouping the campaign makes


@dataclass(frozen=True, slots=True)
class Assignment:
    """This segment with these systems in this order, for this annotator.

    `id` is opaque: it is the only name an annotator's browser ever receives.
    """

    id: str
    annotator: str
    segment: str
    slots: tuple[str, ...]  # systems in display order; `a+b` if merged, `a~degraded` if so
    batch: int = 0
    order: int = 0  # position in the annotator's whole work
    pass_: str = ""  # "a", "b" for a set judged twice
    group: str = ""
    set: str = ""  # "common", "unique", "train", "test", "pilot"
    role: Role = "real"
    of: str = ""  # of a control item, the segment of its original, which is in the same batch
    propensity: float | None = None  # the probability with which this question was drawn
    condition: str = ""  # how it is asked, where a campaign asks in several ways


@dataclass(frozen=True, slots=True)
class Identical:
    """How many segments of one domain and language pair have outputs that do not differ.

    `within` counts segments inside the length bounds, `overall` all lengths;
    `near` counts those that differ in quotes, apostrophes or spacing only
    (within the bounds).
    """

    pair: str
    domain: str
    within: int
    within_segments: int
    overall: int
    overall_segments: int
    near: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a campaign's file and seed determine: who judges what, in which order.

    `texts` are those that were made for control items and that assignments show.
    """

    annotators: tuple[Annotator, ...]
    assignments: tuple[Assignment, ...]
    identical: tuple[Identical, ...] = ()
    near_identical: tuple[str, ...] = ()  # segment ids
    texts: tuple[Output, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an annotator submitted, kept exactly as given.

    The browser chooses `id`, so that sending twice stores once. A correction
    is a new judgement whose `replaces` names the old one.
    """

    id: str
    campaign: str
    assignment: str
    annotator: str
    answer: Mapping[str, Any]
    submitted_at: datetime  # UTC, when the annotator pressed the key
    seconds: float | None = None  # active time: hidden tab and idling excluded
    replaces: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody said about marks after they were made, kept exactly as given.

    `items` are opaque names of marks. `content` has an `act` (which may be replaced later), or
    a message to `say`, or notes that texts were opened. `seat` is who one's decisions follow
    each other for: the person, or the empty name where several share one place, as managers do.
    `upon` is a decision of somebody else that must still count for this one to be stored.
    """

    id: str
    campaign: str
    stage: Literal["consolidation", "rebuttal", "arbitration", "sets"]
    role: Literal["annotator", "manager", "translator", "arbiter"]
    by: str
    items: tuple[str, ...]
    content: Mapping[str, Any]
    submitted_at: datetime  # UTC
    replaces: tuple[str, ...] = ()
    upon: str = ""

    @property
    def seat(self) -> str:
        """Whose decisions follow each other."""
        return self.by if self.role in ("annotator", "translator") else ""


@dataclass(frozen=True, slots=True)
class Observation:
    """One thing a judgement says: the `said` columns of one table row.

    Spans count code points of the named side's text, end excluded.
    """

    aspect: str
    value: float | None = None
    system: str | None = None
    versus: str | None = None
    slot: int | None = None  # display position of `system`, from 1
    unit: str | None = None
    label: str | None = None
    scale: str | None = None  # of answers: name@version
    side: str | None = None
    start: int | None = None
    end: int | None = None
    category: str | None = None
    severity: str | None = None
    text: str | None = None
    comment: str | None = None
    layer: Layer = "observed"
    propensity: float | None = None
