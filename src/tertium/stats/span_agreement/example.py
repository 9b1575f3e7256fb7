"""The text of the picture: one output whose marks show how people agree and differ."""

from dataclasses import dataclass

from tertium.stats.span_agreement.readings import SharedOutput, SharedReadings

_LONGEST = 280  # characters that can be read at a glance


@dataclass(frozen=True, slots=True)
class Passage:
    """A marked passage of the text in a picture, in code points."""

    start: int
    end: int
    category: str
    severity: str


@dataclass(frozen=True, slots=True)
class Lane:
    """What one annotator marked in the text of a picture."""

    annotator: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class MarkedText:
    """An output with the marks of those who read it, to be drawn."""

    segment: str
    system: str
    text: str
    lanes: tuple[Lane, ...]


def choose_example(read: SharedReadings) -> MarkedText | None:
    """Choose the output with the most marks by at least two people that is not too long."""
    fitting = [o for o in read.outputs if o.target and len(o.target) <= _LONGEST]
    if not fitting:
        return None
    chosen = max(fitting, key=lambda output: (*_richness(output), output.segment, output.system))
    if not _richness(chosen)[1]:
        return None
    lanes = tuple(
        Lane(
            read.annotators[reading.annotator],
            tuple(
                Passage(mark.start, mark.end, mark.label, mark.severity)
                for mark in reading.marks
                if mark.side == "target" and mark.placed
            ),
        )
        for reading in chosen.readings
    )
    return MarkedText(chosen.segment, chosen.system, chosen.target or "", lanes)


def _richness(output: SharedOutput) -> tuple[int, int]:
    """Return the marks of whoever marked second most in the target, and all marks there."""
    number = sorted(
        sum(mark.side == "target" and mark.placed for mark in reading.marks)
        for reading in output.readings
    )
    return number[-2], sum(number)
