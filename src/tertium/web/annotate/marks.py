"""Marked passages on their way: with what they are marked, and whether they stand in the text.

Where a protocol asks in steps, it names in its settings the conditions in which the source is
`hidden`, and by condition the category `within` which a mark lies.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from tertium.design import item_for
from tertium.exceptions import BadInput, Conflict
from tertium.model import Assignment, Campaign
from tertium.protocols import Protocol, Slider, Spans
from tertium.protocols.spans import check_marks, check_step
from tertium.typology import Typology
from tertium.web.annotate.hinting import HintFinder
from tertium.web.annotate.phrases import phrase
from tertium.web.annotate.schemas import (
    Ask,
    MarkedNode,
    MarkedSeverity,
    MarkingSettings,
    MarkingTypology,
    Task,
)
from tertium.web.annotate.terms import Glossary


def _spans(protocol: Protocol) -> Spans | None:
    return next((ask for ask in protocol.asks if isinstance(ask, Spans)), None)


def marking_of(protocol: Protocol, language: str = "en") -> MarkingSettings | None:
    """Return how passages are marked, if they are, with categories named in a language."""
    ask = _spans(protocol)
    if ask is None or ask.typology is None:
        return None
    return MarkingSettings(
        sides=msgspec.convert(ask.sides, list),
        typology=_shown(ask.typology.in_language(language)),
        hints=bool(protocol.settings.get("hints")),
        score=any(isinstance(other, Slider) for other in protocol.asks),
    )


def _shown(typology: Typology) -> MarkingTypology:
    """Return a typology as annotators may know it: without points."""
    return MarkingTypology(
        title=typology.title,
        severities=[
            MarkedSeverity(one.id, one.name, one.key, one.help, one.merit)
            for one in typology.severities
        ],
        nodes=[
            MarkedNode(one.id, one.name, one.parent, one.help, one.shortcut, one.merit)
            for one in typology.nodes
        ],
        rules=list(typology.rules),
        tree=list(typology.tree),
    )


def hides_source(protocol: Protocol, assignment: Assignment) -> bool:
    """Tell whether an assignment is answered without sight of the source."""
    known = protocol.settings
    return known.get("against") == "none" or assignment.condition in known.get("hidden", ())


class MarkTasks:
    """Completes the tasks of one batch."""

    def __init__(self, campaign: Campaign, protocol: Protocol, language: str) -> None:
        self._protocol = protocol
        self._hints = HintFinder(campaign, protocol, language)
        self._segments = {segment.id: segment for segment in campaign.segments}
        self._glossary = Glossary(protocol.settings.get("glossary") or [])

    def completed(self, task: Task, assignment: Assignment) -> Task:
        """Return a task with terms and hints; where the source is hidden, with neither."""
        segment = self._segments[assignment.segment]
        within = self._protocol.settings.get("within", {}).get(assignment.condition, UNSET)
        if hides_source(self._protocol, assignment):
            return msgspec.structs.replace(
                task, mode="mark", source=UNSET, reference=UNSET, terms=[], hints=[], within=within
            )
        return msgspec.structs.replace(
            task,
            mode="mark",
            terms=self._glossary.terms(segment),
            hints=self._hints.of(assignment, segment),
            within=within,
        )


def refuse_misplaced(
    protocol: Protocol, campaign: Campaign, assignment: Assignment, answer: Mapping[str, Any]
) -> None:
    """Refuse marks that do not stand in the texts that this assignment shows."""
    ask = _spans(protocol)
    if ask is None or ask.name not in answer:
        return
    within = protocol.settings.get("within", {}).get(assignment.condition)
    item = item_for(campaign, assignment)
    source = "" if hides_source(protocol, assignment) else item.segment.source
    try:
        check_step(answer[ask.name]["marks"], ask.typology, within)
        check_marks(answer[ask.name], source, item.texts)
    except (BadInput, Conflict) as error:
        raise BadInput(f"{error.where}: {error.what}", fix=error.fix) from None


# Words ------------------------------------------------------------------------------------------


def mark_ask(protocol: Protocol, ask: Spans, language: str) -> Ask:
    """Return what is asked of whoever marks."""
    return Ask(ask.name, phrase(protocol, language, "mark.question"), [], "spans")


def mark_instructions(protocol: Protocol, language: str) -> list[str]:
    """Return our own instructions, with the rules of the typology in its own words."""
    ask = _spans(protocol)
    rules = ask.typology.rules if ask and ask.typology else ()
    said = [phrase(protocol, language, "mark.instructions.task"), *rules]
    said += [
        phrase(protocol, language, f"mark.instructions.{name}")
        for name in ("how", "none", "missing")
    ]
    if protocol.settings.get("hints"):
        said.append(phrase(protocol, language, "mark.instructions.hints"))
    if any(isinstance(one, Slider) for one in protocol.asks):
        said.append(phrase(protocol, language, "instructions.scale"))
    last = ("instructions.problem", "instructions.time", "instructions.saved")
    return [*said, *(phrase(protocol, language, key) for key in last)]
