"""The payment list: a price that can be typed, bonuses, names, as workbook and CSV."""

import csv
import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import openpyxl
import pytest

from tertium.design import build_plan
from tertium.model import Judgement, Prices

HERE = "/manage/campaigns/spring"


@pytest.fixture
def unpriced(store, make_campaign, clock):
    """Put the small campaign into the store without a price; ann-01 answers three items."""
    made = replace(make_campaign(), prices=Prices())
    plan = build_plan(made)
    store.campaigns.put(made, plan, at=clock())
    own = [one for one in plan.assignments if one.annotator == "ann-01"][:3]
    store.judgements.append(
        [
            Judgement(one.id, "spring", one.id, "ann-01", {"better": "left"}, clock(), 9.0)
            for one in own
        ],
        received_at=clock(),
    )
    return made


def pay(manager, **changed):
    """Send price and bonus as the page does."""
    page = manager.data(f"{HERE}/payment")
    sent = {"price": 0.5, "currency": "EUR", "annotator": ["ann-01"], "bonus": [10.0],
            "since": page["since"]}  # fmt: skip
    return manager.post(f"{HERE}/payment", sent | changed)


def test_without_a_price_nothing_is_said_to_cost_nothing(manager, unpriced):
    """No 0.00: the list says that a price is missing, and the page asks for it."""
    page = manager.data(f"{HERE}/payment")
    assert (page["price"], page["total"]) == (None, None)
    assert page["rows"][0]["amount"] is None
    assert "No price is set" in manager.get(f"{HERE}/payment").text
    text = manager.get(f"{HERE}/export/payment.csv").text
    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["amount"], row["total"]) == ("", "")
    assert row["why"] == "no price per task is set"


def test_a_price_can_be_typed_and_counts_everywhere(manager, store, unpriced):
    """On the payment page, in exports, on the live page and in letters."""
    store.annotators.set_name("spring", "ann-01", name="Grace Hopper", mail="grace@example.org")
    assert pay(manager).status_code == 200
    page = manager.data(f"{HERE}/payment")
    assert (page["rows"][0]["amount"], page["total"]) == (1.5, 11.5)
    (row,) = csv.DictReader(io.StringIO(manager.get(f"{HERE}/export/payment.csv").text))
    assert (row["price"], row["amount"], row["bonus"], row["total"]) == (
        "0.5", "1.50", "10.00", "11.50"
    )  # fmt: skip
    assert manager.data(HERE)["figures"]["progress"]["cost"]["so_far"] == 1.5
    letter = manager.data(f"{HERE}/letters")["recipients"][0]["body"]
    assert "EUR" in letter


def test_nought_is_a_price_too(manager, unpriced):
    """Volunteers are unpaid on purpose."""
    pay(manager, price=0, bonus=[0])
    page = manager.data(f"{HERE}/payment")
    assert (page["price"], page["total"]) == (0, 0)


def test_the_list_has_names_as_workbook_and_csv(manager, store, unpriced):
    """Numbers are numbers; a name that looks like a formula is none; other exports name nobody."""
    store.annotators.set_name("spring", "ann-01", name="=Grace()", mail="grace@example.org")
    pay(manager)
    answer = manager.get(f"{HERE}/payment/list.xlsx")
    assert "attachment" in answer.headers["content-disposition"]
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    sheet = book["Payment"]
    header, values = ([cell.value for cell in row] for row in sheet.iter_rows(max_row=2))
    found = dict(zip(header, values, strict=True))
    assert found["name"] == "=Grace()"
    assert sheet.cell(2, header.index("name") + 1).data_type == "s"
    assert (found["amount"], found["total"]) == (1.5, 11.5)
    (row,) = csv.DictReader(io.StringIO(manager.get(f"{HERE}/payment/list.csv").text))
    assert row["name"].startswith("'=")
    assert "Grace" not in manager.get(f"{HERE}/export/payment.csv").text
    assert manager.get(f"{HERE}/payment/list.doc").status_code == 404


@pytest.mark.parametrize(
    ("changed", "code"),
    [({"price": -1}, 422), ({"bonus": [1, 2]}, 422), ({"annotator": ["nobody"]}, 404),
     ({"since": "other"}, 409)],
)  # fmt: skip
def test_pay_that_cannot_be_is_refused(manager, unpriced, changed, code):
    """One sentence, and nothing is changed."""
    assert pay(manager, **changed).status_code == code
    assert manager.data(f"{HERE}/payment")["price"] is None


def test_two_managers_do_not_overwrite_each_other(manager, unpriced):
    """The second of two forms that were opened together is refused."""
    since = manager.data(f"{HERE}/payment")["since"]

    def send(price):
        sent = {"price": price, "currency": "EUR", "since": since}
        return manager.post(f"{HERE}/payment", sent).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(send, (1.0, 2.0))) == [200, 409]
