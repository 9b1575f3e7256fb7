"""The public door: who is let in, what is shown before consent, and how a visit ends."""

import re
from dataclasses import replace
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from tertium.design import build_plan
from tertium.model import Crowd, Gold, Qualification, Wording
from tertium.store import Store
from tertium.web.app import create_app
from tests.web.annotate.conftest import HEADERS, NOW, campaign

MTURK = "https://www.mturk.com"
BASE = Crowd(public=True, judges=2, items=4, lease_minutes=30)


class Hall:
    """A served campaign with a crowd, and a clock that can be set."""

    def __init__(self, store, crowd):
        self.store, self.now = store, NOW
        made = campaign()
        made = replace(
            made,
            crowd=crowd,
            wording=Wording(profile=False),
            design=replace(made.design, annotators=0),
        )
        store.campaigns.put(made, build_plan(made), at=NOW)
        self.name = made.name
        self.public, self.trial = sorted(
            store.crowd.links(made.name, at=NOW), key=lambda one: one.trial
        )
        app = create_app(store, clock=lambda: self.now)
        self.browser = TestClient(app, follow_redirects=False, headers=HEADERS)

    def get(self, path, **query):
        """Open a page."""
        return self.browser.get(f"{path}?{urlencode(query, doseq=True)}" if query else path)

    def door(self, **query):
        """Open the public link."""
        return self.get(f"/crowd/{self.public.token}", **query)

    def join(self, agree="yes", code="", **query):
        """Agree at the public link."""
        path = f"/crowd/{self.public.token}?{urlencode(query)}"
        return self.browser.post(path, data={"agree": agree, "code": code})

    def start(self, home):
        """Read the instructions and practise."""
        for step in ("instructions", "tutorial"):
            self.browser.post(f"{home}/{step}", data={"done": "yes"})
        who = self.store.annotators.visitor(home.split("/")[2], now=self.now).annotator
        self.store.annotators.record_step(self.name, who, "tutored", None, at=self.now)
        return who

    def judge(self, home, answer=lambda task: "left", most=100):
        """Answer what is open of the first batch with work."""
        tasks = self.get(f"{home}/tasks.json").json()["tasks"]
        open_ = [task for task in tasks if not task["answered"]][:most]
        sent = [
            {
                "id": f"judged-{task['id']}",
                "assignment": task["id"],
                "answer": {"better": answer(task)},
                "submitted_at": self.now.isoformat(),
                "seconds": 6.0,
            }
            for task in open_
        ]
        answered = self.browser.post(f"{home}/judgements", json={"judgements": sent}).json()
        assert answered["refused"] == []
        return [task["id"] for task in open_]


@pytest.fixture
def hall(tmp_path):
    """Open a crowd with some settings."""
    opened = []

    def build(**settings):
        store = Store.open(tmp_path / f"hall-{len(opened)}.db")
        opened.append(store)
        return Hall(store, replace(BASE, **settings))

    yield build
    for store in opened:
        store.close()


def test_from_the_link_to_the_code(hall):
    """Somebody from a mailing list gets a code to come back with, work, and proof of it."""
    here = hall()
    page = here.door()
    assert page.status_code == 200
    assert "Before you begin" in page.text
    joined = here.join()
    code = re.search(r'id="code">([A-Z2-7-]+)<', joined.text)[1]
    home = re.search(r'href="(/a/[^"]+)"', joined.text)[1]
    who = here.start(home)
    assert here.get(home).headers["location"] == f"{home}/tasks"
    assert len(here.judge(home)) == 4
    end = here.get(f"{home}/thanks")
    assert 'data-outcome="finished"' in end.text
    assert re.search(r"[A-Z2-7]{4}-[A-Z2-7]{4}", end.text)
    assert here.join(code=code.lower()).headers["location"] == home
    assert here.join(code="AAAA-BBBB-CCCC").status_code == 404
    again = here.browser.post(f"{home}/crowd", data={"act": "another"})
    assert again.status_code == 303
    assert here.get(home).headers["location"] == f"{home}/tasks"
    assert len(here.store.assignments.of(here.name, who)) == 8


