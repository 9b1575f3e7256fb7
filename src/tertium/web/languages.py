"""The languages of the interface: one JSON file of messages per language.

A message is a string with `{names}`, or an object with the plural forms `one`
and `other`, chosen by `n`. A sentence is never built from parts.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request

__all__ = ["DEFAULT", "LANGUAGES", "language_of", "messages", "translator"]

FOLDER = Path(__file__).with_name("translations")
LANGUAGES: tuple[str, ...] = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))
DEFAULT = "en"


@cache
def messages(language: str) -> dict[str, str | dict[str, str]]:
    """Return all messages of a language by key."""
    found: dict[str, str | dict[str, str]] = msgspec.json.decode(
        (FOLDER / f"{language}.json").read_bytes()
    )
    return found


def plural(language: str, n: float) -> str:
    """Return the plural form of a number: French counts 0 as one, the others do not."""
    return "one" if n == 1 or (language == "fr" and 0 <= n < 2) else "other"


@cache
def translator(language: str) -> Callable[..., str]:
    """Return the function that templates call `t`."""

    def translate(key: str, **values: Any) -> str:
        message = messages(language)[key]
        if isinstance(message, dict):
            message = message[plural(language, values["n"])]
        return message.format(**values) if values else message

    return translate


def language_of(request: Request) -> str:
    """Return the best interface language for a browser, English if none fits."""
    wanted = []
    for part in request.headers.get("accept-language", "").split(","):
        code, _, quality = part.strip().partition(";q=")
        try:
            wanted.append((-float(quality or 1), code.split("-")[0].lower()))
        except ValueError:
            continue
    return next((code for _, code in sorted(wanted) if code in LANGUAGES), DEFAULT)
