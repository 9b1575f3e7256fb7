"""Files that hold source and outputs together: tables, JSON lines, XLIFF, TMX."""

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tertium.exceptions import BadInput
from tertium.formats.recognise import read_texts


def entries(path):
    return [
        (e.line, e.segment, e.document, e.domain, e.source, dict(e.outputs))
        for e in read_texts(path).entries
    ]


# Tables -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz"])
def test_csv_has_a_column_per_system(make, name):
    """Quoted fields may hold separators and line breaks; lines are still counted right."""
    text = 'segment,domain,source,old,new\ns1,news,"a, b","A\nB",AB\ns2,,c,C,\n'
    assert entries(make(name, text)) == [
        (2, "s1", "", "news", "a, b", {"old": "A\nB", "new": "AB"}),
        (4, "s2", "", "", "c", {"old": "C", "new": ""}),
    ]


def test_tsv_takes_quotation_marks_as_they_are(make):
    """Only tabs separate, so texts that begin with a quotation mark are safe."""
    text = 'source\tdocument\told\tnew\n"a" b\td1\t"A\tB"\r\n'
    assert entries(make("t.tsv", text)) == [(2, "", "d1", "", '"a" b', {"old": '"A', "new": 'B"'})]


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("text,old,new\na,A,B\n", "t.csv:1", "no column 'source'"),
        ("source,old,old\na,A,B\n", "t.csv:1:12", "column 'old' is given twice"),
        ("source,old,new\na,A\n", "t.csv:2", "this row has 2 fields, the header has 3"),
        ("source,old,new\n", "t.csv:1", "there are no segments below the header"),
    ],
)
def test_broken_tables_are_refused(make, text, place, what):
    """With the line, before anything is built on them."""
    with pytest.raises(BadInput) as error:
        read_texts(make("t.csv", text))
    assert (error.value.where, error.value.what) == (place, what)


# JSON lines ---------------------------------------------------------------------------


def test_json_lines_hold_outputs_inside_or_beside(make):
    """Systems stand in `outputs` or under their own names; an empty line is skipped."""
    text = (
        '{"segment": 7, "domain": "news", "source": "a", "outputs": {"old": "A", "new": "B"}}\n\n'
        '{"document": "d", "source": "b", "old": "C", "new": ""}\n'
    )
    assert entries(make("t.jsonl.gz", text)) == [
        (1, "7", "", "news", "a", {"old": "A", "new": "B"}),
        (3, "", "d", "", "b", {"old": "C", "new": ""}),
    ]


@pytest.mark.parametrize(
    ("line", "place", "what"),
    [
        ('{"source": "a", "old": }', "t.jsonl:1:24", "this line is not JSON (Expecting value)"),
        ("[1, 2]", "t.jsonl:1", "this line is not a JSON object"),
        ('{"source": "a", "old": ["A"]}', "t.jsonl:1", "'old' is not text"),
        ('{"source": null, "old": "A"}', "t.jsonl:1", "'source' is not text"),
        ('{"source": "a", "outputs": "A"}', "t.jsonl:1", "'outputs' is not an object"),
        (
            '{"source": "a", "old": "A", "old": "B"}',
            "t.jsonl:1",
            "'old' is given twice in one object",
        ),
        (
            '{"source": "a", "outputs": {"old": "A"}, "old": "B"}',
            "t.jsonl:1",
            "system 'old' is given twice",
        ),
    ],
)
def test_broken_json_lines_are_refused(make, line, place, what):
    """With line and column where JSON itself breaks."""
    with pytest.raises(BadInput) as error:
        read_texts(make("t.jsonl", line + "\n"))
    assert (error.value.where, error.value.what) == (place, what)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "source": st.text(),
                "outputs": st.dictionaries(st.sampled_from(["old", "new"]), st.text()),
            }
        ),
        min_size=1,
    )
)
def test_any_text_survives_json_lines(tmp_path, records):
    """Line breaks, quotation marks and every script come back as they were."""
    path = tmp_path / "t.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    again = [{"source": e.source, "outputs": dict(e.outputs)} for e in read_texts(path).entries]
    assert again == records


# XLIFF --------------------------------------------------------------------------------

XLIFF_1 = """<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
 <file original="guide.html" source-language="en" target-language="de" datatype="html">
  <body>
   <group><trans-unit id="u1">
    <source>Press <g id="1">OK</g><ph id="2">&lt;br/&gt;</ph> now</source>
    <target>Jetzt <g id="1">OK</g> drücken</target>
   </trans-unit></group>
   <trans-unit id="u2"><source>Two
      lines</source><target/></trans-unit>
  </body>
 </file>
</xliff>
"""
XLIFF_2 = """<xliff version="2.0" srcLang="en" trgLang="ja"
 xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0">
 <file id="f1">
  <unit id="u1">
   <mtc:matches>
    <mtc:match ref="#m" origin="old"><source>One</source><target>いち</target></mtc:match>
    <mtc:match ref="#m" origin="new"><target>一<cp hex="0001"/></target></mtc:match>
   </mtc:matches>
   <segment><source>One</source></segment>
  </unit>
  <unit id="u2">
   <segment id="s1"><source>Two <pc id="1">bold</pc></source><target>に</target></segment>
   <segment id="s2"><source>Three</source><target>さん</target></segment>
  </unit>
 </file>
</xliff>
"""


