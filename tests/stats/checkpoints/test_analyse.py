"""Scores of classes, contrasts, bands, correlations and words in marked errors."""

from dataclasses import replace

import numpy as np
import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.model import Segment
from tertium.stats.checkpoints.analyse import checkpoints
from tertium.stats.checkpoints.instances import Instance, Instances
from tertium.stats.checkpoints.marked import MarkedOutput, MarkedPassage, marked_shares
from tertium.stats.checkpoints.matches import TranslatedTexts
from tertium.stats.checkpoints.prepare import given_links
from tertium.stats.checkpoints.units import error_bands, given_bands, no_bands
from tertium.text.tagged import TaggedSentence, TaggedWord

# Gaspari et al. (2014), section 3.3.2: the words of three segments.
SOURCE = ("aún es una", "un hizo él", "asma respira con")
REFERENCE = ("And yet he is a star", "It was a gift he gave me", "he has difficulty breathing")
OUTPUT = (
    "And still like this is a star",
    "It was a gift that did me he",
    "it breathes has difficulty",
)
LINKS = (frozenset({(1, 3)}), frozenset({(1, 5)}), frozenset({(1, 0), (1, 1)}))


def cut(lines):
    """Return the words of lines."""
    return tuple(tuple(line.split()) for line in lines)


def instances(*found, classes=("VER",), groups=()):
    """Return instances, each a class, a segment and its words."""
    return Instances(
        classes,
        classes,
        frozenset(groups),
        tuple(Instance(*one) for one in found),
        cut(SOURCE),
    )


VERBS = instances(*((0, segment, (1,)) for segment in range(3)))
TEXTS = TranslatedTexts(cut(REFERENCE), LINKS, {"rbmt": cut(OUTPUT)})
SEGMENTS = tuple(Segment(str(at), source) for at, source in enumerate(SOURCE, start=1))
NO_BANDS = no_bands(3, 1)


def analyse(found=VERBS, texts=TEXTS, segments=SEGMENTS, bands=NO_BANDS, **how):
    """Return the result for some instances."""
    return checkpoints(found, texts, segments, bands, **how)


def test_the_three_examples_of_the_paper():
    """Two of five n-grams, four ninths as mean of instances; both are named."""
    (verbs,) = analyse().classes
    assert (verbs.matched, verbs.total, verbs.score, verbs.instances) == (2, 5, 0.4, 3)
    assert verbs.mean_of_instances == pytest.approx(4 / 9)
    assert verbs.few
    assert 0 <= verbs.low < 0.4 < verbs.high <= 1


def test_examples_show_alignment_and_matches():
    """Those matched least come first; the one matched in full is none."""
    first, second = analyse(examples=5).examples
    assert (first.segment, first.matched, first.total, first.ngrams) == ("2", 0, 1, ())
    assert (second.segment, second.aligned, second.matches) == ("3", (0, 1), (2,))
    assert second.ngrams == ("has",)


def test_an_instance_without_alignment_is_missing_not_wrong():
    """It lowers no score, and is counted."""
    texts = replace(TEXTS, links=(*LINKS[:2], frozenset()))
    result = analyse(texts=texts)
    (verbs,) = result.classes
    assert (verbs.matched, verbs.total, verbs.instances, verbs.unaligned) == (1, 2, 2, 1)
    assert any("1 instance is without aligned reference words (33.3%)" in one
               for one in result.warnings)  # fmt: skip


def test_case_may_be_ignored():
    """The tool keeps case; --case lower does not."""
    found = instances((0, 0, (0,)))
    texts = TranslatedTexts(cut(REFERENCE), ({(0, 0)}, *LINKS[1:]), {"a": cut(("and", "x", "y"))})
    assert analyse(found, texts).classes[0].matched == 0
    assert analyse(found, texts, case="lower").classes[0].matched == 1


def test_a_group_is_the_union_of_its_classes():
    """Sums of classes are the group's, and its alignment is not counted twice."""
    both = [(0, 0, (1,)), (1, 1, (1,)), (1, 2, (1,))]
    found = instances(
        *both, *((2, *one[1:]) for one in both), classes=("NOC", "NOP", "NOU"), groups=(2,)
    )
    result = analyse(found)
    noc, nop, nou = result.classes
    assert noc.matched + nop.matched == nou.matched == 2
    assert noc.total + nop.total == nou.total == 5
    assert result.alignment.instances == 3
    assert {one.class_ for one in result.examples} == {"NOP"}


