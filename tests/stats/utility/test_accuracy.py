"""Accuracy by both denominators, levels, and what share of documents reaches them."""

import csv
import gzip
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import TER

from tertium.exceptions import BadInput
from tertium.formats.usefulness import ScoredDocument
from tertium.stats.utility.accuracy import (
    EditCounts,
    measure,
    measure_edits,
    measure_scored,
    utility,
)
from tertium.stats.utility.levels import LEVELS, Level, level_of, levels_signature, read_levels
from tertium.table import JudgementTable
from tests.stats.contrasts.plain import plain_crossed


def scored(*documents, system=""):
    """Return measured documents from (edits, words, source words)."""
    return measure_scored(
        [ScoredDocument(f"d{at}", system, *numbers) for at, numbers in enumerate(documents)]
    )


def test_levels_begin_at_their_number():
    """Half-open: 70% is gist, anything below is triage, however the computer rounds."""
    assert [level_of(a) for a in (-1, 0.5499, 0.55, 0.6999, 0.7, 0.85, 1)] == [
        "none", "none", "triage", "triage", "gist", "edit", "edit",
    ]  # fmt: skip
    for words in range(1, 200):
        for one in LEVELS:
            edits = round((1 - one.at) * words, 9)
            if edits == int(edits):
                assert level_of(1 - edits / words) == one.name
    assert level_of(None) == "none"


def test_levels_are_part_of_the_signature():
    """By version, or by their numbers."""
    assert levels_signature() == "utility@1"
    own = read_levels("skim=0.4, publish=0.95")
    assert own == (Level("skim", 0.4), Level("publish", 0.95))
    assert "levels:skim.0.4+publish.0.95" in utility(scored((1, 10, 10)), levels=own).signature


@pytest.mark.parametrize("text", ["", "a=1,b=0.5", "a=x", "=0.5", "a=0.5,b=0.5", "a=1.2"])
def test_levels_that_make_no_sense_are_refused(text):
    """They must rise and stay within 1."""
    with pytest.raises(BadInput, match="does not name levels"):
        read_levels(text)


def test_accuracy_is_one_minus_all_edits_over_all_words():
    """By hand: a corpus ratio, not the mean of documents; both denominators."""
    found = utility(scored((5, 10, 20), (5, 90, 80)))
    (one,) = found.systems
    assert one.accuracy.value == pytest.approx(0.9)
    assert one.accuracy_source.value == pytest.approx(0.9)
    assert [d.accuracy for d in found.documents] == pytest.approx([0.5, 1 - 5 / 90])
    assert [d.accuracy_source for d in found.documents] == pytest.approx([0.75, 1 - 5 / 80])
    assert [(r.level, r.documents) for r in one.reach] == [("triage", 1), ("gist", 1), ("edit", 1)]
    by_source = utility(scored((5, 10, 20), (5, 90, 80)), denominator="source")
    assert [d.level for d in by_source.documents] == ["gist", "edit"]
    assert [r.documents for r in by_source.systems[0].reach] == [2, 2, 1]


def test_accuracy_can_be_negative_and_unknown():
    """More edits than words; no words at all; no source."""
    found = utility(scored((20, 10, np.nan), (2, 0, np.nan)))
    assert found.documents[0].accuracy == -1
    assert found.documents[1].accuracy is None
    assert found.systems[0].accuracy.value == pytest.approx(1 - 22 / 10)
    assert found.systems[0].accuracy_source.value is None
    assert found.systems[0].level == "none"
    assert any("without a word" in told for told in found.warnings)
    with pytest.raises(BadInput, match="the source is not known"):
        utility(scored((1, 2, np.nan)), denominator="source")


