"""Scores: what protocols share in which outputs get numbers."""

from collections.abc import Iterator

from tertium.model import Assignment, Judgement, Observation, parts_of

# The marks beside a slider: none; the seven of scalar quality metrics; the bands of ESA.
ANCHORS: dict[str, tuple[int, ...]] = {
    "none": (),
    "sqm": (0, 17, 33, 50, 67, 83, 100),
    "esa": (0, 33, 66, 100),
}


def observe_scores(judgement: Judgement, assignment: Assignment) -> Iterator[Observation]:
    """Yield a score for every translation and aspect; a document's score is its own aspect.

    A score speaks of every system that gave this output. A degraded copy is spoken of
    under the name of its system; the role of the assignment tells that it is one.
    """
    comment = judgement.answer.get("comment")
    for aspect, values in judgement.answer.items():
        if aspect == "comment":
            continue
        for place, (slot, value) in enumerate(zip(assignment.slots, values, strict=True), 1):
            for system in parts_of(slot):
                yield Observation(
                    aspect,
                    value=float(value),
                    system=system,
                    slot=place,
                    label=str(value),
                    comment=comment,
                )
                comment = None  # once is enough
