"""Edited texts on their way: what lies beside them, and the log that comes back with them.

A log is long, so it travels once: to the server. What a browser gets back of a stored answer is the
text, and how far its log goes; whoever edits on sends what came `after` that.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from tertium.model import Assignment, Campaign, Judgement
from tertium.protocols import Protocol
from tertium.protocols.aids import AIDS, Aid
from tertium.protocols.conditions import QUESTIONNAIRE, SCRATCH
from tertium.protocols.editing import EDITED, RATING
from tertium.protocols.protocol import AIDED, MAX_EDITED, Editor
from tertium.text.events import CUT_OFF, MOST_EVENTS
from tertium.web.annotate.phrases import phrase
from tertium.web.annotate.schemas import AnswerLabel, Ask, EditingSettings, Task, Widget
from tertium.web.annotate.terms import Glossary
from tertium.web.annotate.texts import text_in


def editing_of(protocol: Protocol) -> EditingSettings | None:
    """Return how texts are edited, if they are."""
    editor = next((ask for ask in protocol.asks if isinstance(ask, Editor)), None)
    if editor is None:
        return None
    return EditingSettings(
        rated=RATING in protocol.asks,
        gold=bool(protocol.settings.get("gold")),
        content_free=editor.content_free,
        spelling=bool(protocol.settings.get("spelling", True)),
        limit=MAX_EDITED,
        events=MOST_EVENTS,
    )


def aids_of(protocol: Protocol) -> dict[str, Any]:
    """Return what the page holds beside all texts: the termbase and the specification."""
    return {name: protocol.settings.get(name) or [] for name in AIDS if name != "glossary"}


class EditTasks:
    """Completes the tasks of one batch."""

    def __init__(self, campaign: Campaign, protocol: Protocol) -> None:
        self._campaign, self._protocol = campaign, protocol
        self._glossary = Glossary(protocol.settings.get("glossary") or [])
        self._segments = {segment.id: segment for segment in campaign.segments}
        self._recognised = [one.name for one in campaign.systems if one.part == "recognised"]

    def completed(self, task: Task, assignment: Assignment) -> Task:
        """Return a task with its mode, the terms in its source, and what else lies beside it."""
        if assignment.condition == QUESTIONNAIRE:
            return msgspec.structs.replace(
                task, mode="form", source=UNSET, reference=UNSET, before=[], after=[]
            )
        segment = self._segments[assignment.segment]
        aids = list(self._aids(assignment.condition))
        heard = (self._campaign.outputs.get((segment.id, name), "") for name in self._recognised)
        recognised = next((text for text in heard if text.strip()), "")
        return msgspec.structs.replace(
            task,
            mode="scratch" if assignment.slots[0] == SCRATCH else "edit",
            recognised=text_in(segment.source_language, recognised) if recognised else UNSET,
            terms=self._glossary.terms(segment) if "glossary" in aids else [],
            aids=aids,
        )

    def _aids(self, condition: str) -> Iterator[Aid]:
        """Return the aids of a condition; one that a design crosses is given where it says so."""
        given = condition.split(AIDED)[1:]
        for name in AIDS:
            crossed = name in self._campaign.design.crossed
            if self._protocol.settings.get(name) and (not crossed or name in given):
                yield name


# Words ------------------------------------------------------------------------------------------


def edit_ask(protocol: Protocol, ask: Editor, language: str) -> Ask:
    """Return what is asked of whoever edits; from scratch the page says something else."""
    gold = ".gold" if protocol.settings.get("gold") else ""
    return Ask(ask.name, phrase(protocol, language, f"edit.question{gold}"), [], "editor")


def form_asks(protocol: Protocol) -> dict[str, Ask]:
    """Return the questions of a campaign's own form, in its own words.

    Beside marks they have no keys: digits choose categories there.
    """
    asks = {}
    for given in protocol.settings.get("questionnaire", ()):
        labels = [
            AnswerLabel(text, "" if protocol.marks else str(key), text)
            for key, text in enumerate(given.get("labels", ()), 1)
        ]
        widget: Widget = "choice" if labels else "text"
        asks[given["name"]] = Ask(given["name"], given["question"], labels, widget)
    return asks


def edit_instructions(protocol: Protocol, language: str) -> list[str]:
    """Return our own instructions, as they are said for this variant."""
    gold = ".gold" if protocol.settings.get("gold") else ""
    keys = [f"edit.instructions.task{gold}"]
    keys += ["edit.instructions.context", "edit.instructions.done"]
    if RATING in protocol.asks:
        keys.append("edit.instructions.rating")
    keys += ["edit.instructions.pause", recorded(protocol)]
    keys += ["instructions.problem", "instructions.saved"]
    return [phrase(protocol, language, key) for key in keys]


def recorded(protocol: Protocol) -> str:
    """Return the key of the sentence that says what is logged."""
    editing = editing_of(protocol)
    return "edit.recorded.free" if editing and editing.content_free else "edit.recorded"


# The log ----------------------------------------------------------------------------------------


def without_log(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer as its author's browser gets it back: how far the log goes, without it."""
    kept = dict(answer)
    edited = kept.get(EDITED)
    if isinstance(edited, Mapping) and "events" in edited:
        events = edited["events"]
        seen = {"events": len(events), "t": events[-1]["t"] if events else 0}
        kept[EDITED] = {"text": edited["text"], "seen": seen}
    return kept


def with_log(
    answer: Mapping[str, Any],
    campaign: Campaign,
    assignment: Assignment,
    stored: Judgement | None,
) -> dict[str, Any]:
    """Return an answer with the text it began as, and its whole log.

    What is said to come `after` so many events follows these in what is stored now. The
    start is what this server showed, as a text field holds it.
    """
    whole = dict(answer)
    edited = whole.get(EDITED)
    if not isinstance(edited, dict) or not assignment.slots:
        return whole
    edited = {name: edited[name] for name in ("text", "events") if name in edited}
    after = answer[EDITED].get("after", 0)
    if type(after) is int and after > 0 and isinstance(edited.get("events"), list):
        before = (stored.answer.get(EDITED) or {}).get("events", []) if stored else []
        edited["events"] = [*before[:after], *edited["events"]]
        if len(before) < after:
            edited["flags"] = [CUT_OFF]
    shown = campaign.text(assignment.segment, assignment.slots[0])
    edited["start"] = shown.replace("\r\n", "\n").replace("\r", "\n")
    return whole | {EDITED: edited}
