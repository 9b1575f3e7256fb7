"""Languages as people write them: by code, or by name in any language of the pages."""

import re
import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache

from tertium.exceptions import OpenQuestion
from tertium.web.languages import LANGUAGES, messages

_CODE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*")


@cache
def _names() -> dict[str, str]:
    """Return the codes of all names, in lower case and without accents."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        names = messages(language)["manage.languages"]
        assert isinstance(names, Mapping)
        found |= {_folded(name): code for code, name in names.items()}
    return found


def _folded(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).strip()


def language_code(text: str, asks: str) -> str:
    """Return the code of a language, or ask again (`asks`) with those that look alike.

    >>> language_code("Ukrainian", ""), language_code("ukrainisch", ""), language_code("pt-BR", "")
    ('uk', 'uk', 'pt-BR')
    """
    given, names = text.strip(), _names()
    if not given or _folded(given) in names:
        return names[_folded(given)] if given else ""
    if _CODE.fullmatch(given) and (len(given.split("-")[0].split("_")[0]) == 2 or "-" in given):
        return given.replace("_", "-")
    if re.fullmatch(r"[a-z]{3}", given):  # a code of three letters
        return given
    near = get_close_matches(_folded(given), names, n=3, cutoff=0.5)
    raise OpenQuestion(
        f"no language is known as {given[:60]!r}",
        asks=asks,
        choices=dict.fromkeys(names[one] for one in near),
        fix="Write its name, such as Ukrainian, or its code, such as uk.",
    )
