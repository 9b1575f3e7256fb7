"""Chunks on the page: which parts a translation has, and whether all of them were answered."""

from collections.abc import Mapping
from typing import Any

import msgspec

from tertium.exceptions import BadInput
from tertium.model import Assignment, Campaign
from tertium.protocols import Protocol
from tertium.protocols.chunk_ask import Chunks
from tertium.protocols.chunk_cuts import chunks_of, cuts_of
from tertium.web.annotate.phrases import phrase
from tertium.web.annotate.schemas import AnswerLabel, Ask, Task, TaskChunk


class TaskChunks:
    """Puts the chunks of each text on its task."""

    def __init__(self, campaign: Campaign, protocol: Protocol) -> None:
        self._cut = cuts_of(campaign.options)
        self._side = str(protocol.settings["side"])

    def completed(self, task: Task, assignment: Assignment) -> Task:
        """Return a task with its chunks; they stand in its source or its translation."""
        return msgspec.structs.replace(
            task,
            chunks=[
                TaskChunk(name, [list(one) for one in ranges])
                for name, ranges, _ in chunks_of(self._cut, assignment, self._side)
            ],
            chunked=self._side,
        )


def chunk_ask(protocol: Protocol, ask: Chunks, language: str) -> Ask:
    """Return the question about every chunk; digits are the keys of its answers."""
    labels = [
        AnswerLabel(
            value,
            str(key),
            phrase(protocol, language, f"answer.{ask.name}.{value}", otherwise=value),
        )
        for key, value in enumerate(ask.labels, 1)
    ]
    question = phrase(protocol, language, f"question.{ask.name}")
    return Ask(ask.name, question, labels, "chunk_labels")


def refuse_other_chunks(
    protocol: Protocol, campaign: Campaign, assignment: Assignment, answer: Mapping[str, Any]
) -> None:
    """Refuse an answer that leaves a chunk out, or names one that was not shown."""
    for ask in protocol.asks:
        if not isinstance(ask, Chunks) or ask.name not in answer:
            continue
        shown = chunks_of(cuts_of(campaign.options), assignment, str(protocol.settings["side"]))
        names = {name for name, _, _ in shown}
        if set(answer[ask.name]) - names:
            raise BadInput(
                "the parts of this text were corrected since the page was opened",
                fix="Load the page again and answer once more.",
            )
        if set(answer[ask.name]) != names:
            raise BadInput(
                f"{len(answer[ask.name])} chunks are answered where {len(names)} are shown",
                fix="Answer every part of the translation.",
            )
