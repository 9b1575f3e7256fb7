"""Terms in a text: the longest at every place, whole words where words have spaces."""

from collections.abc import Iterable, Mapping

from tertium.text.spans import cuts_character
from tertium.text.words import characters_per_word


def meant_for(entries: Iterable[Mapping[str, str]], language: str) -> list[Mapping[str, str]]:
    """Return the entries whose translations are of a language; `pt` is also of `pt-BR`."""

    def fits(named: str) -> bool:
        return not named or f"{language}-".lower().startswith(f"{named}-".lower())

    return [entry for entry in entries if fits(entry.get("language", ""))]


class Terms:
    """Finds any of many terms; what it costs grows with the text, not with their number."""

    def __init__(self, terms: Iterable[str]) -> None:
        self._terms = {term.lower() for term in terms if term.strip()}
        self._lengths = sorted({len(term) for term in self._terms}, reverse=True)

    def __bool__(self) -> bool:
        return bool(self._terms)

    def found(self, text: str, language: str) -> list[tuple[int, int, str]]:
        """Return where terms stand, with the term in lower case; none overlaps another."""
        if not self._terms:
            return []
        spaced = characters_per_word(text, language) == 1
        found: list[tuple[int, int, str]] = []
        at = 0
        while at < len(text):
            inside = spaced and at and _joins(text[at - 1])
            end = 0 if inside or cuts_character(text, at) else self._end(text, at, spaced)
            if end:
                found.append((at, end, text[at:end].lower()))
            at = end or at + 1
        return found

    def _end(self, text: str, at: int, spaced: bool) -> int:
        """Return the end of the longest term that begins here, 0 if none does."""
        for length in self._lengths:
            end = at + length
            if end > len(text) or text[at:end].lower() not in self._terms:
                continue
            cut = spaced and end < len(text) and _joins(text[end])
            if not cut and not cuts_character(text, end):
                return end
        return 0


def _joins(character: str) -> bool:
    """Tell whether a character is part of a word."""
    return character.isalnum() or character == "_"
