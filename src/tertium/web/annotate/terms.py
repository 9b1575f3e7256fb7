"""Terms of a campaign's glossary in a source: where they stand, and how they are translated."""

from collections.abc import Mapping, Sequence

from tertium.model import Segment
from tertium.text.terms import Terms, meant_for
from tertium.web.annotate.schemas import Term


class Glossary:
    """Looks for the terms of a glossary, whose translations may be of several languages."""

    def __init__(self, entries: Sequence[Mapping[str, str]]) -> None:
        self._entries = entries
        self._by_language: dict[str, tuple[dict[str, str], Terms]] = {}

    def terms(self, segment: Segment) -> list[Term]:
        """Return the terms in a source, the longest where several begin."""
        glosses, terms = self._of(segment.target_language)
        found = terms.found(segment.source, segment.source_language)
        return [Term(start, end, glosses[term]) for start, end, term in found]

    def _of(self, language: str) -> tuple[dict[str, str], Terms]:
        if language not in self._by_language:
            meant = meant_for(self._entries, language)
            glosses = {entry["term"].lower(): entry["gloss"] for entry in meant}
            self._by_language[language] = glosses, Terms(glosses)
        return self._by_language[language]
