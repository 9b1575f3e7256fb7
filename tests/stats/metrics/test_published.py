"""Published scores, and the p-values that sacrebleu finds for them."""

import csv

import pytest

from tertium.stats.metrics.score import score
from tertium.text.metrics import text_metric
from tests.stats.metrics.made import UK_EN, published_texts, texts_of

pytestmark = pytest.mark.skipif(not UK_EN.is_dir(), reason="published texts are not here")


def test_scores_of_wmt_2023_are_found_without_a_difference():
    """BLEU and chrF of eleven systems against one reference."""
    with (UK_EN / "published" / "automatic-scores.tsv").open(encoding="utf-8") as file:
        published = {
            (row["system"], row["metric"]): float(row["score"])
            for row in csv.DictReader(file, delimiter="\t")
        }
    systems, references = published_texts()
    data = texts_of(systems, references)
    found = score(data, [text_metric("bleu"), text_metric("chrf")], resamples=20).result
    assert len(found.systems) == 11
    for row in found.systems:
        for metric in ("bleu", "chrf"):
            wanted = published[row["system"], f"{metric}-refA"]
            assert row[metric] == pytest.approx(wanted, rel=0, abs=1e-12)


def test_the_paired_bootstrap_of_sacrebleu_is_repeated():
    """ONLINE-W against ONLINE-B, seed 12345, 1,000 resamples."""
    systems, references = published_texts("ONLINE-B", "ONLINE-W")
    metrics = [text_metric("bleu"), text_metric("chrf")]
    found = score(texts_of(systems, references), metrics, test="sacrebleu").result
    assert [round(one.p, 6) for one in found.contrasts] == [0.004995, 0.181818]
    assert "test:sacrebleu" in found.signature
    assert "seed:12345" in found.signature
