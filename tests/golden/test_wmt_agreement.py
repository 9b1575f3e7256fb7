"""Agreement on the rankings of WMT16, as the organisers published it (Bojar et al., 2016)."""

import csv

import pytest

from tertium.formats.judgements import read_judgements
from tertium.stats.agreement.agree import agree

PAIRS = (
    "cze-eng", "deu-eng", "eng-deu", "eng-ron", "eng-tur", "ron-eng", "rus-eng", "tur-eng",
)  # fmt: skip


@pytest.mark.parametrize("pair", PAIRS)
def test_every_published_kappa_comes_out_to_its_last_digit(shared_data, pair):
    """Both rows of a language pair: P(A), P(E) and κ as printed, all counts exactly."""
    folder = shared_data / "wmt16-rr"
    with (folder / "published" / "agreement.csv").open(encoding="utf-8") as file:
        published = [row for row in csv.DictReader(file) if row["pair"] == pair]
    assert [row["kind"] for row in published] == ["inter", "intra"]
    data = read_judgements(folder / f"rankings.{pair}.csv.gz").comparisons()
    found = agree(data, variant="wmt")
    for row, kappa in zip(published, (found.wmt.inter, found.wmt.intra), strict=True):
        for name in ("pA", "pE", "kappa"):
            assert f"{getattr(kappa, name):.3f}" == row[name]
        for name in ("agree", "comparable", "ties", "total"):
            assert getattr(kappa, name) == int(row[name])
    assert found.cohen.mean == found.wmt.inter.kappa
    assert found.intra.mean == found.wmt.intra.kappa
    assert found.percent == found.wmt.inter.pA


def test_the_textbook_gives_another_number(shared_data):
    """Different judges only, whichever output stood first: Turkish–English .333, not .319."""
    data = read_judgements(shared_data / "wmt16-rr" / "rankings.tur-eng.csv.gz").comparisons()
    found = agree(data)
    assert f"{found.wmt.order_free.kappa:.3f}" == "0.333"
    assert found.percent == pytest.approx(found.wmt.order_free.pA)
    assert found.fleiss.value == pytest.approx(0.329, abs=0.0005)


def test_judges_rank_more_like_themselves_than_like_others(shared_data):
    """In every measure judges agree more with their own second ranking."""
    data = read_judgements(shared_data / "wmt16-rr" / "rankings.cze-eng.csv.gz").comparisons()
    found = agree(data)
    assert found.ranks_intra.spearman.low > found.ranks.spearman.high
    assert found.ranks_intra.kendall.low > found.ranks.kendall.high
    assert found.ranks.kendall.value < found.ranks.spearman.value
