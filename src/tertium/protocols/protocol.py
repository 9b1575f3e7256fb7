"""How we ask: a protocol is a frozen value.

It declares its questions once (*asks*); the page draws them, the server checks
answers against them, and `observe` reads a judgement as observations. What every
protocol shares lives here: a comment is always possible, and so is "cannot
judge / report a problem", which replaces the answer.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import msgspec

from tertium.exceptions import BadInput, NotFound
from tertium.model import Assignment, Example, Judgement, Observation
from tertium.protocols.checklist import Checklist
from tertium.protocols.chunk_ask import Chunks
from tertium.protocols.for_each import read_each
from tertium.protocols.planning import COMPARED, Planning
from tertium.protocols.spans import Spans
from tertium.scale import HUNDRED, AnswerScale, Scale
from tertium.text.events import FLAGS, NOT_REBUILT, read_events, replay, without_content

# Why an item cannot be judged; also the reason codes of comments.
PROBLEMS = ("context", "source", "segmentation", "near_identical", "language", "other")
MAX_COMMENT = 5_000
AIDED = "+"  # in a condition, before each aid that is given in it: `postedit+glossary`
_WHOLE = replace(HUNDRED, step=1.0)  # what a slider gives
NOT_APPLICABLE = "not_applicable"  # an answer to a scale that allows none of its own
NEAR = 0.1  # of a scale: scores so far apart still say the same
MAX_EDITED = 40_000  # code points of an edited text: some fifteen pages


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several labels; digits 1, 2, … in this order are the keys.

    Where the labels are a `scale`, `aspect` names the scores that they give.
    """

    name: str
    labels: tuple[str, ...]
    comment_required: tuple[str, ...] = ()  # labels that need a comment
    when: tuple[str, ...] = ()  # the conditions under which it is asked; none: always
    widget: str = "choice"
    aspect: str = ""
    scale: Scale | None = None

    def read(self, value: Any, shown: int | None = None) -> str:
        """Return the label, or say which ones may be given."""
        if value not in self.labels:
            raise BadInput(
                f"{value!r} is not an answer to {self.name!r}",
                fix=f"Allowed: {', '.join(self.labels)}.",
            )
        return str(value)

    def expect(self, value: Any, example: Example) -> str:
        """Read what most people answer to a tutorial item."""
        return self.read(value)

    def agrees(self, given: str, expected: str) -> bool:
        """Tell whether somebody sees it as most people do."""
        return given == expected


@dataclass(frozen=True, slots=True)
class Text:
    """Free text, optional unless another answer requires it."""

    name: str
    when: tuple[str, ...] = ()
    widget: str = "text"

    def read(self, value: Any, shown: int | None = None) -> str:
        """Return the text without surrounding blanks."""
        if not isinstance(value, str) or len(value) > MAX_COMMENT:
            raise BadInput(
                f"{self.name!r} must be text of at most {MAX_COMMENT} characters",
                fix="Shorten it.",
            )
        return value.strip()

    def expect(self, value: Any, example: Example) -> str:
        """Read what most people answer to a tutorial item."""
        return self.read(value)

    def agrees(self, given: str, expected: str) -> bool:
        """Tell whether the same words are used."""
        return same_words(given, expected)


@dataclass(frozen=True, slots=True)
class Ranks:
    """A rank for every output shown, in display order: 1 is best, equal ranks are ties."""

    name: str
    when: tuple[str, ...] = ()
    widget: str = "ranks"

    def read(self, value: Any, shown: int | None = None) -> list[int]:
        """Return the ranks as given; `shown` is how many outputs there were, if known."""
        many = len(value) if isinstance(value, list) else 0
        return read_each(
            self.name,
            value,
            shown,
            lambda rank: type(rank) is int and 1 <= rank <= many,
            one="one rank",
            fix="Give each translation a whole number; 1 is best, equal numbers are ties.",
            several="ranks",
            act="Rank",
        )

    def expect(self, value: Any, example: Example) -> list[int]:
        """Read what most people answer to a tutorial item."""
        return self.read(value, len(example.texts))

    def agrees(self, given: list[int], expected: list[int]) -> bool:
        """Tell whether every pair that is in an order stands in the same one."""
        places = list(zip(given, expected, strict=True))
        return all(one < two for one, gold in places for two, worse in places if gold < worse)