def test_nothing_is_kept_of_who_declines(hall):
    """Declining leads back to the site; the id is nowhere."""
    here = hall(id_parameters=("PROLIFIC_PID",), returned="https://app.example/back?cc=R")
    assert here.door(PROLIFIC_PID="pQQ1").status_code == 200
    page = here.join("no", PROLIFIC_PID="pQQ1")
    assert "https://app.example/back?cc=R" in page.text
    assert here.store.annotators.all(here.name) == []


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({}, "has no workerId"),
        ({"workerId": "  "}, "has no workerId"),
        ({"workerId": ["A1", "A2"]}, "gives workerId twice"),
        ({"workerId": "<script>alert(1)</script>" * 13}, "too long"),
        ({"workerId": "<script>alert(1)</script>"}, "cannot be an id"),
        (
            {"workerId": "A1", "assignmentId": "X", "turkSubmitTo": "https://evil.example"},
            "which this campaign does not name",
        ),
    ],
)
def test_a_bad_address_is_refused_in_one_sentence(hall, query, said):
    """Nobody gets in by an address that says nothing about them, or too much."""
    here = hall(id_parameters=("workerId", "assignmentId"), frames=(MTURK,))
    page = here.door(**query)
    assert page.status_code == 422
    assert said in page.text
    assert "<script>alert" not in page.text
    assert here.store.crowd.members(here.name) == []


def test_a_preview_knows_nobody(hall):
    """While a worker looks, no work is given; the page says so and is counted."""
    here = hall(id_parameters=("workerId", "assignmentId"), frames=(MTURK,))
    page = here.door(assignmentId="ASSIGNMENT_ID_NOT_AVAILABLE", hitId="H")
    assert "This is a preview" in page.text
    assert 'name="agree"' not in page.text
    assert here.store.crowd.members(here.name) == []


def test_mturk_in_its_frame(hall):
    """Declared sites may frame the pages; the work goes back as a form to where it came from."""
    here = hall(id_parameters=("workerId", "assignmentId"), frames=(MTURK,))
    visit = {"workerId": "A1", "assignmentId": "ASN1", "hitId": "H", "turkSubmitTo": MTURK}
    page = here.door(**visit)
    assert f"frame-ancestors {MTURK}" in page.headers["content-security-policy"]
    home = here.join(**visit).headers["location"]
    here.start(home)
    here.judge(home)
    end = here.get(f"{home}/thanks")
    assert f'action="{MTURK}/mturk/externalSubmit"' in end.text
    assert 'name="assignmentId" value="ASN1"' in end.text
    policy = end.headers["content-security-policy"]
    assert f"form-action 'self' {MTURK};" in policy
    assert f"frame-ancestors {MTURK}" in policy
    assert "set-cookie" not in end.headers


def test_other_campaigns_may_not_be_framed(hall):
    """Without declared sites no other site shows the pages."""
    page = hall().door()
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


def test_prolific_gets_its_code(hall):
    """The way back is the completion address; the same visit comes to the same place."""
    back = "https://app.prolific.com/submissions/complete?cc=C1"
    names = ("PROLIFIC_PID", "SESSION_ID", "STUDY_ID")
    here = hall(id_parameters=names, completion=back, screened_out="https://app.example/?cc=S")
    visit = dict(zip(names, ("5f3a", "s1", "st"), strict=True))
    here.door(**visit)
    home = here.join(**visit).headers["location"]
    here.start(home)
    here.judge(home)
    assert back.replace("&", "&amp;") in here.get(f"{home}/thanks").text
    assert here.door(**visit).headers["location"] == home
    assert 'data-outcome="finished"' in here.get(f"{home}/thanks").text
    other = visit | {"PROLIFIC_PID": " 5F3A", "SESSION_ID": "s1"}
    assert here.door(**other).headers["location"] == home


