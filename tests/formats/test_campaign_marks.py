"""Campaigns of marked errors as files of others: read again, they say the same."""

import pytest

from tertium import protocols
from tertium.cli.export import ERRORS
from tertium.design import build_plan
from tertium.exceptions import TertiumError
from tertium.formats.campaign_marks import marked_table
from tertium.formats.error_files import ERROR_FILES, write_errors
from tertium.formats.judgements import read_judgements
from tertium.model import Judgement
from tertium.stats.errors.analyse import score_errors
from tertium.stats.errors.collected import collected_spans, rule_of, typology_of
from tertium.table import JudgementTable
from tertium.table_rows import table_row
from tertium.testing import People, simulate
from tests.design.marked import marked

ENDINGS = {
    "narrow": ".csv", "mqm": ".tsv", "appraise": ".csv", "appraise-batches": ".json",
    "pearmut": ".jsonl", "wmt": ".jsonl", "mtme": ".jsonl", "its": ".xlf", "xlsx": ".xlsx",
}  # fmt: skip


def collected(campaign, share=1.0, problems=0.0):
    """Return the table of a campaign that simulated people have worked on."""
    plan = build_plan(campaign)
    protocol = protocols.get(campaign.protocol, campaign.options)
    people = People(problems=problems, commenting=0.0, faults=2.0)
    segments = {one.id: one for one in campaign.segments}
    assignments = {one.id: one for one in plan.assignments}
    rows = []
    judged: list[Judgement] = simulate(campaign, plan, protocol, people=people, share=share)
    for one in judged:
        assignment = assignments[one.assignment]
        rows += [
            table_row(campaign, segments[assignment.segment], assignment, one, row)
            for row in protocol.observations(one, assignment)
        ]
    return JudgementTable.from_rows(rows)


def scores(spans, typology):
    """Return points and words by system."""
    found = score_errors(spans, typology=typology)
    return {one.system: (round(one.points, 9), one.words, one.errors) for one in found.systems}


def test_every_kind_of_file_can_be_exported():
    """What `convert` writes, `export` writes."""
    assert tuple(ERRORS.values()) == ERROR_FILES


@pytest.mark.parametrize(
    ("protocol", "kind"),
    [
        *(("mqm", kind) for kind in ERROR_FILES),
        ("two_step", "narrow"),
        ("two_step", "appraise-batches"),
        ("grading", "xlsx"),
    ],
)
def test_a_file_read_again_has_the_same_scores(tmp_path, protocol, kind):
    """Texts, marks and readings without errors are all there; two steps are one reading."""
    campaign = marked([3] * 3, systems=2, protocol=protocol, annotators=2, common=9, batch=4)
    table = collected(campaign)
    typology = typology_of(campaign)
    path = tmp_path / f"errors{ENDINGS[kind]}"
    write_errors(marked_table(table, campaign), path, kind=kind)
    own = scores(collected_spans(table, campaign), typology)
    back = read_judgements(path).spans()
    sources = {one.id: one.source for one in campaign.segments}
    if kind == "appraise":  # which holds no texts
        back = back.with_texts(sources, campaign.outputs)
    assert scores(back, typology) == own


def test_a_reading_in_its_first_step_is_none_yet():
    """Half-way: what is read in one step only is neither exported nor scored."""
    campaign = marked([3] * 4, systems=2, protocol="two_step", annotators=1, batch=4)
    table = collected(campaign, share=0.6)
    steps = [row["condition"] for row in table.rows() if row["aspect"] == "overall"]
    assert steps.count("acceptability") > steps.count("adequacy") > 0
    spans = collected_spans(table, campaign)
    assert len(spans.outputs) == steps.count("adequacy")
    rows = marked_table(table, campaign).rows()
    assert sum(row["aspect"] == "overall" for row in rows) == steps.count("adequacy")
    assert {row["condition"] for row in rows} == {None}


def test_a_problem_in_one_step_leaves_a_reading_out():
    """Whichever step it was: such an output was not read as a whole."""
    campaign = marked([4] * 6, systems=2, protocol="two_step", annotators=1)
    table = collected(campaign, problems=0.3)
    conditions = {}
    for row in table.rows():
        if row["aspect"] == "overall":
            conditions.setdefault((row["segment"], row["system"]), set()).add(row["condition"])
    assert {len(steps) for steps in conditions.values()} == {1, 2}
    whole = sum(len(steps) == 2 for steps in conditions.values())
    assert len(collected_spans(table, campaign).outputs) == whole
    rows = marked_table(table, campaign).rows()
    assert sum(row["aspect"] == "overall" for row in rows) == whole


def test_a_reading_in_two_steps_counts_its_words_once():
    """And its points from both."""
    campaign = marked([2], systems=1, protocol="two_step", annotators=1)
    table = collected(campaign)
    spans = collected_spans(table, campaign)
    assert len(spans.outputs) == 2
    whole = sum(row["value"] for row in table.rows() if row["aspect"] == "overall")
    assert spans.outputs.score.sum() == whole
    assert len(spans) == sum(row["aspect"] == "error" for row in table.rows())


def test_a_scorecard_brings_its_rule():
    """Scoring, pass mark and tolerance as the campaign wrote them down."""
    campaign = marked([2])
    assert rule_of(campaign) == {}
    assert rule_of(None) == {}
    card = marked([2], protocol="scorecard", options={"pass_mark": 95})
    usual = {"cautious": False}
    assert rule_of(card) == usual | {
        "scoring": "calibrated",
        "pass_mark": 95.0,
        "tolerance": 10.0,
    }
    plain = marked([2], protocol="scorecard", options={"scoring": "raw"})
    assert rule_of(plain) == usual | {"scoring": "raw", "pass_mark": 90.0}
    curved = marked([2], protocol="scorecard", options={"scoring": "non-linear"})
    lengths = ((250.0, 4.0), (1000.0, 10.0))
    assert rule_of(curved) == usual | {
        "scoring": "non-linear",
        "pass_mark": 90.0,
        "tolerances": lengths,
    }


def test_a_scorecard_may_be_cautious_and_knows_the_documents_of_its_delivery():
    """The setting is true or false; documents are those that the sample was drawn from."""
    options = {"cautious": True, "sample": {"share": 0.5, "documents": 7}}
    rule = rule_of(marked([2, 1], protocol="scorecard", options=options))
    assert (rule["cautious"], rule["documents"]) == (True, 7)
    unnamed = rule_of(marked([2, 0], protocol="scorecard", options=options))
    assert "documents" not in unnamed
    with pytest.raises(TertiumError, match="neither true nor false"):
        rule_of(marked([2], protocol="scorecard", options={"cautious": "very"}))
