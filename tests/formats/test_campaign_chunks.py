"""The chunks of a campaign, corrected and written beside it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import BadInput, Conflict, TertiumError
from tertium.formats.campaign import read_campaign
from tertium.formats.campaign_chunks import (
    by_rule,
    chunked_texts,
    chunks_in,
    chunks_path,
    corrected,
    entries_of,
    makers_in,
    makers_of,
    read_beside,
    same_as_file,
    write_chunking,
)
from tertium.formats.chunk_files import read_chunks, restoring, write_chunks
from tertium.text.chunk_units import units_of
from tertium.text.chunks import chunk_text

TOML = """\
name = "island"
title = "An island"
protocol = "chunks@1"
[options]
{options}
[systems]
systems = ["acme"]
[[texts]]
source_language = "en"
target_language = "{language}"
source = "source.txt"
outputs = {{ acme = "acme.txt" }}
"""
HEAD = "segment\tside\tsystem\tchunk\tstart\tend\ttext\tby\n"
KEY = ("en-de.1", "target", "acme")


def make(place, text="Er rief sie gestern an.", options="", language="de"):
    """Write a campaign of one text."""
    place.mkdir(exist_ok=True)
    (place / "source.txt").write_text("He called her yesterday.\n")
    (place / "acme.txt").write_text(f"{text}\n", encoding="utf-8")
    (place / "campaign.toml").write_text(TOML.format(options=options, language=language))
    return place


@pytest.fixture
def place(tmp_path):
    """Return the folder of a campaign."""
    return make(tmp_path / "island")


def said(campaign):
    """Return what the chunks of the text say, by name."""
    text = chunked_texts(campaign)[KEY]
    return {chunk.name: chunk.text(text) for chunk in chunks_in(entries_of(campaign)[KEY])}


def write_beside(campaign, file):
    """Write what was corrected, and what the file held."""
    return write_chunking(campaign, file, read_beside(file))


def test_a_file_of_the_usual_name_needs_no_option(place):
    """`chunks.tsv` beside the campaign is taken; without it texts are cut by rule."""
    assert said(read_campaign(place)) == {"1": "Er rief", "2": "sie gestern", "3": "an."}
    (place / "chunks.tsv").write_text(f"{HEAD}en-de.1\ttarget\tacme\tall\t0\t23\t\tcarl\n")
    assert said(read_campaign(place)) == {"all": "Er rief sie gestern an."}
    make(place, options='chunks = ""')
    assert said(read_campaign(place)) == {"all": "Er rief sie gestern an."}


def test_an_option_names_another_file(place):
    """That one is read and written, whatever lies beside it."""
    (place / "chunks.tsv").write_text(f"{HEAD}en-de.1\ttarget\tacme\tall\t0\t23\t\tcarl\n")
    (place / "mine.tsv").write_text(f"{HEAD}en-de.1\ttarget\tacme\tmine\t0\t23\t\tcarl\n")
    make(place, options='chunks = "mine.tsv"')
    assert list(said(read_campaign(place))) == ["mine"]
    assert chunks_path(place / "campaign.toml") == place / "mine.tsv"


def test_where_chunks_will_be_kept_is_known_before(place):
    """Also while the file is not there; a file elsewhere is refused."""
    assert chunks_path(place / "campaign.toml") == place / "chunks.tsv"
    make(place, options='chunks = "../own.tsv"')
    with pytest.raises(BadInput, match="outside the campaign's folder"):
        chunks_path(place / "campaign.toml")


def test_chunks_of_the_other_side_are_refused_with_a_remedy(place):
    """Somebody cut the sources, and translations are judged."""
    (place / "chunks.tsv").write_text(f"{HEAD}en-de.1\tsource\t\t1\t0\t24\t\t\n")
    with pytest.raises(BadInput, match="these are chunks of the source") as error:
        read_campaign(place)
    assert 'side = "source"' in error.value.fix


def test_whoever_corrects_is_named_and_the_rest_stays(place):
    """Chunks that stay keep name and maker; new ones are called by their places."""
    first = read_campaign(place)
    second = corrected(first, KEY, [[(0, 7), (20, 23)], [(8, 19)]], by="ada")
    assert said(second) == {"0-7+20-23": "Er rief … an.", "2": "sie gestern"}
    assert makers_of(second) == ("ada",)
    third = corrected(second, KEY, [[(0, 7), (20, 23)], [(8, 11)], [(12, 19)]], by="bob")
    assert makers_in(entries_of(third)[KEY]) == {"0-7+20-23": "ada", "8-11": "bob", "12-19": "bob"}
    assert makers_of(first) == ()


def test_a_name_of_the_file_is_not_taken_twice(place):
    """Somebody called another chunk by what would be the place of this one."""
    (place / "chunks.tsv").write_text(
        f"{HEAD}en-de.1\ttarget\tacme\t0-2\t3\t7\t\t\nen-de.1\ttarget\tacme\tx\t0\t2\t\t\n"
        "en-de.1\ttarget\tacme\ty\t8\t23\t\t\n"
    )
    joined = corrected(read_campaign(place), KEY, [[(0, 2), (8, 23)], [(3, 7)]], by="ada")
    again = corrected(joined, KEY, [[(0, 2)], [(3, 7)], [(8, 23)]], by="ada")
    assert said(again) == {"0-2'": "Er", "0-2": "rief", "8-23": "sie gestern an."}
    write_beside(again, place / "chunks.tsv")
    assert read_campaign(place) == again


def test_only_what_is_not_by_rule_is_written(tmp_path):
    """A text that nobody looked at is cut by rule again, also when its words change."""
    place = make(tmp_path / "two", "Er rief an.\nDie Katze saß.")
    (place / "source.txt").write_text("He called.\nThe cat sat.\n")
    campaign = corrected(read_campaign(place), KEY, [[(0, 11)]], by="ada")
    assert write_beside(campaign, place / "chunks.tsv") == 1
    assert (place / "chunks.tsv").read_text() == (
        f"{HEAD}en-de.1\ttarget\tacme\t0-11\t0\t11\tEr rief an.\tada\n"
    )
    assert read_campaign(place) == campaign


def test_what_the_file_held_stays_in_it(place):
    """Also what nobody signed; rows of a text that is not there any more are noticed."""
    file = place / "chunks.tsv"
    file.write_text(f"{HEAD}en-de.1\ttarget\tacme\tall\t0\t23\t\t\n")
    campaign = read_campaign(place)
    assert write_beside(campaign, file) == 1
    assert read_campaign(place) == campaign
    file.write_text(f"{HEAD}en-de.9\ttarget\tacme\tall\t0\t23\t\t\n")
    assert not same_as_file(campaign, read_beside(file))


def test_an_edited_file_is_noticed(place):
    """Other chunks, another name, a missing file."""
    file = place / "chunks.tsv"
    campaign = corrected(read_campaign(place), KEY, [[(0, 23)]], by="ada")
    assert not same_as_file(campaign, read_beside(file))
    write_beside(campaign, file)
    assert same_as_file(campaign, read_beside(file))
    file.write_text(file.read_text().replace("ada", "carl"))
    assert not same_as_file(campaign, read_beside(file))


@given(
    text=st.text(
        st.one_of(st.sampled_from("=+-@' ab,.“„"), st.sampled_from("的小屋，قديم؟👩‍👧\u0301ผู้ß")),
        min_size=1, max_size=40,
    ).filter(lambda text: text.strip()),
    by=st.sampled_from(["ada", "=cmd", " Ada\tL ", "'-x", "阿达"]),
    ending=st.sampled_from(["tsv", "csv", "tsv.gz"]),
    owners=st.lists(st.integers(0, 3), min_size=40, max_size=40),
)  # fmt: skip
def test_what_is_corrected_is_read_again(text, by, ending, owners, tmp_path_factory):
    """Any text, cut in any way by anybody, comes back from the file as the store has it."""
    place = make(tmp_path_factory.mktemp("read"), text, "")
    campaign = read_campaign(place)
    kept = chunked_texts(campaign)[KEY]
    units = units_of(kept)
    ranges = [
        [unit for unit, owner in zip(units, owners, strict=False) if owner == one]
        for one in dict.fromkeys(owners[: len(units)])
    ]
    made = corrected(campaign, KEY, ranges, by=by)
    file = place / f"own.{ending}"
    write_beside(made, file)
    make(place, text, f'chunks = "own.{ending}"')
    assert read_campaign(place) == made
    assert same_as_file(made, read_beside(file))
    back = corrected(made, KEY, [one.ranges for one in by_rule(made, KEY)], by=by)
    assert [one.ranges for one in chunks_in(entries_of(back)[KEY])] == [
        one.ranges for one in by_rule(campaign, KEY)
    ]


def test_a_file_gets_back_what_it_held(tmp_path):
    """Changed, made or untouched: after trouble it is as before."""
    file = tmp_path / "chunks.tsv"

    def fail():
        with restoring(file):
            file.write_text("new")
            raise Conflict("no", fix="Wait.")

    with pytest.raises(Conflict):
        fail()
    assert not file.exists()
    file.write_text("old")
    with pytest.raises(Conflict):
        fail()
    assert file.read_text() == "old"
    with restoring(file):
        file.write_text("new")
    assert file.read_text() == "new"


def test_texts_that_spreadsheets_would_compute_are_read_with_the_texts(tmp_path):
    """What was written for the reader is not taken for another text."""
    texts = {KEY: "=SUM(a)  und\tmehr -5"}
    chunks = {key: chunk_text(text, "xx") for key, text in texts.items()}
    write_chunks(chunks, texts, tmp_path / "chunks.tsv")
    assert read_chunks(tmp_path / "chunks.tsv", texts).chunks == chunks


def test_a_folder_that_cannot_be_written_is_told(place):
    """Nothing is left behind."""
    campaign = read_campaign(place)
    with pytest.raises(TertiumError, match="no folder"):
        write_beside(campaign, place / "none" / "chunks.tsv")
