"""A first mapping for a table whose header nobody told: what its columns seem to be."""

import json
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path

from tertium.formats.given import GivenFile
from tertium.formats.sheets import rows_of

# What columns are called in files of translation companies, in any case.
_CALLED: Mapping[str, tuple[str, ...]] = {
    "annotator": ("annotator", "reviewer", "rater", "evaluator", "linguist", "judge", "worker",
                  "user", "prüfer", "réviseur", "revisor"),
    "segment": ("segment", "segment id", "segment number", "seg id", "string id", "tu id", "id",
                "no.", "#", "nr.", "segmento"),
    "document": ("document", "document id", "file", "file name", "filename", "job", "dokument",
                 "datei"),
    "system": ("system", "mt engine", "engine", "model", "provider", "vendor", "mt system"),
    "source_language": ("source language", "source locale", "src lang", "ausgangssprache"),
    "target_language": ("target language", "target locale", "tgt lang", "zielsprache"),
    "domain": ("domain", "content type", "subject"),
    "source": ("source", "source text", "source segment", "src", "original", "ausgangstext",
               "texte source", "fuente"),
    "target": ("target", "target text", "target segment", "translation", "mt output", "zieltext",
               "übersetzung", "traduction", "traducción"),
    "category": ("category", "error category", "error type", "issue type", "issue category",
                 "fehlerkategorie", "fehlertyp", "catégorie", "categoría"),
    "severity": ("severity", "error severity", "issue severity", "weight", "schweregrad",
                 "gravité", "gravedad"),
    "score": ("score", "ratings", "da score", "quality score", "points", "bewertung", "note"),
    "label": ("label", "answer", "verdict", "pass/fail"),
    "mt": ("machine translation", "raw mt", "mt", "mt text"),
    "edited": ("post-edited", "post-edit", "pe", "edited", "corrected target", "revised target",
               "final translation"),
    "seconds": ("seconds", "time (s)", "editing time", "time spent"),
    "note": ("comment", "comments", "remark", "reviewer comment", "kommentar", "commentaire"),
}  # fmt: skip
# Columns that only go with errors, and those that only go with edits.
_ERRORS, _EDITS = ("category", "severity", "note", "target"), ("mt", "edited")
_OURS = ("neutral", "minor", "major", "critical")
_MOST = 12  # values of a column that are listed


def suggested(path: Path) -> str:
    """Return a mapping for a table, with what could not be guessed in comments."""
    file = GivenFile(path)
    header = [name for name in file.header if name]
    columns = _guessed(header)
    kind = "errors" if {"category", "severity"} & set(columns) else (
        "edits" if "edited" in columns else "scores"
    )  # fmt: skip
    if kind != "errors":
        for name in _ERRORS if kind == "scores" else ("category", "severity", "note"):
            columns.pop(name, None)
    if kind != "edits":
        for name in _EDITS:
            columns.pop(name, None)
    if kind == "edits":
        columns.pop("target", None)
    left = [name for name in header if name not in columns.values()]
    lines = [
        f"# What the columns of {path.name} are. Correct it, then give this file to any command.",
        f"# It seems to hold {kind}. Columns that are left out: {', '.join(left) or 'none'}.",
        f"file = {_quoted(path.name)}",
        "",
        "[columns]",
        *(f"{ours} = {_quoted(theirs)}" for ours, theirs in columns.items()),
        "",
        "[always]",
    ]
    always = {"annotator": "reviewer", "system": "MT"}
    lines += [
        f"{name} = {_quoted(value)}  # no column seems to tell"
        for name, value in always.items()
        if name not in columns
    ]
    if kind == "errors":
        lines.append('side = "target"')
    if "severity" in columns:
        lines += _severities(row[columns["severity"]] for row in rows_of(file))
    return "\n".join(lines) + "\n"


def _guessed(header: list[str]) -> dict[str, str]:
    """Return our columns with those of the table, by their names; near ones where none fits."""
    free = {name.strip().lower(): name for name in reversed(header)}
    found = {}
    for cutoff in (1.0, 0.85):
        for ours, names in _CALLED.items():
            near = next((one for name in names for one in get_close_matches(
                name, free, n=1, cutoff=cutoff)), None)  # fmt: skip
            if ours not in found and near is not None:
                found[ours] = free.pop(near)
    return {ours: found[ours] for ours in _CALLED if ours in found}


def _severities(given: Iterable[str]) -> list[str]:
    """Return the lines in which severities of other names get ours."""
    names = [name for name in dict.fromkeys(given) if name and name.lower() not in _OURS][:_MOST]
    if not names:
        return []
    listed = (f"{_quoted(name)} = {_quoted(name)}" for name in names)
    return ["", f"[values.severity]  # theirs = ours: {', '.join(_OURS)}", *listed]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
