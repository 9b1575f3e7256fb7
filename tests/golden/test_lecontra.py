"""Word translation entropy as the TPR-DB published it for LeConTra.

Vanroy and Macken (2022), "LeConTra: A Learner Corpus of English-to-Dutch News Translation":
23,459 source words in context, by up to four translators, aligned by hand.
"""

from collections import Counter

import numpy as np
import pytest

from studies._lecontra import aligned, published
from studies.alignment import human_entropy, measure
from studies.entropy import agreeing
from tertium.formats.tprdb import find_tables, read_tpr_table
from tertium.stats.entropy.analyse import translation_entropy
from tertium.text.align import align, score_alignment


@pytest.fixture(scope="module")
def folder(shared_data):
    """Return where the tables are."""
    return shared_data / "lecontra"


@pytest.fixture(scope="module")
def known(folder):
    """Return our renderings with the columns of the database."""
    return published(folder)


def test_word_translation_entropy_is_the_published_one(known):
    """All but one word in four sessions, and that too if only A to Z are lowered."""
    rows = len(known.renderings.word)
    assert rows == 23_459
    assert agreeing(known) == {
        "HTra": 23_455,
        "HTra, A to Z lowered only": rows,
        "HCross": rows,
        "Cross": rows,
        "SAGnbr": rows,
        "TAGnbr": rows,
    }


def test_keystrokes_add_up_to_what_segments_have(folder):
    """Strokes of kd, added up by segment, give the insertions and deletions of sg.

    In 999 of 1,002 segments; in the others strokes were booked to a neighbour.
    """
    tables = find_tables(folder)
    keys, segments = (read_tpr_table(tables[kind], kind) for kind in ("kd", "sg"))
    strokes = Counter()
    for session, segment, kind, number in zip(
        keys.texts("Session"), keys.texts("TTseg"), keys.texts("Type"), keys.numbers("Strokes"),
        strict=True,
    ):  # fmt: skip
        strokes[session, segment, kind] += number
    places = list(zip(segments.texts("Session"), segments.texts("TTseg"), strict=True))
    for column, kind in (("MIns", "Mins"), ("MDel", "Mdel")):
        added = [strokes[*place, kind] for place in places]
        assert np.sum(np.array(added) == segments.numbers(column)) == 999


def test_bins_hide_how_much_words_differ(known):
    """Means of bins correlate above .9 with time, as in the paper; single words at .1."""
    found = translation_entropy(known.renderings, resamples=200)
    (time,) = [one for one in found.correlations if (one.measure, one.level) == ("seconds", "word")]
    assert time.binned.r > 0.9
    assert 0.05 < time.pearson.low < time.pearson.value < time.pearson.high < 0.15
    assert {left.reason: left.number for left in time.left_out} == {
        "seconds not recorded": 5_937,
        "not rendered": 2_823,
    }
    assert not any("gaze" in one.measure for one in found.correlations)
    assert any("how P04 worked" in doubt for doubt in found.warnings)


def test_the_built_in_aligner_keeps_its_quality(folder):
    """An error rate below .31 beside alignments made by hand, and HH near that by hand."""
    pairs = aligned(folder)
    found = align(pairs.source, pairs.target)
    score = score_alignment(found, pairs.links)
    assert (len(pairs.segment), score.given) == (1002, 24_125)
    assert score.error_rate < 0.31
    assert score.precision > 0.77
    assert score.recall > 0.62
    hh, given = (human_entropy(pairs, links)[0] for links in (found, pairs.links))
    assert abs(hh.mean() - given.mean()) < 0.1
    assert np.corrcoef(hh, given)[0, 1] > 0.6
    for row in measure(pairs, pairs.links, "by hand", 0.0):
        assert "| 1.000 | 1.000 | 0.000 | 100.0% |" in row
