"""The MQM table of the TED talks of WMT 2021 (Freitag et al. 2021) comes out again."""

import gzip

import numpy as np
import pytest

from tertium.formats.judgements import read_judgements
from tertium.formats.typology import read_typology
from tertium.stats.errors.analyse import score_errors
from tertium.stats.errors.weigh import count_readings, weigh

PUBLISHED = {
    "ref": 0.91, "Facebook-AI": 1.06, "Online-W": 1.12, "VolcTrans-AT": 1.24,
    "metricsystem3": 1.44, "VolcTrans-GLAT": 1.49, "HuaweiTSC": 1.50, "metricsystem1": 1.63,
    "metricsystem2": 1.69, "metricsystem5": 1.72, "UEdin": 1.77, "metricsystem4": 1.78,
    "eTranslation": 1.96, "Nemo": 2.14,
}  # fmt: skip


@pytest.fixture(scope="module")
def spans(shared_data):
    return read_judgements(shared_data / "mqm-ted-ende" / "mqm_ted_ende.tsv.gz").spans()


def test_the_published_table_comes_out(spans):
    """Fourteen systems over 529 segments, all within .01."""
    found = score_errors(spans, scoring="wmt-mqm")
    assert [one.system for one in found.systems] == list(PUBLISHED)
    for one in found.systems:
        assert one.score == pytest.approx(PUBLISHED[one.system], abs=0.01)
        assert one.outputs == 529
        assert one.low < one.score < one.high


def test_the_published_segment_scores_come_out(spans, shared_data):
    """Every one of 7,406 segments costs what the organisers printed."""
    path = shared_data / "mqm-ted-ende" / "published" / "avg_seg_scores.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        lines = [line.split() for line in list(file)[1:]]
    names = {"ref-A": "ref"}
    printed = {(names.get(y, y), s): -float(x) for y, x, s in lines if x != "None"}
    costs = weigh(spans, read_typology("wmt-mqm"), strict=True)
    readings = count_readings(spans, costs, per="segments")
    own = spans.outputs
    pairs = zip(own.system.values(), own.segment.values(), strict=True)
    found = dict(zip(pairs, readings.points, strict=True))
    shared = sorted(set(found) & set(printed))
    assert len(shared) == 7406
    differ = [pair for pair in shared if not np.isclose(found[pair], printed[pair], atol=1e-6)]
    assert differ == []


def test_three_raters_per_segment_are_averaged(shared_data):
    """Side-by-side MQM of WMT 2023: ten annotators, checks of attention left out."""
    table = read_judgements(shared_data / "mqm-sxs23-ende" / "sxs_mqm_ende.tsv.gz")
    found = score_errors(table.spans(), scoring="wmt-mqm")
    assert len(found.annotators) == 10
    assert {one.readings for one in found.systems} == {312}
    assert {one.outputs for one in found.systems} == {104}
    assert found.examples
