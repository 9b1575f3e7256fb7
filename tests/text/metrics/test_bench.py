"""A small round of `python -m bench metrics`."""

from bench import metrics
from tertium.formats.texts_to_score import texts_of_files
from tertium.stats.metrics.gather import gather
from tertium.text.metrics import text_metric


def test_a_small_round_of_the_benchmark():
    """Scores are equal to those of the peers, and packed files are read in a process."""
    references, outputs = metrics.made_up(40, 1)
    for name in ("bleu", "chrf", "chrf++", "ter", "nist"):
        row = metrics._row(name, references, [outputs])
        assert row.split("|")[3].strip() in ("0", "< 1e-9")
    found = metrics.many_segments(200, "bleu")
    assert "bleu" in found["scores"]
    assert found["texts"] > 0.02


def test_texts_are_not_held(tmp_path):
    """Batches are read one after the other, and only small numbers are kept."""
    references, outputs = metrics.made_up(1200, 2)
    for name, lines in (("ref", references), ("out", outputs)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    texts = texts_of_files({"x": tmp_path / "out"}, [tmp_path / "ref"])
    assert [len(batch.segments) for batch in texts.batches()] == [500, 500, 200]
    found = gather(texts, [text_metric("bleu"), text_metric("chrf")])
    assert [one.dtype.name for one in found.statistics] == ["uint16", "uint16"]
    assert len(found) == 1200
