"""Scores in words: the questions beside sliders, their marks, and what annotators are told.

An aspect that we have no words for (`terminology`) is shown by its name.
"""

from tertium.protocols import Protocol
from tertium.protocols.conditions import DOCUMENT
from tertium.protocols.protocol import Slider
from tertium.web.annotate.phrases import phrase
from tertium.web.annotate.schemas import Against, Ask, SliderMark

# What the marks of SQM and ESA stand for; those between have no words.
_LEVELS = {0: "none", 33: "some", 66: "most", 67: "most", 100: "all"}
_ENDS = (0, 100)


def shown_against(protocol: Protocol) -> Against:
    """Return what translations are judged against."""
    against: Against = protocol.settings.get("against", "source")
    return against


def in_documents(protocol: Protocol) -> bool:
    """Tell whether segments are shown, and scored, in their document."""
    return bool(protocol.settings.get("document"))


def score_ask(protocol: Protocol, ask: Slider, language: str) -> Ask:
    """Return the question about one aspect, with its marks; without anchors the ends remain."""
    return Ask(
        ask.name,
        _question(protocol, ask.name, language),
        [],
        "scores",
        title=_title(protocol, ask.name, language),
        marks=[
            SliderMark(value, _anchor(protocol, ask.name, value, language) if ask.anchors else "")
            for value in ask.anchors or (() if ask.counts else _ENDS)
        ],
        counts=ask.counts,
    )


def lead(protocol: Protocol, language: str) -> str:
    """Return the question above several sliders at once."""
    return _question(protocol, "lead", language)


def score_hint(protocol: Protocol, language: str) -> str:
    """Return what numbers mean for a protocol of its own kind; empty where it is the usual."""
    return phrase(protocol, language, "score.hint")


def score_instructions(protocol: Protocol, language: str) -> list[str]:
    """Return our own instructions, as they are said for this variant."""
    against, document = shown_against(protocol), in_documents(protocol)
    several = protocol.systems > 1
    number = "several" if several else "one"
    keys = [f"score.instructions.task.{against}.{number}"]
    if against != "source":
        keys.append("instructions.reference")
    if document:
        keys.append("score.instructions.context.document")
    elif against != "reference":
        keys.append("instructions.context")
    keys.append("instructions.scale")
    if several:
        keys.append("score.instructions.order")
    keys += ["instructions.problem", "instructions.time", "instructions.saved"]
    return [phrase(protocol, language, key) for key in keys]


def score_notes(protocol: Protocol, language: str) -> list[str]:
    """Return one sentence per aspect that we have words for."""
    asks = (ask for ask in protocol.asks if isinstance(ask, Slider))
    notes = (phrase(protocol, language, f"score.note.{ask.name}") for ask in asks)
    return [note for note in notes if note]


def _question(protocol: Protocol, aspect: str, language: str) -> str:
    """Return the question for one translation or several, alone or in a document."""
    whole = aspect == DOCUMENT or protocol.settings.get("whole")
    segment = in_documents(protocol) and not whole
    several = protocol.systems > 1
    form = f"{'segment_' if segment else ''}{'several' if several else 'one'}"
    said = phrase(
        protocol, language, f"score.question.{aspect}.{form}", f"score.question.other.{form}"
    )
    return said.replace("{aspect}", _name(aspect))


def _title(protocol: Protocol, aspect: str, language: str) -> str:
    return phrase(protocol, language, f"score.title.{aspect}", otherwise=_name(aspect))


def _anchor(protocol: Protocol, aspect: str, value: int, language: str) -> str:
    level = _LEVELS.get(value)
    if level is None:
        return ""
    return phrase(
        protocol, language, f"score.anchor.{aspect}.{level}", f"score.anchor.other.{level}"
    )


def _name(aspect: str) -> str:
    return aspect.replace("_", " ")
