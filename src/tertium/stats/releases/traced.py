"""From feedback to change: every change is traced to the remarks that asked for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tertium.formats.feedback import Change, Remark
from tertium.stats.releases.drift import Step
from tertium.stats.result import Estimate


@dataclass(frozen=True, slots=True)
class FeedbackCount:
    """Remarks of one category about one release, and how many a change has answered."""

    category: str
    release: str
    remarks: int
    answered: int


@dataclass(frozen=True, slots=True)
class TracedChange:
    """A change, the remarks that asked for it, and what its release brought.

    `distance` and `quality` are the steps of its release, which all its changes share.
    """

    change: str
    release: str
    feedback: tuple[str, ...]
    categories: tuple[str, ...]
    note: str
    distance: Estimate
    quality: Estimate


@dataclass(frozen=True, slots=True)
class Orphan:
    """What leads nowhere: a change nobody asked for, a remark nobody answered, an unknown name."""

    kind: Literal["change", "feedback", "unknown feedback", "unknown release"]
    name: str
    of: str


def count_feedback(
    remarks: Sequence[Remark], changes: Sequence[Change], releases: Sequence[str]
) -> tuple[FeedbackCount, ...]:
    """Count remarks by category and release, and those that a change has answered."""
    answered = {name for change in changes for name in change.feedback}
    order = {name: at for at, name in enumerate(releases)}
    counts: dict[tuple[str, str], list[bool]] = {}
    for remark in remarks:
        counts.setdefault((remark.category, remark.release), []).append(remark.feedback in answered)
    return tuple(
        FeedbackCount(category, release, len(found), sum(found))
        for (category, release), found in sorted(
            counts.items(), key=lambda one: (one[0][0], order.get(one[0][1], -1), one[0][1])
        )
    )


def trace(
    changes: Sequence[Change], remarks: Sequence[Remark], steps: Sequence[Step]
) -> tuple[TracedChange, ...]:
    """Return each change with the categories of its remarks and what its release brought."""
    category = {remark.feedback: remark.category for remark in remarks}
    brought = {step.release: step for step in steps}
    unknown = Estimate(None)
    return tuple(
        TracedChange(
            change.change,
            change.release,
            change.feedback,
            tuple(dict.fromkeys(category[name] for name in change.feedback if name in category)),
            change.note,
            brought[change.release].production if change.release in brought else unknown,
            brought[change.release].quality if change.release in brought else unknown,
        )
        for change in changes
    )


def find_orphans(
    changes: Sequence[Change], remarks: Sequence[Remark], releases: Sequence[str]
) -> tuple[Orphan, ...]:
    """List what leads nowhere, in the order of the files."""
    known = {remark.feedback for remark in remarks}
    answered = {name for change in changes for name in change.feedback}
    found = []
    for change in changes:
        if not change.feedback:
            found.append(Orphan("change", change.change, change.release))
        found += [
            Orphan("unknown feedback", name, change.change)
            for name in change.feedback
            if name not in known
        ]
        if change.release not in releases:
            found.append(Orphan("unknown release", change.release, change.change))
    found += [
        Orphan("feedback", remark.feedback, remark.category)
        for remark in remarks
        if remark.feedback not in answered
    ]
    found += [
        Orphan("unknown release", remark.release, remark.feedback)
        for remark in remarks
        if remark.release and remark.release not in releases
    ]
    return tuple(found)
