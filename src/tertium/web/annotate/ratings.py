"""Rating scales in words: the question of a scale, its answers, what they mean, the checklist."""

from collections.abc import Mapping

from tertium.protocols import Checklist, Protocol, Rating
from tertium.protocols.protocol import NOT_APPLICABLE
from tertium.scale import AnswerScale, ScaleAnswer
from tertium.web.annotate.phrases import phrase
from tertium.web.annotate.schemas import AnswerLabel, Ask, Definition, Definitions
from tertium.web.languages import translator

_NOT_APPLICABLE_KEY = "x"


def rating_ask(ask: Rating, language: str) -> Ask:
    """Return the question of a scale with its answers, the lowest number first."""
    scale = ask.scale
    labels = [
        AnswerLabel(
            one.label,
            _key(scale, one),
            _wording(one, language),
            one.label in scale.reasons,
            _said(one.help, language),
        )
        for one in scale.answers
    ]
    if scale.not_applicable:
        said = translator(language)("task.not_applicable")
        labels.append(AnswerLabel(NOT_APPLICABLE, _NOT_APPLICABLE_KEY, said))
    title = _said(scale.title, language) or scale.name.replace("_", " ").replace("-", " ")
    return Ask(ask.name, _said(scale.question, language) or title, labels, "ratings", title=title)


def checklist_ask(ask: Checklist, language: str) -> Ask:
    """Return the categories of a checklist; their keys are the letters that the typology gives."""
    t, typology = translator(language), ask.typology.in_language(language)
    labels = [
        AnswerLabel(node.id, node.shortcut, node.name, help=node.help, level=typology.depth(node))
        for node in typology.nodes
    ]
    question = t("task.checklist_counted" if ask.counted else "task.checklist_ticked")
    title = t("task.checklist")
    return Ask(ask.name, question, labels, "checklist", title=title, counts=ask.counted)


def rating_instructions(protocol: Protocol, language: str) -> list[str]:
    """Return our own instructions, as they are said for these scales."""
    keys = ["instructions.task"]
    if protocol.settings["hidden"]:
        keys.append("instructions.steps")
    elif protocol.settings["against"] == "none":
        keys.append("instructions.alone")
    if protocol.checklist is not None:
        keys.append("instructions.checklist")
    if protocol.systems > 1:
        keys.append("score.instructions.order")
    keys += ["instructions.problem", "instructions.time", "instructions.saved"]
    return [phrase(protocol, language, key) for key in keys]


def rating_definitions(ask: Rating, language: str) -> Definitions:
    """Return what each answer of a scale means, the best first."""
    shown = rating_ask(ask, language)
    order = -1 if ask.scale.best == "highest" else 1
    entries = [
        Definition(f"{one.key} {one.text}".strip(), one.help) for one in shown.labels[::order]
    ]
    return Definitions(f"{shown.title}: {shown.question}", entries)


def _key(scale: AnswerScale, answer: ScaleAnswer) -> str:
    """Return the key of an answer: its number, or its place where numbers are no single digits."""
    if all(len(one.key) == 1 for one in scale.answers):
        return answer.key
    place = scale.answers.index(answer) + 1
    return str(place % 10) if place <= 10 else ""


def _wording(answer: ScaleAnswer, language: str) -> str:
    said = _said(answer.wording, language)
    return said or ("" if answer.label == answer.key else answer.label)


def _said(texts: Mapping[str, str], language: str) -> str:
    """Return a text in a language, or in English."""
    return texts.get(language) or texts.get("en", "")
