"""The picture of how a text was edited: acts along the time, pauses, and time spent elsewhere.

Drawn as our own SVG, since marks of four kinds on one line of minutes fit no chart type.
Lanes have words beside them, so that colour is not the only sign.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise

from tertium.text.events import ACTS, LONG_PAUSE, Event

# Which acts stand in which lane.
LANES = ("typing", "erasing", "moving", "whole")
_GROUPS = {
    **dict.fromkeys(("letters", "digits", "spaces", "symbols"), "typing"),
    "erasing": "erasing",
    **dict.fromkeys(("navigation", "commands"), "moving"),
    "paste": "whole",
}
_WIDTH, _LEFT, _LANE, _TOP = 880, 110, 22, 8
_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 86400)  # seconds
_MOMENTS = 8  # named on the axis, at most


def timeline_svg(
    events: Sequence[Event], *, names: Mapping[str, str], title: str, away: str
) -> str:
    """Return the time line of a log as an SVG element; `names` are those of the lanes.

    The line with class `now` marks a moment: whoever plays the log moves it.
    """
    end = max((float(event["t"]) for event in events), default=0.0) or 1.0
    height = _TOP + _LANE * len(LANES)

    def x(moment: float) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - 8) * moment / end, 1)

    parts = [
        f'<svg class="timeline" viewBox="0 0 {_WIDTH} {height + 26}" role="img" '
        f'aria-label="{escape(title)}" data-left="{_LEFT}" data-right="{_WIDTH - 8}" '
        f'data-end="{end:g}"><title>{escape(title)}</title>'
    ]
    for begin, stop in _absences(events, end):
        width = max(1.0, x(stop) - x(begin))
        parts.append(
            f'<rect class="away" x="{x(begin)}" y="{_TOP}" width="{width:.1f}" '
            f'height="{height - _TOP}"><title>{escape(away)}</title></rect>'
        )
    acts = [float(event["t"]) for event in events if event["k"] in ACTS]
    for earlier, later in pairwise([0.0, *acts]):
        if later - earlier >= LONG_PAUSE * 1000:
            parts.append(
                f'<line class="rest" x1="{x(earlier)}" x2="{x(later)}" y1="{height}" '
                f'y2="{height}"/>'
            )
    for number, lane in enumerate(LANES):
        y = _TOP + _LANE * number
        parts.append(
            f'<text class="lane" x="{_LEFT - 10}" y="{y + 15}">{escape(names[lane])}</text>'
        )
        marks = "".join(
            f"M{x(event['t'])} {y + 4}v{_LANE - 8}" for event in events if _lane(event) == lane
        )
        if marks:
            parts.append(f'<path class="act {lane}" d="{marks}"/>')
    parts.extend(_scale(end, x, height))
    parts.append(f'<line class="now" x1="{_LEFT}" x2="{_LEFT}" y1="{_TOP - 6}" y2="{height + 4}"/>')
    return "".join(parts) + "</svg>"


def _lane(event: Event) -> str:
    kind = event["k"]
    if kind == "key":
        return _GROUPS[event["g"]]
    if kind in ("paste", "cut", "undo", "redo", "reset"):
        return "whole"
    return "moving" if kind == "cursor" else ""


def _absences(events: Sequence[Event], end: float) -> list[tuple[float, float]]:
    """Return when the editor paused, or had another window in front."""
    found: list[tuple[float, float]] = []
    since: float | None = None
    for event in events:
        if event["k"] in ("pause", "hidden", "blur", "done") and since is None:
            since = float(event["t"])
        elif event["k"] in ("resume", "visible", "focus", "reload", "back", "reopen") or (
            event["k"] in ACTS
        ):
            if since is not None and event["t"] > since:
                found.append((since, float(event["t"])))
            since = None
    return [*found, (since, end)] if since is not None and since < end else found


def _scale(end: float, x: Callable[[float], float], height: int) -> Iterator[str]:
    """Yield the axis: up to eight moments, in minutes and seconds."""
    step = next((one for one in _STEPS if end / 1000 / one <= _MOMENTS), _STEPS[-1])
    for number in range(int(end / 1000 // step) + 1):
        seconds = number * step
        place = x(seconds * 1000)
        yield f'<line class="tick" x1="{place}" x2="{place}" y1="{height}" y2="{height + 5}"/>'
        yield (
            f'<text class="moment" x="{place}" y="{height + 19}">'
            f"{seconds // 60}:{seconds % 60:02d}</text>"
        )
