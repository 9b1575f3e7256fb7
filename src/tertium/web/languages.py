"""The languages of the interface: one JSON file of messages per language.

A message is a string with `{names}`, or an object with plural forms as CLDR names them (`one`,
`other`), chosen by `n`; `other` stands for those that a language leaves out. A sentence is never
built from parts. Words of a protocol come with its declaration and take the place of those that
all protocols share. A file without the words of managers' pages (`manage.`) is for annotators.
"""

from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec
from starlette.requests import Request

from tertium import protocols
from tertium.wording import plural_form

FOLDER = Path(__file__).with_name("translations")
LANGUAGES: tuple[str, ...] = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))
DEFAULT = "en"
_FOR_MANAGERS = "manage."

# Languages written from right to left in their usual script.
_RIGHT_TO_LEFT = frozenset(
    ("ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi")
)
_SCRIPTS = frozenset(("adlm", "arab", "hebr", "nkoo", "rohg", "syrc", "thaa"))
Messages = dict[str, str | dict[str, str]]


@cache
def messages(language: str, protocol: str = "") -> Messages:
    """Return all messages of a language by key, with the words of a protocol among them.

    What a language has no words for it says in English: everything but a protocol's own, where
    only that protocol speaks it, or the managers' pages. A protocol does the same.
    """
    if not protocol:
        return {**messages_in_file(DEFAULT), **messages_in_file(language)}
    return {**messages(language), **own_messages(language, protocol)}


@cache
def messages_in_file(language: str) -> Messages:
    """Return what the file of a language says, nothing where there is none."""
    if language not in LANGUAGES:
        return {}
    found: Messages = msgspec.json.decode((FOLDER / f"{language}.json").read_bytes())
    return found


@cache
def own_messages(language: str, protocol: str) -> Messages:
    """Return what a protocol says in its own words, in English where it has no others."""
    words = protocols.get(protocol).words
    return {**words.get(DEFAULT, {}), **words.get(language, {})}


def languages_of(protocol: str) -> tuple[str, ...]:
    """Return the languages that annotators can choose: ours, and those of the protocol."""
    return tuple(sorted({*LANGUAGES, *protocols.get(protocol).words}))


@cache
def translator(language: str, protocol: str = "") -> Callable[..., str]:
    """Return the function that templates call `t`.

    What fills a sentence from right to left keeps a direction of its own.
    """
    isolates = direction(language) == "rtl"

    def translate(key: str, **values: Any) -> str:
        message = messages(language, protocol)[key]
        if isinstance(message, dict):
            message = plural_form(message, language, values["n"])
        if isolates:
            values = {name: _isolated(value) for name, value in values.items()}
        return message.format(**values) if values else message

    return translate


def _isolated(value: Any) -> Any:
    """Return a text between signs that let it begin and end by itself; a number as it is."""
    if not isinstance(value, str):
        return value
    return f"\N{FIRST STRONG ISOLATE}{value}\N{POP DIRECTIONAL ISOLATE}"


@cache
def languages_of_managers() -> tuple[str, ...]:
    """Return the languages whose files have the words of managers' pages."""
    return tuple(
        code
        for code in LANGUAGES
        if any(key.startswith(_FOR_MANAGERS) for key in messages_in_file(code))
    )


def language_of(request: Request, known: Collection[str] = ()) -> str:
    """Return the best interface language for a browser, English if none fits.

    Unless `known` says which there are, it is one that the page has words in.
    """
    managed = request.url.path.startswith("/manage")
    known = known or (languages_of_managers() if managed else LANGUAGES)
    wanted = []
    for part in request.headers.get("accept-language", "").split(","):
        code, _, quality = part.strip().partition(";q=")
        try:
            wanted.append((-float(quality or 1), code.split("-")[0].lower()))
        except ValueError:
            continue
    return next((code for _, code in sorted(wanted) if code in known), DEFAULT)


def language_tag(code: str) -> str:
    """Return a language code as a browser reads it: `zh_CN` becomes `zh-CN`."""
    return code.strip().replace("_", "-")


def direction(code: str) -> Literal["ltr", "rtl", "auto"]:
    """Return the direction a language is written in; `auto` where it is not known.

    A named direction is better than `auto`: an Arabic sentence that begins with
    a Latin brand name still runs from right to left.
    """
    parts = language_tag(code).lower().split("-")
    if not parts[0] or parts[0] in ("und", "mul", "zxx"):
        return "auto"
    script = next((part for part in parts[1:] if len(part) == 4 and part.isalpha()), "")
    if script:
        return "rtl" if script in _SCRIPTS else "ltr"
    return "rtl" if parts[0] in _RIGHT_TO_LEFT else "ltr"
