"""Papers that are handed to somebody: feedback to a student, a scorecard to a translator.

One HTML file without script; it needs no server and no network, and prints on A4. Marks in a text
are told apart by their line first and by colour second, and each ends with its number.
"""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from tertium import __version__
from tertium.rendering.alone import hashed, style
from tertium.rendering.fragment import template
from tertium.text.pieces import Piece, cut_at

_CARET = "\u2038"
_ORDER = ("critical", "bad", "minor", "neutral", "good")  # which look wins where marks overlap


def handout(body: str, *, title: str, **values: Any) -> str:
    """Return a page that holds the template `body`, filled with values."""
    filled = template(body).render(**values)
    styles = Markup(style(filled, "tertium.css", "report.css", "handout.css"))
    policy = (
        f"default-src 'none'; style-src {hashed(styles)}; font-src data:; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return str(
        template("handout.html").render(
            language="en",
            title=title,
            policy=policy,
            version=__version__,
            style=styles,
            body=Markup(filled),
        )
    )


def marked_text(text: str, marks: Sequence[tuple[int, int, str, int]]) -> Markup:
    """Return a text with its marks, given as (start, end, look, number)."""
    pieces = cut_at(text, [(start, end) for start, end, _, _ in marks])
    return Markup("").join(_dressed(piece, marks) for piece in pieces)


def _dressed(piece: Piece, marks: Sequence[tuple[int, int, str, int]]) -> Markup:
    looks = sorted({marks[at][2] for at in piece.on}, key=_ORDER.index)
    shown = Markup("{}").format(piece.text or (_CARET if piece.on else ""))
    if looks:
        several = " both" if "good" in looks and len(looks) > 1 else ""
        shown = Markup('<mark class="m-{}{}">{}</mark>').format(looks[0], several, shown)
    for at in piece.ends:
        shown += Markup("<sup>{}</sup>").format(marks[at][3])
    return shown
