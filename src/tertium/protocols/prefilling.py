"""Marks that stand in an output before anybody reads it, such as those of a judge.

A share of the assignments is left unfilled, drawn by chance, so that what people do with the marks
can be compared with what they find by themselves. The draw follows from the assignment's name:
whoever has the campaign can repeat it.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tertium.exceptions import BadInput
from tertium.model import Assignment, Layer, Observation, parts_of
from tertium.protocols.spans import points_of
from tertium.typology import Typology

PREFILLED, UNFILLED = "prefilled", "unfilled"  # options
PREFILLING: dict[str, Any] = {UNFILLED: 0.3}
ASPECT = "prefilled"  # whether an output had marks before it was read: 1 or 0
LAYER: Layer = "prefilled"
_RANGE = 2**64

Mark = Mapping[str, Any]  # side, start, end, quote, category, severity


@dataclass(frozen=True, slots=True)
class Prefilling:
    """Marks by (segment, system), also where a judge found nothing, and the share left out."""

    marks: Mapping[tuple[str, str], tuple[Mark, ...]]
    unfilled: float

    def known(self, assignment: Assignment) -> tuple[Mark, ...] | None:
        """Return what is known of the output of an assignment; None for nothing, or practice."""
        if assignment.role != "real" or len(assignment.slots) != 1:
            return None
        return self.marks.get((assignment.segment, parts_of(assignment.slots[0])[0]))

    def fills(self, assignment: Assignment) -> bool:
        """Draw whether the marks stand in the output that this assignment shows."""
        name = f"{UNFILLED}/{assignment.id}".encode()
        drawn = int.from_bytes(hashlib.sha256(name).digest()[:8], "big") / _RANGE
        return drawn >= self.unfilled

    def shown(self, assignment: Assignment) -> tuple[Mark, ...]:
        """Return the marks that stand there when the page opens."""
        found = self.known(assignment)
        return found if found and self.fills(assignment) else ()

    def observed(self, assignment: Assignment, typology: Typology | None) -> Iterator[Observation]:
        """Yield whether the output was filled, and the marks that stood there."""
        found = self.known(assignment)
        if found is None:
            return
        filled = self.fills(assignment)
        for system in parts_of(assignment.slots[0]):
            yield Observation(ASPECT, value=float(filled), system=system, slot=1, layer=LAYER)
            for mark in found if filled else ():
                yield Observation(
                    "error",
                    value=points_of(mark, typology),
                    system=system,
                    slot=1,
                    side=mark["side"],
                    start=mark["start"],
                    end=mark["end"],
                    category=mark["category"] or None,
                    severity=mark["severity"],
                    text=mark["quote"] or None,
                    layer=LAYER,
                )


def prefilling_of(settings: Mapping[str, Any]) -> Prefilling | None:
    """Return what is filled in, None where nothing is; a file's name is not read yet."""
    share = settings[UNFILLED]
    if not 0 <= share <= 1:
        raise BadInput(
            f"{UNFILLED} = {share} is no share", where="[options]", fix="Write for example 0.3."
        )
    given = settings[PREFILLED]
    if not isinstance(given, Mapping):
        return None
    marks = {(segment, system): tuple(marks) for segment, system, marks in given["outputs"]}
    return Prefilling(marks, share)
