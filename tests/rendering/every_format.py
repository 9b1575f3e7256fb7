"""What every result must do in every format: parse, fit, close, and tell each picture twice."""

import csv
import io
import json
import re

from tertium.rendering import facts, figures, headline, methods, render, tables
from tertium.rendering.text import WIDTH
from tertium.wording import Text, phrases


def tell(result):
    """Render a result in every format, check what holds for all results, and return it."""
    said = {fmt: render(result, fmt) for fmt in ("text", "json", "csv", "latex", "html")}
    _check_text(said["text"], result)
    found = json.loads(said["json"])
    assert found["signature"] == result.signature
    rows = list(csv.DictReader(io.StringIO(said["csv"])))
    assert rows[-1]["value"] == result.signature
    _check_latex(said["latex"])
    _check_pictures(result)
    assert len(facts(result)) <= 4
    assert methods(result).endswith(".")
    titles = [table.title for table in tables(result)]
    assert len(titles) == len(set(titles))
    _check_languages(result)
    return said | {"json": found, "csv": rows}


def _check_languages(result):
    """Headline and table heads are in every language, axes in German too."""
    drawn = figures(result)
    told = [headline(result)] + [
        words
        for table in (*tables(result), *(figure.table for figure in drawn))
        for words in (table.title, *(column.title for column in table.columns))
    ]
    for language in ("de", "fr", "es"):
        missing = [words for words in told if not _is_said(words, language)]
        assert not missing, missing
    missing = [words for one in drawn for words in _axes(one.spec) if not _is_said(words, "de")]
    assert not missing, missing


def _is_said(words, language):
    return all(own == language for _, own in phrases(words, language) if words)


def _axes(spec, key=""):
    """Yield the titles of axes, and every sentence that is written into a picture."""
    if isinstance(spec, dict):
        for name, inner in spec.items():
            yield from _axes(inner, name)
    elif isinstance(spec, list | tuple):
        for inner in spec:
            yield from _axes(inner, key)
    elif isinstance(spec, Text) or (key == "title" and isinstance(spec, str)):
        yield spec


def _check_text(text, result):
    lines = text.splitlines()
    assert headline(result).endswith(".")
    assert max(map(len, lines[:-1])) <= WIDTH  # a signature is one word, to be copied whole
    assert lines[-1] == result.signature
    assert not re.search(r"\bnan\b|\bNone\b|\binf\b", text)


def _check_latex(text):
    assert text.count("\\begin{") == text.count("\\end{")
    for align, body in re.findall(
        r"\\begin\{tabular\}\{([lr]+)\}(.*?)\\end\{tabular\}", text, re.S
    ):
        rows = [line for line in body.splitlines() if line.endswith("\\\\")]
        assert {len(re.findall(r"(?<!\\)&", row)) + 1 for row in rows} == {len(align)}


def _check_pictures(result):
    """Every picture has a finding, a sentence instead of itself and a table."""
    shown = figures(result)
    names = [figure.name for figure in shown]
    assert len(names) == len(set(names))
    for figure in shown:
        for sentence in (figure.title, figure.alt, figure.caption):
            assert sentence.endswith(".")
            assert not re.search(r"\bnan\b|\bNone\b", sentence)
        assert figure.table.columns
        assert bool(figure.spec) != bool(figure.svg)
        json.dumps(figure.spec, allow_nan=False)
