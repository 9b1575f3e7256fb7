"""The text of the picture: one output whose marks show how people agree and differ."""

from tertium.stats.span_agreement.readings import SharedOutput, SharedReadings
from tertium.stats.span_agreement.result import Lane, MarkedText, Passage

__all__ = ["choose_example"]

_LONGEST = 280  # characters that can be read at a glance


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
