"""What users bring about words: terms of a field, norms, familiar words, parsed texts."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tertium.exceptions import BadInput
from tertium.formats.conllu import read_conllu
from tertium.formats.given import GivenFile
from tertium.formats.plain import read_lines
from tertium.formats.sheets import as_number, rows_of
from tertium.text.readability.readable import Knowledge
from tertium.text.tagged import TaggedSentence


def read_knowledge(
    *, terms: Path | None = None, norms: Path | None = None, familiar: Path | None = None
) -> Knowledge:
    """Read lists of words: one term or word in a line, or norms as a table with a column `word`."""
    return Knowledge(
        terms=_lines(terms), norms=_norms(norms) if norms else {}, familiar=_lines(familiar)
    )


def _lines(path: Path | None) -> frozenset[str]:
    if path is None:
        return frozenset()
    found = frozenset(" ".join(line.lower().split()) for line in read_lines(path)) - {""}
    if not found:
        raise BadInput("the list is empty", where=str(path), fix="Write one word in each line.")
    return found


def _norms(path: Path) -> Mapping[str, Mapping[str, float]]:
    """Return numbers for words by the name of their column."""
    file = GivenFile(path)
    names = [name for name in file.header if name != "word"]
    if "word" not in file.header or not names:
        raise file.wrong(
            "norms have a column word and columns of numbers",
            "Call them for example word,concreteness,age_of_acquisition,frequency.",
            line=1,
        )
    found: dict[str, dict[str, float]] = {name: {} for name in names}
    for row in rows_of(file):
        for name in names:
            value = as_number(row[name])
            if value == value:  # a cell without a number says nothing
                found[name][row["word"].lower()] = value
    return found


def read_parses(path: Path, names: Sequence[str]) -> dict[str, tuple[TaggedSentence, ...]]:
    """Return the parsed sentences of each text; `# newdoc id = NAME` says which text begins.

    A text in a version is called `TEXT/VERSION`. A file with one text needs no name.
    """
    found: dict[str, list[TaggedSentence]] = {}
    current = names[0] if len(names) == 1 else ""
    for sentence in read_conllu(GivenFile(path)):
        if "newdoc id" in sentence.about:
            current = sentence.about["newdoc id"]
        if not current:
            raise BadInput(
                "it is not known which text these sentences belong to",
                where=sentence.where,
                fix="Write `# newdoc id = TEXT` (or TEXT/VERSION) before its first sentence.",
            )
        if current not in names:
            raise BadInput(
                f"there is no text {current!r}",
                where=sentence.where,
                fix=f"Call it as the texts are called: {', '.join(names[:5])}.",
            )
        found.setdefault(current, []).append(sentence)
    return {name: tuple(sentences) for name, sentences in found.items()}
