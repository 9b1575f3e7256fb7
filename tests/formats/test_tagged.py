"""Tagged texts: CoNLL-U, KAF, and how they fit segments."""

import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.formats.bands import read_bands
from tertium.formats.checkpoint_classes import read_classes
from tertium.formats.conllu import conllu_sentences
from tertium.formats.given import GivenFile
from tertium.formats.kaf import read_instances
from tertium.formats.tagged import by_segment, read_tagged
from tertium.formats.taggers import tag_texts

CONLLU = """\
# sent_id = 1
# text = Della casa.
# original = it
1-2\tDella\t_\t_\t_\t_\t_\t_\t_\t_
1\tDi\tdi\tADP\tE\t_\t3\tcase\t_\t_
2\tla\til\tDET\tRD\tNumber=Sing|Gender=Fem\t3\tdet\t_\t_
3\tcasa\tcasa\tNOUN\tS\t_\t0\troot\t_\tSpaceAfter=No
3.1\tvuoto\t_\t_\t_\t_\t_\t_\t_\t_
4\t.\t.\tPUNCT\tFS\t_\t3\tpunct\t_\t_

1\tVieni\tvenire\tVERB\tV\t_\t0\troot\t_\t_
"""
KAF = """<?xml version="1.0" encoding="UTF-8"?>
<KAF><text>
<wf wid="w1_1" sent="1">New</wf><wf wid="w1_2" sent="1">York</wf>
<wf wid="w1_3" sent="1">sleeps</wf>
<wf wid="w2_1" sent="2">Yes</wf></text>
<terms><term tid="t1" lemma="New_York" pos="NP"><span><target id="w1_1"/>
<target id="w1_2"/></span></term>
<term tid="t2" lemma="sleep" pos="VB" morphofeat="VBZ"><span>
<target id="w1_3"/></span></term></terms>
<deps><dep from="t2" to="t1" rfunc="SBJ"/></deps></KAF>
"""
KYBOT = """<kybotOut><doc shortname="x">
<event eid="e1" target="t2_3" lemma="voto" profile_id="n_a"/>
<role rid="r1" event="e1" target="t2_4" lemma="pubblico"/></doc></kybotOut>
"""
CLASSES = """\
[[class]]
name = "NOC"
pattern = '[tag="NOUN"]'

[[class]]
name = "NOU"
title = "nouns"
of = ["NOC"]
"""


def written(path, text):
    """Write a file and return its path."""
    path.write_text(text, encoding="utf-8")
    return path


def test_conllu_is_read():
    """Words with features and heads; a written token of two words belongs to both."""
    first, second = conllu_sentences(CONLLU, "it.conllu")
    assert [word.form for word in first.words] == ["Di", "la", "casa", "."]
    assert first.words[1].features == {"Number": "Sing", "Gender": "Fem"}
    assert (first.words[1].head, first.words[2].head) == (2, None)
    assert first.solid == "Dellacasa."
    assert first.places("Della  casa.") == [(0, 5), (0, 5), (7, 11), (11, 12)]
    assert (first.about["original"], first.where, second.where) == (
        "it", "it.conllu:1", "it.conllu:11",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("3\tcasa\tcasa", "3 casa casa", 6, "8 columns, CoNLL-U has 10"),
        ("3\tcasa", "7\tcasa", 6, "'7' stands where word 3"),
        ("\t3\tcase", "\t9\tcase", 4, "the head 9 is no word"),
        ("\t3\tcase", "\tx\tcase", 4, "'x' is not the number of a word"),
    ],
)
def test_a_broken_line_is_told(old, new, line, what):
    """File and line, and what is wrong there."""
    lines = CONLLU.replace("# text = Della casa.\n", "").replace(old, new)
    with pytest.raises(BadInput, match=what) as error:
        conllu_sentences(lines, "it.conllu")
    assert error.value.where == f"it.conllu:{line}"


def test_kaf_is_read(tmp_path):
    """Terms give lemma, tag and features; dependencies lead to the head's first word."""
    first, second = read_tagged(written(tmp_path / "en.kaf", KAF))
    assert [word.lemma for word in first.words] == ["New_York", "New_York", "sleep"]
    assert first.words[0].head == 2
    assert (first.words[0].relation, first.words[2].features) == ("SBJ", {"Morphofeat": "VBZ"})
    assert second.words[0].tag == ""


def test_extracted_instances_are_read(tmp_path):
    """An event and its roles are one instance; sentences and words count from 0."""
    (one,) = read_instances(GivenFile(written(tmp_path / "out.xml", KYBOT)))
    assert (one.class_name, one.sentence, one.words) == ("n_a", 1, (2, 3))
    bad = GivenFile(written(tmp_path / "bad.xml", KYBOT.replace('event="e1"', 'event="e9"')))
    with pytest.raises(BadInput, match="no event 'e9'"):
        read_instances(bad)


