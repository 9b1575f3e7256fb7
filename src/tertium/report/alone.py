"""What a page needs to stand alone: style and script inside it, named by their hash."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

__all__ = ["hashed", "static"]


@cache
def static(name: str) -> str:
    """Return one of the files that the server would send: a style sheet or a script."""
    return (files("tertium") / "web" / "static" / name).read_text(encoding="utf-8")


def hashed(text: str) -> str:
    """Return how a content security policy names a style or script inside the page."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode('ascii')}'"
