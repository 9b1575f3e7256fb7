"""The picture of several annotators' marks on one text: a lane below the line for each of them.

HTML without style or script: its classes are dressed by `report.css`, and the reader's own browser
sets the text, so every script looks as it should. A lane is drawn by severity, first by the kind of
its line, then by colour; where something is missing stands a caret.
"""

from collections.abc import Sequence
from itertools import pairwise

from markupsafe import Markup, escape

from tertium.stats.span_agreement.example import Lane, MarkedText, Passage

MOST_LANES = 4
_KNOWN = ("neutral", "minor", "major", "critical")
_CARET = "\u2038"


def draw_lanes(marked: MarkedText) -> str:
    """Return the text with the marks of up to four annotators below it."""
    lanes = marked.lanes[:MOST_LANES]
    cuts = sorted(
        {0, len(marked.text), *(p for lane in lanes for one in lane.passages for p in _ends(one))}
    )
    pieces = [_points(lanes, 0)]
    for begin, end in pairwise(cuts):
        on = [[one for one in lane.passages if _covers(one, begin, end)] for lane in lanes]
        pieces.append(_piece(marked.text[begin:end], on, lanes))
        pieces.append(_points(lanes, end))
    key = Markup("").join(
        Markup('<li><span class="lane-key">{}</span> <bdi>{}</bdi></li>').format(
            number, lane.annotator
        )
        for number, lane in enumerate(lanes, start=1)
    )
    return str(
        Markup('<div class="lanes lanes-{}"><p dir="auto">{}</p><ul>{}</ul></div>').format(
            len(lanes), Markup("").join(pieces), key
        )
    )


def _ends(passage: Passage) -> tuple[int, int]:
    return passage.start, passage.end


def _covers(passage: Passage, begin: int, end: int) -> bool:
    return passage.start <= begin and end <= passage.end


def _points(lanes: Sequence[Lane], at: int) -> Markup:
    """Return a caret where somebody found something missing."""
    on = [[one for one in lane.passages if one.start == one.end == at] for lane in lanes]
    return _piece(_CARET, on, lanes) if any(on) else Markup("")


def _piece(text: str, on: Sequence[Sequence[Passage]], lanes: Sequence[Lane]) -> Markup:
    """Return a stretch of text inside an element for each lane, so that lanes keep their place."""
    inner = escape(text)
    told = "; ".join(
        f"{lane.annotator}: {', '.join(_called(one) for one in own)}"
        for lane, own in zip(lanes, on, strict=True)
        if own
    )
    if not told:
        return inner
    for number, own in enumerate(on, start=1):
        inner = Markup('<span class="lane lane-{}{}">{}</span>').format(
            number, Markup(f" {_kind(own)}") if own else "", inner
        )
    return Markup('<span title="{}">{}</span>').format(told, inner)


def _kind(passages: Sequence[Passage]) -> str:
    """Return the gravest severity; one that is not known looks like major."""
    places = [_place(one.severity) for one in passages]
    return f"lane-{_KNOWN[max(places)]}"


def _place(severity: str) -> int:
    return _KNOWN.index(severity.lower()) if severity.lower() in _KNOWN else 2


def _called(passage: Passage) -> str:
    same = passage.severity in ("", passage.category)
    return passage.category if same else f"{passage.category} ({passage.severity})"
