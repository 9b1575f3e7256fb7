"""Every manager page for campaigns in which errors are marked."""

import msgspec
import pytest

from tertium import protocols
from tertium.design import build_plan
from tertium.formats.judgements import read_judgements
from tertium.formats.typology import read_typology
from tertium.stats.errors.collected import collected_spans
from tertium.stats.span_agreement.agreement import agree_spans
from tertium.testing import People, simulate
from tertium.web.manage.results import results_of
from tests.web.annotate.marking import NAMES, marked_campaign

HERE = "/manage/campaigns/CAMPQQ"
PAGES = (
    "", "/annotators", "/annotators/ann-01", "/annotators/ann-01/preview", "/texts", "/export",
    "/report", "/close", "/reveal",
)  # fmt: skip
EXTERNAL = [{"name": "layout", "question": "Does the layout fit?", "labels": ["yes", "no"]}]
OPTIONS = {"grading": {"external": EXTERNAL}}
MARKING = ("mqm", "esa", "two_step", "grading", "scorecard")


def begun(store, clock, protocol, share, faults=2.0, options=None):
    """Put a campaign into the store, with a part of the work done."""
    campaign = marked_campaign(protocol, options or OPTIONS.get(protocol))
    plan = build_plan(campaign)
    store.campaigns.put(campaign, plan, at=clock())
    asked = protocols.get(campaign.protocol, campaign.options)
    people = People(problems=0.0, commenting=0.0, faults=faults)
    store.judgements.append(
        simulate(campaign, plan, asked, people=people, share=share), received_at=clock()
    )
    return campaign


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("protocol", MARKING)
def test_every_page_opens_blind(manager, store, clock, protocol, share):
    """Fresh, half-way and done: no page names a system."""
    begun(store, clock, protocol, share)
    for page in PAGES:
        for path in (f"{HERE}{page}", f"{HERE}{page}.json"):
            answer = manager.get(path)
            if page.endswith("/preview") and not path.endswith(".json"):
                continue
            assert answer.status_code in (200, 404), (path, answer.text[:300])
            assert not any(name in answer.text for name in NAMES), path


@pytest.mark.parametrize("protocol", ["mqm", "two_step", "grading", "scorecard"])
def test_the_live_page_tells_agreement_on_marks(manager, store, clock, protocol):
    """As soon as two people have read the same outputs, and not before."""
    begun(store, clock, protocol, 0.0)
    assert "Agreement appears when" in manager.get(HERE).text
    figures = manager.get(f"{HERE}.json").json()["figures"]
    assert figures["agreement"] is None


@pytest.mark.parametrize("protocol", ["mqm", "two_step", "grading", "scorecard"])
def test_agreement_on_the_live_page_is_that_of_the_analysis(manager, store, clock, protocol):
    """The same κ of tokens as in `tertium agree`."""
    campaign = begun(store, clock, protocol, 1.0)
    page = manager.get(HERE)
    found = manager.get(f"{HERE}.json").json()["figures"]["agreement"]
    spans = collected_spans(store.table(campaign.name), campaign)
    whole = agree_spans(spans)
    assert found["kappa"] == pytest.approx(whole.kappa.value)
    assert (found["low"], found["high"]) == (whole.kappa.low, whole.kappa.high)
    assert found["shared"] == whole.outputs == 8
    assert "token κ" in page.text
    kept = {one["annotator"]: one["kappa"] for one in found["people"]}
    assert kept == dict.fromkeys(("ann-01", "ann-02"), pytest.approx(found["kappa"]))


@pytest.mark.parametrize("protocol", MARKING)
def test_marked_errors_can_be_had_as_files(manager, store, clock, protocol, tmp_path):
    """After the reveal; what is scored from them is what the campaign says."""
    campaign = begun(store, clock, protocol, 1.0)
    offered = {one["file"] for one in manager.get(f"{HERE}/export.json").json()["files"]}
    assert ("errors.tsv" in offered) == (protocol != "esa")
    assert "comparisons.csv" not in offered
    assert manager.get(f"{HERE}/export/errors.csv").status_code == 403
    manager.post(f"{HERE}/reveal", {"sure": "yes"})
    for file in offered & {"errors.csv", "errors.tsv"}:
        answer = manager.get(f"{HERE}/export/{file}")
        assert answer.status_code == 200, answer.text[:300]
        (tmp_path / file).write_bytes(answer.content)
        found = read_judgements(tmp_path / file).spans()
        own = collected_spans(store.table(campaign.name), campaign)
        assert (len(found.outputs), len(found)) == (len(own.outputs), len(own))


@pytest.mark.parametrize("faults", [0.0, 2.0])
@pytest.mark.parametrize("protocol", MARKING)
def test_the_report_opens_also_where_nothing_is_wrong(manager, store, clock, protocol, faults):
    """Texts without errors are a finding."""
    begun(store, clock, protocol, 1.0, faults)
    manager.post(f"{HERE}/reveal", {"sure": "yes"})
    for address in ("report", "report/html"):
        page = manager.get(f"{HERE}/{address}")
        assert page.status_code == 200, page.text[:300]
        assert NAMES[0] in page.text


def test_an_annotators_page_tells_what_was_marked(manager, store, clock):
    """Passages with their kind, or that there are none; no system is named."""
    campaign = begun(store, clock, "mqm", 1.0)
    page = manager.get(f"{HERE}/annotators/ann-01").text
    answers = [
        one.answer["errors"]["marks"]
        for one in store.assignments.answered("CAMPQQ", "ann-01").values()
    ]
    mark = next(mark for marks in answers for mark in marks if mark["quote"])
    assert f"“{mark['quote']}” ({mark['category']}, {mark['severity']})" in page
    assert ("Errors: none" in page) == any(not marks for marks in answers)
    assert not any(system.name in page for system in campaign.systems)


@pytest.mark.parametrize(
    ("rule", "called"),
    [
        ({"scoring": "raw"}, "raw MQM score"),
        ({"scoring": "non-linear", "tolerance": "100=3,1000=12"}, "non-linear MQM score"),
        ({"scoring": "lisa", "pass_mark": 95}, "LISA score"),
        ({"scoring": "j2450", "pass_mark": 0.02}, "points per word (SAE J2450)"),
        ({"scoring": "wmt-mqm", "pass_mark": 2}, "points per segment (WMT MQM)"),
    ],
)
def test_the_report_follows_the_rule_of_a_scorecard(manager, store, clock, rule, called):
    """Whatever the campaign froze, with its verdict and its share of a delivery."""
    own = rule["scoring"] if rule["scoring"] in ("lisa", "j2450", "wmt-mqm") else "mqm-core"
    typology = msgspec.to_builtins(read_typology(own))
    sample = {"share": 0.25, "words": 2000, "unit": "passage", "seed": 3}
    begun(store, clock, "scorecard", 1.0, options=rule | {"typology": typology, "sample": sample})
    manager.post(f"{HERE}/reveal", {"sure": "yes"})
    (told,) = results_of(store, "CAMPQQ")
    assert (told.scoring, told.typology, len(told.decision)) == (rule["scoring"], f"{own}@1", 2)
    assert told.pass_mark == rule.get("pass_mark", 90)
    page = manager.get(f"{HERE}/report").text
    assert called.lower() in page.lower()
    assert "25.0% of the delivery was reviewed" in page
