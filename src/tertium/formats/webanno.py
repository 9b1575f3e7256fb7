r"""WebAnno TSV 3, which INCEpTION and WebAnno export: a document with the spans of one person.

The head names the layers and their features; a line for each token has its place in UTF-16 units
and a column for each feature: `_` nothing, `*` a span without a value, `|` between spans that stand
on the same token, `[n]` the number of a span of several tokens. Layers of linguistic analysis
(parts of speech, lemmas, dependencies) say nothing about quality and are left out, and so are
relations.
Exports lie in a folder for each document, files named after the annotators.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tertium.formats.about import About
from tertium.formats.annotated_texts import SYSTEM, AnnotatedText, labelled, placed, texts_table
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.formats.plain import split_lines
from tertium.formats.readings import Mark
from tertium.table import JudgementTable

_HEAD = b"#FORMAT=WebAnno TSV 3"
_ANALYSIS = re.compile(r"\.(lexmorph|segmentation|syntax|morph)\.")
_TOKEN = re.compile(r"\d+-\d+(?:\.\d+)?")
_VALUE = re.compile(r"(?:[^|\\]|\\.)+")
_NUMBER = re.compile(r"\[(\d+)\]$")
_ESCAPED = re.compile(r"\\(.)")
_CONTROL = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_FIX = "Export the document again as WebAnno TSV 3."


@dataclass(slots=True)
class _Layer:
    """A layer of spans: its features, and the columns where they stand."""

    features: list[str]
    first: int
    kept: bool


@dataclass(slots=True)
class _Span:
    start: int
    end: int
    values: dict[str, str] = field(default_factory=dict)


def webanno_table(file: GivenFile) -> JudgementTable:
    """Return the spans of a document as errors; the file is the annotator, its folder the text."""
    layers = list(_layers(file))
    text, sentence = "", ""
    spans: dict[object, _Span] = {}
    for number, line in enumerate(split_lines(file.text), start=1):
        if line.startswith("#Text="):
            sentence = _plain(line.removeprefix("#Text="))
        fields = line.split("\t")
        if not _TOKEN.fullmatch(fields[0]) or len(fields) < 3:
            continue
        start, end = _offsets(fields[1], file, number)
        if fields[0].endswith("-1"):  # the first token of a sentence
            text += "\n" * max(0, start - _units(text)) + sentence
        for layer in layers:
            _add_spans(spans, layer, fields, start, end)
    one = AnnotatedText(
        {
            "judgement": "document",
            "annotator": file.path.name.split(".")[0],
            "segment": file.path.resolve().parent.name,
            "system": SYSTEM,
        },
        None,
        text,
        [_mark(span, text, file) for span in spans.values()],
    )
    table = texts_table([one]) if one.marks else _unmarked(one)
    left = sum(not layer.kept for layer in layers)
    if not left:
        return table
    return table.noted(f"Layers of linguistic analysis are left out ({left}).")


def _unmarked(one: AnnotatedText) -> JudgementTable:
    rows = [one.about | {"aspect": "overall"}, one.about | {"aspect": "target", "text": one.target}]
    return JudgementTable.from_rows(rows)


def _layers(file: GivenFile) -> Iterator[_Layer]:
    column = 3
    for line in split_lines(file.text):
        if not line.startswith("#"):
            if line.strip():
                return
            continue
        kind, _, head = line.partition("=")
        if kind not in ("#T_SP", "#T_RL", "#T_CH"):
            continue
        name, *features = head.split("|")
        # A layer without features has one column; a relation has the token it begins at, too.
        width = max(1, len(features))
        kept = kind == "#T_SP" and not _ANALYSIS.search(name)
        yield _Layer(features, column, kept)
        column += width


def _offsets(place: str, file: GivenFile, number: int) -> tuple[int, int]:
    try:
        start, end = (int(part) for part in place.split("-"))
    except ValueError:
        raise file.wrong(f"{place!r} is not the place of a token", _FIX, line=number) from None
    return start, end


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _plain(text: str) -> str:
    return _ESCAPED.sub(lambda found: _CONTROL.get(found[1], found[1]), text)


def _add_spans(
    spans: dict[object, _Span], layer: _Layer, fields: list[str], start: int, end: int
) -> None:
    if not layer.kept:
        return
    names = layer.features or ["value"]
    for at, name in enumerate(names):
        column = layer.first + at
        cell = fields[column] if column < len(fields) else "_"
        if cell in ("_", ""):
            continue
        for order, value in enumerate(_VALUE.findall(cell)):
            number = _NUMBER.search(value)
            key = (layer.first, number[1]) if number else (layer.first, start, order)
            span = spans.setdefault(key, _Span(start, end))
            span.end = max(span.end, end)
            plain = _plain(_NUMBER.sub("", value))
            if plain not in ("*", "_"):
                span.values[name] = plain


def _mark(span: _Span, text: str, file: GivenFile) -> Mark:
    units = text.encode("utf-16-le", "surrogatepass")[2 * span.start : 2 * span.end]
    quote = units.decode("utf-16-le", "replace")
    start, end = placed(text, span.start, span.end, quote)
    if start is None:
        raise file.wrong(f"a span goes from {span.start} to {span.end}, past the text", _FIX)
    fields: dict[str, Any] = {}
    for name, value in span.values.items():
        if name.lower() == "severity":
            fields["severity"] = value
        elif "category" not in fields:
            fields = labelled(value) | fields
    return Mark("target", start, end, text=quote, **fields)


WEBANNO = Format(
    "WebAnno TSV 3",
    webanno_table,
    (".tsv",),
    recognises=lambda file: file.beginning.startswith(_HEAD),
    beside=("*.xmi", "*curator.tsv"),
    about=About("3.0–3.3", published="INCEpTION's tests"),
)
