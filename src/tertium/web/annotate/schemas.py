"""What travels between an annotator's browser and the server.

These types check what is sent and describe the addresses. None of them names a
system, a file, a segment or a set: a browser knows opaque assignments, and
texts in slots.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tertium.protocols.aids import Aid
from tertium.typology import Question
from tertium.web.annotate.keys import KeyCodes

WEEK = 604_800  # seconds; nobody works longer on one item

JudgementId = Annotated[
    str,
    Meta(pattern="^[A-Za-z0-9_-]{8,64}$", description="Chosen by the browser, for example a UUID."),
]
# A language of the interface, or none; which there are depends on the protocol as well.
Language = Annotated[str, Meta(pattern=r"^([a-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$")]
Stage = Literal["consent", "profile", "instructions", "tutorial", "tasks", "break", "thanks"]
Against = Literal["source", "reference", "both", "none"]
Mode = Literal["edit", "scratch", "form", "mark"]
Reason = Literal["stale", "invalid", "unknown"]
StopReason = Literal[
    "unknown", "ended", "paused", "closed", "resting", "consent", "early", "break", "busy",
    "unavailable", "deleted", "pilot",
]  # fmt: skip


class SubmittedAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer, as the annotator gave it."""

    id: JudgementId
    assignment: Annotated[str, Meta(min_length=1, max_length=200)]
    answer: dict[str, Any]
    submitted_at: Annotated[datetime, Meta(tz=True)]
    seconds: Annotated[float, Meta(ge=0, le=WEEK)] | None = None
    replaces: JudgementId | None = None
    aids: tuple[Literal["differences"], ...] = ()  # optional aids that were used


class Submission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One or several answers, oldest first."""

    judgements: Annotated[tuple[SubmittedAnswer, ...], Meta(min_length=1, max_length=200)]


class SavedAnswer(msgspec.Struct, frozen=True):
    """This answer is on disk."""

    id: str
    at: datetime


class CurrentAnswer(msgspec.Struct, frozen=True):
    """The answer that counts now for one assignment."""

    id: str
    answer: dict[str, Any]
    at: datetime
    seconds: float | None = None


class RefusedAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """This answer was not stored, and why.

    `stale`: the assignment was answered meanwhile, by `current`. `invalid`: the
    answer is not one of those asked for. `unknown`: no such assignment here.
    """

    id: str
    reason: Reason
    what: str
    fix: str
    current: CurrentAnswer | None = None


class SubmissionOutcome(msgspec.Struct, frozen=True):
    """What became of each answer."""

    saved: list[SavedAnswer]
    refused: list[RefusedAnswer]


class TaskText(msgspec.Struct, frozen=True):
    """A text with its language and the direction it is written in."""

    text: str
    language: str
    direction: Literal["ltr", "rtl", "auto"]


class TaskLine(msgspec.Struct, frozen=True, kw_only=True):
    """One segment of a document; a translation is missing where a system gave none."""

    source: TaskText | msgspec.UnsetType = msgspec.UNSET
    reference: TaskText | msgspec.UnsetType = msgspec.UNSET
    texts: list[TaskText | None]


class TaskDocument(msgspec.Struct, frozen=True):
    """A document in reading order, with as many columns of translations."""

    columns: int
    lines: list[TaskLine]


class TaskPosition(msgspec.Struct, frozen=True):
    """Where a task stands: in which document of the batch, at which line, in which columns.

    Without a line the question is about the document as a whole. There is one column for
    every slot, in their order.
    """

    document: int
    line: int | None
    columns: list[int]


class Term(msgspec.Struct, frozen=True):
    """A term of the glossary in the source: where it stands, in code points, and its gloss."""

    start: int
    end: int
    gloss: str


class Hint(msgspec.Struct, frozen=True):
    """A passage that a machine points at: it may be an error, and the annotator decides."""

    slot: int
    side: Literal["target", "source"]
    start: int
    end: int
    kind: Literal["tags", "numbers", "terms", "consistency"]
    say: str


class FilledMark(msgspec.Struct, frozen=True):
    """A mark that stands there when the page opens, as an answer keeps it."""

    slot: int
    side: Literal["target", "source"]
    start: int
    end: int
    quote: str
    category: str
    severity: str


class TaskChunk(msgspec.Struct, frozen=True):
    """A part of a text that is judged by itself: its name, and its ranges in code points."""

    name: str
    ranges: list[list[int]]


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """What one screen shows: a source with its neighbours, and translations in slots.

    `asks` names the questions of this task; without it, all of the page's are asked.
    Translations may be judged against a `reference`, in addition to the source or instead.
    Where one is edited, `mode` tells whether it is, or is written from scratch, or whether
    this is a form with questions about the work; `recognised` is the source as a machine
    heard or read it, and `aids` are at hand. Where passages are marked, `hints` point at some,
    marks that are `filled` in stand there from the beginning, and categories are those below
    `within`, if it is given.
    """

    id: str
    source: TaskText | msgspec.UnsetType = msgspec.UNSET
    reference: TaskText | msgspec.UnsetType = msgspec.UNSET
    texts: list[TaskText]
    before: list[TaskText]
    after: list[TaskText]
    answered: CurrentAnswer | None = None
    asks: list[str] | msgspec.UnsetType = msgspec.UNSET
    place: TaskPosition | msgspec.UnsetType = msgspec.UNSET
    mode: Mode | msgspec.UnsetType = msgspec.UNSET
    recognised: TaskText | msgspec.UnsetType = msgspec.UNSET
    terms: list[Term] | msgspec.UnsetType = msgspec.UNSET
    aids: list[Aid] | msgspec.UnsetType = msgspec.UNSET
    hints: list[Hint] | msgspec.UnsetType = msgspec.UNSET
    filled: list[FilledMark] | msgspec.UnsetType = msgspec.UNSET
    within: str | msgspec.UnsetType = msgspec.UNSET
    chunks: list[TaskChunk] | msgspec.UnsetType = msgspec.UNSET
    chunked: str | msgspec.UnsetType = msgspec.UNSET  # whose chunks: source or target


class OwnProgress(msgspec.Struct, frozen=True):
    """The annotator's own work so far: items answered, items in all, active seconds."""

    done: int
    assigned: int
    seconds: float