def simulated(seed, *, segments=120, per=3, documents=12, ability=(0.8, 0.6)):
    """Return texts in which each system has each aligned word with a probability of its own.

    Documents and sentences move it, alike for both systems, so instances are no independent trials.
    """
    random = np.random.default_rng(seed)
    words = tuple(tuple(f"w{at}-{place}" for place in range(per)) for at in range(segments))
    shift = random.normal(0, 0.8, documents)[np.arange(segments) % documents]
    shift = shift + random.normal(0, 0.5, segments)
    outputs = {}
    for name, share in zip("ab", ability, strict=True):
        chance = 1 / (1 + np.exp(-(np.log(share / (1 - share)) + shift)))
        kept = random.random((segments, per)) < chance[:, None]
        outputs[name] = tuple(
            tuple(word if there else "x" for word, there in zip(line, row, strict=True))
            for line, row in zip(words, kept, strict=True)
        )
    found = Instances(
        ("W",),
        ("W",),
        frozenset(),
        tuple(Instance(0, at, (place,)) for at in range(segments) for place in range(per)),
        words,
    )
    links = tuple(frozenset((place, place) for place in range(per)) for _ in range(segments))
    named = tuple(Segment(str(at), "", document=f"d{at % documents}") for at in range(segments))
    return found, TranslatedTexts(words, links, outputs), named


def truth(share):
    """Return the probability of a word over all documents and sentences."""
    shift = np.random.default_rng(9).normal(0, np.hypot(0.8, 0.5), 200_000)
    return np.mean(1 / (1 + np.exp(-(np.log(share / (1 - share)) + shift))))


def test_intervals_cover_where_documents_differ():
    """Of scores and contrasts; 200 rounds give 92.5% and 95.5%, nominal 95%."""
    one, two = truth(0.8), truth(0.6)
    covered, apart, rounds = 0, 0, 40
    for seed in range(1, rounds + 1):
        found, texts, segments = simulated(seed)
        result = checkpoints(found, texts, segments, no_bands(len(segments), 2), examples=0)
        own = {each.system: each for each in result.classes}
        covered += own["a"].low <= one <= own["a"].high
        (contrast,) = result.contrasts
        apart += contrast.low <= one - two <= contrast.high
    assert covered / rounds > 0.85
    assert apart / rounds > 0.85


def test_a_constant_score_has_the_interval_of_a_share():
    """Everything matched is not known without doubt."""
    found = instances((0, 0, (1,)), (0, 1, (1,)))
    texts = replace(TEXTS, outputs={"copy": cut(REFERENCE)})
    (verbs,) = analyse(found, texts).classes
    assert (verbs.score, verbs.high) == (1.0, 1.0)
    assert 0 < verbs.low < 1


def test_contrasts_of_many_classes_are_corrected():
    """By Benjamini and Hochberg, Holm, or not at all."""
    found, texts, segments = simulated(3, segments=60)
    split = replace(
        found,
        classes=("even", "odd"),
        titles=("even", "odd"),
        found=tuple(replace(one, class_code=one.segment % 2) for one in found.found),
    )
    bands = no_bands(60, 2)
    plain, held, holm = (
        [c.p_adjusted for c in checkpoints(split, texts, segments, bands, correction=how).contrasts]
        for how in ("none", "bh", "holm")
    )
    p = sorted(plain)
    assert sorted(held) == pytest.approx([min(2 * p[0], p[1]), p[1]])
    assert sorted(holm)[0] == pytest.approx(2 * p[0])


def test_bands_have_scores_of_their_own_and_a_warning():
    """Outputs of a band are other sentences for each system; --common keeps those alike."""
    outputs = {"a": cut(OUTPUT), "b": cut(REFERENCE)}
    texts = replace(TEXTS, outputs=outputs)
    given = {("1", "a"): "1", ("2", "a"): "2", ("3", "a"): "2", ("1", "b"): "1", ("2", "b"): "1"}
    bands = given_bands(given, ["1", "2", "3"], ["a", "b"], where="bands.csv")
    result = analyse(texts=texts, bands=bands)
    cells = {(one.system, one.band): one.instances for one in result.classes}
    assert cells == {("a", "all"): 3, ("b", "all"): 3, ("a", "1"): 1, ("b", "1"): 2,
                     ("a", "2"): 2, ("b", "2"): 0}  # fmt: skip
    assert {one.band for one in result.contrasts} == {"all"}
    assert any("of different segments for each system" in one for one in result.warnings)
    assert any("1 of 6 outputs have no band" in one for one in result.warnings)
    common = analyse(texts=texts, bands=bands, common=True)
    assert {(one.band, one.instances) for one in common.classes} == {("all", 3), ("1", 1), ("2", 0)}
    assert not any("of different segments" in one for one in common.warnings)


