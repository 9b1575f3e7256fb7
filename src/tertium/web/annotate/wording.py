"""Questions and answers in words, from the message files.

A protocol declares names (`better`, `both_good`) and what they are called in each language.
A variant can have its own (`answer.better.post-edit.left`); what has no words is shown
by its name.
"""

from datetime import UTC, datetime

from tertium.protocols import Checklist, Choice, Protocol, Spans
from tertium.protocols.chunk_ask import Chunks
from tertium.protocols.preferences import QUALITY
from tertium.protocols.protocol import Ask as Question
from tertium.protocols.protocol import Editor, Ranks, Rating, Slider
from tertium.web.annotate.chunks import chunk_ask
from tertium.web.annotate.edits import edit_ask, edit_instructions, form_asks
from tertium.web.annotate.marks import mark_ask, mark_instructions
from tertium.web.annotate.phrases import phrase
from tertium.web.annotate.ratings import checklist_ask, rating_ask, rating_instructions
from tertium.web.annotate.schemas import AnswerLabel, Ask
from tertium.web.annotate.scores import score_ask, score_instructions, score_notes
from tertium.web.languages import messages, translator

INSTRUCTION_PARAGRAPHS = ("task", "context", "whole", "order", "problem", "time", "saved")
_FOR_SCRIPTS = ("answer.", "compare.", "problem.", "task.", "tutorial.")


def asks_in_words(protocol: Protocol, language: str) -> list[Ask]:
    """Return the protocol's questions in a language; digits are the keys, in displayed order.

    A second question on the same screen goes on counting where the first one stopped, so
    that every digit on the screen means one thing.
    """
    variant = _variant(protocol)
    asks: list[Ask] = []
    own = form_asks(protocol)
    for place, ask in enumerate(protocol.asks):
        if ask.name in own:
            asks.append(own[ask.name])
            continue
        if isinstance(ask, Slider):
            asks.append(score_ask(protocol, ask, language))
            continue
        if isinstance(ask, Rating):
            asks.append(rating_ask(ask, language))
            continue
        if isinstance(ask, Checklist):
            asks.append(checklist_ask(ask, language))
            continue
        if isinstance(ask, Editor):
            asks.append(edit_ask(protocol, ask, language))
            continue
        if isinstance(ask, Chunks):
            asks.append(chunk_ask(protocol, ask, language))
            continue
        if isinstance(ask, Spans):
            asks.append(mark_ask(protocol, ask, language))
            continue
        keys = (f"question.{ask.name}.{variant}", f"question.{ask.name}")
        question = phrase(protocol, language, *keys, otherwise=ask.name)
        if isinstance(ask, Ranks):
            asks.append(Ask(ask.name, question, [], "ranks"))
        if not isinstance(ask, Choice):
            continue
        beside = (other for other in protocol.asks[:place] if _together(other, ask))
        first = 1 + sum(len(other.labels) for other in beside if isinstance(other, Choice))
        labels = []
        for key, value in enumerate(ask.labels, first):
            text = phrase(
                protocol,
                language,
                f"answer.{ask.name}.{variant}.{value}",
                f"answer.{ask.name}.{value}",
                otherwise=value.replace("_", " "),
            )
            labels.append(AnswerLabel(value, str(key), text, value in ask.comment_required))
        asks.append(Ask(ask.name, question, labels))
    return asks


def _variant(protocol: Protocol) -> str:
    """Return whose words a question has: those of what is compared, else of the answers."""
    criterion = str(protocol.settings.get("criterion", QUALITY))
    return str(protocol.settings.get("variant", "")) if criterion == QUALITY else criterion


def _together(one: Question, other: Question) -> bool:
    """Tell whether two questions can stand on one screen."""
    return not one.when or not other.when or not set(one.when).isdisjoint(other.when)


def answer_notes(protocol: Protocol, language: str) -> list[str]:
    """Return one sentence per answer that needs explaining, for the instructions."""
    variant = _variant(protocol)
    notes = score_notes(protocol, language)
    own = form_asks(protocol)
    for ask in protocol.asks:
        worded = isinstance(ask, Slider | Rating | Checklist | Editor | Spans | Chunks)
        if worded or ask.name in own:
            continue
        for value in ("", *(ask.labels if isinstance(ask, Choice) else ())):
            name = f".{value}" if value else ""
            note = phrase(
                protocol, language, f"note.{ask.name}.{variant}{name}", f"note.{ask.name}{name}"
            )
            if note:
                notes.append(note)
    return notes


def instructions(protocol: Protocol, language: str) -> list[str]:
    """Return our own instructions, as they are said for this protocol."""
    if protocol.edits:
        return edit_instructions(protocol, language)
    if protocol.marks:
        return mark_instructions(protocol, language)
    if protocol.rates:
        return rating_instructions(protocol, language)
    if any(isinstance(ask, Slider) for ask in protocol.asks):
        return score_instructions(protocol, language)
    # Of one translation there is no order.
    names = (name for name in INSTRUCTION_PARAGRAPHS if name != "order" or protocol.systems > 1)
    variant = _variant(protocol)
    return [
        phrase(protocol, language, f"instructions.{name}.{variant}")
        or phrase(protocol, language, f"instructions.{name}")
        for name in names
    ]


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a campaign's own wording: blank lines divide them."""
    parts = text.replace("\r\n", "\n").split("\n\n")
    return [part.strip() for part in parts if part.strip()]


def words_for_scripts(protocol: Protocol, language: str) -> dict[str, str | dict[str, str]]:
    """Return the messages that the page's scripts need."""
    known = messages(language, protocol.name)
    return {key: message for key, message in known.items() if key.startswith(_FOR_SCRIPTS)}


def date_in_words(language: str, moment: datetime) -> str:
    """Return a day as people write it, by the calendar of the moment's own time zone."""
    t = translator(language)
    month = t("page.months").split("|")[moment.month - 1]
    return t("page.date", day=moment.day, month=month, year=moment.year)


def moment_in_words(language: str, moment: datetime) -> str:
    """Return a day and a time of day by the clock of UTC; scripts show the reader's own."""
    day = moment.astimezone(UTC)
    date = date_in_words(language, day)
    return translator(language)("page.moment", date=date, time=f"{day:%H:%M}")


def duration_in_words(language: str, seconds: float) -> str:
    """Return `18 s`, `12 min` or `1 h 12 min`."""
    t = translator(language)
    if seconds < 60:
        return t("task.seconds", s=round(seconds))
    minutes = round(seconds / 60)
    if minutes < 60:
        return t("task.minutes", m=minutes)
    return t("task.hours", h=minutes // 60, m=minutes % 60)
