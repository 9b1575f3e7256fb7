"""Chunks of a text: passages that a reader takes in as one unit.

The rule `chunks@1`:

- A chunk ends with punctuation, and before an opening bracket or quotation mark.
- In scripts with spaces a new chunk begins with a function word (article, preposition,
  conjunction, pronoun, auxiliary) once the chunk has a word of content, and after five words.
  For English, German, French and Spanish function words are listed; elsewhere words of up to
  three letters stand for them.
- In scripts without spaces a chunk has two words' worth of characters: four of Chinese or
  Japanese, eight in the alphabetic scripts of South-East Asia.

A chunk is a set of ranges of code points: the rule makes one range each, people may join
what stands apart (German verbs, French negation).
"""

import re
from dataclasses import dataclass

from tertium.exceptions import BadInput
from tertium.text.spans import cuts_character
from tertium.text.words import characters_per_word, word_spans

CHUNK_RULE = "chunks@1"
_MOST = 5  # words of a chunk
_SHORT = 3  # letters of a function word where there is no list
_CLOSING = re.compile(r"[.,;:!?…)\]}»”’\"'、。，．；：！？）」』】،؛؟।]+$")
_OPENING = re.compile(r"^[(\[{«“„‘¿¡（「『【]")
_FUNCTION = {
    "en": "a an the of in on at to for from by with without about into over under between through "
    "and or but nor that which who whom whose when where while because although if as than since "
    "he she it they we you i this these those is are was were be been has have had will would can "
    "could may might shall should must do does did not no",
    "de": "der die das den dem des ein eine einen einem einer eines in im an am auf aus bei beim "
    "mit nach von vom zu zum zur über unter vor hinter neben zwischen für durch gegen ohne um und "
    "oder aber denn dass ob wenn weil obwohl als wie während er sie es wir ihr ich ist sind war "
    "waren wird werden wurde wurden hat haben hatte kann können soll muss nicht kein keine",
    "fr": "le la les un une des du de à au aux en dans sur sous par pour avec sans entre vers chez "
    "et ou mais ni que qui dont où quand lorsque parce comme si il elle ils elles on nous vous je "
    "ce cet cette ces est sont était étaient sera a ont avait avaient ne pas",
    "es": "el la los las un una unos unas de del a al en con sin por para sobre bajo entre hacia "
    "desde hasta y e o u pero ni que quien cual cuando donde como si porque él ella ellos yo nos "
    "este esta estos estas es son era eran fue fueron ha han había se no",
}
_LISTED = {language: frozenset(words.split()) for language, words in _FUNCTION.items()}


@dataclass(frozen=True, slots=True)
class Chunk:
    """One chunk: its name, and its ranges in the text, in order and apart."""

    name: str
    ranges: tuple[tuple[int, int], ...]

    def text(self, whole: str) -> str:
        """Return what the chunk says; ` … ` stands for what lies between its parts."""
        return " … ".join(whole[start:end] for start, end in self.ranges)


def chunk_text(text: str, language: str = "") -> tuple[Chunk, ...]:
    """Return the chunks of a text by rule, named 1, 2, …; together they hold all but blanks.

    >>> [chunk.text("The keeper of the old lighthouse, who lives alone, waved.")
    ...  for chunk in chunk_text("The keeper of the old lighthouse, who lives alone, waved.", "en")]
    ['The keeper', 'of the old lighthouse,', 'who lives alone,', 'waved.']
    """
    ranges = _unspaced(text) if characters_per_word(text) > 1 else _spaced(text, language)
    whole = whole_characters(text, ranges)
    return tuple(Chunk(str(at), (one,)) for at, one in enumerate(whole, 1))


def whole_characters(text: str, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Widen ranges that cut a character (a blank may carry an accent); what then meets is one."""
    found: list[tuple[int, int]] = []
    for start, end in ranges:
        while cuts_character(text, start):
            start -= 1
        while cuts_character(text, end):
            end += 1
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _spaced(text: str, language: str) -> list[tuple[int, int]]:
    listed = _LISTED.get(language.split("-")[0].lower())
    found: list[tuple[int, int]] = []
    words, content, closed = 0, False, True
    for token in re.finditer(r"\S+", text):
        said = [token[0][start:end].casefold() for start, end in word_spans(token[0])]
        light = bool(said) and all(_is_function(word, listed) for word in said)
        full = words + len(said) > _MOST
        if closed or full or (light and content) or _OPENING.match(token[0]):
            found.append(token.span())
            words, content = 0, False
        else:
            found[-1] = (found[-1][0], token.end())
        words += len(said)
        content = content or bool(said and not light)
        closed = bool(_CLOSING.search(token[0])) and words > 0
    return found


def _is_function(word: str, listed: frozenset[str] | None) -> bool:
    return word in listed if listed is not None else len(word) <= _SHORT


def _unspaced(text: str) -> list[tuple[int, int]]:
    most = 2 * characters_per_word(text)
    found: list[tuple[int, int]] = []
    begin: int | None = None
    size, closed = 0, False
    for at, sign in enumerate(text):
        if sign.isspace():
            if begin is not None:
                found.append((begin, at))
            begin, size, closed = None, 0, False
            continue
        if begin is not None and cuts_character(text, at):
            continue
        ends = bool(_CLOSING.match(sign))
        if begin is not None and not ends and (closed or size >= most or _OPENING.match(sign)):
            found.append((begin, at))
            begin = None
        if begin is None:
            begin, size = at, 0
        size += 0 if ends else 1
        closed = ends
    if begin is not None:
        found.append((begin, len(text)))
    return found


def check_chunks(text: str, chunks: tuple[Chunk, ...], where: str = "") -> None:
    """Refuse chunks that overlap, leave the text, cut a character, or leave words out."""
    covered = bytearray(len(text))
    for chunk in chunks:
        for start, end in chunk.ranges:
            if not 0 <= start < end <= len(text):
                raise BadInput(
                    f"chunk {chunk.name} from {start} to {end} is not in the text, which has "
                    f"{len(text)} characters",
                    where=where,
                    fix="Count code points from 0; the end is not part of the chunk.",
                )
            if any(covered[start:end]):
                raise BadInput(
                    f"chunk {chunk.name} overlaps another",
                    where=where,
                    fix="Let each word be in one.",
                )
            if cuts_character(text, start) or cuts_character(text, end):
                raise BadInput(
                    f"chunk {chunk.name} cuts a character in two",
                    where=where,
                    fix="Begin and end between characters as a reader sees them.",
                )
            covered[start:end] = b"\1" * (end - start)
    for start, end in word_spans(text):
        if not all(covered[start:end]):
            raise BadInput(
                f"{text[start:end]!r} is in no chunk", where=where, fix="Let each word be in one."
            )
