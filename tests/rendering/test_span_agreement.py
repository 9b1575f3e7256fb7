"""Agreement on marked errors in every format, and the picture of marks on one text."""

import re
from dataclasses import replace

import pytest

from tertium.rendering import figures, headline, page, render, tables
from tertium.rendering.pictures.lanes import draw_lanes
from tertium.stats.span_agreement.agreement import agree_spans
from tertium.stats.span_agreement.example import Lane, MarkedText, Passage
from tertium.stats.span_agreement.gamma import GammaChoices
from tests.rendering.every_format import tell
from tests.stats.span_agreement.marked import view

TEXTS = {"s1": "Die Sparkasse <war> steil.", "s2": "我喜欢苹果。", "s3": "gut"}
MARKS = {
    ("ana", "s1"): [(4, 13, "accuracy/mistranslation", "major"), (14, 14, "accuracy/omission")],
    ("ben", "s1"): [(0, 13, "terminology", "major")],
    ("ana", "s2"): [(1, 3, "style", "minor")],
    ("ben", "s2"): [(1, 3, "style", "minor")],
    ("ana", "s3"): [],
    ("ben", "s3"): [],
}


@pytest.fixture(scope="module")
def agreement():
    """Return the agreement of two people on three texts."""
    return agree_spans(view(MARKS, texts=TEXTS), gamma=GammaChoices(samples=5))


def test_every_format_tells_it(agreement):
    """All formats parse, fit and close."""
    said = tell(agreement)
    assert said["json"]["kappa"]["value"] == agreement.kappa.value
    assert said["json"]["f"]["mpp"]["low"] == agreement.f.mpp.low
    assert "Found by both, or by one only" in said["text"]
    assert "unrelated spans are counted too" in " ".join(said["text"].split())


@pytest.mark.parametrize(
    "marks",
    [{("ana", "s1"): []}, {(who, "s1"): [] for who in ("ana", "ben")}],
    ids=["one reader", "no errors"],
)
def test_nothing_to_measure_is_said_in_every_format(marks):
    """A result without values is still a result."""
    result = agree_spans(view(marks, texts=TEXTS))
    tell(result)
    assert "agreement" in headline(result).lower()
    assert result.warnings


def test_the_text_is_shown_whole_with_a_lane_for_each(agreement):
    """Without its elements the picture is the text itself, with a caret where something misses."""
    marks = next(figure for figure in figures(agreement) if figure.name == "marks")
    shown = re.search(r"<p.*?>(.*)</p>", marks.svg)[1]
    plain = re.sub(r"<[^>]*>", "", shown).replace("&lt;", "<").replace("&gt;", ">")
    assert plain.replace("\u2038", "") == TEXTS["s1"]
    assert plain.index("\u2038") == 14
    assert "ana: accuracy/mistranslation (major); ben: terminology (major)" in marks.svg
    assert marks.table.rows[0][:3] == ("ana", "Sparkasse", "accuracy/mistranslation")


def test_what_people_wrote_cannot_become_markup():
    """Names, categories and texts are escaped."""
    evil = '"><script>alert(1)</script>'
    marked = MarkedText(evil, evil, evil, (Lane(evil, (Passage(0, 4, evil, evil),)),))
    assert "<script" not in draw_lanes(marked)
    assert 'title=""' not in draw_lanes(marked)


def test_passages_over_each_other_keep_the_gravest():
    """A stretch marked twice by one person is drawn by its gravest severity."""
    lane = Lane("a", (Passage(0, 5, "x", "minor"), Passage(2, 3, "y", "critical")))
    drawn = draw_lanes(MarkedText("s", "", "abcde", (lane, Lane("b", ()))))
    assert drawn.count("lane-minor") == 2
    assert drawn.count("lane-critical") == 1


def test_a_public_page_names_nobody(agreement):
    """People become Annotator 1 and 2 in the picture too."""
    html = page([agreement], public=True)
    assert "ana" not in re.sub(r"<style.*?</style>|<script.*?</script>", "", html, flags=re.S)
    assert "Annotator 1" in html


def test_many_names_confused_are_a_detail(agreement):
    """Plain text shows few pairs of names; other formats have all."""
    one = agreement.confusions[0]
    many = tuple(replace(one, category=f"a{k}", other=f"b{k}") for k in range(20))
    long = next(
        t for t in tables(replace(agreement, confusions=many)) if t.title == "Names confused"
    )
    assert long.detail
    assert len(long.rows) == 20
    assert "a19" in render(replace(agreement, confusions=many), "csv")
