"""Sentences of a text, by one named rule that is part of every signature.

The rule `sentences@1`: a sentence ends at `.`, `!`, `?`, `…` (and their forms in Chinese, Japanese,
Arabic and Hindi), with the quotation marks and brackets that close behind it, if a blank and then
neither a small letter nor a mark follows. It does not end behind an abbreviation of the language,
behind a single capital letter (an initial), or, in German, behind a number (an ordinal). Every
paragraph ends a sentence. Paragraphs are parted by blank lines where a text has any, else by line
ends, so that both kinds of file are read as their authors meant them.
"""

import re
from collections.abc import Iterator, Mapping

from tertium.text.readability.languages import primary, word_set

SENTENCE_RULE = "sentences@1"
_CLOSING = "\"'”’»«)\\]“‹›」』"
_END = re.compile(
    rf"(?<![.])(?:[.!?…؟।]+[{_CLOSING}]*(?=\s)|[。！？]+[{_CLOSING}]*)|[.]{{2,}}(?=\s)"
)
_NEXT = re.compile(r"\s+[\"'“”„«»‹›‘’(\[¿¡–—-]*\s*(\w)")
_BEFORE = re.compile(r"([^\W_][\w.’'-]*)[.]$")
_LETTER = re.compile(r"[^\W_]")
_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")
_ABBREVIATIONS: Mapping[str, frozenset[str]] = {
    "": word_set("dr mr mrs ms prof st sr jr vs etc no vol fig cf pp p al ca"),
    "en": word_set(
        "dr mr mrs ms messrs prof rev hon capt col gen lt sgt maj gov sen rep pres st "
        "mt sr jr vs e.g i.e no nos vol fig cf pp p al ca inc ltd co corp dept est "
        "approx jan feb mar apr jun jul aug sept sep oct nov dec u.s u.k"
    ),
    "de": word_set(
        "dr prof hr fr frl st nr bzw ca usw z.b d.h u.a z.t i.d.r s.o v.a u.u o.ä bd "
        "abb abs art vgl evtl ggf inkl exkl max min mio mrd str tel jh jhd sog bspw z d "
        "h b u a"
    ),
    "fr": word_set("m mm mme mmes mlle dr pr st ste no art p pp vol av bd cf etc env"),
    "es": word_set(
        "sr sra srta dr dra d dª prof ud uds núm pág págs art av avda ee.uu etc p pp vol cf"
    ),
}


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each paragraph begins and ends."""
    divider = _BLANK_LINES if _BLANK_LINES.search(text.strip()) else re.compile(r"\n\s*")
    start = 0
    for found in (*divider.finditer(text), None):
        end = found.start() if found else len(text)
        if text[start:end].strip():
            yield start, end
        start = found.end() if found else end


def sentence_spans(text: str, language: str = "") -> list[tuple[int, int]]:
    """Return where each sentence begins and ends, blanks around it left out.

    >>> text = "Dr. Lee came at 3.30 p.m. on Monday. “Why?” she asked. No one knew."
    >>> [text[start:end] for start, end in sentence_spans(text, "en")]
    ['Dr. Lee came at 3.30 p.m. on Monday.', '“Why?” she asked.', 'No one knew.']
    """
    found = []
    for first, last in paragraphs(text):
        start = first
        for end in (*_ends(text, first, last, primary(language)), last):
            piece = text[start:end]
            if _LETTER.search(piece):
                lead = len(piece) - len(piece.lstrip())
                found.append((start + lead, start + len(piece.rstrip())))
            elif found and found[-1][1] >= first:  # marks alone belong to what stands before them
                found[-1] = (found[-1][0], start + len(piece.rstrip()))
            start = end
    return found


def _ends(text: str, first: int, last: int, language: str) -> Iterator[int]:
    """Yield the ends of sentences inside of a paragraph."""
    for mark in _END.finditer(text, first, last):
        if mark[0][0] in "。！？":
            yield mark.end()
            continue
        end = mark.end()
        after = text[end + 1 : end + 2]
        if not after.isupper():  # most sentences begin with a capital letter
            following = _NEXT.match(text, end, last)
            if following and following[1].islower():
                continue
            if not following and text[end:last].strip():
                continue
        if mark[0] == "." or mark[0].rstrip(_CLOSING.replace("\\", "")) == ".":
            before = text[max(first, mark.start() - 20) : mark.start() + 1]
            if _abbreviated(before, language):
                continue
        yield end


def _abbreviated(before: str, language: str) -> bool:
    """Tell whether the full stop at the end belongs to the word before it."""
    found = _BEFORE.search(before)
    if not found:
        return False
    word = found[1]
    if len(word) == 1 and word.isupper() and word != "I":
        return True
    if language == "de" and word.isdigit() and len(word) <= 2:
        return True
    return word.lower() in _ABBREVIATIONS.get(language, _ABBREVIATIONS[""])