def test_xliff_1_has_a_target_per_unit(make):
    """Inline text is kept, native codes are dropped, indentation becomes one space."""
    path = make("t.xlf.gz", XLIFF_1)
    assert entries(path) == [
        (5, "u1", "guide.html", "", "Press OK now", {"": "Jetzt OK drücken"}),
        (9, "u2", "guide.html", "", "Two lines", {"": ""}),
    ]
    texts = read_texts(path)
    assert (texts.source_language, texts.target_language) == ("en", "de")


def test_units_of_several_files_are_told_apart(make):
    """Ids are unique within a `file` only, so the document goes before them."""
    one = XLIFF_1[XLIFF_1.index("<file") : XLIFF_1.index("</xliff>")]
    text = XLIFF_1.replace("</xliff>", one.replace("guide", "help") + "</xliff>")
    names = [entry.segment for entry in read_texts(make("t.xlf", text)).entries]
    assert names == ["guide.html.u1", "guide.html.u2", "help.html.u1", "help.html.u2"]


def test_xliff_1_alternatives_name_their_systems(make):
    """`alt-trans` brings several systems in one file."""
    text = XLIFF_1.replace(
        "<target/>",
        '<alt-trans origin="old"><target>A</target></alt-trans>'
        '<alt-trans tool-id="new"><target>B</target></alt-trans>',
    )
    assert entries(make("t.xliff", text))[1][-1] == {"old": "A", "new": "B"}


def test_xliff_proposals_without_a_name_are_no_outputs(make):
    """What a translation memory proposed must not take the place of the translation."""
    text = XLIFF_1.replace(
        "<target/>", "<target>A</target><alt-trans><target>memory</target></alt-trans>"
    )
    assert entries(make("t.xlf", text))[1][-1] == {"": "A"}


@pytest.mark.parametrize("twice", ["1.2", "2.0", "tmx"])
def test_a_system_given_twice_in_one_unit_is_refused(make, twice):
    """Which of the two is the output cannot be guessed."""
    name, text = {
        "1.2": (
            "t.xlf",
            XLIFF_1.replace(
                "<target/>", "\n<alt-trans origin='old'><target>A</target></alt-trans>" * 2
            ),
        ),
        "2.0": ("t.xlf", XLIFF_2.replace('"new"', '"old"')),
        "tmx": (
            "t.tmx",
            TMX.split("<body>")[0]
            + '<body><tu><tuv xml:lang="en"><seg>Bye</seg></tuv>'
            + '<tuv xml:lang="de" creationid="old"><seg>Ade</seg></tuv>' * 2
            + "</tu></body></tmx>",
        ),
    }[twice]
    with pytest.raises(BadInput, match="system 'old' is given twice") as told:
        read_texts(make(name, text))
    assert re.search(r"t\.\w+:\d+$", told.value.where)


@pytest.mark.parametrize("number", ["zz", "110000", "D800", "-1"])
def test_a_character_that_is_none_is_told(make, number):
    """XLIFF 2 names characters by number; not every number is one."""
    text = XLIFF_2.replace('hex="0001"', f'hex="{number}"')
    assert text != XLIFF_2
    with pytest.raises(BadInput, match="is not the number of a character"):
        read_texts(make("t.xlf", text))


def test_elements_nested_without_end_are_told(make):
    """A file that is nested a thousandfold was not written by a tool for translators."""
    text = XLIFF_1.replace("<source>", "<source>" + "<g>" * 1_000, 1).replace(
        "</source>", "</g>" * 1_000 + "</source>", 1
    )
    with pytest.raises(BadInput, match="nested more than 200 deep"):
        read_texts(make("t.xlf", text))


def test_an_encoding_nobody_knows_is_told(make):
    """The file says itself how to read it, and that must make sense."""
    text = '<?xml version="1.0" encoding="nope"?>' + XLIFF_1[XLIFF_1.index("<xliff") :]
    with pytest.raises(BadInput, match="encoding"):
        read_texts(make("t.xlf", text))


