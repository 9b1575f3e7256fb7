"""The fonts that pages bring: which files the letters of a page need.

`fonts.css` declares them, a file per script and family. A page asks for those it needs before it
is drawn; a file that stands alone holds them.
"""

import re
from base64 import b64encode
from functools import cache
from importlib.resources import files
from typing import NamedTuple

SANS, SERIF, MONO = "Tertium Sans", "Tertium Serif", "Tertium Mono"
_FOLDER = files("tertium") / "web" / "static"
_RULE = re.compile(
    r'@font-face \{ font-family: "(?P<family>[^"]+)".*?'
    r'url\("fonts/(?P<file>[^"]+)"\).*?unicode-range: (?P<ranges>[^;]+); \}'
)
_END = r"[^>]*>(.*?)</(?:p|h\d|q|code|div|dd|li|td|span|textarea)>"
_READ = re.compile(rf'(?:<q\b|class="[^"]*\b(?:read|headline|said)\b[^"]*"){_END}', re.DOTALL)
# A choice of languages, each in its own letters: whoever reads one of them gets its page next.
_TONGUES = re.compile(r'<(option|a)\b[^>]*\slang="[^>]*>.*?</\1>', re.DOTALL)
_CODE = re.compile(rf'(?:<code\b|class="[^"]*\b(?:mono|sig)\b[^"]*"){_END}', re.DOTALL)


class Face(NamedTuple):
    """One file of a family, and the characters it is for."""

    family: str
    file: str
    characters: frozenset[str]
    rule: str


@cache
def faces() -> tuple[Face, ...]:
    """Return what `fonts.css` declares."""
    style = (_FOLDER / "fonts.css").read_text(encoding="utf-8")
    return tuple(
        Face(found["family"], found["file"], _characters(found["ranges"]), found[0])
        for found in _RULE.finditer(style)
    )


def faces_for(html: str) -> list[Face]:
    """Return the faces that a page needs: texts are read in the serif, all else is sans."""
    html = _TONGUES.sub("", html)
    texts, codes = _READ.findall(html), _CODE.findall(html)
    letters = {
        SANS: set(_READ.sub("", html)),
        # The page of a task receives its texts later, and they stand between spaces.
        SERIF: set(" ".join([*texts, ""]) if texts else ""),
        MONO: set("".join(codes)),
    }
    return [face for face in faces() if not face.characters.isdisjoint(letters[face.family])]


@cache
def held(face: Face) -> str:
    """Return the rule of a face with its file inside; there is nothing to wait for then."""
    data = b64encode((_FOLDER / "fonts" / face.file).read_bytes()).decode("ascii")
    inside = face.rule.replace(f"fonts/{face.file}", f"data:font/woff2;base64,{data}")
    return inside.replace("font-display: optional", "font-display: block")


def _characters(ranges: str) -> frozenset[str]:
    """Return the characters of a CSS `unicode-range`."""
    found = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges)
    return frozenset(
        chr(code)
        for first, last in found
        for code in range(int(first, 16), int(last or first, 16) + 1)
    )
