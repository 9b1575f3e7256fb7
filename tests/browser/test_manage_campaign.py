"""One whole campaign by a manager who types no file, from a workbook to the archive."""

import base64
from dataclasses import replace
from io import BytesIO

import openpyxl
import pytest

from tests.browser.conftest import Annotator
from tests.browser.managed import SYSTEMS, reload_until, write_workbook

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("manage")]

TOP = "one => one.getBoundingClientRect().top + scrollY"
DROP = """([zone, name, content]) => {
  const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
  const dropped = new DataTransfer();
  dropped.items.add(new File([bytes], name));
  for (const kind of ["dragenter", "dragover", "drop"]) {
    document.querySelector(zone).dispatchEvent(
      new DragEvent(kind, { dataTransfer: dropped, bubbles: true, cancelable: true }));
  }
}"""
DONE = ("Pilot round begun", "Main round opened", "Work handed over", "Hand-over undone",
        "Price or bonus changed", "Campaign closed", "Campaign archived", "Campaign deleted",
        "Campaign brought back")  # fmt: skip


def test_a_whole_campaign_by_clicks(managed, context, tmp_path):
    """Workbook in, pilot round, main round, hand-over, payment, report, workbook out, archive."""
    served = replace(managed, name="trains-in-spring", faults=[])
    ada = served.sign_in(context())
    upload(ada, write_workbook(tmp_path))
    set_up(ada)
    with served.store() as store:
        campaign = store.campaigns.get(served.name)
    design = campaign.design
    assert (design.annotators, design.batch, design.common, design.unique) == (4, 30, 12, "all")
    assert campaign.prices.per_task == 0.5
    assert {segment.pair for segment in campaign.segments} == {"en-uk"}
    try_out(served, ada, context)
    relieve(served, ada)
    assert not any(name in ada.content() for name in SYSTEMS)
    pay(ada)
    close_and_unblind(served, ada)
    take_home(served, ada)
    put_away(served, ada)
    assert [one for one in served.faults if "status of 4" not in one] == []


def upload(ada, workbook):
    """Drop the workbook and answer what is asked about it."""
    ada.get_by_role("link", name="New campaign").click()
    content = base64.b64encode(workbook.read_bytes()).decode()
    ada.locator(".sent-files").wait_for(state="attached")
    ada.evaluate(DROP, [".drop", workbook.name, content])
    ada.locator(".sent-files li").get_by_text("delivery.xlsx").wait_for()
    ada.get_by_label("Title for annotators").fill("Trains in spring")
    ada.get_by_label("From (name or code)").fill("English")
    ada.get_by_label("To (name or code)").fill("Ukrainisc")
    ada.get_by_role("button", name="Upload and look at the plan").click()
    ada.get_by_text("No language is known as 'Ukrainisc'.").wait_for()
    ada.get_by_role("button", name="Ukrainian").click()
    ada.get_by_label("Sheet with the texts").select_option("Texts")
    ada.get_by_role("button", name="Answer and go on").click()
    ada.get_by_label("Column of the source").select_option("English")
    ada.get_by_role("button", name="Answer and go on").click()
    ada.get_by_text("A dry run: annotation has not started.").wait_for()
    assert "nothing stands in it: Remarks" in ada.locator("main").inner_text()


def set_up(ada):
    """Fill in the settings, see the plan change at once, and open the campaign."""
    before = ada.locator("#settings").evaluate(TOP)
    ada.get_by_label("Price per judgement").fill("0.5")
    ada.locator("[data-live=facts]").get_by_text("EUR", exact=False).first.wait_for()
    ada.get_by_label("Annotators", exact=True).fill("4")
    ada.locator("[data-live=facts]").get_by_text("4 annotators will").wait_for()
    ada.get_by_label("Items per session").fill("0")
    ada.locator("[data-live=fault] .bad").wait_for()
    assert ada.locator("#settings").evaluate(TOP) == before  # nothing jumps
    ada.get_by_label("Items per session").fill("30")
    ada.locator("[data-live=fault] .bad").wait_for(state="detached")
    ada.get_by_text("More settings").click()
    for field, value in (("common", "12"), ("unique", "all")):
        ada.locator(f"[name='design.{field}']").fill(value)
    ada.get_by_label("Instructions").fill("Read both. Then decide.")
    with ada.expect_download() as file:
        ada.get_by_role("link", name="Download the campaign file").click()
    assert 'title = "Trains in spring"' in file.value.path().read_text(encoding="utf-8")
    ada.get_by_role("button", name="Open the campaign").click()
    ada.get_by_text("The campaign is open. Now send the annotators their links.").wait_for()


def try_out(served, ada, context):
    """Begin a pilot round, which one annotator answers in a browser; read it, go on."""
    link = ada.get_by_label("Link of ann-02").input_value()
    ada.goto(served.here)
    ada.get_by_role("link", name="Pilot round").click()
    ada.get_by_label("Judgements of each annotator").fill("5")
    for absent in ("ann-03", "ann-04"):
        ada.get_by_role("checkbox", name=absent).uncheck()
    ada.get_by_role("button", name="Begin the pilot round").click()
    ada.get_by_text("The pilot round has begun.").wait_for()
    assert served.judge("ann-01", days=9) == 5
    answer_all(Annotator(context().new_page(), link))
    reload_until(ada, "10 judgements so far.")
    ada.get_by_role("heading", name="What the pilot says").wait_for()
    ada.get_by_text("As planned").wait_for()
    assert not any(name in ada.content() for name in SYSTEMS)
    ada.get_by_role("button", name="Open the main round").click()
    ada.get_by_text("The main round is open.").wait_for()


