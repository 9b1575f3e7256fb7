"""Translations of the same texts by many people, with grades, and renderings of single phrases.

`document,translator,grade,text`, one translation of a whole text in each row; a column `source`
may hold the source. `phrase,rendering,translator,valid` says how each translator rendered a phrase,
and whether that is right; a column `document` names its text where there are several.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tertium.formats.sheets import Once, Row, Sheet

_YES, _NO = ("yes", "true", "1"), ("no", "false", "0")
_TRANSLATIONS = ("document", "translator", "grade", "text")
_RENDERINGS = ("phrase", "rendering", "translator", "valid")


@dataclass(frozen=True, slots=True)
class GradedTranslation:
    """One translation of a text and its grade."""

    document: str
    translator: str
    grade: float
    text: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Rendering:
    """How a translator rendered a phrase, and whether that is valid."""

    phrase: str
    rendering: str
    translator: str
    valid: bool
    document: str = ""


def read_translations(path: Path) -> list[GradedTranslation]:
    """Return the translations of a file."""
    return _SHEET.rows(path)


def read_renderings(path: Path, translations: Sequence[GradedTranslation]) -> list[Rendering]:
    """Return the renderings of a file; translators and documents must be those of translations."""
    documents = list(dict.fromkeys(one.document for one in translations))
    known = {(one.document, one.translator) for one in translations}

    def read(row: Row) -> Rendering:
        document = row.get("document", "") or (documents[0] if len(documents) == 1 else "")
        if not document:
            raise row.where.wrong(
                f"phrase {row['phrase']!r} names no document, and there are {len(documents)}",
                "Add a column document.",
            )
        if (document, row.filled("translator")) not in known:
            raise row.wrong(
                "translator",
                f"{row['translator']!r} has no translation of {document!r}",
                "Give the name that stands in the file of translations.",
            )
        answer = row["valid"].lower()
        if answer not in (*_YES, *_NO):
            raise row.wrong("valid", f"{row['valid']!r} is neither yes nor no", "Write yes or no.")
        rendering = row.filled("rendering")
        return Rendering(
            row.filled("phrase"), rendering, row["translator"], answer in _YES, document
        )

    once: Once[Rendering] = Once(
        lambda one: (one.document, one.phrase, one.translator),
        "translator",
        "{0.translator!r} renders {0.phrase!r} twice, first in line {line}",
        "Keep one rendering of each translator.",
    )
    return Sheet("renderings", _RENDERINGS, read, once).rows(path)


def _translation(row: Row) -> GradedTranslation:
    grade = row.number("grade", fix="Write a number, such as 1.7.")
    return GradedTranslation(
        row.filled("document"), row.filled("translator"), grade, row.filled("text"),
        row.get("source", ""),
    )  # fmt: skip


_ONCE: Once[GradedTranslation] = Once(
    lambda one: (one.document, one.translator),
    "translator",
    "{0.translator!r} translates {0.document!r} twice, first in line {line}",
    "Keep one translation of each translator.",
)
_SHEET = Sheet(
    "translations",
    _TRANSLATIONS,
    _translation,
    _ONCE,
)
