"""Terms of a campaign's glossary in a source: where they stand, and how they are translated."""

import re
from collections.abc import Mapping, Sequence

from tertium.text import characters_per_word
from tertium.web.annotate.types import Term

__all__ = ["Glossary"]


class Glossary:
    """Looks for terms with one pattern for languages with spaces, and one for others."""

    def __init__(self, entries: Sequence[Mapping[str, str]]) -> None:
        self._glosses = {entry["term"].lower(): entry["gloss"] for entry in entries}
        self._patterns: dict[bool, re.Pattern[str]] = {}

    def terms(self, source: str, language: str) -> list[Term]:
        """Return the terms in a source, the longest where several begin."""
        if not self._glosses:
            return []
        spaced = characters_per_word(source, language) == 1
        if spaced not in self._patterns:
            self._patterns[spaced] = _pattern(self._glosses, spaced)
        found = (
            (match, self._glosses.get(match[0].lower()))
            for match in self._patterns[spaced].finditer(source)
        )
        # A pattern knows more pairs of letters than `lower`.
        return [Term(at.start(), at.end(), gloss) for at, gloss in found if gloss is not None]


def _pattern(terms: Mapping[str, str], spaced: bool) -> re.Pattern[str]:
    """Return what finds any of the terms; where words have spaces, only whole words."""
    longest_first = sorted(terms, key=len, reverse=True)
    either = "|".join(re.escape(term) for term in longest_first)
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)" if spaced else either, re.IGNORECASE)