def test_who_finds_nothing_open_is_told_so(hall):
    """After the last place is taken, others are sent back."""
    here = hall(items=20, judges=1, screened_out="https://app.example/?cc=S")
    first = re.search(r'href="(/a/[^"]+)"', here.join().text)[1]
    second = re.search(r'href="(/a/[^"]+)"', here.join().text)[1]
    for home in (first, second):
        here.start(home)
        here.get(home)
    page = here.get(f"{second}/thanks")
    assert 'data-outcome="none"' in page.text
    assert "https://app.example/?cc=S" in page.text


def test_stopping_gives_the_rest_back(hall):
    """What is saved is kept; what is open goes to others."""
    here = hall(judges=1, items=12)
    home = re.search(r'href="(/a/[^"]+)"', here.join().text)[1]
    here.start(home)
    here.get(home)
    here.judge(home, most=5)
    assert "Stop and give back the rest" in here.get(f"{home}/leave").text
    stopped = here.browser.post(f"{home}/crowd", data={"act": "stop"})
    assert stopped.headers["location"] == f"{home}/thanks"
    assert 'data-outcome="returned"' in here.get(f"{home}/thanks").text
    other = re.search(r'href="(/a/[^"]+)"', here.join().text)[1]
    here.start(other)
    here.get(other)
    assert len(here.judge(other)) == 7


def test_an_answer_after_the_lease_is_accepted(hall):
    """A page that was open gets its answers acknowledged; what has no place is surplus."""
    here = hall(judges=1, items=12)
    home, other = (re.search(r'href="(/a/[^"]+)"', here.join().text)[1] for _ in range(2))
    who = here.start(home)
    here.get(home)
    tasks = here.get(f"{home}/tasks.json").json()["tasks"]
    here.now += timedelta(minutes=31)
    here.start(other)
    here.get(other)
    sent = [
        {
            "id": f"later-{task['id']}",
            "assignment": task["id"],
            "answer": {"better": "left"},
            "submitted_at": here.now.isoformat(),
        }
        for task in tasks[:3]
    ]
    answer = here.browser.post(f"{home}/judgements", json={"judgements": sent}).json()
    assert len(answer["saved"]) == 3
    rows = here.store.table(here.name, rounds="all").rows()
    assert [row["surplus"] for row in rows if row["annotator"] == who] == [1, 1, 1]
    assert here.store.table(here.name).rows() == []


GOLD = tuple(
    Gold(f"SEGQQ{n}", ("SYSQQ-one", "SYSQQ-two"), {"better": "SYSQQ-two"}) for n in range(6)
)
TEST = Qualification(gold="gold.csv", items=3, pass_=0.6, attempts=2, feedback=True, known=GOLD)


def better(task):
    """Answer as the gold items say: the longer translation."""
    return "left" if len(task["texts"][0]["text"]) > len(task["texts"][1]["text"]) else "right"


def worse(task):
    """Answer otherwise."""
    return "right" if better(task) == "left" else "left"


def test_qualifying_at_the_second_attempt(hall):
    """A test that is not passed shows what was wrong, and another has other items."""
    here = hall(qualification=TEST, items=3)
    home = re.search(r'href="(/a/[^"]+)"', here.join().text)[1]
    who = here.start(home)
    assert here.get(home).headers["location"] == f"{home}/tasks"
    first = here.judge(home, worse)
    page = here.get(f"{home}/thanks")
    assert 'data-outcome="retry"' in page.text
    assert page.text.count("<li dir") == 3
    here.browser.post(f"{home}/crowd", data={"act": "test"})
    second = here.judge(home, better)
    assert len(first) == len(second) == 3
    assert here.get(home).headers["location"] == f"{home}/tasks"
    assert len(here.judge(home)) == 3
    assert 'data-outcome="finished"' in here.get(f"{home}/thanks").text
    work = here.store.assignments.of(here.name, who)
    assert [one.role for one in work] == ["gold"] * 6 + ["real"] * 3
    assert len({one.segment for one in work}) == 9
    assert {one.segment for one in work[:6]} == {gold.segment for gold in GOLD}


