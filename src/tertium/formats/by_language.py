"""Texts in YAML files that may stand in several languages: `name: {en: Safe, de: Ungefährlich}`."""

import re
from collections.abc import Iterator, Mapping

from tertium.formats.settings import Table

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")


def by_language(table: Table, name: str, default: str = "") -> Mapping[str, str]:
    """Return a text for each language; one that stands alone is English."""
    given = table.anything(name, default)
    texts = dict(_texts(table, name, default, given))
    if isinstance(given, dict) and "en" not in texts:
        raise table.bad(name, f"{name} has no English text", f"Write {name}: {{en: …, de: …}}")
    return texts


def _texts(table: Table, name: str, default: str, given: object) -> Iterator[tuple[str, str]]:
    if isinstance(given, dict):
        inner = table.table(name)
        for language in inner.names():
            if not _LANGUAGE.fullmatch(language):
                raise inner.bad(
                    language, f"{language!r} is not a language", "Write en, de, fr and so on."
                )
            yield language, inner.text(language)
    elif text := table.text(name, default):
        yield "en", text
