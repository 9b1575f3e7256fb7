"""Terms of a campaign's glossary in a source: where they stand, and how they are translated."""

from collections.abc import Mapping, Sequence

from tertium.text.terms import Terms
from tertium.web.annotate.schemas import Term


class Glossary:
    """Looks for the terms of a glossary."""

    def __init__(self, entries: Sequence[Mapping[str, str]]) -> None:
        self._glosses = {entry["term"].lower(): entry["gloss"] for entry in entries}
        self._terms = Terms(self._glosses)

    def terms(self, source: str, language: str) -> list[Term]:
        """Return the terms in a source, the longest where several begin."""
        found = self._terms.found(source, language)
        return [Term(start, end, self._glosses[term]) for start, end, term in found]
