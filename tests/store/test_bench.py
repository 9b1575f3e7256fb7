"""A very small round of the submission benchmark, so that it cannot rot."""

import re

from bench import submissions


def test_the_benchmark_measures_all_cells(monkeypatch):
    """Both campaigns are served and measured with one, ten and fifty clients."""
    monkeypatch.setattr(submissions, "REQUESTS", {1: 20, 10: 50, 50: 100})
    monkeypatch.setattr(submissions, "SIZES", {"50 × 4": 4, "50 × 8": 8})
    body = submissions.run(rounds=1).body
    rows = re.findall(r"^\| (50 × \d) \| (\d+) \| ([\d,]+) \|", body, flags=re.M)
    assert [(name, int(clients)) for name, clients, _ in rows] == [
        (name, clients) for clients in (1, 10, 50) for name in ("50 × 4", "50 × 8")
    ]
    assert all(int(rate.replace(",", "")) > 10 for *_, rate in rows)