def answer_all(annotator):
    """Consent, read the instructions, and answer whatever is asked."""
    page = annotator.page
    page.goto(annotator.link)
    page.locator("button[value=yes]").click()
    page.wait_for_url("**/profile")
    page.locator("main form button").last.click()
    page.get_by_text("Read both. Then decide.").wait_for()
    page.locator("main form button").last.click()
    page.locator("#item").wait_for()
    while page.locator("#rest").is_hidden():
        annotator.answer("1")
    annotator.until_state("Saved")
    page.context.close()
    assert annotator.faults == []


def relieve(served, ada):
    """Find the idle annotator on the live page; write, hand over, undo, hand to somebody new."""
    served.judge("ann-01", share=0.5, days=8)
    for active in ("ann-02", "ann-03", "ann-04"):
        served.judge(active, share=0.9)
    ada.goto(served.here)
    reload_until(ada, "ann-01 has been idle")
    need = ada.locator("[data-part=needs] li", has_text="ann-01 has been idle")
    need.get_by_role("link", name="Send a reminder").click()
    first = ada.locator("#to-ann-01")
    mail = first.get_by_role("link", name="Mail to ann-01").get_attribute("href")
    assert mail.startswith("mailto:?subject=Reminder")
    assert "{" not in first.inner_text()
    ada.go_back()
    need.get_by_role("link", name="Hand over work").click()
    ada.get_by_label("To", exact=True).select_option("ann-02")
    ada.get_by_role("button", name="Hand over", exact=True).click()
    ada.get_by_text("The open work was handed over.").wait_for()
    ada.get_by_role("button", name="Undo the hand-over from ann-01 to ann-02").click()
    ada.get_by_text("What was not answered has gone back.").wait_for()
    ada.get_by_label("To", exact=True).select_option("")
    ada.get_by_label("Name, if new").fill("Grace Hopper")
    ada.get_by_label("The annotator stops").check()
    ada.get_by_role("button", name="Hand over", exact=True).click()
    ada.get_by_text("The annotator was added.").wait_for()
    assert "Grace Hopper" in ada.locator("main").inner_text()
    for active in ("ann-02", "ann-03", "ann-04", "ann-05"):
        assert served.judge(active) > 0


def pay(ada):
    """Change the price, add a bonus, and take the list."""
    ada.get_by_role("link", name="All annotators").click()
    ada.get_by_role("link", name="Payment").click()
    ada.get_by_label("Price of a judgement").fill("0.25")
    ada.get_by_label("Bonus of ann-02").fill("5")
    ada.get_by_role("button", name="Save").click()
    ada.get_by_text("Price and bonuses were saved.").wait_for()
    paid = {row["annotator"]: row for row in rows_of(book_of(ada, "List as Excel file")["Payment"])}
    assert paid["ann-02"]["bonus"] == 5
    for row in paid.values():
        assert row["total"] == 0.25 * row["judgements"] + (row["bonus"] or 0) > 0


def close_and_unblind(served, ada):
    """Close the campaign, and read its report."""
    ada.goto(served.here)
    ada.get_by_role("link", name="Close…").click()
    ada.get_by_role("dialog").get_by_role("button", name="Close the campaign").click()
    ada.get_by_role("link", name="Report", exact=True).click()
    ada.locator("main .empty").get_by_role("link", name="Unblind").click()
    ada.get_by_role("dialog").get_by_role("button", name="Unblind").click()
    ada.locator(".report h2").first.wait_for()


def take_home(served, ada):
    """Download everything as a workbook: each sheet holds what the read-me says of it."""
    ada.get_by_role("link", name="Export").click()
    book = book_of(ada, "everything.xlsx")
    told = {row["sheet"]: row["rows"] for row in rows_of(book["Read me"]) if row["rows"]}
    assert book.sheetnames[1:] == ["Texts", "Judgements", "Comparisons", "Answers", "Payment",
                                   "History"]  # fmt: skip
    assert told == {name: book[name].max_row - 1 for name in book.sheetnames[1:]}


def put_away(served, ada):
    """Archive the campaign; delete it, bring it back, and read what was done."""
    ada.goto(served.here)
    ada.get_by_role("button", name="Archive").click()
    ada.get_by_text("The campaign is in the archive.").wait_for()
    ada.goto(served.here)
    ada.get_by_role("link", name="Delete…").click()
    ada.get_by_label(f"Type {served.name}").fill(served.name)
    ada.get_by_role("button", name="Delete the campaign").click()
    ada.get_by_text("The campaign is deleted.").wait_for()
    ada.get_by_role("button", name=f"Bring back {served.name}").click()
    ada.get_by_text("The campaign is back").wait_for()
    ada.get_by_role("link", name="Whole history").click()
    ada.wait_for_url("**/history*")
    history = ada.locator("main").inner_text()
    assert [done for done in DONE if done not in history] == []


def book_of(page, link):
    """Download a workbook, and open it."""
    with page.expect_download() as taken:
        page.get_by_role("link", name=link).click()
    return openpyxl.load_workbook(BytesIO(taken.value.path().read_bytes()))


def rows_of(sheet):
    """Return the rows of a sheet, by its headings."""
    head, *rows = sheet.values
    return [dict(zip(head, row, strict=True)) for row in rows]
