"""Small rounds of the study of systems and of the benchmarks, so that they cannot rot."""

import csv

import numpy as np

from bench import annotator_layouts, commands
from bench import contrasts as bench
from studies import annotator_systems as study
from studies._annotator_systems import CELLS, Cell, judged, trial


def test_equal_systems_are_drawn_as_described():
    """Three of five annotators score both outputs of a segment, ten documents of five segments."""
    scores = judged(Cell(5, "strong"), 0)
    assert len(scores.value) == 300
    assert np.bincount(scores.document.codes).tolist() == [30] * 10
    assert 55 < scores.value.mean() < 65
    assert set(trial(Cell(3, "none"), 1)) == {"apart", "covered", "width"}


def test_a_study_goes_on_where_it_stopped(tmp_path, monkeypatch):
    """Finished situations are read from the file, and the page has every one of them."""
    kept = tmp_path / "kept.jsonl"
    names = [f"{cell.differ} {cell.people}" for cell in CELLS]
    for name in names:
        study._kept(kept, name, [{"apart": 0.0, "covered": 1.0, "width": 5.0}] * 3)
    mixed = {f"{name} {what}": 1.0 for name in ("paper's model", "model")
             for what in ("right", "covers", "width")}  # fmt: skip
    study._kept(kept, "mixes", [mixed | {"mean z right": 0.0}] * 3)
    body = study.run(2, 2, kept).body
    assert body.count("| 0.0 ± 0.0 | 100.0 ± 0.0 | 5.0 |") == len(CELLS)
    assert "at most 0.0%, at least 100.0%: met." in body


def test_layouts_have_no_score_twice(tmp_path):
    """Every annotator scores an output once, in unlike mixes too."""
    for layout in (
        annotator_layouts.Layout(300, 100, 3),
        annotator_layouts.Layout(300, 150, 20, mixed=True),
    ):
        path = tmp_path / "scores.csv"
        annotator_layouts.write(layout, path)
        with path.open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        keys = {(row["annotator"], row["segment"], row["system"]) for row in rows}
        assert len(keys) == len(rows) >= 200


def test_examples_are_repeated_about_other_texts(tmp_path):
    """Each time with new segments; a copy still names its original."""
    number = commands.repeated(commands.EXAMPLES / "scores.csv", 3, tmp_path / "scores.csv")
    with (tmp_path / "scores.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == number == 3 * 96
    assert rows[96]["segment"] == rows[0]["segment"] + "-1"


def test_the_plain_jackknife_is_near_the_crossed_interval(monkeypatch):
    """Both speak of the same contrasts: the peer is no straw man."""
    monkeypatch.setattr(bench, "SEGMENTS", 60)
    monkeypatch.setattr(bench, "DOCUMENTS", 12)
    monkeypatch.setattr(bench, "SYSTEMS", 4)
    rows = bench.drawn(1.0)
    plain = np.sqrt(bench.jackknife(rows))
    found = bench.estimate(rows, level=0.95)
    crossed = np.array([(one.high - one.low) / 2 / 1.96 for one in found.contrasts])
    assert 0.5 < np.median(crossed) / np.median(plain) < 2.5