@pytest.mark.parametrize("value", ["9" * 5_000, "[" * 100_000], ids=["digits", "brackets"])
def test_json_that_cannot_be_followed_is_told(make, value):
    """Numbers of thousands of digits and brackets without end are told with their line."""
    text = f'{{"source": "a", "old": "b"}}\n{{"source": {value}, "old": "b"}}\n'
    with pytest.raises(BadInput) as told:
        read_texts(make("t.jsonl", text))
    assert told.value.where.split("t.jsonl")[1].startswith(":2")


def test_xliff_2_has_segments_and_candidates(make):
    """Several segments of a unit are told apart; candidates name their systems."""
    assert entries(make("t.xlf", XLIFF_2)) == [
        (9, "u1", "f1", "", "One", {"old": "いち", "new": "一\x01"}),
        (12, "u2.s1", "f1", "", "Two bold", {"": "に"}),
        (13, "u2.s2", "f1", "", "Three", {"": "さん"}),
    ]
    assert read_texts(make("t.xlf", XLIFF_2)).target_language == "ja"


BOMB = """<?xml version="1.0"?>
<!DOCTYPE xliff [
 <!ENTITY a "aaaaaaaaaa">
 <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
]>
<xliff version="1.2"><file><body><trans-unit><source>&b;</source></trans-unit></body></file></xliff>
"""


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        (BOMB, "t.xlf:3", "the file declares an entity 'a'"),
        ("<xliff><file></xliff>", "t.xlf:1:16", "this is not well-formed XML (mismatched tag)"),
        ("<tmx/>", "t.xlf:1", "the root element is 'tmx', not 'xliff'"),
        ('<xliff version="1.2"/>', "t.xlf", "the file has no units"),
    ],
)
def test_broken_or_dangerous_xml_is_refused(make, text, place, what):
    """Entities are never expanded; the line of the trouble is told."""
    with pytest.raises(BadInput) as error:
        read_texts(make("t.xlf", text))
    assert (error.value.where, error.value.what) == (place, what)


def test_an_external_entity_is_not_loaded(make):
    """A file cannot make the reader open other files."""
    make("secret.txt", "secret")
    text = '<!DOCTYPE tmx [<!ENTITY x SYSTEM "secret.txt">]><tmx><body>&x;</body></tmx>'
    with pytest.raises(BadInput, match="declares an entity 'x'"):
        read_texts(make("t.tmx", text))


# TMX ----------------------------------------------------------------------------------

TMX = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
 <header srclang="en" adminlang="en" datatype="plaintext" segtype="sentence" o-tmf="x"
  creationtool="x" creationtoolversion="1"/>
 <body>
  <tu tuid="1"><tuv xml:lang="de"><seg>Hallo <bpt i="1">&lt;b&gt;</bpt>du</seg></tuv>
   <tuv xml:lang="EN"><seg>Hi <hi>you</hi></seg></tuv></tu>
  <tu tuid="2"><tuv xml:lang="en"><seg>Bye</seg></tuv>
   <tuv xml:lang="de"><seg>Tschüss</seg></tuv></tu>
 </body>
</tmx>
"""


def test_tmx_has_a_variant_per_language(make):
    """The source is found by its language, wherever it stands; a document type is no trouble."""
    path = make("t.tmx", TMX)
    assert entries(path) == [
        (7, "1", "", "", "Hi you", {"": "Hallo du"}),
        (9, "2", "", "", "Bye", {"": "Tschüss"}),
    ]
    assert read_texts(path).target_language == "de"


def test_tmx_variants_may_name_their_systems(make):
    """Two variants of the target language belong to the systems that created them."""
    text = TMX.split("<body>")[0] + (
        '<body><tu><tuv xml:lang="en"><seg>Bye</seg></tuv>'
        '<tuv xml:lang="de" creationid="old"><seg>Ade</seg></tuv>'
        '<tuv xml:lang="de" creationid="new"><seg>Tschüss</seg></tuv></tu></body></tmx>'
    )
    assert entries(make("t.tmx", text))[0][-1] == {"old": "Ade", "new": "Tschüss"}


def test_tmx_with_several_target_languages_is_refused(make):
    """One file per language pair."""
    text = TMX.replace('<tuv xml:lang="de"><seg>Tschüss', '<tuv xml:lang="fr"><seg>Salut')
    with pytest.raises(BadInput, match=r"several target languages \(de, fr\)"):
        read_texts(make("t.tmx", text))


# Recognition --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [("t.data", '{"source": "a", "old": "A"}'), ("t.xml", XLIFF_1), ("t.xml", TMX)],
)
def test_an_unknown_ending_is_recognised_by_content(make, name, text):
    """The first bytes tell where the name does not."""
    assert len(read_texts(make(name, text)).entries) >= 1


def test_an_unknown_format_is_refused(make):
    """The known endings are listed."""
    with pytest.raises(BadInput, match=r"not known. Texts are read from .txt, .tsv"):
        read_texts(make("t.docx", "hello"))
