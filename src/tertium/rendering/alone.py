"""What a page needs to stand alone: style, fonts and script inside it, named by their hash."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from tertium.rendering.fonts import faces_for, held


@cache
def static(name: str) -> str:
    """Return one of the files that the server would send: a style sheet or a script."""
    return (files("tertium") / "web" / "static" / name).read_text(encoding="utf-8")


def style(body: str, *sheets: str) -> str:
    """Return style sheets as one, with the fonts that the letters of the body need."""
    fonts = [held(face) for face in faces_for(body)]
    return "\n".join([*fonts, *map(static, sheets)])


def hashed(text: str) -> str:
    """Return how a content security policy names a style or script inside the page."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode('ascii')}'"