def test_failing_twice_ends_the_visit(hall):
    """Nobody gets work who did not pass, and the test is no judgement that counts."""
    here = hall(qualification=TEST, failed="https://app.example/?cc=F")
    home = re.search(r'href="(/a/[^"]+)"', here.join().text)[1]
    here.start(home)
    for _ in range(2):
        here.get(home)
        here.judge(home, worse)
        here.get(f"{home}/thanks")
        here.browser.post(f"{home}/crowd", data={"act": "test"})
    page = here.get(f"{home}/thanks")
    assert 'data-outcome="failed"' in page.text
    assert "https://app.example/?cc=F" in page.text
    here.browser.post(f"{home}/crowd", data={"act": "another"})
    assert here.get(home).headers["location"] == f"{home}/thanks"
    assert len(here.store.table(here.name)) == 0


def test_no_name_of_a_system_nor_an_answer_of_gold_reaches_a_browser(hall):
    """Pages and batches of the test and the work hold texts in slots, nothing behind them."""
    here = hall(qualification=TEST, items=3, id_parameters=("workerId",))
    home = here.join(workerId="W1QQ").headers["location"]
    here.start(home)
    here.get(home)
    seen = [here.door(workerId="W2QQ").text]
    for path in (f"{home}/tasks", f"{home}/tasks.json", f"{home}.json"):
        seen.append(here.get(path).text)
    here.judge(home, better)
    seen += [here.get(path).text for path in (f"{home}/thanks", f"{home}/tasks.json")]
    for text in seen:
        assert "QQ" not in text.replace("W2QQ", "")
        assert "gold" not in text


def test_the_trial_keeps_nothing(hall):
    """By the trial link everything is shown, and the store is as before."""
    here = hall(qualification=TEST)
    before = list(here.store.history.events(None))
    page = here.get(f"/crowd/{here.trial.token}")
    assert "Nothing is stored" in page.text
    agreed = here.browser.post(f"/crowd/{here.trial.token}", data={"agree": "yes"})
    assert agreed.headers["location"] == f"/crowd/{here.trial.token}/tasks"
    assert "Nothing is stored" in here.get(agreed.headers["location"]).text
    tasks = here.get(f"/crowd/{here.trial.token}/tasks.json").json()["tasks"]
    assert len(tasks) == 4
    assert here.store.crowd.members(here.name) == []
    assert here.store.history.events(None) == before


def test_lists_keep_people_out(hall):
    """Who was in an earlier study is told at the door."""
    here = hall(id_parameters=("workerId",))
    here.store.crowd.set_guests(here.name, ["a1"], let_in=False, by="m", at=NOW)
    assert 'data-outcome="stopped"' in here.door(workerId="A1").text
    assert 'data-outcome="stopped"' in here.join(workerId="A1").text
    assert here.join(workerId="A2").status_code == 303


def test_withdrawing_consent(hall):
    """Afterwards there is no more work, and the answers are not used."""
    here = hall()
    home = re.search(r'href="(/a/[^"]+)"', here.join().text)[1]
    here.start(home)
    here.get(home)
    here.judge(home)
    assert here.browser.post(f"{home}/crowd", data={"act": "withdraw"}).status_code == 200
    assert len(here.store.table(here.name, rounds="all")) == 0
    here.browser.post(f"{home}/crowd", data={"act": "another"})
    assert here.get(home).headers["location"] == f"{home}/thanks"


def test_a_paused_campaign_lets_nobody_in(hall):
    """The door says what the personal links say."""
    here = hall()
    here.store.campaigns.set_state(here.name, "paused", by="m", at=NOW)
    assert here.door().status_code == 403
