"""CoNLL-U: words with lemma, tags, features and dependencies, as taggers write them.

Ten columns between tabs, an empty line after each sentence, comments before it (`# text = …`).
Where a written token is several words (*della*: *di* and *la*), the words count. Empty nodes (8.1)
are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tertium.formats.given import GivenFile, Place
from tertium.text.tagged import TaggedSentence, TaggedWord

_COLUMNS = 10
_EXPORT = "Write it again with the tagger; see universaldependencies.org/format.html."


def read_conllu(file: GivenFile) -> tuple[TaggedSentence, ...]:
    """Return the sentences of a file."""
    return conllu_sentences(file.text, str(file))


def conllu_sentences(text: str, name: str) -> tuple[TaggedSentence, ...]:
    """Return the sentences of a text in CoNLL-U; `name` is for messages."""
    found: list[TaggedSentence] = []
    lines: list[tuple[int, str]] = []
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        line = line.rstrip("\r")
        if line.strip():
            lines.append((number, line))
        elif lines:
            found.extend(_sentence(lines, name))
            lines = []
    if not found:
        raise Place(name).wrong("there are no sentences", _EXPORT)
    return tuple(found)


def _sentence(lines: Sequence[tuple[int, str]], name: str) -> Iterator[TaggedSentence]:
    """Yield the sentence of some lines; comments alone are none."""
    about: dict[str, str] = {}
    words: list[TaggedWord] = []
    surface, last = "", 0  # the written token that words up to `last` belong to
    for number, line in lines:
        where = Place(f"{name}:{number}")
        if line.startswith("#"):
            key, sign, value = line[1:].partition("=")
            about |= {key.strip(): value.strip()} if sign else {}
            continue
        cells = line.split("\t")
        if len(cells) != _COLUMNS:
            raise where.wrong(
                f"this line has {len(cells)} columns, CoNLL-U has {_COLUMNS}",
                f"Separate columns by single tabs. {_EXPORT}",
            )
        if "." in cells[0]:
            continue
        if "-" in cells[0]:
            surface, last = cells[1], _whole(cells[0].partition("-")[2], where)
            starts_at = len(words)
            continue
        if _whole(cells[0], where) != len(words) + 1:
            raise where.wrong(
                f"word {cells[0]!r} stands where word {len(words) + 1} is due", _EXPORT
            )
        word = _word(cells, where)
        if len(words) < last:
            word = replace(word, surface=surface, starts=len(words) == starts_at)
        words.append(word)
    for (number, _), word in zip(_word_lines(lines), words, strict=True):
        if word.head is not None and not 0 <= word.head < len(words):
            raise Place(f"{name}:{number}").wrong(
                f"the head {word.head + 1} is no word of this sentence", _EXPORT
            )
    if words:
        yield TaggedSentence(tuple(words), f"{name}:{lines[0][0]}", about)


def _word_lines(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in lines if line.partition("\t")[0].isdigit())


def _word(cells: Sequence[str], where: Place) -> TaggedWord:
    _, form, lemma, tag, xpos, features, head, relation, *_ = cells
    known = {}
    for pair in features.split("|") if features != "_" else ():
        key, _, value = pair.partition("=")
        known[key] = value
    return TaggedWord(
        form=form,
        lemma="" if lemma == "_" and form != "_" else lemma,
        tag=_filled(tag) or _filled(xpos),
        xpos=_filled(xpos),
        features=known,
        head=_whole(head, where) - 1 if _filled(head) and head != "0" else None,
        relation=_filled(relation),
    )


def _filled(cell: str) -> str:
    return "" if cell == "_" else cell


def _whole(text: str, where: Place) -> int:
    if not (text.isascii() and text.isdigit()):
        raise where.wrong(f"{text!r} is not the number of a word", _EXPORT)
    return int(text)
