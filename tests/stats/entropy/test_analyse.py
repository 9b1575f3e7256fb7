"""Word translation entropy of whole texts, with an engine, stages and doubts."""

from pathlib import Path

import numpy as np
import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.formats.judgements import read_judgements
from tertium.formats.moses import read_moses
from tertium.formats.translations import Versions, read_translations
from tertium.stats.entropy.analyse import translation_entropy
from tertium.stats.entropy.prepare import renderings_of, unrendered, versions_of
from tertium.stats.entropy.stages import measure_stages
from tertium.stats.entropy.warnings import notes_on
from tertium.text.entropy import entropy

EXAMPLES = Path(__file__).parents[3] / "src" / "tertium" / "examples"
FAST = {"resamples": 200}


@pytest.fixture(scope="module")
def versions():
    """Return the museum notices of the manual, edited by five people."""
    return read_translations(EXAMPLES / "renderings.csv")


@pytest.fixture(scope="module")
def museum(versions):
    """Return their renderings."""
    return renderings_of(versions)


def word(result, segment, text):
    """Return one word of a result."""
    return next(one for one in result.words if (one.segment, one.word) == (segment, text))


def test_words_by_hand(museum):
    """The word "go" is rendered haben, haben, zahlen, sind, ist; "museum" always the same."""
    result = translation_entropy(museum, **FAST)
    go = word(result, "m2", "go")
    assert go.hh == pytest.approx(entropy([2, 1, 1, 1]))
    assert (go.renderings[0].rendering, go.renderings[0].times) == ("haben", 2)
    assert (go.translations, go.kinds, go.position) == (5, 4, 4)
    assert word(result, "m1", "museum").hh == 0
    # "its" and "doors" are left out by three of five: one more way to render them.
    assert word(result, "m1", "its").hh == pytest.approx(entropy([2, 3]))
    assert word(result, "m4", "guided").one_to_one == pytest.approx(1 / 5)
    assert word(result, "m1", "opens").same_order == pytest.approx(4 / 5)
    assert result.hh.value == pytest.approx(np.mean([one.hh for one in result.words]))
    assert result.agreed.value == pytest.approx(np.mean([one.kinds == 1 for one in result.words]))


def test_words_left_out_may_be_dropped(museum):
    """Then only those who rendered "its" count, and they agree."""
    result = translation_entropy(museum, unaligned="drop", **FAST)
    its = word(result, "m1", "its")
    assert (its.hh, its.translations) == (0, 2)


def test_corrections_reach_every_word(museum):
    """Miller–Madow adds, rarefaction to two takes away; the plain entropy stays beside it."""
    plain, more, less = (
        translation_entropy(museum, correction=correction, at=at, **FAST)
        for correction, at in (("none", None), ("miller-madow", None), ("rarefaction", 2))
    )
    for one, two, three in zip(plain.words, more.words, less.words, strict=True):
        assert two.hh >= one.hh == two.hh_plain == three.hh_plain
        assert three.hh <= one.hh + 1e-12
    assert "correction:rarefaction@2|" in less.signature
    assert "correction:rarefaction@5|" in translation_entropy(
        museum, correction="rarefaction", **FAST
    ).signature  # fmt: skip


def test_the_engine_stands_beside_people(museum):
    """MH comes from the graph; words with MH = 0 are counted and kept apart."""
    options = read_moses(EXAMPLES / "renderings.graph")
    result = translation_entropy(museum, machine=options, **FAST)
    ticket = word(result, "m3", "ticket")
    assert ticket.mh == pytest.approx(entropy(np.exp([-0.4, -1.1, -1.5])))
    zero = sum(one.mh == 0 for one in result.words)
    (both,) = [one for one in result.correlations if (one.of, one.measure) == ("mh", "hh")]
    assert [(one.reason, one.number) for one in both.left_out] == [("MH is 0", zero)]
    assert both.observations == len(result.words) - zero
    assert any(f"{zero} of 30 words have MH = 0" in doubt for doubt in result.warnings)
    assert "machine:search-graph,drop=0.1,factor=1" in result.signature