def test_texts_are_counted_as_sacrebleu_counts_them(shared_data):
    """On real post-edits, the accuracy of the corpus is one minus sacrebleu's TER."""
    with gzip.open(shared_data / "mlqe-en-de" / "pe.dev.tsv.gz", "rt", encoding="utf-8") as file:
        rows = list(islice(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE), 60))
    mt, edited = [row["mt"] for row in rows], [row["pe"] for row in rows]
    (one,) = utility(measure(mt, edited, document=[str(at // 6) for at in range(60)])).systems
    published = TER().corpus_score(mt, [edited]).score / 100
    assert one.accuracy.value == pytest.approx(1 - published, abs=1e-9)
    assert one.documents == 10
    assert one.accuracy.low < one.accuracy.value < one.accuracy.high


def test_empty_and_unchanged_machine_translation_are_data():
    """Nothing translated is all wrong; nothing edited is all right."""
    found = utility(measure(["", "a b c"], ["a b", "a b c"], document=["x", "y"]))
    assert [d.accuracy for d in found.documents] == [0.0, 1.0]
    assert [d.level for d in found.documents] == ["none", "edit"]


def test_the_level_is_sure_only_if_the_lower_end_reaches_it():
    """Spread documents may reach less."""
    found = utility(scored(*[(e, 100, 100) for e in (10, 36, 14, 27, 8, 35)]))
    (one,) = found.systems
    assert one.level == "gist"
    assert one.surely == level_of(one.accuracy.low) == "triage"


def test_the_interval_is_that_of_log_rates():
    """As the recipe computes it by hand, documents as units; two systems by their ratio."""
    first, second = (
        [(12, 80), (30, 100), (9, 120), (25, 90)],
        [(20, 80), (33, 100), (20, 120), (40, 90)],
    )
    data = EditCounts(
        ("x",) * 4 + ("y",) * 4, ("1", "2", "3", "4") * 2,
        *(np.array([row[at] for row in (*first, *second)], float) for at in (0, 1, 1)), "given",
    )  # fmt: skip
    found = utility(data)
    words = np.array([w for _, w in first], float)
    x, y = (np.array([e for e, _ in rows]) / words for rows in (first, second))
    w, one, segment = words / words.sum(), np.zeros(4, int), np.arange(4)
    rate = w @ x
    _, low, high, _ = plain_crossed(
        np.log(rate) + x / rate - 1, w, one, one, segment, kappa=(0, 0), known=False
    )
    assert [found.systems[0].accuracy.low, found.systems[0].accuracy.high] == pytest.approx(
        [1 - np.exp(high), 1 - np.exp(low)]
    )
    rows = np.log(rate / (w @ y)) + x / rate - y / (w @ y)
    _, low, high, p = plain_crossed(rows, w, one, one, segment, kappa=(0, 0), known=False)
    (pair,) = found.contrasts
    total = rate + w @ y
    assert (pair.a, pair.b) == ("x", "y")
    assert pair.p == pytest.approx(p)
    assert [pair.low, pair.high] == pytest.approx(
        [-total * np.tanh(high / 2), -total * np.tanh(low / 2)]
    )
    assert found.estimand.annotators == "nobody"


def test_doubts_are_told():
    """One document, few documents, unknown documents, different documents, no spaces."""
    told = utility(scored((1, 10, 10))).warnings
    assert any("one document" in one for one in told)
    assert any("few" in one for one in utility(scored((1, 10, 10), (2, 10, 10))).warnings)
    assert any("not known for every" in one for one in utility(measure(["a"], ["b"])).warnings)
    two = measure(["a", "b"], ["a", "b"], system=["x", "y"], document=["1", "2"])
    assert any("different documents" in one for one in utility(two).warnings)
    chinese = measure(["我喜欢苹果。"], ["我爱苹果。"], document=["1"])
    assert any("--asian" in one for one in utility(chinese).warnings)
    characters = measure(["我喜欢苹果。"], ["我爱苹果。"], document=["1"], asian=True)
    assert utility(characters).systems[0].accuracy.value == pytest.approx(0.6)
    with pytest.raises(BadInput, match="no edited texts"):
        utility(measure([], []))


def test_edits_of_people_are_measured_without_what_was_made_from_scratch():
    """A file of edits brings systems and documents."""
    rows = [
        {"judgement": f"j{at}", "annotator": "a", "segment": f"s{at}", "system": system,
         "document": "d", "aspect": aspect, "text": text}
        for at, (system, mt) in enumerate([("x", "a b"), ("scratch", "")])
        for aspect, text in (("edited", "a c"), ("mt", mt), ("source", "q"))
    ]  # fmt: skip
    found = measure_edits(JudgementTable.from_rows(rows).edits())
    assert (found.system, found.document) == (("x",), ("d",))
    assert (found.edits.tolist(), found.words.tolist(), found.source_words.tolist()) == (
        [1], [2], [1],
    )  # fmt: skip


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 30)), min_size=2, max_size=12))
def test_the_interval_holds_the_value_and_shares_rise_with_ease(documents):
    """Whatever the documents: easier levels are reached by at least as many."""
    found = utility(scored(*[(e, w, w) for e, w in documents]))
    (one,) = found.systems
    if one.accuracy.low is None:  # nothing varies
        assert len({e / w for e, w in documents}) == 1
    else:
        assert one.accuracy.low - 1e-9 <= one.accuracy.value <= one.accuracy.high + 1e-9
    reached = [reach.documents for reach in one.reach]
    assert reached == sorted(reached, reverse=True)
    expected = 1 - sum(e for e, _ in documents) / sum(w for _, w in documents)
    assert one.accuracy.value == pytest.approx(expected)
