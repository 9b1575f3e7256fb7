"""Passages of a text: where they may begin and end, and whether the text is still the same.

Positions count code points from 0, the end excluded. What a reader sees as one character
(a letter with its marks, an emoji of several parts) may be several code points.
"""

import hashlib
import unicodedata

from tertium.exceptions import BadInput, Conflict

_JOINER = "\u200d"
_SKIN = range(0x1F3FB, 0x1F400)  # tones that colour the emoji before them
_TAGS = range(0xE0020, 0xE0080)  # the rest of a flag of England, Scotland or Wales
_FLAGS = range(0x1F1E6, 0x1F200)  # letters that stand in pairs for a flag
_VOWELS, _FINALS = range(0x1160, 0x11A8), range(0x11A8, 0x1200)  # of Hangul written in parts


def text_hash(text: str) -> str:
    """Return the SHA-256 of a text, by which a span knows the version it was marked in."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def check_passage(text: str, start: int, end: int, *, quote: str | None = None,
                  whole: str | None = None, where: str = "") -> None:  # fmt: skip
    """Refuse a passage that is reversed, outside the text, or of another text.

    `quote` is what the passage said when it was marked, `whole` the hash of the whole text.
    """
    if start < 0 or end < start:
        backwards = f"the passage from {start} to {end} runs backwards"
        raise BadInput(
            f"the passage begins at {start}, before the text" if start < 0 else backwards,
            where=where,
            fix="Count characters from 0; the end is not part of the passage.",
        )
    if whole is not None and whole != text_hash(text):
        raise Conflict(
            "the text has changed since the passage was marked",
            where=where,
            fix="Mark the passage again in the present text.",
        )
    if end > len(text):
        raise BadInput(
            f"the passage ends at {end}, the text has {len(text)} characters",
            where=where,
            fix="Count code points of the text that was marked, not bytes or words.",
        )
    if quote is not None and text[start:end] != quote:
        raise Conflict(
            f"the text from {start} to {end} is {text[start:end]!r}, not {quote!r}",
            where=where,
            fix="Count code points, the end excluded, in the text that was marked.",
        )


def cuts_character(text: str, at: int) -> bool:
    """Tell whether a position lies inside what a reader sees as one character.

    >>> cuts_character("e\u0301a", 1), cuts_character("e\u0301a", 2)
    (True, False)
    """
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if after.isascii() and after != "\n" and before != _JOINER:
        return False
    if before in "\r\n\u2028\u2029":
        return before + after == "\r\n"
    if unicodedata.category(after).startswith("M") or _JOINER in (before, after):
        return True
    if ord(after) in _FLAGS:
        run = 0
        while run < at and ord(text[at - 1 - run]) in _FLAGS:
            run += 1
        return run % 2 == 1
    return any(ord(after) in marks for marks in (_SKIN, _TAGS, _VOWELS, _FINALS))