def test_an_engine_alone_is_enough():
    """Without translations there is MH and no HH."""
    options = read_moses(EXAMPLES / "renderings.graph")
    result = translation_entropy(unrendered(options), machine=options, **FAST)
    assert result.hh.value is None
    assert result.mh.value > 0.5
    assert result.correlations == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0 hyp=1 stack=1 back=0 score=-1 transition=-1 forward=-1 fscore=-1 covered=8-9 out=x",
         "x.graph:1: sentence 0 of the search graph has 10 source words, segment 'm1' has 8"),
        ("4 hyp=1 stack=1 back=0 score=-1 transition=-1 forward=-1 fscore=-1 covered=0-0 out=x",
         "x.graph:1: sentence 4 of the search graph has no segment: there are 4"),
    ],
)  # fmt: skip
def test_an_engine_of_other_texts_is_refused(museum, tmp_path, text, told):
    """Sentences must be the same, in the same words."""
    path = tmp_path / "x.graph"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=told):
        translation_entropy(museum, machine=read_moses(path), **FAST)


def test_an_unknown_segment_cannot_be_drawn(museum):
    """The known ones are listed."""
    with pytest.raises(NotFound, match=r"no segment named 'm9'\. Known: m1, m2, m3, m4"):
        translation_entropy(museum, shown="m9", **FAST)


def test_order_of_translations_does_not_matter(versions):
    """Rows may come in any order: entropies, means and correlations stay the same."""
    turned = Versions(
        *(list(reversed(getattr(versions, name))) for name in Versions.__dataclass_fields__)
    )
    one, two = (translation_entropy(renderings_of(some), **FAST) for some in (versions, turned))
    by_word = {(w.segment, w.position): w for w in two.words}
    for found in one.words:
        other = by_word[found.segment, found.position]
        assert found.hh == pytest.approx(other.hh)
        assert found.renderings == other.renderings
    assert one.hh.value == pytest.approx(two.hh.value)
    assert one.correlations[0].pearson.value == pytest.approx(two.correlations[0].pearson.value)


def test_edits_and_costs_go_with_segments(museum):
    """Edits of the MT are counted; MT accepted unchanged is zero edits, not missing."""
    edits = museum.efforts.measures["edits"]
    assert (edits == 0).sum() == 3
    result = translation_entropy(museum, **FAST)
    assert {one.measure for one in result.correlations} >= {"seconds", "keystrokes", "edits"}
    assert {one.level for one in result.correlations} == {"segment"}


def test_raw_texts_are_aligned(versions):
    """Without alignments the built-in aligner finds them, and the result says so."""
    raw = Versions(*(list(getattr(versions, name)) for name in Versions.__dataclass_fields__))
    raw.links[:] = [None] * len(raw.links)
    result = translation_entropy(renderings_of(raw), aligner="builtin", **FAST)
    assert [one.word for one in result.words if one.segment == "m2"] == [
        "Children", "under", "six", "go", "free",
    ]  # fmt: skip
    assert any("aligned automatically (builtin)" in doubt for doubt in result.warnings)


def rows_of(versions):
    columns = [versions.segment, versions.translator, versions.source, versions.target]
    seconds = [row["seconds"] for row in versions.costs]
    return zip(*columns, versions.machine, seconds, strict=True)


def test_edited_outputs_of_a_table_are_translations():
    """A campaign's table gives the same translations as the file of its edits."""
    path = EXAMPLES / "edits.csv"
    table, file = versions_of(read_judgements(path).edits()), read_translations(path)
    assert sorted(rows_of(table)) == sorted(rows_of(file))
    one = versions_of(read_judgements(path).edits(), system="oak")
    assert sorted(one.segment) == sorted(read_translations(path, system="oak").segment)
    with pytest.raises(NotFound, match="no system named 'elm'"):
        versions_of(read_judgements(path).edits(), system="elm")