def test_sentences_fit_segments():
    """As many belong together; several of one segment are joined; others are refused."""
    sentences = conllu_sentences(CONLLU, "it.conllu")
    found, unlike = by_segment(sentences, ["Della casa .", "Vieni"], file="f")
    assert (len(found), unlike) == (2, 0)
    (one,), _ = by_segment(sentences, ["Della casa. Vieni"], file="f")
    assert len(one.words) == 5
    with pytest.raises(BadInput, match="does not go on with segment 1") as error:
        by_segment(sentences, ["Un altro testo", "e un altro"], file="f")
    assert error.value.where == "it.conllu:1"
    with pytest.raises(BadInput, match="goes on after the last of 1 segments"):
        by_segment(sentences, ["Della casa."], file="f")


def test_half_unlike_texts_in_equal_number_are_counted():
    """A tagger may write quotation marks in its own way."""
    sentences = conllu_sentences(CONLLU, "it.conllu")
    _, unlike = by_segment(sentences, ["Della casa.", "Vieni!"], file="f")
    assert unlike == 1


def test_classes_are_read(tmp_path):
    """A class has patterns, or consists of classes that have."""
    noc, nou = read_classes(written(tmp_path / "c.toml", CLASSES))
    assert (noc.name, len(noc.patterns), nou.title, nou.of) == ("NOC", 1, "nouns", ("NOC",))


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ('of = ["NOC"]', 'of = ["NOX"]', 8, "no class with a pattern named 'NOX'"),
        ("pattern = '[tag=\"NOUN\"]'", "pattern = '[tag]'", 3, "is not what can hold"),
        ("pattern = '[tag=\"NOUN\"]'", "", 1, "either a pattern or the classes"),
        ('name = "NOU"', 'name = "NOC"', 6, "given twice"),
        ("title", "titel", 7, "unknown setting 'titel'"),
    ],
)
def test_a_mistake_in_classes_is_told(tmp_path, old, new, line, what):
    """With its line."""
    path = written(tmp_path / "c.toml", CLASSES.replace(old, new))
    with pytest.raises((BadInput, NotFound), match=what.replace("(", r"\(")) as error:
        read_classes(path)
    assert error.value.where == f"{path}:{line}"


def test_bands_are_read(tmp_path):
    """One for each output."""
    path = written(tmp_path / "b.csv", "segment,system,band\n1,a,good\n1,b,poor\n")
    assert read_bands(path) == {("1", "a"): "good", ("1", "b"): "poor"}
    with pytest.raises(BadInput, match="has a band already, on line 2"):
        read_bands(written(tmp_path / "t.csv", "segment,system,band\n1,a,good\n1,a,poor\n"))


@pytest.mark.parametrize("name", ["spacy", "stanza", "udpipe"])
def test_a_tagger_that_is_not_there_says_what_to_do(name, monkeypatch):
    """Packages and programs are not installed with Tertium, and models never downloaded."""
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BadInput) as error:
        tag_texts(name, ["Hello"], language="en", model="")
    assert "install" in f"{error.value}"
    with pytest.raises(NotFound, match="no tagger named 'spaci'"):
        tag_texts("spaci", ["Hello"], language="en", model="")


def test_udpipe_runs_as_a_program(tmp_path, monkeypatch):
    """What the program writes is read as CoNLL-U; an exit code is told with its reason."""
    program = written(tmp_path / "udpipe", f"#!/bin/sh\ncat <<'E'\n{CONLLU}E\n")
    program.chmod(0o755)
    model = written(tmp_path / "it.udpipe", "model")
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    found = tag_texts("udpipe", ["Della casa. Vieni"], language="it", model=str(model))
    assert [word.lemma for word in found[0].words][-1] == "venire"
    written(tmp_path / "udpipe", "#!/bin/sh\necho 'no such model' >&2\nexit 3\n")
    with pytest.raises(BadInput, match="exit code 3"):
        tag_texts("udpipe", ["Della casa"], language="it", model=str(model))


def test_spacy_tags_by_its_own_pipeline(tmp_path):
    """Where it is installed: tags, features and lemmas are those of the pipeline."""
    spacy = pytest.importorskip("spacy")
    pipeline = spacy.blank("en")
    rules = pipeline.add_pipe("attribute_ruler")
    says = {"POS": "NOUN", "TAG": "NNS", "LEMMA": "dog", "MORPH": "Number=Plur"}
    rules.add([[{"LOWER": "dogs"}]], says)
    pipeline.to_disk(tmp_path / "model")
    dogs, nothing = tag_texts("spacy", ["Dogs  run", ""], language="en",
                              model=str(tmp_path / "model"))  # fmt: skip
    assert [word.form for word in dogs.words] == ["Dogs", "run"]
    first = dogs.words[0]
    assert (first.tag, first.lemma, first.features) == ("NOUN", "dog", {"Number": "Plur"})
    assert not nothing.words
