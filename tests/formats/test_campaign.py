"""The campaign file: what it says, and every way to mistype it."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tertium import protocols
from tertium.exceptions import BadInput, NotFound, TertiumError
from tertium.formats.campaign import read_campaign
from tertium.model import Design, Example, Segment, System
from tertium.store.content import read_campaign as read_stored
from tertium.store.content import write_campaign

TOML = """\
name = "spring"
title = "Comparing translations"
protocol = "ab@1"
seed = 7

[options]
variant = "five"

[systems]
baseline = "release-6"
advanced = "release-7"

[[texts]]
source_language = "en"
target_language = "de"
domain = "news"
source = "source.txt"
outputs = { baseline = "old.txt", advanced = "new.txt" }

[design]
annotators = 5
common = 1

[prices]
per_task = 0.3

[wording]
deadline = 2030-05-31
"""


@pytest.fixture
def spring(make, tmp_path):
    """Return a function that writes the campaign with changes and gives its folder."""
    make("source.txt", "One two three.\n\nFour five.\n")
    make("old.txt", "Eins zwei drei.\n\nVier.\n")
    make("new.txt", "Eins, zwei, drei.\n\nVier fünf.\n")

    def write(*changes, text=TOML):
        for before, after in changes:
            assert before in text
            text = text.replace(before, after)
        make("campaign.toml", text)
        return tmp_path

    return write


def test_a_campaign_is_read_with_its_texts(spring):
    """Segments know their language pair, domain and place; outputs stand under system names."""
    campaign = read_campaign(spring())
    assert campaign.name == "spring"
    assert campaign.systems == (
        System("release-6", "baseline"),
        System("release-7", "advanced"),
    )
    assert campaign.segments[2] == Segment("en-de.news.3", "Four five.", "", 2, "news", "en", "de")
    assert campaign.outputs["en-de.news.3", "release-7"] == "Vier fünf."
    assert campaign.outputs["en-de.news.2", "release-6"] == ""
    assert campaign.design == Design(annotators=5, common=1)
    assert campaign.prices.per_task == 0.3
    assert campaign.wording.deadline == datetime(2030, 5, 31, 23, 59, 59, tzinfo=UTC)


def test_the_file_itself_may_be_named(spring):
    """A folder and its campaign.toml are the same campaign."""
    folder = spring()
    assert read_campaign(folder) == read_campaign(folder / "campaign.toml")


def test_tutorial_and_wording_are_read(spring):
    """Texts over several lines, times with a zone, examples with answers."""
    text = TOML.replace(
        "deadline = 2030-05-31\n",
        'deadline = 2030-05-31T18:00:00+02:00\ninstructions = """\nRead.\n"""\nprofile = false\n'
        '[[wording.tutorial]]\nsource = "Hi"\ntexts = ["Ho", "Hallo"]\nanswer = "right"\n'
        'why = "Ho is not a greeting"\n',
    )
    wording = read_campaign(spring(text=text)).wording
    assert wording.deadline == datetime(2030, 5, 31, 16, 0, tzinfo=UTC)
    assert wording.instructions == "Read.\n"
    assert not wording.profile
    assert wording.tutorial[0].texts == ("Ho", "Hallo")


def test_examples_of_a_protocol_fit_the_options_of_the_campaign(spring, monkeypatch):
    """They are practised where a campaign has none, and refused where they ask something else."""
    example = Example("Hi", ("Ho", "Hallo"), "both_bad", "why")
    get = protocols.get
    monkeypatch.setattr(protocols, "get", lambda *of: replace(get(*of), tutorial=(example,)))
    assert read_campaign(spring()).wording.tutorial == (example,)
    check = "the examples of ab do not fit these options: 'both_bad' is not an answer to 'better'"
    with pytest.raises(BadInput, match=check):
        read_campaign(spring(text=TOML.replace('"five"', '"binary"')))


def test_ids_of_a_file_are_kept(spring, make):
    """A table may bring ids, documents and domains; a prefix tells equal ids apart."""
    make("items.tsv", "segment\tdocument\tsource\trelease-6\tadvanced\n9\td1\ta\tA\tB\n")
    files = 'source = "source.txt"\noutputs = { baseline = "old.txt", advanced = "new.txt" }'
    campaign = read_campaign(spring((files, 'file = "items.tsv"\nprefix = "n-"')))
    (segment,) = campaign.segments
    assert (segment.id, segment.document, segment.domain) == ("n-9", "d1", "news")
    assert campaign.outputs == {("n-9", "release-6"): "A", ("n-9", "release-7"): "B"}


XLIFF = """<xliff version="1.2"><file original="d" source-language="en" target-language="de"><body>
<trans-unit id="1"><source>Hello</source><target>{}</target></trans-unit></body></file></xliff>"""


def test_one_xliff_file_per_system(spring, make):
    """Targets are put side by side, languages come from the file."""
    make("old.xlf", XLIFF.format("Hallo"))
    make("new.xlf", XLIFF.format("Guten Tag"))
    head, _, tail = TOML.partition("[[texts]]")
    texts = '[[texts]]\noutputs = { baseline = "old.xlf", advanced = "new.xlf" }\n\n[design]'
    campaign = read_campaign(spring(text=head + texts + tail.partition("[design]")[2]))
    assert campaign.segments == (Segment("1", "Hello", "d", 0, "", "en", "de"),)
    assert set(campaign.outputs.values()) == {"Hallo", "Guten Tag"}


def test_units_of_two_files_must_be_the_same(spring, make):
    """Another source in the second file is not silently taken for the same segment."""
    make("old.xlf", XLIFF.format("Hallo"))
    make("new.xlf", XLIFF.format("Guten Tag").replace("Hello", "Good day"))
    files = 'source = "source.txt"\noutputs = { baseline = "old.txt", advanced = "new.txt" }'
    folder = spring((files, 'outputs = { baseline = "old.xlf", advanced = "new.xlf" }'))
    with pytest.raises(BadInput, match=r"new.xlf:2: segment '1' differs from .*old.xlf:2"):
        read_campaign(folder)


def test_annotators_may_be_given_per_pair(spring):
    """A table of numbers or ids per language pair is kept as pair/id."""
    folder = spring(("annotators = 5", 'annotators = { en-de = ["anna", "ben"], en-fr = 1 }'))
    assert read_campaign(folder).design.annotators == (
        "en-de/anna",
        "en-de/ben",
        "en-fr/en-fr-01",
    )


def test_a_withdrawn_system_is_kept(spring):
    """It is marked, never deleted, and its texts are not needed."""
    folder = spring(
        ('advanced = "release-7"\n', 'advanced = "release-7"\nwithdrawn = ["release-5"]\n')
    )
    assert read_campaign(folder).systems[2] == System("release-5", "", withdrawn=True)


MISTAKES = {
    "unknown setting": (
        ("seed = 7", "sede = 7"),
        "campaign.toml:4: unknown setting 'sede'. Did you mean 'seed'? Known: ",
    ),
    "unknown setting in a table": (
        ("common = 1", "comon = 1"),
        "campaign.toml:22: unknown setting 'comon' in [design]. Did you mean 'common'? Known: ",
    ),
    "unknown setting of texts": (
        ('domain = "news"', 'domian = "news"'),
        "campaign.toml:16: unknown setting 'domian' in [texts]. Did you mean 'domain'? Known: ",
    ),
    "missing name": (
        ('name = "spring"\n', ""),
        "campaign.toml: no setting 'name'. Add the line name = …",
    ),
    "bad name": (
        ('name = "spring"', 'name = "spring/24"'),
        "campaign.toml:1: 'spring/24' cannot be the name of a campaign. Use letters",
    ),
    "number as text": (
        ("common = 1", 'common = "one"'),
        "campaign.toml:22: common = 'one' is not a whole number. Write for example: common = 50",
    ),
    "true as number": (
        ("common = 1", "common = true"),
        "campaign.toml:22: common = True is not a whole number.",
    ),
    "negative": (
        ("common = 1", "common = -1"),
        "campaign.toml:22: common = -1 is too small. Write at least 0.",
    ),
    "negative price": (
        ("per_task = 0.3", "per_task = -0.3"),
        "campaign.toml:25: per_task = -0.3 is not possible. Write 0 or more.",
    ),
    "unknown kind": (
        ("common = 1", 'kind = "by-tow"'),
        "campaign.toml:22: kind = 'by-tow' is not known. Did you mean 'by-two'? Allowed: "
        "common-unique, by-two, by-three.",
    ),
    "three passes": (
        ("common = 1", "passes = 3"),
        "campaign.toml:22: passes = 3 is too many. Write 1 to 2.",
    ),
    "bounds upside down": (
        ("common = 1", "min_words = 60"),
        "campaign.toml:22: min_words = 60 is more than max_words = 50. Make min_words the smaller",
    ),
    "no annotators": (
        ("annotators = 5", "annotators = 0"),
        "campaign.toml:21: annotators = 0 is too small. Write at least 1.",
    ),
    "annotator twice": (
        ("annotators = 5", 'annotators = ["anna", "anna"]'),
        "campaign.toml:21: annotator 'anna' is given twice. Give every annotator one id",
    ),
    "name of a person": (
        ("annotators = 5", 'annotators = ["Anna Schmidt"]'),
        "campaign.toml:21: 'Anna Schmidt' cannot be the id of an annotator.",
    ),
    "unknown protocol": (
        ("ab@1", "abc@1"),
        "campaign.toml:3: no protocol named 'abc'. Did you mean 'ab'?",
    ),
    "unknown version": (
        ("ab@1", "ab@9"),
        "campaign.toml:3: protocol 'ab' has version 1, not 9.",
    ),
    "unknown variant": (
        ('variant = "five"', 'variant = "fife"'),
        "campaign.toml:6: no variant named 'fife'. Did you mean 'five'?",
    ),
    "unknown option": (
        ('variant = "five"', 'varint = "five"'),
        "campaign.toml:6: no option named 'varint'. Did you mean 'variant'?",
    ),
    "one system only": (
        ('advanced = "release-7"\n', ""),
        "campaign.toml:9: one system only: no 'advanced' in [systems]. Add the line advanced",
    ),
    "a system twice": (
        ('advanced = "release-7"', 'advanced = "release-6"'),
        "campaign.toml:11: system 'release-6' is given twice. Give every system its own name.",
    ),
    "three systems": (
        ('advanced = "release-7"', 'advanced = "release-7"\nthird = "release-8"'),
        "campaign.toml:12: 'third' is one system too many; this protocol compares baseline and "
        "advanced. Keep two systems",
    ),
    "a file twice": (
        ('"new.txt"', '"old.txt"'),
        "campaign.toml:18: 'old.txt' is given for two systems. Name one file per system.",
    ),
    "a system's file twice": (
        ("{ baseline", '{ release-6 = "new.txt", baseline'),
        "campaign.toml:18: system 'release-6' is given twice. Name one file per system.",
    ),
    "unknown system": (
        ("{ baseline", "{ basline"),
        "campaign.toml:18: no system named 'basline'. Did you mean 'baseline'?",
    ),
    "missing output": (
        (', advanced = "new.txt"', ""),
        "source.txt:1: no output of 'release-7' for segment 'en-de.news.1'.",
    ),
    "missing file": (
        ('"old.txt"', '"odl.txt"'),
        "campaign.toml:18: no file named 'odl.txt'. Did you mean 'old.txt'?",
    ),
    "file outside": (
        ('"old.txt"', '"../old.txt"'),
        "campaign.toml:18: '../old.txt' lies outside the campaign's folder. Copy the file",
    ),
    "absolute file": (
        ('source = "source.txt"', 'source = "/etc/passwd"'),
        "campaign.toml:17: '/etc/passwd' lies outside the campaign's folder.",
    ),
    "both kinds of files": (
        ('source = "source.txt"', 'file = "source.txt"'),
        "campaign.toml:17: both file and source or outputs are given.",
    ),
    "no language": (
        ('target_language = "de"\n', ""),
        'campaign.toml:13: no target_language. Add for example target_language = "de".',
    ),
    "the same texts twice": (
        (
            "[design]",
            '[[texts]]\nsource_language = "en"\ntarget_language = "de"\ndomain = "news"\n'
            'source = "source.txt"\noutputs = { baseline = "old.txt", advanced = "new.txt" }\n'
            "[design]",
        ),
        "source.txt:1: segment 'en-de.news.1' is given twice, first in ",
    ),
    "no date": (
        ("deadline = 2030-05-31", 'deadline = "soon"'),
        "campaign.toml:28: deadline = 'soon' is not a date or a time. Write for example: deadline",
    ),
    "not TOML": (
        ("seed = 7", "seed = seven"),
        "campaign.toml:4:8: invalid value. Texts stand in double quotes",
    ),
    "a table where a value belongs": (
        ("[prices]\nper_task = 0.3", "prices = 3"),
        "campaign.toml:24: unknown setting 'prices' in [design].",
    ),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_told_with_its_line(spring, case):
    """File, line, what, and the nearest right name."""
    change, message = MISTAKES[case]
    folder = spring(change)
    with pytest.raises(TertiumError) as error:
        read_campaign(folder)
    assert str(error.value).startswith(f"{folder}/{message}")


EXAMPLE = """
[[wording.tutorial]]
source = "Hi"
texts = ["Ho", "Hallo"]
answer = "right"
why = "because"
"""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('"Ho", "Hallo"', '"Ho"'), "campaign.toml:32: 1 text instead of 2."),
        (('"right"', '"rihgt"'), "campaign.toml:33: 'rihgt' is not an answer to 'better'."),
        (("why", "wy"), "campaign.toml:34: no setting 'why' in [wording.tutorial]. Is 'wy' meant?"),
    ],
)
def test_a_mistake_in_the_tutorial_is_told_with_its_line(spring, change, message):
    """Examples are checked like answers of annotators."""
    folder = spring(change, text=TOML + EXAMPLE)
    with pytest.raises(TertiumError) as error:
        read_campaign(folder)
    assert str(error.value).startswith(f"{folder}/{message}")


def test_a_link_out_of_the_folder_is_refused(spring, tmp_path, tmp_path_factory):
    """A symbolic link cannot bring other files of the machine into a campaign."""
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.txt"
    secret.write_text("a\nb\nc\n", encoding="utf-8")
    folder = spring()
    (tmp_path / "old.txt").unlink()
    (tmp_path / "old.txt").symlink_to(secret)
    with pytest.raises(BadInput, match="lies outside the campaign's folder"):
        read_campaign(folder)


def test_characters_that_cannot_be_stored_are_refused(spring, make):
    """JSON can hold a NUL or half a surrogate; no database can."""
    files = 'source = "source.txt"\noutputs = { baseline = "old.txt", advanced = "new.txt" }'
    folder = spring((files, 'file = "t.jsonl"'))
    for bad in ("\\u0000", "\\ud800"):
        make("t.jsonl", f'{{"source": "a", "baseline": "A{bad}", "advanced": "B"}}\n')
        with pytest.raises(BadInput, match=r"t.jsonl:1: a NUL character or half a surrogate"):
            read_campaign(folder)


def test_a_folder_without_a_campaign_is_told_how_to_begin(tmp_path):
    """The next command is named."""
    with pytest.raises(NotFound, match=r"no campaign.toml. Put the texts .* tertium new"):
        read_campaign(tmp_path)


@pytest.mark.parametrize("setting", ["follow_up = 1", "budget = 4", "pause = 1"])
def test_a_comparison_of_two_knows_no_tournament_settings(spring, setting):
    """Two systems leave nothing to steer."""
    folder = spring(("common = 1", setting))
    with pytest.raises(BadInput, match=r"22: \w+ means nothing for the protocol 'ab'"):
        read_campaign(folder)


def test_old_content_is_read_without_the_newer_settings(spring):
    """A campaign stored before tournaments existed reads as it was."""
    campaign = read_campaign(spring())
    content = json.loads(write_campaign(campaign))
    for name in ("follow_up", "budget", "pause"):
        del content["design"][name]
    assert read_stored(json.dumps(content)) == campaign


def test_looks_are_planned_in_the_file(spring):
    """So many, of two systems, and no more than make sense."""
    assert read_campaign(spring()).design.looks == 0
    assert read_campaign(spring(("common = 1", "looks = 4"))).design.looks == 4
    with pytest.raises(BadInput, match=r"22: looks = 101 is too many. Write 0 to 100."):
        read_campaign(spring(("common = 1", "looks = 101")))
