"""Production files: machine translation and final text, from tables, XLIFF and TMX."""

import re

import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.formats.production import is_production, read_production

XLIFF = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="manual.docx" source-language="en" target-language="de"><body>
<trans-unit id="1"><source>one</source><target>eins</target>
<alt-trans origin="acme-mt"><target>ein</target></alt-trans></trans-unit>
<trans-unit id="2"><source>two</source><target>zwei</target>
<alt-trans origin="memory"><target>zwei</target></alt-trans></trans-unit>
<trans-unit id="3"><source>three</source><target/>
<alt-trans origin="acme-mt"><target>drei</target></alt-trans></trans-unit>
</body></file></xliff>"""
XLIFF2 = """<xliff version="2.1" srcLang="en" trgLang="de"
 xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0">
<file id="f1"><unit id="u1"><mtc:matches><mtc:match ref="#s1" origin="engine" type="mt">
<source>one</source><target>ein</target></mtc:match></mtc:matches>
<segment id="s1"><source>one</source><target>eins</target></segment></unit></file></xliff>"""
TMX = """<tmx version="1.4"><header srclang="en"/><body><tu tuid="7">
<tuv xml:lang="en"><seg>one</seg></tuv>
<tuv xml:lang="de" creationid="MT"><seg>ein</seg></tuv>
<tuv xml:lang="de" creationid="anna"><seg>eins</seg></tuv></tu></body></tmx>"""


def pairs(found):
    return [(unit.segment, unit.mt, unit.final) for unit in found.units]


def test_a_table_says_everything_about_a_segment(make):
    """Columns that are not known are left alone, empty machine translation is data."""
    path = make(
        "p.csv",
        "release,date,document,segment,scenario,set,source,recognised,match,project,mt,final\n"
        "r1,2026-03,d,s1,web,,one,,85%,x,ein,eins\n"
        "r1,2026-03-14,d,s2,web,anchor,two,tw0,102,x,,zwei\n"
        "r1,2026,d,s3,web,,three,,,x,drei,\n",
    )
    found = read_production(path)
    first, second = found.units
    assert (first.release, first.date, first.scenario, first.input) == (
        "r1",
        "2026-03",
        "web",
        "clean",
    )
    assert (first.match, second.match) == (0.85, 1.0)
    assert (second.mt, second.anchor, second.input) == ("", True, "recognised")
    assert found.unfinished == 1
    assert first.place == "p.csv:2"


def test_edited_is_another_word_for_final(make):
    """A file of edits without annotators is production too."""
    path = make("p.tsv", "mt\tedited\nein\teins\n")
    assert is_production(path)
    assert pairs(read_production(path)) == [("", "ein", "eins")]
    assert not is_production(make("e.csv", "annotator,mt,edited\na,b,c\n"))


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("mt,finall\na,b\n", "p.csv:1:4", "no column 'final'"),
        ("source,final\na,b\n", "p.csv:1", "no column 'mt'"),
        ("mt,final\n", "p.csv:1", "there are no segments below the header"),
        ("mt,final,date\na,b,2026-3\n", "p.csv:2:5", "'2026-3' is not a date"),
        ("mt,final,match\na,b,high\n", "p.csv:2:5",
         "the match 'high' is not a number that is possible here"),
        ("mt,final,set\na,b,anchors\n", "p.csv:2:5", "'anchors' is not a known set"),
        ("mt,final,set,segment,release\na,b,anchor,1,r\na,b,anchor,1,r\n", "p.csv:3",
         "segment '1' of the anchor set stands twice in release 'r', first in p.csv:2"),
        ("mt,final\na,\n", "p.csv", "no segment has both a machine translation and a final text"),
    ],
)  # fmt: skip
def test_broken_tables_are_refused_with_their_place(make, text, place, what):
    """One sentence: where, what, and what to do."""
    with pytest.raises(BadInput) as error:
        read_production(make("p.csv", text))
    assert (error.value.where, error.value.what) == (place, what)
    assert error.value.fix


def test_xliff_holds_the_proposal_beside_the_target(make):
    """Units from a memory have no machine translation, unfinished ones no target."""
    found = read_production(make("p.xlf", XLIFF), mt="acme-mt")
    assert pairs(found) == [("1", "ein", "eins")]
    assert (found.without_mt, found.unfinished) == (1, 1)
    assert found.units[0].document == "manual.docx"


def test_the_variant_called_mt_is_found_by_its_name(make):
    """Among several alternatives the one with mt in its name is the engine's."""
    assert pairs(read_production(make("p.xlf", XLIFF))) == [("1", "ein", "eins")]


@pytest.mark.parametrize(("name", "text"), [("p.xlf", XLIFF2), ("p.tmx.gz", TMX)])
def test_other_trees_are_read_alike(make, name, text):
    """XLIFF 2 with candidates, TMX with two variants."""
    (unit,) = read_production(make(name, text)).units
    assert (unit.source, unit.mt, unit.final) == ("one", "ein", "eins")


def test_what_is_not_clear_has_to_be_named(make):
    """Two unknown variants could be either."""
    path = make("p.tmx", TMX.replace('"MT"', '"berta"'))
    with pytest.raises(BadInput, match="it is not clear which texts"):
        read_production(path)
    assert pairs(read_production(path, mt="berta")) == [("7", "ein", "eins")]
    assert pairs(read_production(path, mt="anna", final="berta")) == [("7", "eins", "ein")]
    with pytest.raises(NotFound, match="no machine translation named 'bertha'"):
        read_production(path, mt="bertha")


def test_a_file_with_one_text_per_segment_is_no_production(make):
    """There must be something to compare."""
    one = re.sub("<alt-trans.*?</alt-trans>", "", XLIFF)
    with pytest.raises(BadInput, match="one text per segment only"):
        read_production(make("p.xlf", one))


def test_a_folder_has_a_file_or_a_folder_per_release(make, tmp_path):
    """The place of a file tells release, scenario and document, in the order people count."""
    for name in ("all/r10.csv", "all/r9.csv", "all/r11/web/a.csv", "all/r11/b.csv"):
        make(name, "mt,final\na,b\n")
    make("all/notes.txt", "not read")
    found = read_production(tmp_path / "all")
    assert [(one.release, one.scenario, one.document) for one in found.units] == [
        ("r9", "", ""),
        ("r10", "", ""),
        ("r11", "", "b"),
        ("r11", "web", "a"),
    ]
    make("all/r11/web/deep/c.csv", "mt,final\na,b\n")
    with pytest.raises(BadInput, match="too deep"):
        read_production(tmp_path / "all")


def test_an_empty_folder_and_another_format_are_told(make, tmp_path):
    """With the endings that are read."""
    (tmp_path / "none").mkdir()
    with pytest.raises(BadInput, match="no production file in this folder"):
        read_production(tmp_path / "none")
    with pytest.raises(BadInput, match="this is not a production file"):
        read_production(make("p.txt", "a"))
