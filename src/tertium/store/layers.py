"""What was settled about marks, as rows of the one table beside what was observed.

The layer `consolidated` has an output once all its marks are settled and consolidation has
begun in the campaign; an output without marks is settled by that. The annotator of such a row
is everyone who read the text, its label whoever decided.

Where a translator answered or an arbiter decided, the layer `rebuttal` has the answers and
`arbitrated` every review as it counts afterwards; what nobody decided about stands.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from tertium.model import (
    Assignment,
    Campaign,
    Decision,
    Judgement,
    Layer,
    Observation,
    parts_of,
)
from tertium.protocols import Protocol, Slider
from tertium.protocols.consolidation import (
    ItemStatus,
    ReadOutput,
    by_item,
    marks_of,
    outputs_of,
    settle,
    spans_ask,
)
from tertium.protocols.rebuttal import Answers, Review, after_ruling, reviews_of
from tertium.protocols.spans import marked
from tertium.table_rows import table_row

Rows = Iterator[dict[str, Any]]
Readings = Iterable[tuple[Assignment, Judgement]]


def layer_rows(
    campaign: Campaign,
    protocol: Protocol,
    readings: Readings,
    decisions: Sequence[Decision],
    secret: bytes,
) -> Rows:
    """Yield the rows of all layers that people made out of marks."""
    outputs = outputs_of(readings, campaign.name, secret)
    writer = _LayerWriter(campaign, protocol)
    consolidating = [one for one in decisions if one.stage == "consolidation"]
    counted = by_item(consolidating)
    answering = [one for one in decisions if one.stage in ("rebuttal", "arbitration")]
    answers = Answers.of(answering)
    for output in outputs:
        settled: Sequence[ItemStatus] | None = None
        if consolidating and len(output.readers) > 1:
            settled = settle(output, counted)
            yield from writer.consolidated(output, settled)
        for review in reviews_of(output, settled) if answering else ():
            yield from writer.arbitrated(review, answers)


class _LayerWriter:
    """Writes the rows of one campaign."""

    def __init__(self, campaign: Campaign, protocol: Protocol) -> None:
        self._campaign = campaign
        self._typology = spans_ask(protocol).typology
        # Where a score is asked for, it is not what the marks sum to.
        self._summed = not any(isinstance(ask, Slider) for ask in protocol.asks)
        self._segments = {segment.id: segment for segment in campaign.segments}

    def consolidated(self, output: ReadOutput, settled: Sequence[ItemStatus]) -> Rows:
        """Yield an output as it was settled, if all of it is."""
        if any(one.status != "settled" for one in settled):
            return
        found = list(marks_of(settled))
        read = max(one.judgement.submitted_at for one in output.readings)
        judgement = Judgement(
            id=f"consolidated-{output.key}",
            campaign=self._campaign.name,
            assignment=output.assignment.id,
            annotator="+".join(output.readers),
            answer={},
            submitted_at=max([read, *(one.at for one in settled if one.at is not None)]),
        )
        yield from self.rows(
            output.assignment,
            judgement,
            [mark for mark, _ in found],
            layer="consolidated",
            who=["+".join(one.by) for _, one in found],
            when=[one.at or read for _, one in found],
        )

    def arbitrated(self, review: Review, answers: Answers) -> Rows:
        """Yield a review as it counts after arbitration, then the answers to its errors."""
        after = [(one, after_ruling(one, answers)) for one in review.errors]
        kept = [(one, mark) for one, mark in after if mark is not None]
        rulings = [answers.rulings.get(one.key) for one, _ in kept]
        judgement = Judgement(
            id=f"arbitrated-{review.id}",
            campaign=self._campaign.name,
            assignment=review.assignment.id,
            annotator=review.annotator,
            answer={},
            submitted_at=review.submitted_at,
        )
        yield from self.rows(
            review.assignment,
            judgement,
            [mark for _, mark in kept],
            layer="arbitrated",
            who=[one.by if one else "" for one in rulings],
            when=[one.submitted_at if one else review.submitted_at for one in rulings],
        )
        for error in review.errors:
            if error.key in answers.answers:
                yield from self._answer(review, error.mark, answers.answers[error.key])

    def _answer(self, review: Review, mark: Mapping[str, Any], answer: Decision) -> Rows:
        """Yield what a translator answered about one error."""
        said, assignment = answer.content, review.assignment
        judgement = Judgement(
            id=f"{answer.id}-{review.id}",
            campaign=self._campaign.name,
            assignment=assignment.id,
            annotator=answer.by,
            answer={},
            submitted_at=answer.submitted_at,
        )
        for system in parts_of(assignment.slots[mark["slot"] - 1]):
            observation = Observation(
                "answer",
                system=system,
                slot=mark["slot"],
                label=said["act"],
                side=mark["side"],
                start=mark["start"],
                end=mark["end"],
                category=said.get("category") or mark["category"] or None,
                severity=said.get("severity") or mark["severity"],
                text=mark["quote"],
                comment=said.get("reason"),
                layer="rebuttal",
            )
            segment = self._segments[assignment.segment]
            yield table_row(self._campaign, segment, assignment, judgement, observation)

    def rows(
        self,
        assignment: Assignment,
        judgement: Judgement,
        marks: Sequence[dict[str, Any]],
        *,
        layer: Layer,
        who: Sequence[str],
        when: Sequence[datetime],
    ) -> Rows:
        """Yield one row for the whole of each system's output, and one for every mark."""
        segment = self._segments[assignment.segment]
        about: dict[int, list[int]] = {}  # of each slot's marks, which of all it is
        for number, mark in enumerate(marks):
            about.setdefault(mark["slot"], []).append(number)
        for system, slot, total, observed in marked({"marks": marks}, assignment, self._typology):
            whole = Observation(
                "overall",
                value=total if self._summed else None,
                system=system,
                slot=slot,
                layer=layer,
            )
            yield table_row(self._campaign, segment, assignment, judgement, whole)
            for place, row in enumerate(observed):
                number = about[slot][place]
                yield table_row(
                    self._campaign,
                    segment,
                    assignment,
                    replace(judgement, submitted_at=when[number]),
                    replace(row, system=system, label=who[number] or None, layer=layer),
                )
