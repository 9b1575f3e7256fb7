import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.exceptions import NotFound
from tertium.rendering import Column, Table, plain, render, tables
from tertium.rendering.latex import escaped
from tertium.rendering.text import WIDTH
from tertium.stats.contrasts.record import Estimand, Units
from tertium.stats.result import Result, signature


def test_json_holds_the_fields_by_name(unknown):
    """JSON is the dataclass: estimates as value, low, high; what is not a number is null."""
    found = json.loads(render(unknown, "json"))
    assert list(found)[:3] == ["sentence", "signature", "warnings"]
    assert found["ratio"] == {"value": 1.871, "low": 1.449, "high": 2.46}
    assert found["missing"] == {"value": None, "low": None, "high": None}
    assert found["people"][1]["kappa"]["value"] is None
    assert found["labels"] == ["left", "right"]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_json_never_holds_what_json_does_not_have(value):
    """Any value becomes strict JSON."""
    json.dumps(plain(value), allow_nan=False)


def test_text_tells_the_finding_first_and_the_signature_last(unknown):
    """Headline, doubts, tables, signature, in this order and within the width."""
    text = render(unknown, "text")
    lines = text.splitlines()
    assert lines[0].startswith("People prefer")
    order = [text.index(part) for part in ("1.9 to 1", "! Two annotators", "Ratio", "People\n")]
    assert order == sorted(order)
    assert lines[-1] == unknown.signature
    assert max(map(len, lines)) <= WIDTH
    assert "\x1b" not in text


def test_text_columns_stay_aligned_beside_wide_scripts(unknown):
    """A Japanese name takes two columns per letter, so its row is shorter in letters."""
    rows = [
        line for line in render(unknown, "text").splitlines() if "日本語" in line or "Ann_1" in line
    ]
    assert rows[0].index("1,200") + 5 == rows[1].index("3") + 1 + len("日本語の人")


def test_text_folds_a_long_cell_instead_of_a_long_line():
    """A sentence in a table goes on below itself."""
    from tertium.rendering.text import _table

    long = "word " * 60
    lines = _table(Table("Notes", (Column("Who"), Column("Said")), (("a", long),))).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert sum(line.count("word") for line in lines) == 60


def test_csv_is_tidy_and_keeps_all_digits(unknown):
    """One number per row, with its interval; doubt and signature in the same shape."""
    rows = list(csv.DictReader(io.StringIO(render(unknown, "csv"))))
    assert list(rows[0]) == ["table", "id", "quantity", "value", "low", "high"]
    kappa = next(r for r in rows if r["id"] == "Ann_1 & co" and r["quantity"] == "kappa")
    assert (kappa["table"], kappa["value"], kappa["low"]) == ("People", "0.2", "-0.1")
    unknown_kappa = next(r for r in rows if r["id"] == "日本語の人" and r["quantity"] == "kappa")
    assert unknown_kappa["value"] == ""
    assert rows[-1]["value"] == unknown.signature
    assert any(row["quantity"] == "warning" for row in rows)


def test_csv_holds_no_formulas(unknown):
    """A name that begins like a formula stays a name in a spreadsheet; numbers stay numbers."""
    person = replace(unknown.people[0], annotator="=1+1")
    told = render(replace(unknown, people=(person,)), "csv")
    rows = [row for row in csv.DictReader(io.StringIO(told)) if "1+1" in row["id"]]
    assert {row["id"] for row in rows} == {"'=1+1"}
    assert "-0.1" in {row["low"] for row in rows}


def test_latex_has_booktabs_tables_that_close(unknown):
    """Every row has as many cells as there are columns, and every environment ends."""
    text = render(unknown, "latex")
    assert text.count("\\begin{") == text.count("\\end{") > 0
    for body in re.findall(r"\\begin\{tabular\}\{([lr]+)\}(.*?)\\end\{tabular\}", text, re.S):
        rows = [line for line in body[1].splitlines() if line.endswith("\\\\")]
        assert rows
        assert {len(re.findall(r"(?<!\\)&", row)) + 1 for row in rows} == {len(body[0])}
    assert "Ann\\_1 \\& co" in text
    assert unknown.signature in text


@given(st.text(alphabet=r"\{}&%$#_~^<>|[]\"abc"))
def test_latex_has_no_bare_special_sign(text):
    """After escaping, a special sign stands only inside a command that prints it."""
    left = re.sub(r"\\(text\w+\{\}|[{}&%$#_])|\{[\[\]]\}", "", escaped(text))
    assert not set(left) & set("\\{}&%$#_~^<>|[]")


def test_html_escapes_what_people_wrote(unknown):
    """A name with markup in it is shown, not obeyed."""
    html = render(unknown, "html")
    assert "<b>A &" not in html
    assert "&lt;b&gt;A &amp; B&lt;/b&gt;" in html
    assert "<b>1.9 to 1</b>" in html
    assert unknown.signature in html


def test_an_unknown_format_is_named():
    """A mistyped format gives the known ones."""
    with pytest.raises(NotFound, match="Did you mean 'latex'"):
        render(Result(signature="x"), "latec")


def test_any_result_is_arranged(unknown):
    """Single values in one table, each list of records and each group of values in its own."""
    titles = [table.title for table in tables(unknown)]
    assert titles == ["", "Counts", "People"]
    people = tables(unknown)[2]
    assert [column.name for column in people.columns] == ["annotator", "judged", "kappa"]
    assert [column.kind for column in people.columns] == ["words", "count", "number"]
    assert people.keys == 1


def test_nothing_is_learned_from_a_signature():
    """A signature is for people; whatever a report says about a result is a field of it."""
    parsed = re.compile(r"signature\.\w+\(|\b(?:not )?in \w+\.signature")
    read = [
        path.name
        for room in ("rendering", "stats", "web", "cli")
        for path in (Path(tertium.__file__).parent / room).rglob("*.py")
        if parsed.search(path.read_text(encoding="utf-8"))
    ]
    assert read == []


def test_the_signature_ends_with_the_version_of_the_package():
    assert signature("rank", level=0.95) == f"rank|level:0.95|tertium:{tertium.__version__}"


@pytest.mark.parametrize(
    ("annotators", "texts", "sampled"),
    [
        ("like these", "documents like these", "annotators+documents"),
        ("this annotator", "segments like these", "segments"),
        ("like these", "this document", "annotators+segments"),
        ("nobody", "documents like these", "documents"),
        ("these", "these segments", "none"),
    ],
)
def test_units_are_those_that_the_estimand_lets_vary(annotators, texts, sampled):
    assert Estimand("", "", annotators, texts, Units(2, 2, 2)).sampled == sampled
