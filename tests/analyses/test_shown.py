"""How an analysis shows itself: short, as HTML, as text, and as pictures."""

import copy
import json
import pickle

import pytest

import tertium as tt
from tertium.analyses import plots
from tertium.exceptions import BadInput, Misused, NotFound, Unavailable
from tertium.rendering import render
from tests.analyses.test_door import EXAMPLES


@pytest.fixture(scope="module")
def compared():
    """Compare two releases once."""
    return tt.compare(EXAMPLES / "judgements.csv", baseline="release-6", advanced="release-7")


def test_its_representation_is_a_few_lines(compared):
    """The finding, the number of warnings, what can be looked at, and the signature."""
    lines = repr(compared).split("\n")
    assert len(lines) < 12
    assert lines[0].startswith("Annotators prefer release-7 to release-6")
    assert "2 warnings: see .warnings." in lines
    assert "Plots: preferences, agreement, majorities, comments, answers." in lines
    assert lines[-1] == compared.signature
    assert compared.sentence.startswith(lines[0])
    assert str(compared) == render(compared.result, "text")


def test_its_facts_are_its_attributes(compared):
    """Under the names of the JSON output; copies have them too."""
    assert (
        compared.improvement_ratio.low == json.loads(compared.to_json())["improvement_ratio"]["low"]
    )
    assert "improvement_ratio" in dir(compared)
    for other in (copy.copy(compared), pickle.loads(pickle.dumps(compared))):
        assert other == compared
    with pytest.raises(AttributeError):
        compared.improvement  # noqa: B018


def test_a_notebook_shows_the_report_without_scripts(compared):
    """Pictures stand there as tables."""
    html = compared._repr_html_()
    assert "<h1" in html
    assert "<script" not in html
    assert html.count("<table") > 5


def test_a_picture_is_vega_lite_with_colours_of_its_own(compared, tmp_path):
    """Nothing is left that only a page could resolve; files are in the format of their ending."""
    plot = compared.plot()
    assert plot.name == "preferences"
    assert "var(--" not in json.dumps(plot.spec)
    assert plot.spec["width"] == 640
    bundle = plot._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "application/vnd.vegalite.v6+json", "image/svg+xml"}
    heads = {"svg": b"<svg", "png": b"\x89PNG", "html": b"<!doctype html>", "json": b"{"}
    for ending, head in heads.items():
        plot.save(tmp_path / f"plot.{ending}")
        assert (tmp_path / f"plot.{ending}").read_bytes().startswith(head)
    with pytest.raises(BadInput, match=r"not written as \.gif"):
        plot.save(tmp_path / "plot.gif")
    with pytest.raises(NotFound, match="no plot named 'graph-1'"):
        compared.plot("graph-1")


def test_a_graph_brings_its_style(tmp_path):
    """It is drawn as SVG, which needs no renderer."""
    plot = tt.graph(EXAMPLES / "museum.csv").plot("graph-1")
    assert plot.spec == {}
    assert ".g-box" in plot.to_svg()
    assert "var(--" not in plot.to_svg()
    plot.save(tmp_path / "graph.png")


def test_without_the_renderer_it_is_named(compared, monkeypatch):
    """Vega-Lite and HTML work without it."""
    monkeypatch.setitem(plots.sys.modules, "vl_convert", None)
    with pytest.raises(Unavailable, match=r"tertium\[notebook\]"):
        compared.plot().to_svg()
    assert "image/svg+xml" not in compared.plot()._repr_mimebundle_()


def test_values_that_are_no_choice_are_refused_by_name():
    """As the command line does, with the nearest choice."""
    file = EXAMPLES / "judgements.csv"
    with pytest.raises(NotFound, match=r"compare: no interval named 'cross'\. Did you"):
        tt.compare(file, interval="cross")
    with pytest.raises(BadInput, match=r"errors: examples is 30\. .* range 0<=x<=20"):
        tt.errors(EXAMPLES / "errors.csv", examples=30)
    with pytest.raises(NotFound, match="effort: no method named 'means'"):
        tt.effort(EXAMPLES / "edits.csv", method=["mean", "means"])
    with pytest.raises(Misused, match="--method z does not rank by preferences"):
        tt.rank(file, method="z", measure="preferences")


def test_files_that_were_written_are_told(tmp_path):
    """Arguments that name a file write it, and the analysis says so."""
    found = tt.errors(EXAMPLES / "errors.csv", scorecard=tmp_path / "card.html")
    assert found.written == (f"Wrote {tmp_path / 'card.html'}.",)
    assert (tmp_path / "card.html").is_file()


def test_arguments_may_be_python_values():
    """A share is a number, shares by domain are a dictionary."""
    file = EXAMPLES / "judgements.csv"
    sides = {"baseline": "release-6", "advanced": "release-7"}
    assert (
        tt.compare(file, identical=0.2, **sides).to_json()
        == tt.compare(file, identical="20%", **sides).to_json()
    )
    by_domain = tt.compare(file, identical={"news": 0.1, "support": 0.2}, **sides)
    assert (
        by_domain.to_json() == tt.compare(file, identical="news=.1,support=.2", **sides).to_json()
    )


def test_every_language_pair_has_its_frames_and_plots(tmp_path):
    """Rows name the pair; names of plots begin with it."""
    lines = ["annotator,segment,left,right,answer,source_language,target_language"]
    for pair in ("en,de", "en,fr"):
        for k in range(40):
            answer = ("left", "right", "left", "both_bad")[k % 4]
            lines.append(f"a{k % 3},{pair[-2:]}{k},x,y,{answer},{pair}")
    path = tmp_path / "pairs.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = tt.compare(path, baseline="y", advanced="x")
    pairs = {row["language_pair"] for row in found.frame("preferences").rows()}
    assert pairs == {"en-de", "en-fr"} == {row["language_pair"] for row in found.frame().rows()}
    assert found.plot().name == "preferences"
    assert "en-fr-preferences" in repr(found)
    assert found.plot("en-fr-preferences").title