@dataclass(frozen=True, slots=True)
class Slider:
    """A whole number on a scale for every output shown, in display order; it starts unset."""

    name: str
    anchors: tuple[int, ...] = ()  # marks beside the slider; the page has words for them
    when: tuple[str, ...] = ()
    counts: bool = False  # how many there are, rather than how good it is
    widget: str = "scores"
    scale: Scale = _WHOLE

    def read(self, value: Any, shown: int | None = None) -> list[int]:
        """Return the scores as given; `shown` is how many outputs there were, if known."""
        low, high = self.scale.lowest, self.scale.highest
        return read_each(
            self.name,
            value,
            shown,
            lambda score: type(score) is int and low <= score <= high,
            one="a score",
            fix=f"Give each translation a whole number {self.scale.words}.",
            several="scores",
            act="Score",
        )

    def expect(self, value: Any, example: Example) -> list[int]:
        """Read what most people answer to a tutorial item."""
        return self.read(value, len(example.texts))

    def agrees(self, given: list[int], expected: list[int]) -> bool:
        """Tell whether all scores are near; what is counted is the same."""
        near = 0.0 if self.counts else NEAR * (self.scale.highest - self.scale.lowest)
        return all(abs(one - other) <= near for one, other in zip(given, expected, strict=True))


@dataclass(frozen=True, slots=True)
class Rating:
    """An answer of a scale for every output shown, in display order."""

    name: str
    scale: AnswerScale
    when: tuple[str, ...] = ()
    widget: str = "ratings"

    @property
    def labels(self) -> tuple[str, ...]:
        """What may be answered, from the lowest number to the highest."""
        return (*self.scale.labels, *((NOT_APPLICABLE,) if self.scale.not_applicable else ()))

    def read(self, value: Any, shown: int | None = None) -> list[str]:
        """Return the labels as given; `shown` is how many outputs there were, if known."""
        return read_each(
            self.name,
            value,
            shown,
            self.labels.__contains__,
            one="an answer",
            fix=f"Allowed: {', '.join(self.labels)}.",
            several="answers",
            act="Rate",
        )

    def expect(self, value: Any, example: Example) -> list[str]:
        """Return what most people answer; one answer for one translation needs no list."""
        return self.read(value if isinstance(value, list) else [value], len(example.texts))

    def agrees(self, given: list[str], expected: list[str]) -> bool:
        """Tell whether each translation got the answer that most people give."""
        return given == expected


@dataclass(frozen=True, slots=True)
class Editor:
    """A text that is edited, or written from nothing, with the log of how it was done.

    The answer is `{"start": the text as shown, "text": the final one, "events": […]}`. A log
    that is cut off, malformed, or does not rebuild the text is no reason to lose the text:
    it is kept, and `flags` say what is wrong with it.
    """

    name: str
    content_free: bool = False  # keep which keys and when, but no characters
    when: tuple[str, ...] = ()
    widget: str = "editor"

    def read(self, value: Any, shown: int | None = None) -> dict[str, Any]:
        """Return the text and its log, with flags where the log cannot be relied on."""
        given = value if isinstance(value, Mapping) else {}
        start, text = given.get("start"), given.get("text")
        if not isinstance(start, str) or not isinstance(text, str):
            raise BadInput(
                f"{self.name!r} must be an edited text with the text it began as",
                fix="Send start, text and events.",
            )
        if len(text) > MAX_EDITED:
            raise BadInput(
                f"the edited text has {len(text):,} characters, more than {MAX_EDITED:,}",
                fix="Shorten it; one segment is a sentence or a paragraph.",
            )
        events, flags = read_events(given.get("events"))
        before = given.get("flags")
        flags |= {flag for flag in FLAGS if isinstance(before, list) and flag in before}
        if self.content_free:
            events = without_content(events)
        elif not _rebuilds(start, events, text):
            flags.add(NOT_REBUILT)
        kept: dict[str, Any] = {"start": start, "text": text, "events": events}
        return kept | ({"flags": sorted(flags)} if flags else {})

    def expect(self, value: Any, example: Example) -> dict[str, Any]:
        """Read the text that most people leave, which is all that a tutorial item says."""
        if not isinstance(value, str) or not value.strip():
            raise BadInput(
                f"{self.name!r} must be the text as it should be",
                fix=f'Write for example {self.name} = "…".',
            )
        return {"text": value}

    def agrees(self, given: dict[str, Any], expected: dict[str, Any]) -> bool:
        """Tell whether the words are the same; blanks and punctuation may differ."""
        return same_words(given["text"], expected["text"])


