"""Typologies: those that ship, and what is said about people's own."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import TertiumError
from tertium.formats.typology import read_typology, typology_names
from tertium.typology import Node, Severity, Typology, canonical

SEVERITIES = "severities:\n  - {id: minor, weight: 1, key: '1'}\n  - {id: major, weight: 5}\n"
SHIPPED = ("esa", "four", "j2450", "kopte", "lisa", "list-20", "mqm-core", "two-step", "wmt-mqm",
           "wmt-mqm-2021")  # fmt: skip


@pytest.fixture
def make(tmp_path):
    def write(text):
        path = tmp_path / "t.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_all_of_them_ship():
    """Nine typologies come with the package."""
    assert typology_names() == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_what_ships_can_be_used(name):
    """Every category leads to points, every answer of a tree on."""
    typology = read_typology(name)
    assert typology.name == name
    for node in typology.nodes:
        assert not node.parent or node.id.startswith(f"{node.parent}/")
        assert all(typology.points(node.id, one.id) >= 0 for one in typology.severities)
    questions = {one.id: one for one in typology.tree}
    for question in typology.tree:
        assert all(typology.node(a.category) or a.question in questions for a in question.answers)


def test_the_list_of_twenty_is_in_its_order():
    """20 nodes, as annotators had them before them (Lommel et al. 2014)."""
    names = [node.name for node in read_typology("list-20").nodes]
    assert names == [
        "Accuracy", "Terminology", "Mistranslation", "Omission", "Addition", "Untranslated",
        "Fluency", "Register/Style", "Spelling", "Capitalization", "Typography", "Punctuation",
        "Grammar", "Morphology (word form)", "Part of speech", "Agreement", "Tense/mood/aspect",
        "Word order", "Function words", "Unintelligible",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "category", "severity", "points"),
    [
        ("wmt-mqm", "Accuracy/Mistranslation", "Major", 5),
        ("wmt-mqm", "Fluency/Punctuation", "Minor", 0.1),
        ("wmt-mqm", "Fluency/Punctuation", "Major", 5),
        ("wmt-mqm", "Non-translation!", "Major", 25),
        ("wmt-mqm", "Source issue", "Major", 0),
        ("wmt-mqm", "Source error/-", "Major", 0),
        ("wmt-mqm-2021", "Source error/-", "Major", 5),
        ("wmt-mqm-2021", "Source error", "Minor", 1),
        ("wmt-mqm-2021", "Source error", "Neutral", 0),
        ("wmt-mqm-2021", "Fluency/Punctuation", "Minor", 0.1),
        ("wmt-mqm-2021", "Non-translation!", "Minor", 25),
        ("wmt-mqm", "Style/Unnatural or awkward", "minor", 1),
        ("wmt-mqm", "never heard of", "minor", 1),
        ("j2450", "wrong-term", "serious", 5),
        ("j2450", "punctuation", "minor", 1),
        ("j2450", "Terminology/Inappropriate for context", "Major", 5),
        ("j2450", "style/awkward", "critical", 3),
        ("lisa", "language/style", "critical", 10),
        ("mqm-core", "terminology", "critical", 25),
        ("two-step", "adequacy/contradiction", "error", 4),
    ],
)
def test_points_are_those_of_the_standards(name, category, severity, points):
    """Names are found in any letter case; the most specific rule wins."""
    assert read_typology(name).points(category, severity) == points


def test_points_are_inherited_and_weights_multiply():
    """Points of a category hold for what is below it; a weight only for itself."""
    levels = (Severity("minor", "Minor", 1), Severity("major", "Major", 5))
    nodes = (Node("a", "A", weight=2, points={"minor": 7}), Node("a/b", "B", "a", weight=3))
    typology = Typology("t", "T", levels, nodes)
    assert typology.points("a/b", "minor") == 7
    assert typology.points("a/b", "major") == 15
    assert typology.points("a", "major") == 10
    assert typology.largest() == 15
    assert [node.id for node in typology.above(nodes[1])] == ["a/b", "a"]
    assert typology.depth(nodes[1]) == 1
    assert typology.children("a") == (nodes[1],)


WRONG = [
    ("severities: [", "t.yaml:1:14", "not YAML"),
    ("- a\n- b\n", "t.yaml:1", "does not hold names"),
    (f"title: x\n{SEVERITIES}", "t.yaml:1", "no key 'name'"),
    ("name: t\n", "t.yaml:1", "no severities"),
    ("name: t\nseverities:\n  - {id: minor}\n", "t.yaml:3", "no key 'weight'"),
    ("name: t\nseverities:\n  - {id: minor, weight: -1}\n", "t.yaml:3", "-1 is not possible"),
    ("name: t\nseverities:\n  - {id: minor, weight: much}\n", "t.yaml:3", "is not a number"),
    ("name: t\nseverities:\n  - {id: Minor, weight: 1}\n", "t.yaml:3", "not in lower case"),
    (f"name: t\n{SEVERITIES}  - {{id: minor, weight: 2}}\n", "t.yaml:5", "there twice"),
    (f"name: t\n{SEVERITIES}  - {{id: huge, weight: 9, also: [major]}}\n", "t.yaml:5",
     "'major' stands for 'major' already"),
    (f"name: t\n{SEVERITIES}nods: []\n", "t.yaml:5", "Did you mean 'nodes'"),
    (f"name: t\n{SEVERITIES}nodes: yes\n", "t.yaml:5", "is not a list"),
    (f"name: t\n{SEVERITIES}nodes:\n  - {{id: a, colour: red}}\n", "t.yaml:6", "unknown key"),
    (f"name: t\n{SEVERITIES}nodes:\n  - {{id: a}}\n  - {{id: a}}\n", "t.yaml:7", "first in line 6"),
    (f"name: t\n{SEVERITIES}nodes:\n  - {{id: a, parent: b}}\n", "t.yaml:6", "no parent category"),
    (f"name: t\n{SEVERITIES}nodes:\n  - {{id: a, parent: b}}\n  - {{id: b, parent: a}}\n",
     "t.yaml:6", "stands below itself"),
    (f"name: t\n{SEVERITIES}nodes:\n  - {{id: a, shortcut: x}}\n  - {{id: b, shortcut: X}}\n",
     "t.yaml:7", "same shortcut 'x'"),
    (f"name: t\n{SEVERITIES}nodes:\n  - {{id: a, shortcut: '1'}}\n", "t.yaml:6", "same shortcut"),
    (f"name: t\n{SEVERITIES}nodes:\n  - {{id: a, points: {{mayor: 2}}}}\n", "t.yaml:6", "'major'"),
    (f"name: t\n{SEVERITIES}nodes:\n  - {{id: a, weight: -2}}\n", "t.yaml:6", "not possible"),
    (f"name: t\n{SEVERITIES}critical: [fatal]\n", "t.yaml:5", "no severity or category"),
    (f"name: t\n{SEVERITIES}name: u\n", "t.yaml:5", "given twice"),
    (f"name: t\n{SEVERITIES}nodes: &x\n  - {{id: a, nodes: *x}}\n", "t.yaml:6", "aliases"),
    (f"name: t\n{SEVERITIES}nodes: [{{id: a}}]\ntree:\n  - {{id: q, ask: '?', answers: "
     "[{label: y, question: q}]}\n", "t.yaml:7", "leads back"),
    (f"name: t\n{SEVERITIES}tree:\n  - {{id: q, ask: '?', answers: [{{label: y, category: z}}]}}\n",
     "t.yaml:6", "no category"),
    (f"name: !!python/name:os.getcwd x\n{SEVERITIES}", "t.yaml:1", "is not plain data"),
    (f"name: !!python/object/apply:os.getcwd []\n{SEVERITIES}", "t.yaml:1", "is not text"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "where", "what"), WRONG, ids=lambda value: str(value)[-40:])
def test_what_is_wrong_is_told_with_its_line(make, text, where, what):
    """File, line, what is wrong and what to do."""
    path = make(text)
    with pytest.raises(TertiumError) as caught:
        read_typology(path)
    assert what in str(caught.value)
    assert str(caught.value).startswith(f"{path.parent}/{where}: ")
    assert caught.value.fix


def test_a_typology_of_ones_own_is_read_in_its_order(make):
    """Nested nodes stand before those that follow; a flat list names its parents."""
    nested = make(
        f"name: t\n{SEVERITIES}nodes:\n  - id: a\n    nodes: [{{id: a/b, help: 'x, y'}}]\n"
        "  - {id: c, also: [C thing]}\n"
    )
    found = read_typology(nested)
    assert [(node.id, node.parent) for node in found.nodes] == [("a", ""), ("a/b", "a"), ("c", "")]
    assert found.category("c THING").id == "c"
    flat = make(f"name: t\n{SEVERITIES}nodes:\n  - {{id: a}}\n  - {{id: a/b, parent: a}}\n")
    assert [node.parent for node in read_typology(str(flat)).nodes] == ["", "a"]


def test_an_edited_typology_has_another_fingerprint(make):
    """Whatever is changed; reading the same file twice changes nothing."""
    text = f"name: t\n{SEVERITIES}nodes:\n  - {{id: a, points: {{minor: 2, major: 3}}}}\n"
    first = read_typology(make(text)).fingerprint
    assert read_typology(make(text)).fingerprint == first
    swapped = text.replace("minor: 2, major: 3", "major: 3, minor: 2")
    assert read_typology(make(swapped)).fingerprint == first
    for old, new in (("major: 3", "major: 4"), ("id: a", "id: b"), ("weight: 1", "weight: 2")):
        assert read_typology(make(text.replace(old, new))).fingerprint != first


def test_names_may_stand_in_several_languages(make):
    """English is the typology itself; what is not translated stays English."""
    text = (
        f"name: t\n{SEVERITIES}nodes:\n"
        "  - {id: a, name: {en: Terms, de: Wortwahl}, help: {en: Wrong, de: Falsch, fr: Faux}}\n"
        "  - {id: b, name: Style}\n"
    )
    found = read_typology(make(text))
    assert found.languages == ("en", "de", "fr")
    assert [(one.name, one.help) for one in found.nodes] == [("Terms", "Wrong"), ("Style", "")]
    german, french = (found.in_language(one).nodes for one in ("de", "fr"))
    assert [(one.name, one.help) for one in german] == [("Wortwahl", "Falsch"), ("Style", "")]
    assert (french[0].name, french[0].help) == ("Terms", "Faux")
    assert found.in_language("he") == found
    plain = text.replace("{en: Terms, de: Wortwahl}", "Terms")
    plain = plain.replace("{en: Wrong, de: Falsch, fr: Faux}", "Wrong")
    assert read_typology(make(plain)).fingerprint == found.fingerprint
    for wrong, what in (("{de: Wortwahl}", "no English text"), ("{en: A, D: B}", "not a language")):
        with pytest.raises(TertiumError, match=what):
            read_typology(make(text.replace("{en: Terms, de: Wortwahl}", wrong)))


def test_an_unknown_name_is_answered_with_the_nearest():
    """Of typologies, categories and severities alike."""
    for ask in (
        lambda: read_typology("mqm-cor"),
        lambda: read_typology("mqm-core").category("accuracy/mistranlation"),
        lambda: read_typology("mqm-core").severity("mayor"),
    ):
        with pytest.raises(TertiumError, match="Did you mean"):
            ask()
    with pytest.raises(TertiumError, match="no file"):
        read_typology(Path("nowhere.yaml"))


@given(st.text(max_size=30))
def test_an_id_stands_for_itself(name):
    """Making an id of an id changes nothing."""
    once = canonical(name)
    assert canonical(once) == once