class AnswerLabel(msgspec.Struct, frozen=True):
    """One possible answer: its value, its key, its words; a category may stand below another."""

    value: str
    key: str
    text: str
    needs_comment: bool = False
    help: str = ""
    level: int = 0


class SliderMark(msgspec.Struct, frozen=True):
    """A mark beside a slider, and what a score there means, if there are words for it."""

    value: int
    text: str


Widget = Literal[
    "choice", "ranks", "scores", "ratings", "checklist", "editor", "text", "spans", "chunk_labels"
]  # fmt: skip


class Ask(msgspec.Struct, frozen=True):
    """One question: answers in displayed order, or a place or a score for every translation.

    For scores, `title` is the aspect in a word or two; `{number}` in the question is the
    place of the segment in its document. What is counted has no marks. On a checklist categories
    are ticked, or their errors counted.
    """

    name: str
    question: str
    labels: list[AnswerLabel]
    widget: Widget = "choice"
    title: str = ""
    marks: list[SliderMark] = []
    counts: bool = False


class LinkStatus(msgspec.Struct, frozen=True):
    """Where the holder of a link stands."""

    title: str
    stage: Stage
    own: OwnProgress
    deadline: datetime | None = None


class StopPage(msgspec.Struct, frozen=True):
    """Why a link leads nowhere now, as code and in words."""

    reason: StopReason
    what: str
    fix: str
    where: str = ""


class Consent(msgspec.Struct, frozen=True):
    """What the annotator is asked to agree to."""

    title: str
    sentences: list[str]
    contact: str
    consented_at: datetime | None = None


class ConsentDecision(msgspec.Struct, frozen=True):
    """Yes or no to the consent, and the language it was read in."""

    agree: Literal["yes", "no"]
    language: Language = ""


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """What annotators may tell about themselves; nothing is required."""

    native: Annotated[str, Meta(max_length=200)] = ""
    languages: Annotated[str, Meta(max_length=200)] = ""
    years: Annotated[float, Meta(ge=0, le=80)] | None = None


class ProfilePage(msgspec.Struct, frozen=True):
    """The questions about the annotator that are open."""

    title: str
    given: bool


class Definition(msgspec.Struct, frozen=True):
    """A word of the campaign and what it means; `level` is how deep it stands in a tree."""

    name: str
    help: str
    level: int = 1


class Definitions(msgspec.Struct, frozen=True):
    """Words that belong together: severities, categories, points of a scale."""

    title: str
    entries: list[Definition]


class Instructions(msgspec.Struct, frozen=True):
    """What to do, in paragraphs, what each answer means, and what the campaign's words mean."""

    title: str
    paragraphs: list[str]
    answers: list[str]
    definitions: list[Definitions]
    language: str
    deadline: datetime | None = None


class TutorialAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a tutorial item; nothing of it is kept."""

    assignment: Annotated[str, Meta(min_length=1, max_length=200)]
    answer: dict[str, Any]


class TutorialFeedback(msgspec.Struct, frozen=True):
    """Whether it is the usual answer to a tutorial item, what that is, by question, and why."""

    same: bool
    expected: dict[str, Any]
    why: str
    last: bool


class EditingSettings(msgspec.Struct, frozen=True):
    """How texts are edited on this page.

    A text has at most `limit` code points; a log holds at most so many `events`, and they
    tell no characters where the campaign is `content_free`.
    """

    rated: bool
    gold: bool
    content_free: bool
    spelling: bool
    limit: int
    events: int


class MarkedSeverity(msgspec.Struct, frozen=True):
    """A severity that a mark may have; what it costs is nothing for annotators to see."""

    id: str
    name: str
    key: str
    help: str
    merit: bool


class MarkedNode(msgspec.Struct, frozen=True):
    """A category that a mark may have, below its parent."""

    id: str
    name: str
    parent: str
    help: str
    shortcut: str
    merit: bool


class MarkingTypology(msgspec.Struct, frozen=True):
    """Severities and categories in their order, with the rules and the decision tree."""

    title: str
    severities: list[MarkedSeverity]
    nodes: list[MarkedNode]
    rules: list[str]
    tree: list[Question]


class MarkingSettings(msgspec.Struct, frozen=True):
    """How passages are marked on this page: where, with what, and whether a score follows."""

    sides: list[Literal["target", "source"]]
    typology: MarkingTypology
    hints: bool
    score: bool


class TaskPage(msgspec.Struct, frozen=True):
    """What stays the same from task to task.

    `slots` is how many translations are put in order at most, `scored` how many get a
    score; 0 where none do. `lead` asks for several scores at once.
    """

    title: str
    asks: list[Ask]
    differences: bool
    slots: int = 0
    deadline: datetime | None = None
    scored: int = 0
    lead: str = ""
    hint: str = ""  # what numbers mean, where it is not the usual
    against: Against = "source"
    document: bool = False  # segments are shown, and scored, in their document
    editing: EditingSettings | None = None
    marking: MarkingSettings | None = None


class Batch(msgspec.Struct, frozen=True):
    """The tasks of one batch, at most a hundred, in the order they are asked.

    With `grows`, more tasks may follow from the answers: ask again when all are answered.
    `documents` are those that tasks have their `place` in. `part` says which step of the work
    this is, where there are several; with `closes`, it is closed when all tasks are answered.
    """

    page: TaskPage
    batch: int
    batches: int
    tasks: list[Task]
    own: OwnProgress
    grows: bool = False
    documents: list[TaskDocument] = []
    part: str = ""
    closes: bool = False


class BreakPage(msgspec.Struct, frozen=True):
    """One part is done and the next is not open yet: how much it was, and when it opens."""

    title: str
    own: OwnProgress
    opens_at: datetime
    contact: str
    deadline: datetime | None = None


class CrowdPage(msgspec.Struct, frozen=True):
    """What somebody of a crowd is offered before they agree."""

    title: str
    sentences: list[str]
    items: int
    reward: float
    currency: str
    tested: int  # gold items in the test before the work
    preview: bool
    trial: bool
    coded: bool  # whether people are known by a code they keep
    action: str
    contact: str
    code: str = ""
    home: str = ""


class CrowdDecision(msgspec.Struct, frozen=True):
    """Yes or no to the consent, or the code of somebody who comes back."""

    agree: Literal["yes", "no"]
    code: Annotated[str, Meta(max_length=40)] = ""


class CrowdAct(msgspec.Struct, frozen=True):
    """What somebody of a crowd wants to do next."""

    act: Literal["another", "test", "stop", "withdraw"]


class ThanksPage(msgspec.Struct, frozen=True):
    """Everything is answered: how much it was, and the code that proves it."""

    title: str
    own: OwnProgress
    code: str
    contact: str
    deadline: datetime | None = None


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How an annotator likes the pages; kept with the link."""

    size: Literal["s", "m", "l", "xl"] = "m"
    face: Literal["serif", "sans"] = "serif"
    theme: Literal["system", "light", "dark"] = "system"
    language: Language = ""  # empty: the campaign's, or the browser's own
    at_once: bool = False  # choosing saves and goes on
    keys: bool = True  # single keys answer
    codes: KeyCodes = KeyCodes()  # which key asks for what