def same_words(one: str, other: str) -> bool:
    """Tell whether two texts differ in blanks and punctuation at most.

    >>> same_words("Es regnet – heute.", "Es  regnet heute")
    True
    """
    return _words(one) == _words(other)


def _words(text: str) -> list[str]:
    said = (" " if unicodedata.category(one)[0] in "PZC" else one for one in text)
    return unicodedata.normalize("NFC", "".join(said)).split()


def needing_comment(ask: "Ask", given: Any) -> tuple[str, ...]:
    """Return those of the given labels that need a comment."""
    if isinstance(ask, Choice):
        return (given,) if given in ask.comment_required else ()
    if isinstance(ask, Rating):
        return tuple(label for label in given if label in ask.scale.reasons)
    return ()


def _rebuilds(start: str, events: list[dict[str, Any]], text: str) -> bool:
    try:
        return replay(start, events) == text
    except BadInput:
        return False


Ask = Choice | Text | Ranks | Slider | Rating | Checklist | Editor | Spans | Chunks
Purpose = Literal["compare", "rate", "mark", "edit"]
Words = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A campaign of `tertium demo`: its file, beside its texts, and how much of it is done."""

    file: Path
    share: float = 1.0


def shipped_demonstration(name: str, *, share: float) -> Demonstration:
    """Return one of our own demonstrations."""
    return Demonstration(Path(__file__).with_name("demonstration") / f"{name}.toml", share)


def read_words(name: str) -> Words:
    """Return the words of one of our own protocols: by language, then by key."""
    file = Path(__file__).with_name("words") / f"{name}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, str]])


def read_options(options: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return options over their defaults; refuse one that is unknown or of another kind."""
    settings = dict(defaults)
    for name, value in options.items():
        if name not in settings:
            raise NotFound.among("option", name, settings, where="[options]")
        if type(value) is not type(settings[name]):
            raise BadInput(
                f"{name} = {value!r} is not of the kind {type(settings[name]).__name__}",
                where="[options]",
                fix=f"Write for example {name} = {str(settings[name]).lower()}.",
            )
        settings[name] = value
    return settings


def _no_options(protocol: "Protocol", options: Mapping[str, Any]) -> "Protocol":
    for name in options:
        raise NotFound.among("option", name, (), where=protocol.name)
    return protocol


