"""Real judges: Toral, Castilho, Hu and Way (2018), Chinese to English, five judges."""

import csv
import gzip

import pytest

from tertium.stats.agreement.agree import agree
from tertium.stats.comparison.compare import compare
from tertium.table import JudgementTable


@pytest.fixture(scope="module")
def judgements(shared_data):
    """Read the published pairwise ranks; a lower rank is better."""
    path = shared_data / "human-parity-zhen" / "pairwise.csv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return JudgementTable.from_rows(
        {
            "annotator": row["judge"],
            "segment": f"{row['doc']}/{row['segment']}",
            "system": row["system1"],
            "versus": row["system2"],
            "aspect": "preference",
            "value": float((row["rank1"] < row["rank2"]) - (row["rank1"] > row["rank2"])),
        }
        for row in rows
    ).comparisons()


def test_judges_who_decide_agree_as_often_as_measured(judgements):
    """Two judges who both decide agree in 66% of cases, in 58% between ht and c6."""
    decided = judgements.take(judgements.value != 0)
    assert agree(decided).percent == pytest.approx(0.66, abs=0.01)
    close = [name in ("ht", "c6") for name in decided.system.values()]
    close = [a and b in ("ht", "c6") for a, b in zip(close, decided.versus.values(), strict=True)]
    assert agree(decided.take([k for k, c in enumerate(close) if c])).percent == pytest.approx(
        0.58, abs=0.01
    )


def test_the_published_order_comes_out(judgements):
    """System gg is clearly last; ht is ahead of c6, but five judges do not settle that."""
    for better in ("ht", "c6"):
        found = compare(judgements, baseline="gg", advanced=better, identical=0.0)
        assert found.improvement_ratio.low > 1
        assert found.impact.low > 0
    close = compare(judgements, baseline="c6", advanced="ht", identical=0.0)
    assert close.improvement_ratio.value > 1
    assert close.improvement_ratio.low < 1
    naive = compare(judgements, baseline="c6", advanced="ht", identical=0.0, interval="naive")
    assert naive.improvement_ratio.low > 1  # what treating judgements as independent would claim


def test_raters_like_these_are_far_less_certain(judgements):
    """Fleiss' κ is .19 for these five; for raters like them it could be almost 0."""
    these, like = agree(judgements), agree(judgements, raters="population")
    assert these.fleiss.value == pytest.approx(0.19, abs=0.005)
    assert these.fleiss.low > 0.15
    assert like.fleiss.low < 0.05