def test_a_later_stage_follows_what_it_began_with(tmp_path):
    """A revision belongs to the text it began with, of the same segment and system."""
    head = "annotator,segment,system,source,mt,edited,seconds,keystrokes\n"
    first, later = tmp_path / "edited.csv", tmp_path / "revised.csv"
    first.write_text(
        head
        + "ann,s1,oak,yes,nein,ja,4,0\nbob,s1,oak,yes,nein,jawohl,6,0\nann,s2,oak,no,ne,nein,3,0\n",
        encoding="utf-8",
    )
    later.write_text(
        head + "cy,s1,oak,yes,ja,Ja!,2,0\ndi,s1,oak,yes,ja,Ja.,9,0\ncy,s1,elm,yes,jawohl,ach,1,0\n",
        encoding="utf-8",
    )
    edits, revisions = (read_judgements(path).edits() for path in (first, later))
    found = versions_of(edits, revisions=revisions)
    assert found.revised == ["Ja!", None, None]
    took = [row["revision_seconds"] for row in found.costs]
    assert np.array_equal(took, [2, np.nan, np.nan], equal_nan=True)
    step = measure_stages(found, resamples=100).steps[1]
    assert (step.step, step.segments, step.distance.value) == ("post-edited → revised", 1, 2)


def test_empty_texts_are_told():
    """A source without words is left out, an empty translation renders nothing."""
    raw = Versions()
    for translator in "ab":
        raw.add("s1", translator, "yes", "ja" if translator == "a" else "", "f:1")
        raw.add("s2", translator, "…", "…", "f:2")
    result = translation_entropy(renderings_of(raw), notes=notes_on(raw), **FAST)
    assert [one.word for one in result.words] == ["yes"]
    assert result.warnings[:2] == (
        "2 translations of sources without words are left out.",
        "1 translation is empty: all words of the source count as not rendered.",
    )


def test_one_translation_has_no_variety():
    """A single translator leaves HH unknown, with a reason."""
    raw = Versions()
    raw.add("s1", "a", "yes", "ja", "f:1")
    result = translation_entropy(renderings_of(raw), **FAST)
    assert result.words[0].hh is None
    assert result.hh.value is None
    assert any("one translation of each word" in doubt for doubt in result.warnings)


def test_stages_by_hand(versions):
    """Distances are of characters, times per source word."""
    found = measure_stages(versions, **FAST)
    first, second = found.steps
    assert (first.segments, second.segments) == (20, 20)
    assert first.unchanged == pytest.approx(3 / 20)
    assert second.unchanged == pytest.approx(15 / 20)
    (crossed,) = [
        one for one in found.correlations if (one.of, one.measure) == ("pe_re", "seconds")
    ]
    assert [(one.reason, one.number) for one in crossed.left_out] == [("PE–RE distance is 0", 15)]
    assert crossed.binned.width == 5


def test_what_gets_little_time_is_changed_by_the_reviser():
    """Simulated: a hasty editor leaves errors to the reviser, so the correlation is negative."""
    random = np.random.default_rng(0)
    raw = Versions()
    for at in range(200):
        care = random.uniform(1, 9)
        left = max(0, int(12 - care + random.normal()))
        raw.add(f"s{at}", "a", "one two three", "x" * 30, "f:1")
        raw.machine[-1] = "x" * 20 + "y" * 10
        raw.revised[-1] = "x" * (30 - left) + "z" * left
        raw.costs[-1].update({"seconds": care, "revision_seconds": 1.0 + left})
    found = {(one.of, one.measure): one for one in measure_stages(raw, **FAST).correlations}
    assert found["pe_re", "seconds"].pearson.high < -0.5
    assert found["pe_re", "revision_seconds"].pearson.low > 0.9
    assert found["mt_pe", "seconds"].pearson.value is None


def test_nothing_revised_is_no_stage(versions):
    """Without revised texts there are no stages."""
    raw = Versions()
    raw.add("s1", "a", "yes", "ja", "f:1")
    assert measure_stages(raw) is None
