"""Automatic metrics: the scores that WMT 2023 published with its texts, and golden vectors.

The vectors were computed by nltk, by sacrebleu, or by hand from the definitions.
"""

from functools import cache
from pathlib import Path

import numpy as np

from tertium.choices import MetricTest, TextMetric
from tertium.formats.texts_to_score import Row, TextsToScore, texts_of_files
from tertium.stats.metrics.kendall import tau_b
from tertium.stats.metrics.score import MetricScores, column, score
from tertium.stats.published.claim import recomputes
from tertium.text.metrics import text_metric

# Hypotheses and their references by example.
EXAMPLES: dict[str, tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]] = {
    "two": (
        ("the cat sat quietly on the mat", "there is a small dog in the garden"),
        (("the cat sat on the mat", "there is one small dog in the garden"),),
    ),
    "two, second references": (
        ("the cat sat quietly on the mat", "there is a small dog in the garden"),
        (
            ("the cat sat on the mat", "there is one small dog in the garden"),
            ("a cat was sitting on the mat", "in the garden there is a little dog"),
        ),
    ),
    "inserted": (("the cats sat quietly on the mat",), (("the cat sat on the mat",),)),
    "turned": (("on the mat the cat sat",), (("the cat sat on the mat",),)),
    "short": (("there is a dog",), (("there is one dog here",),)),
    "same": (("the cat sat on the mat",), (("the cat sat on the mat",),)),
    "crossed": (("the dog and the cat",), (("the cat and the dog",),)),
}
GRADES = (1, 1.3, 2, 2, 2.7, 3)
BLEU = (0.26, 0.22, 0.25, 0.18, 0.20, 0.15)


@recomputes(score)
def example(metric: TextMetric, name: str) -> float:
    """Return the score of an example by a metric, cut at white space."""
    outputs, references = EXAMPLES[name.replace(" with ", ", ")]

    def rows() -> list[Row]:
        return [
            (str(at), "", [text], [stream[at] for stream in references])
            for at, text in enumerate(outputs)
        ]

    texts = TextsToScore(("x",), tuple(str(at) for at in range(len(references))), rows)
    found = score(texts, [text_metric(metric, tokeniser="none")], resamples=2).result
    return _value(found, "x", metric)


@recomputes(tau_b)
def grades_and_bleu() -> float:
    """Return τ-b of six grades and BLEU scores."""
    return tau_b(np.array(GRADES), np.array(BLEU))


@recomputes(score, data_set="wmt23-outputs-uk-en")
def wmt23(folder: Path, metric: TextMetric, system: str) -> float:
    """Return the score of a system of WMT 2023, Ukrainian to English, against refA."""
    return _value(_wmt23(folder, system), system, metric)


@recomputes(score, data_set="wmt23-outputs-uk-en")
def paired_p(folder: Path, metric: TextMetric, a: str, b: str) -> float:
    """Return the p of sacrebleu's paired bootstrap."""
    found = _wmt23(folder, a, b, test="sacrebleu")
    (one,) = (one for one in found.contrasts if one.metric == column(metric))
    assert one.p is not None
    return one.p


@cache
def _wmt23(folder: Path, *systems: str, test: MetricTest = "bootstrap") -> MetricScores:
    files = {name: folder / f"hyp.{name}.en.gz" for name in systems}
    texts = texts_of_files(files, [folder / "ref.refA.en.gz"])
    metrics = [text_metric("bleu"), text_metric("chrf")]
    return score(texts, metrics, test=test, resamples=None if test == "sacrebleu" else 2).result


def _value(found: MetricScores, system: str, metric: TextMetric) -> float:
    (row,) = (row for row in found.systems if row["system"] == system)
    value = row[column(metric)]
    assert isinstance(value, float)
    return value
