import base64
import gzip
import hashlib
import json
import re
from dataclasses import replace
from datetime import datetime
from importlib.resources import files
from types import SimpleNamespace

import pytest

from tertium.rendering import About, Figure, Table, fragment, page
from tertium.rendering.fonts import faces_for
from tertium.rendering.fragment import _in_rows
from tertium.stats.result import Result

STATIC = files("tertium") / "web" / "static"


def test_the_policy_names_exactly_what_is_inside(unknown):
    """Every script and style of the page is allowed by its hash, and nothing else is."""
    html = page((unknown,))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)[1]
    policy = policy.replace("&#39;", "'")
    inside = re.findall(r"<style>(.*?)</style>", html, re.S)
    inside += re.findall(r'<script type="module">(.*?)</script>', html, re.S)
    assert len(inside) == 3
    hashes = {base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in inside}
    assert set(re.findall(r"sha256-([^']+)'", policy)) == hashes
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def test_a_page_names_no_address_to_fetch(unknown):
    """Nothing in the page would be loaded from elsewhere."""
    head, _, body = page((unknown,)).partition("</style>")
    markup = re.sub(r"<script.*?</script>", "", body, flags=re.S)
    for text in (head, markup):
        assert not re.search(r"""(src|href)=["'](?!data:|#)""", text)
        assert "@import" not in text
        assert not re.search(r'url\((?!"data:)', text)


def test_a_page_holds_the_fonts_of_its_letters_and_no_more(unknown):
    """Latin in three faces and Greek for κ; that is 150 KB and not all the scripts there are."""
    html = page((unknown,))
    assert "font-src data:" in html
    held = re.findall(r"url\(\"data:font/woff2;base64,([^\"]+)\"", html)
    needed = {
        face.file for face in faces_for(re.sub(r"<(style|script).*?</\1>", "", html, flags=re.S))
    }
    folder = STATIC / "fonts"
    assert {base64.b64decode(data) for data in held} == {
        (folder / file).read_bytes() for file in needed
    }
    assert sum(map(len, held)) < 200_000
    assert "noto-naskh" not in " ".join(needed)


def test_downloads_hold_the_numbers(unknown):
    """The links of the top bar contain the result as JSON, CSV and LaTeX."""
    links = re.findall(r'download="([^"]+)" href="data:([^;]+)[^,]*,([^"]+)"', page((unknown,)))
    held = {name: base64.b64decode(data).decode() for name, _, data in links}
    assert json.loads(held["report.json"])["unknown"]["ratio"]["value"] == 1.871
    assert held["report.csv"].startswith("table,id,quantity,value,low,high")
    assert "\\toprule" in held["report.tex"]


def test_a_spec_cannot_end_its_data_block(unknown):
    """A system called </script> stays inside its picture."""
    spec = {"layer": [{"data": {"values": [{"label": "</script><b>"}]}}]}
    table = Table("T", (), ())
    figure = Figure("f", "Finding.", spec, table, "Caption.", "Alt.")

    from tertium.rendering import figures

    class Drawn(Result):
        """A result with one picture."""

    figures.register(Drawn, lambda result: (figure,))
    html = fragment((Drawn(signature="drawn"),))
    block = re.search(r'class="figure-spec">(.*?)</script>', html, re.S)[1]
    assert json.loads(block) == spec
    assert "<b>" not in html.replace(block, "")


def test_every_doubt_is_told_once_and_before_the_pictures(unknown):
    """Two results with the same doubt tell it once, its first clause in bold."""
    html = fragment((unknown, unknown))
    assert html.count("Two annotators are few.") == 1
    assert "<strong>Two annotators are few.</strong> More of them would help." in html


def test_an_aside_in_brackets_leaves_the_large_sentence():
    """What explains the interval stands below the headline, smaller."""
    from tertium.rendering.fragment import _large_and_small

    parted = _large_and_small("A beats B 2 to 1 (95% interval 1–3; five people, priors). More.")
    assert parted.first == "A beats B 2 to 1 (95% interval 1–3)."
    assert parted.rest == "Five people, priors. More."


def test_two_half_figures_share_a_row():
    """A third half figure starts a new row; a wide one always has its own."""
    wide, *half = (
        Figure(name, "", {}, Table("", (), ()), "", "", half=name != "wide")
        for name in ("wide", "a", "b", "c")
    )
    rows = [[figure.name for figure in row] for row in _in_rows([wide, *half])]
    assert rows == [["wide"], ["a", "b"], ["c"]]


@pytest.mark.parametrize(
    ("about", "line"),
    [
        (About("Spring."), "Spring."),
        (About(pairs=(("en", "de"), ("th", "zza"))), "English to German and Thai to zza."),
        (
            About("X", first=datetime(2026, 11, 2), last=datetime(2026, 11, 20)),
            "X. Judged from 2 November 2026 to 20 November 2026.",
        ),
        (About(pairs=(("a", "b"),) * 5), "5 language pairs."),
        (About(), ""),
    ],
)  # fmt: skip
def test_the_line_above_the_headline(about, line):
    """Title, languages and dates, as far as they are known."""
    assert str(about) == line


@pytest.mark.parametrize(("answers", "told"), [(12, True), (10, False), (0, False)])
def test_answers_that_no_part_uses_are_told(answers, told):
    """A campaign may ask for more than what is ranked, such as adequacy."""
    used = SimpleNamespace(judgements=10), SimpleNamespace(judgements=4), SimpleNamespace()
    line = "12 answers in all; each part counts those that it uses."
    assert str(About().with_answers(answers, used)) == (line if told else "")


def test_the_vendored_module_is_the_one_that_was_decided():
    """A change of vega.js changes the decision page, which tells how to build it."""
    data = (STATIC / "vega.js").read_bytes()
    root = files("tertium") / ".." / ".." / "docs" / "decisions" / "vega-bundle.md"
    assert hashlib.sha256(data).hexdigest() in root.read_text("utf-8")
    assert len(data) <= 900_000
    assert b"</script" not in data
    assert b"</script" not in (STATIC / "charts.js").read_bytes()


def test_every_licence_inside_the_module_is_named():
    """The licence file names the three packages and their terms."""
    text = (STATIC / "vega.LICENSE").read_text("utf-8")
    for name in ("vega 6.4.0", "vega-lite 6.4.3", "vega-interpreter 2.3.2", "d3-array"):
        assert name in text
    assert "Redistribution and use in source and binary forms" in text


def test_large_files_inside_a_page_are_compressed(unknown):
    """A report of many segments can still be mailed; small files stay as they are."""
    long = replace(unknown, labels=tuple(f"label {at}" for at in range(100_000)))
    links = re.findall(r'download="([^"]+)" href="data:([^;]+)[^,]*,([^"]+)"', page((long,)))
    files_inside = {name: base64.b64decode(data) for name, _, data in links}
    held = json.loads(gzip.decompress(files_inside["report.json.gz"]))
    assert len(held["unknown"]["labels"]) == 100_000
    assert {name for name, _, _ in links} == {"report.json.gz", "report.csv.gz", "report.tex.gz"}
