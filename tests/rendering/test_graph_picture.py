"""The picture of a graph: everything is in it once, nothing hides anything, names are data."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.design.tournament import tournament
from tertium.rendering.pictures.graph import Answer, Vertex, draw_graph, graph_alt, graph_svg

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("LW", "Reference", "Google", "Systran", "Moses", "Bing")
FIGURE = (
    Answer("LW", "Google"),
    Answer("Google", "Systran", tie=True),
    Answer("Systran", "Moses"),
    Answer("Google", "Bing"),
    Answer("Reference", "Bing"),
    Answer("LW", "Moses"),
)
# The published dominance and ranks (Pighin, Formiga and Màrquez, 2012, figure 1).
FOUND = (
    Vertex("LW", 4, 1, 1, 2),
    Vertex("Reference", 1, 2, 1, 5),
    Vertex("Google", 1, 2, 2, 4),
    Vertex("Systran", 1, 2, 2, 4),
    Vertex("Moses", -3, 3, 4, 6),
    Vertex("Bing", -4, 4, 5, 6),
)


def parts(svg):
    """Return the boxes by title, the lines and the frames of a drawing."""
    root = ET.fromstring(svg)
    drawing = root.find(f"{SVG}g[@class='g-drawing']")
    boxes, lines = {}, []
    for group in drawing.findall(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None:
            rect = group.find(f"{SVG}rect")
            place = {key: float(rect.get(key)) for key in ("x", "y", "width", "height")}
            assert title.text not in boxes
            boxes[title.text] = place | {
                "texts": [text.text for text in group.findall(f"{SVG}text")]
            }
        else:
            lines.append(group)
    frames = [rect.get("class") for rect in drawing.findall(f"{SVG}rect")]
    return boxes, lines, frames


def ends(line):
    """Return where a line begins and ends."""
    path = next(one for one in line if one.get("class") == "g-line").get("d")
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path)]
    return numbers[:2], numbers[-2:]


def box_at(boxes, point):
    """Return the box on whose edge a point lies."""
    x, y = point
    return next(
        name
        for name, box in boxes.items()
        if box["x"] - 0.2 <= x <= box["x"] + box["width"] + 0.2
        and box["y"] - 0.2 <= y <= box["y"] + box["height"] + 0.2
    )


def drawn(svg):
    """Return every line as (kind, from, to); a tie has no direction."""
    boxes, lines, _ = parts(svg)
    found = []
    for line in lines:
        one, two = (box_at(boxes, point) for point in ends(line))
        kind, *against = line.get("class").split()
        if kind == "g-tie":
            one, two = sorted((one, two))
        found.append((kind, bool(against), one, two))
    return found


def expected(answers):
    """Return what should be drawn: each kind of answer about a pair once."""
    lines = set()
    for answer in answers:
        if answer.tie:
            lines.add(("g-tie", *sorted((answer.better, answer.worse))))
        else:
            lines.add(("g-arrow", answer.better, answer.worse))
    return lines


def overlapping(boxes):
    """Return pairs of boxes that share a place."""
    return [
        (one, two)
        for (one, a), (two, b) in combinations(boxes.items(), 2)
        if abs(2 * a["x"] + a["width"] - 2 * b["x"] - b["width"]) < a["width"] + b["width"] - 1
        and abs(2 * a["y"] + a["height"] - 2 * b["y"] - b["height"]) < a["height"] + b["height"] - 1
    ]


def asked(number, seed, spread=1.0):
    """Return the answers of somebody who errs to a tournament, and its vertices."""
    draw = np.random.default_rng(seed)
    quality = draw.normal(size=number) * 2
    answers = []
    for one, two in tournament(number, draw):
        difference = quality[one] - quality[two] + spread * draw.normal()
        better, worse = (one, two) if difference > 0 else (two, one)
        answers.append(Answer(f"s{better}", f"s{worse}", tie=abs(difference) < 0.4))
    return [Vertex(f"s{at}", 0, None, 1, number) for at in range(number)], answers


words = st.text(min_size=1, max_size=24).filter(lambda name: "+" not in name)


@st.composite
def graphs(draw):
    """Draw a few vertices with any names, and any answers about them."""
    names = draw(st.lists(words, min_size=1, max_size=9, unique_by=clean))
    answers = []
    if len(names) > 1:
        pairs = st.tuples(st.sampled_from(names), st.sampled_from(names)).filter(
            lambda pair: pair[0] != pair[1]
        )
        answers = [
            Answer(one, two, tie=draw(st.booleans()))
            for one, two in draw(st.lists(pairs, max_size=16))
        ]
    return [Vertex(name, 0, 1, 1, len(names)) for name in names], answers


def clean(name):
    """Return a name as it comes back from XML, which cannot hold every sign."""
    kept = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", name)
    return kept.replace("\r\n", "\n").replace("\r", "\n")


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_every_vertex_and_every_answer_is_drawn_once(graph):
    """The SVG is valid for any names; each kind of answer about a pair is one line."""
    vertices, answers = graph
    svg = graph_svg(vertices, answers)
    boxes, _, _ = parts(svg)
    assert set(boxes) == {clean(one.name) for one in vertices}
    assert all(
        box["texts"][-1] == f"0 · 1–{len(boxes)}" or len(boxes) == 1 for box in boxes.values()
    )
    assert not overlapping(boxes)
    said = [Answer(clean(one.better), clean(one.worse), one.tie) for one in answers]
    found = Counter((kind, one, two) for kind, _, one, two in drawn(svg))
    assert set(found) == expected(said)
    assert set(found.values()) <= {1}


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 30), st.integers(0, 10**6))
def test_arrows_that_contradict_nothing_point_down(number, seed):
    """From top to bottom is from better to worse; a contradiction is more than a colour."""
    svg = graph_svg(*asked(number, seed, spread=2.0))
    _, lines, frames = parts(svg)
    against = 0
    for line in lines:
        (_, top), (_, bottom) = ends(line)
        if "g-against" in line.get("class"):
            against += 1
            kinds = [part.get("class") for part in line]
            assert "g-sign" in kinds
            assert "g-shout" in kinds
        elif "g-arrow" in line.get("class"):
            assert top < bottom
    assert (against > 0) == any("g-against" in kind for kind in frames)
    assert (against > 0) == (">contradiction<" in svg)


@pytest.mark.parametrize("number", [1, 2, 3, 12, 13, 60])
def test_many_vertices_stay_apart_and_inside(number):
    """Every box lies in the picture and on no other; more than twelve get smaller type."""
    vertices, answers = asked(number, 5) if number > 1 else ([Vertex("s0", 0, 1)], [])
    drawing = draw_graph(vertices, answers)
    svg = drawing.svg()
    boxes, _, _ = parts(svg)
    assert len(boxes) == number
    assert not overlapping(boxes)
    width, height = drawing.size
    for box in boxes.values():
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        assert 0 <= box["y"] <= box["y"] + box["height"] <= height
    assert ("g-small" in svg) == (number > 12)
    assert width < 2600


def test_the_published_graph_has_its_ranks_as_rows():
    """Figure 1 of the paper: four rows, Google and Systran framed together, no contradiction."""
    svg = graph_svg(FOUND, FIGURE)
    boxes, _, frames = parts(svg)
    rows = sorted({box["y"] for box in boxes.values()})
    assert [sorted(name for name, box in boxes.items() if box["y"] == row) for row in rows] == [
        ["LW"],
        ["Google", "Reference", "Systran"],
        ["Moses"],
        ["Bing"],
    ]
    assert boxes["LW"]["texts"] == ["LW", "+4 · 1–2"]
    assert boxes["Bing"]["texts"] == ["Bing", "−4 · 5–6"]
    assert frames == ["g-frame"]
    assert set(drawn(svg)) == {
        ("g-arrow", False, "LW", "Google"),
        ("g-arrow", False, "LW", "Moses"),
        ("g-arrow", False, "Google", "Bing"),
        ("g-arrow", False, "Reference", "Bing"),
        ("g-arrow", False, "Systran", "Moses"),
        ("g-tie", False, "Google", "Systran"),
    }
    assert graph_alt(FOUND, FIGURE) == (
        "Graph of 6 translations and 6 answers: best LW, last Bing. No contradiction."
    )


def test_the_drawing_does_not_depend_on_arrival():
    """The same answers in another order give the same picture."""
    assert graph_svg(FOUND[::-1], FIGURE[::-1]) == graph_svg(FOUND, FIGURE)


def test_one_cycle_through_everything_is_one_frame():
    """Everybody is in the contradiction, and every arrow carries its sign."""
    names = [f"s{at}" for at in range(8)]
    answers = [Answer(one, two) for one, two in pairwise([*names, names[0]])]
    svg = graph_svg([Vertex(name, 0, 1, 1, 8) for name in names], answers)
    _, lines, frames = parts(svg)
    assert frames == ["g-frame g-against"]
    assert all("g-against" in line.get("class") for line in lines)
    assert "8 answers are part of a contradiction" in graph_alt([Vertex(n) for n in names], answers)


def test_answers_that_contradict_directly_are_all_seen():
    """Better, worse and equal are three lines, and a repeated answer says how often."""
    answers = [Answer("a", "b"), Answer("b", "a"), Answer("a", "b", tie=True), Answer("a", "b")]
    svg = graph_svg([Vertex("a", 0, 1), Vertex("b", 0, 1)], answers)
    assert sorted(drawn(svg)) == [
        ("g-arrow", True, "a", "b"),
        ("g-arrow", True, "b", "a"),
        ("g-tie", False, "a", "b"),
    ]
    paths = re.findall(r'class="g-line" d="([^"]*)"', svg.partition("g-legend")[0])
    assert len(set(paths)) == 3
    assert svg.count("×2") == 1


def test_a_dropped_answer_leads_up_and_is_marked():
    """What was left out to resolve a contradiction is drawn, against the order of the rows."""
    answers = [Answer("a", "b"), Answer("b", "c"), Answer("c", "a", dropped=True)]
    svg = graph_svg([Vertex("a", 2, 1), Vertex("b", 0, 2), Vertex("c", -2, 3)], answers)
    boxes, lines, frames = parts(svg)
    assert frames == []
    assert boxes["a"]["y"] < boxes["b"]["y"] < boxes["c"]["y"]
    (dropped,) = [line for line in lines if "g-against" in line.get("class")]
    (_, begin), (_, end) = ends(dropped)
    assert begin > end


def test_merged_outputs_share_a_box():
    """Names stand one below the other; of many the rest is counted, all are in the title."""
    svg = graph_svg([Vertex("a+b+c+d", 4, 1), Vertex("e", -4, 2)], [Answer("a+b+c+d", "e")])
    boxes, _, _ = parts(svg)
    assert boxes["a = b = c = d"]["texts"] == ["a", "b", "and 2 more", "+4 · 1"]
    assert "Graph of 5 translations" in svg


def test_a_name_is_data_and_never_markup():
    """A system called <script> is shown, and a long name is cut but whole in its title."""
    name = "<script>alert('1')</script>&"
    svg = graph_svg([Vertex(name, 0, 1), Vertex("b", 0, 1)], [Answer(name, "b")])
    assert "<script" not in svg
    boxes, _, _ = parts(svg)
    assert boxes[name]["texts"][0] == "<script>alert('…"
    for forbidden in ("style=", "url(", "javascript:", "href", "onload"):
        assert forbidden not in svg


def test_shorter_names_are_shown_and_whole_ones_kept():
    """The caller may say what systems are called in the picture."""
    svg = graph_svg([Vertex("news.a.1", 0, 1)], [], names={"news.a.1": "a"})
    boxes, _, _ = parts(svg)
    assert boxes["news.a.1"]["texts"][0] == "a"


def test_a_crowd_of_answers_is_thinned_and_says_so():
    """A full ranking of sixty has 1,770 comparisons; the 59 that imply the rest are drawn."""
    names = [f"s{at:02}" for at in range(60)]
    answers = [Answer(one, two) for one, two in combinations(names, 2)]
    svg = graph_svg([Vertex(name, 59 - 2 * at, at + 1) for at, name in enumerate(names)], answers)
    assert {(one, two) for _, _, one, two in drawn(svg)} == set(pairwise(names))
    assert "1,711 arrows that others imply left out" in svg
