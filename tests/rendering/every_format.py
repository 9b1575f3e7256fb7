"""What every result must do in every format: parse, fit, close, and tell each picture twice."""

import csv
import io
import json
import re

from tertium.rendering import facts, figures, headline, methods, render, tables
from tertium.rendering.text import WIDTH


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
    return said | {"json": found, "csv": rows}


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
