"""Small rounds of the study of false alarms, so that it cannot rot."""

import json

import pytest

from studies import monitoring as study


@pytest.fixture(scope="module")
def common():
    """Simulate five annotators of the same ten documents, which differ much."""
    return study.alarms(5, "common", 1.0, campaigns=40, seed=1)


@pytest.mark.parametrize("rule", study.KNOWN)
def test_rules_that_know_documents_keep_their_promise(common, rule):
    """At most 5%, give or take what few campaigns allow."""
    assert common[rule].stopped <= 0.05 + 2 * (0.05 * 0.95 / 40) ** 0.5


def test_rules_that_do_not_know_documents_cannot(common):
    """Documents of twenty segments that differ by 1 on the logit scale; the z test errs most."""
    assert common["planned, 4 looks, documents unknown"].stopped > 0.1
    assert common["z test at every look"].stopped > 0.5


def test_rules_for_scores_keep_their_promise():
    """Documents that differ by a third of a judgement's sd."""
    found = study.score_alarms(5, "dealt out", 8.0, campaigns=25, seed=1)
    for rule in study.KNOWN:
        assert found[rule].stopped <= 0.05 + 2 * (0.05 * 0.95 / 25) ** 0.5


def test_two_documents_each_leave_the_evidence_of_scores_silent():
    """Five annotators share ten documents: their spread within annotators cannot be told."""
    found = study.score_alarms(5, "common", 0.0, campaigns=2, seed=1)
    assert found[study.ANY_TIME].silent == 1
    assert found[study.PLANNED_RULE].silent == 0


def test_a_large_difference_is_found():
    """By every rule, and the sequential ones stop before the end."""
    found = study.needed(10, 4.0, campaigns=4, seed=1)
    assert min(one.stopped for one in found.values()) == 1
    assert found[study.PLANNED_RULE].mean < found["one look"].mean == study.TOTAL


def test_an_interrupted_study_goes_on_from_what_it_wrote(tmp_path, monkeypatch):
    """Situations that were measured already are read, and the page holds all of them."""
    monkeypatch.setattr(study, "PEOPLE", (3, 5))
    state = tmp_path / "state.jsonl"
    rules = (*study.KNOWN, "one look")
    one = {name: {"stopped": 0.01, "silent": 0.0, "mean": 300.0, "runs": 100} for name in rules}
    jobs = [
        *(("preferences", (*at, sd), 1) for at in study.product((3, 5), study.LAYOUTS)
          for sd in study.DOCUMENT_SDS),
        *(("scores", (*at, sd), 1) for at in study.product((3, 5), study.LAYOUTS)
          for sd in study.DOCUMENT_POINTS),
        *(("power", at, 1) for at in study.product((5,), study.RATIOS)),
    ]  # fmt: skip
    lines = [json.dumps([study._key(job), one]) for job in jobs]
    state.write_text("\n".join(lines), encoding="utf-8")
    page = study.run(1, 1, 1, state).body
    assert "the largest share of false alarms in 48 cells is 1.0 ± 2.0" in page
    assert "| 5 annotators, ratio 1.9 | 1.0 ± 2.0, mean 300 |" in page
    assert not state.exists()
