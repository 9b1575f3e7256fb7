"""Chunk accuracy in every format."""

import pytest

from tertium.rendering import figures, headline
from tests.rendering.every_format import tell
from tests.stats.chunks.test_chunk_accuracy import accuracy


@pytest.mark.parametrize("labels", ["CP", "GBU", "CAFO"])
def test_every_scheme_is_told_in_every_format(labels):
    """Two systems, two annotators, documents."""
    rows = [
        (who, f"{d}.{s}", system, str(u), labels[(d * s + u * k) % len(labels)], f"d{d}")
        for who in ("ana", "ben")
        for k, system in enumerate(("acme", "bolt"), 1)
        for d in range(3)
        for s in range(3)
        for u in range(4)
    ]
    result = accuracy(rows)
    said = tell(result)
    assert set(said["json"]["systems"][0]) >= {"system", "accuracy", "macro", "correct"}
    assert [one.name for one in figures(result)] == ["chunk-accuracy", "chunk-answers"]
    assert "chunk accuracy" in headline(result)


def test_one_system_without_problems_is_told():
    """Nothing to list, and nothing breaks."""
    result = accuracy([("a", str(s), "x", "1", "C") for s in range(4)])
    tell(result)
    assert headline(result).startswith("100.0% (95% CI 51.0%–100.0%) of the chunks of x")
