"""Whether two translations are the same, or the same but for typography.

*Identical* outputs are not asked about, since nobody can prefer one of them.
*Near-identical* ones differ in quotation marks, apostrophes or spacing only;
they are reported, and a campaign may leave them out.
"""

import re
import unicodedata

_QUOTES = re.compile("[\"'`´‘’‚‛“”„‟‹›«»′″‵‶ʹʺʻʼʽˈ〝〞〟「」『』＂＇｢｣]+")
# White space, and every character that takes no room: zero-width spaces and
# joiners, soft hyphens, direction marks, the byte-order mark.
_SPACING = ("Zs", "Zl", "Zp", "Cf")


def identical(a: str, b: str) -> bool:
    """Tell whether two texts are equal, composed accents and a final line break aside."""
    return _composed(a) == _composed(b)


def near_identical(a: str, b: str) -> bool:
    """Tell whether two texts that are not identical differ in quotes or spacing only.

    A quotation mark may be of another kind, but not missing: `its` and `it's` differ.
    """
    return not identical(a, b) and _folded(a) == _folded(b)


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text).rstrip("\r\n")


class _Visible(dict[int, int | None]):
    """What becomes of each character that was met so far: itself, or nothing if it is spacing."""

    def __missing__(self, code: int) -> int | None:
        character = chr(code)
        spacing = character.isspace() or unicodedata.category(character) in _SPACING
        self[code] = None if spacing else code
        return self[code]


_VISIBLE = _Visible()


def _folded(text: str) -> str:
    return _QUOTES.sub("'", _composed(text).translate(_VISIBLE))