def test_a_system_without_some_outputs_is_told():
    """Systems are then scored on different segments."""
    texts = replace(TEXTS, outputs={"a": cut(OUTPUT), "b": (*cut(REFERENCE)[:2], None)})
    result = analyse(texts=texts, bands=no_bands(3, 2))
    assert {one.system: one.instances for one in result.classes} == {"a": 3, "b": 2}
    assert any("Outputs are missing of b" in one for one in result.warnings)
    common = analyse(texts=texts, bands=no_bands(3, 2), common=True)
    assert {one.instances for one in common.classes} == {2}


def test_correlation_with_bands_over_sentences_and_over_cells():
    """Both are Pearson's r; positive where better bands have higher scores."""
    found, texts, segments = simulated(5, segments=90, per=1)
    right = {
        (str(at), name): column[at][0] != "x"
        for name, column in texts.outputs.items()
        for at in range(90)
    }
    random = np.random.default_rng(1)
    given = {key: "1" if hit == (random.random() < 0.8) else "2" for key, hit in right.items()}
    names = [one.id for one in segments]
    bands = given_bands(given, names, ["a", "b"], where="f")
    result = checkpoints(found, texts, segments, bands, resamples=200)
    sentence, cell = result.correlations
    x = np.array([right[key] for key in given], dtype=float)
    y = np.array([band == "1" for band in given.values()], dtype=float)
    assert (sentence.over, sentence.points) == ("sentence", 180)
    assert sentence.r == pytest.approx(np.corrcoef(x, y)[0, 1])
    assert sentence.low < sentence.r < sentence.high
    points = [(one.score, one.band == "1") for one in result.classes if one.band != "all"]
    assert (cell.over, cell.points) == ("cell", 4)
    assert cell.r == pytest.approx(np.corrcoef(np.array(points, dtype=float).T)[0, 1])


def test_bands_of_unknown_systems_and_segments_are_refused():
    """A file of other texts is told."""
    with pytest.raises(NotFound, match="no system named 'c'"):
        given_bands({("1", "c"): "good"}, ["1"], ["a"], where="f")
    with pytest.raises(BadInput, match="none of these segments"):
        given_bands({("9", "a"): "good"}, ["1"], ["a"], where="f")


def test_bands_by_errors():
    """No error, fewer than three, three or more; outputs that nobody read have none."""
    errors = {("1", "a"): 0, ("2", "a"): 2, ("3", "a"): 3}
    assert error_bands(errors, ["1", "2", "3", "4"], ["a"]).code.tolist() == [[0], [1], [2], [-1]]


def test_words_of_a_class_in_marked_errors():
    """By marks on the source, or through the words of the output that are marked."""
    places = [(0, 3), (4, 6), (7, 10)]
    reading = MarkedOutput(
        0, "a", places, places, frozenset({(1, 2), (2, 0)}),
        (MarkedPassage("target", 7, 9, "grammar"), MarkedPassage("source", 0, 2, "omission")),
    )  # fmt: skip
    found = {(one.class_, one.category): (one.marked, one.words)
             for one in marked_shares(VERBS, [reading], level=0.95)}  # fmt: skip
    assert found == {
        ("VER", "any error"): (1, 1),
        ("VER", "grammar"): (1, 1),
        ("all words", "any error"): (2, 3),
        ("all words", "grammar"): (1, 3),
        ("all words", "omission"): (1, 3),
    }


def test_an_aligner_may_cut_words_in_another_way():
    """Links of its words are those of the tagger's words at the same characters."""
    tagged = [TaggedSentence(tuple(TaggedWord(form) for form in ("I", "can", "not", "go")))]
    reference = [("Ich", "kann", "nicht", "gehen")]
    (links,) = given_links(
        ["0-0 1-1 1-2 2-3"], tagged, reference, file="a", aligned_source=["I cannot go"]
    )
    assert links == {(0, 0), (1, 1), (2, 1), (1, 2), (2, 2), (3, 3)}
    with pytest.raises(BadInput, match="is not the tagged one"):
        given_links(["0-0"], tagged, reference, file="a", aligned_source=["You cannot go"])
    with pytest.raises(BadInput, match="--aligned-source"):
        given_links(["9-0"], tagged, reference, file="a")
    with pytest.raises(BadInput, match="the alignment has 2 lines"):
        given_links(["0-0", ""], tagged, reference, file="a")


def test_classes_without_instances_are_refused_together():
    """Patterns that fit nothing at all are a mistake."""
    with pytest.raises(BadInput, match="no source words belong"):
        analyse(instances())
