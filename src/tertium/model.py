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

from tertium.settings import setting

MERGED = "+"  # between the names of systems whose outputs are the same
ANCHOR = "anchor."  # before the name that a segment had in an earlier campaign
DEGRADED = "~degraded"  # after the name of a system: its output, made worse to see who reads
Layer = Literal["observed", "prefilled", "consolidated", "inferred", "rebuttal", "arbitrated"]
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
class Design:
    """Who judges what, as `[design]` of the campaign file says; a protocol knows some of it."""

    kind: Literal["common-unique", "by-two", "by-three", "hits", "one-only", "documents"] = setting(
        "common-unique", "how the work is shared out; those that the protocol has"
    )
    annotators: int | tuple[str, ...] = setting(
        3,
        'a number per language pair; or ids: `["ann-01", "ann-02"]`; or per pair: '
        '`{ en-de = 5, en-fr = ["x", "y"] }`',
        'per language pair; or ids: ["ann-01", "ann-02"]',
        least=1,
    )
    common: int = setting(
        50,
        "segments per language pair that everyone judges",
        "segments that everyone judges: inter-annotator agreement",
    )
    passes: int = setting(
        1,
        "2: the common set is repeated at the end",
        "2: repeat these at the end: intra-annotator agreement",
        least=1,
        most=2,
    )
    unique: int | Literal["all"] = setting(
        "all",
        "further segments per annotator, judged by no other annotator; in `by-two` and "
        "`by-three`, the maximum per annotator",
        "further segments per annotator, judged by one only",
    )
    judges: int = setting(1, "annotators who judge the same outputs", least=1)
    # Of HITs in direct assessment: what one holds, by the roles of its items.
    real: int = setting(70, "outputs in a HIT", least=1)
    degraded: int = setting(
        10,
        "degraded copies of these outputs",
        "degraded copies of some of them: attention check",
    )
    references: int = setting(
        10,
        "references of their segments, as if they were outputs",
        "references as if they were outputs",
    )
    repeats: int = setting(
        10,
        "exact repeats of these outputs",
        "exact repeats: intra-annotator agreement",
    )
    apart: int = setting(
        40,
        "minimum distance between a quality-control item and its original",
        "places between these and their originals, at least",
    )
    degrading: Literal["quarter", "appraise"] = setting(
        "quarter",
        "how many words of texts with more than 20 are replaced: a quarter of them, or six "
        '(`"appraise"`)',
        "beyond 20 words; or appraise: 6 words",
        allowed=("quarter", "appraise"),
    )
    anchored: int = setting(
        10, "outputs of the table `anchors`, whose score is known, in a HIT", shown=False
    )
    # Of post-editing, where nobody works on a source twice; `judges` edit each output.
    training: int = setting(
        0,
        "sources that everyone edits first, each with one output; `new` writes a quarter of them, "
        "50 at most",
        "sources that everyone edits first",
    )
    scratch: bool = setting(
        False,
        "some sources are translated from scratch, as if that were one more system",
        "some sources are translated from scratch",
    )
    crossed: tuple[str, ...] = setting(
        (),
        "aids that half of the tasks have and half have not: `glossary`, `termbase`, "
        "`specification`",
        'aids for half of the tasks: ["glossary"]',
    )
    blocks: bool = setting(
        False,
        "one condition after the other, in separate batches; annotators start with different ones",
        "one condition after the other, not mixed",
    )
    batch: int = setting(100, "items per session", least=1)
    # Of protocols of many systems; the steered questions lie outside the common set.
    follow_up: int = setting(
        1,
        "further questions per source, between top translations that no chain of answers relates; "
        "never in the common set",
        "further questions where the best stay open",
    )
    budget: int = setting(
        0,
        "instead of a tournament, this many questions per source, each chosen for the most "
        "information, without follow-ups; the common set stays a tournament",
        "or: so many questions a source, each steered",
    )
    pause: float = setting(
        0.0,
        "days between the two halves; `new` writes 7",
        "days between the two ways of asking",
    )
    looks: int = setting(
        0,
        "two systems: number of planned [interim analyses](monitoring.md), equally spaced; 0: "
        "anytime-valid test",
        most=100,  # from there on one may as well look at any time
        shown=False,
    )
    min_words: int = setting(
        5,
        "shorter sources are not asked about; see [words](file-formats.md#words)",
        "shorter and longer sources are not asked about",
    )
    max_words: int = setting(50, "nor are longer ones", "", least=1)
    near_identical: Literal["ask", "leave-out"] = setting(
        "ask",
        '`"leave-out"`: not if outputs differ in quotation marks, apostrophes or spacing only',
        "leave-out: not if only quotes or spacing differ",
        allowed=("ask", "leave-out"),
    )
    context: int = setting(
        2,
        "neighbouring sentences shown on either side; 0 if lines are not running text",
        "neighbouring sentences shown; 0 if unrelated",
    )


@dataclass(frozen=True, slots=True)
class Prices:
    """What a task costs, in money and time; both are planning figures until measured."""

    per_task: float = setting(0.0, "money for one judgement")
    currency: str = setting("EUR", "its currency", "")
    seconds_per_task: float = setting(
        30.0, "time for one judgement, until it is measured", "an estimate until it is measured"
    )


@dataclass(frozen=True, slots=True)
class Example:
    """A tutorial item: a text, outputs, the expected answer and why."""

    source: str
    texts: tuple[str, ...]
    answer: str
    why: str
    source_language: str = ""
    target_language: str = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """What annotators are told; empty strings mean the translated default."""

    language: str = setting("en", "of the pages: `en`, `fr`, `es` or `de`",
                            "of the pages: en, fr, es or de")  # fmt: skip
    contact: str = setting("", "contact for annotators")
    profile: bool = setting(True, "ask for a short profile first")
    consent: str = setting("", "instead of the standard text that people agree to", shown=False)
    instructions: str = setting("", "instead of the standard text", shown=False)
    deadline: datetime | None = setting(
        None,
        "shown to annotators: a date, or a time such as `2030-05-31T18:00:00Z`",
        shown=False,
    )
    tutorial: tuple[Example, ...] = ()


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
    set: str = ""  # "common", "unique"; later "train", "test"
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
    side: str | None = None
    start: int | None = None
    end: int | None = None
    category: str | None = None
    severity: str | None = None
    text: str | None = None
    comment: str | None = None
    layer: Layer = "observed"
    propensity: float | None = None