@dataclass(frozen=True, slots=True)
class Protocol:
    """A way of asking, declared once: everything else in the house follows from this value.

    `configure` turns a campaign's options into a variant of itself. `words` has, for each
    language, the protocol's `name`, what it is called where one chooses (`choice`,
    `choice.why`), and any message of the pages that it says in its own way: `question.ASK`,
    `answer.ASK.LABEL`, `note.ASK.LABEL`, `instructions.task`, `consent.what`, and so on.
    `results` and `simulated` are references (`module:name`), looked up when they are needed:
    the function that says what a campaign found, where that does not follow from what
    was observed, and the class of a simulated annotator.
    """

    name: str
    version: int
    title: str
    systems: int  # outputs on one screen, at most
    parts: tuple[str, ...]  # the parts systems play; several may play one that ends in `s`
    asks: tuple[Ask, ...]
    observe: Callable[[Judgement, Assignment], Iterator[Observation]]
    cite: str
    planning: Planning = COMPARED
    template: str = "task.html"
    configure: Callable[["Protocol", Mapping[str, Any]], "Protocol"] = _no_options
    settings: Mapping[str, Any] = field(default_factory=dict)  # what the page needs to know
    shows: Mapping[str, int] = field(default_factory=dict)  # outputs by condition, if not `systems`
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # conditions asked this only
    purpose: Purpose = "compare"  # what annotators are asked to do with the translations
    words: Words = field(default_factory=dict)
    tutorial: tuple[Example, ...] = ()  # shown where a campaign has no examples of its own
    results: str = ""
    simulated: str = ""
    demonstrations: tuple[Demonstration, ...] = ()

    @property
    def many(self) -> bool:
        """Whether any number of systems takes part, rather than one for each part."""
        return any(part.endswith("s") for part in self.parts)

    @property
    def marks(self) -> bool:
        """Whether passages of the texts are marked."""
        return any(isinstance(ask, Spans) for ask in self.asks)

    @property
    def checklist(self) -> Checklist | None:
        """The categories of errors that are ticked or counted, if any are."""
        return next((ask for ask in self.asks if isinstance(ask, Checklist)), None)

    @property
    def edits(self) -> bool:
        """Whether texts are edited or written."""
        return any(isinstance(ask, Editor) for ask in self.asks)

    @property
    def rates(self) -> bool:
        """Whether outputs are rated on scales of answers."""
        return any(isinstance(ask, Rating) for ask in self.asks)

    @property
    def cuts(self) -> bool:
        """Whether texts are judged chunk by chunk."""
        return any(isinstance(ask, Chunks) for ask in self.asks)

    @property
    def uniform(self) -> bool:
        """Whether every assignment is asked the same, so that an answer is checked without it."""
        return not any(
            ask.when
            or isinstance(ask, Ranks | Slider | Rating | Checklist | Editor | Spans | Chunks)
            for ask in self.asks
        )

    @property
    def scales(self) -> dict[str, Scale]:
        """The scales of what is scored, by aspect."""
        scales = {
            ask.name: ask.scale for ask in self.asks if isinstance(ask, Slider) and not ask.counts
        }
        scales |= {ask.name: ask.scale.scale for ask in self.asks if isinstance(ask, Rating)}
        chosen = {ask.aspect: ask.scale for ask in self.asks if isinstance(ask, Choice)}
        return scales | {aspect: scale for aspect, scale in chosen.items() if scale is not None}

    def shown(self, condition: str) -> int:
        """Return how many outputs an assignment of this condition shows, at most."""
        return self.shows.get(condition, self.systems)

    def asks_for(self, condition: str) -> tuple[Ask, ...]:
        """Return the questions that an assignment of this condition is asked."""
        only = self.only.get(condition.partition(AIDED)[0])
        if only is not None:
            return tuple(ask for ask in self.asks if ask.name in only)
        return tuple(ask for ask in self.asks if not ask.when or condition in ask.when)

    def read(
        self, answer: Mapping[str, Any], assignment: Assignment | None = None
    ) -> dict[str, Any]:
        """Check an answer as it came from a browser and return it in its kept form.

        Either `{"problem": reason, "comment": …}` or one entry per question,
        with `comment` always possible. Anything else is refused. Unless the
        protocol is `uniform`, the assignment tells which questions were asked.
        """
        if not isinstance(answer, Mapping):
            raise BadInput("the answer is not an object", fix="Send one entry per question.")
        comment = Text("comment").read(answer.get("comment") or "")
        if "problem" in answer:
            kept: dict[str, Any] = {"problem": Choice("problem", PROBLEMS).read(answer["problem"])}
            known = {"problem", "comment"}
        else:
            asks = self.asks if assignment is None else self.asks_for(assignment.condition)
            shown = None if assignment is None else len(assignment.slots)
            kept = {}
            for ask in asks:
                if ask.name not in answer and not isinstance(ask, Text):
                    raise BadInput(f"no answer to {ask.name!r}", fix="Answer every question.")
                kept[ask.name] = ask.read(answer.get(ask.name, ""), shown)
                for label in needing_comment(ask, kept[ask.name]):
                    if not comment:
                        raise BadInput(f"{label!r} needs a comment", fix="Say why in the comment.")
            known = {"comment", *(ask.name for ask in asks)}
        for name in answer:
            if name not in known:
                raise NotFound.among("question", name, known)
        return kept | ({"comment": comment} if comment else {})

    def observations(self, judgement: Judgement, assignment: Assignment) -> Iterator[Observation]:
        """Read a judgement: what the protocol observes, or the problem that was reported."""
        if "problem" in judgement.answer:
            yield Observation(
                "problem",
                label=judgement.answer["problem"],
                comment=judgement.answer.get("comment"),
            )
        else:
            yield from self.observe(judgement, assignment)
