"""A crowd in a browser: in the frame of another site, and on a phone."""

import threading
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode

import pytest

from tertium.model import Crowd, Design, Gold, Qualification, Wording

pytestmark = pytest.mark.browser

HIT = 3
GOLD = tuple(
    Gold(f"SEGQQ{n}", ("SYSQQ-alpha", "SYSQQ-beta"), {"better": "SYSQQ-beta"}) for n in range(4)
)
TEST = Qualification(gold="gold.csv", items=2, attempts=2, pass_=1.0, known=GOLD)


class Platform:
    """Another site that shows tasks in a frame and takes the form of finished work."""

    def __init__(self):
        platform = self
        self.submitted = []
        self.framed = ""

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.reply(f'<!doctype html><title>Site</title><iframe src="{platform.framed}" '
                           'width="1100" height="700"></iframe>')  # fmt: skip

            def do_POST(self):
                sent = self.rfile.read(int(self.headers["content-length"])).decode()
                platform.submitted.append((self.path, parse_qs(sent)))
                self.reply("<!doctype html><title>Thanks</title><p id=got>Received</p>")

            def reply(self, html):
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.end_headers()
                self.wfile.write(html.encode())

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://localhost:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def platform():
    """Run another site."""
    made = Platform()
    yield made
    made.close()


@pytest.fixture
def crowd(serve, make_campaign):
    """Serve a campaign for a crowd; return its world and the public address."""

    def start(**settings):
        chosen = {"public": True, "judges": 2, "items": HIT, **settings}
        campaign = make_campaign(
            crowd=Crowd(**chosen),
            design=Design(annotators=0, batch=100),
            wording=Wording(profile=False, contact="x@example.org"),
        )
        world = serve(campaign)
        with world.store() as store:
            links = store.crowd.links(world.campaign.name, at=datetime.now(UTC))
        (link,) = [one for one in links if not one.trial]
        return world, f"{world.server.address}/crowd/{link.token}"

    return start


def judge(page, frame, number, *, better, ends=True):
    """Answer some items: the longer translation is better, or the other one; then go on."""
    for left in range(number, 0, -1):
        frame.locator("#item").wait_for()
        texts = frame.locator(".option .read").all_inner_texts()
        longer = 0 if len(texts[0]) > len(texts[1]) else 1
        before = frame.locator("#position-text").inner_text()
        frame.locator(".choice").nth(longer if better else 1 - longer).click()
        page.keyboard.press("Enter")
        if left > 1 or not ends:
            frame.locator(f"#position-text:not(:text-is('{before}'))").wait_for()
    if ends:
        frame.locator("#rest-go:not([aria-disabled=true])").click()


def test_mturk_in_its_frame(crowd, platform, context):
    """Preview, consent, a test failed and passed, work, and the form goes to the other site."""
    world, door = crowd(
        id_parameters=("workerId", "assignmentId"),
        frames=(platform.origin,),
        qualification=TEST,
    )
    page = context().new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    platform.framed = f"{door}?{urlencode({'assignmentId': 'ASSIGNMENT_ID_NOT_AVAILABLE'})}"
    page.goto(platform.origin)
    frame = page.frame_locator("iframe")
    frame.get_by_text("This is a preview").wait_for()
    given = {"workerId": "W1", "assignmentId": "A1", "turkSubmitTo": platform.origin}
    platform.framed = f"{door}?{urlencode(given)}".replace("&", "&amp;")
    page.goto(platform.origin)
    frame.get_by_role("button", name="I agree", exact=True).click()
    frame.get_by_role("button", name="Begin").click()
    judge(page, frame, 2, better=False)
    frame.get_by_role("button", name="Take another test").click()
    judge(page, frame, 2, better=True)
    judge(page, frame, HIT, better=True)
    frame.get_by_role("button", name="Submit the work").click()
    frame.get_by_text("Received").wait_for()
    ((path, sent),) = platform.submitted
    assert path == "/mturk/externalSubmit"
    assert (sent["assignmentId"], sent["outcome"]) == (["A1"], ["finished"])
    assert faults == []
    assert page.context.cookies() == []
    assert len(world.judgements()) == 4 + HIT


def test_failing_the_test_twice_leads_back(crowd, context):
    """Prolific gets the code of this ending."""
    back = "http://localhost:9/back?cc=FAILED"
    _, door = crowd(id_parameters=("PROLIFIC_PID",), qualification=TEST, failed=back)
    page = context().new_page()
    page.goto(f"{door}?PROLIFIC_PID=p1")
    page.get_by_role("button", name="I agree", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    judge(page, page, 2, better=False)
    page.get_by_role("button", name="Take another test").click()
    judge(page, page, 2, better=False)
    page.get_by_text("The test was not passed").wait_for()
    assert page.locator("#back").get_attribute("href") == back


def test_coming_back_on_a_phone(crowd, context):
    """The same id on another device goes on where it was."""
    back = "http://localhost:9/back?cc=DONE"
    _, door = crowd(id_parameters=("PROLIFIC_PID", "SESSION_ID"), completion=back)
    address = f"{door}?PROLIFIC_PID=p1&SESSION_ID=s1"
    page = context().new_page()
    page.goto(address)
    page.get_by_role("button", name="I agree", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    judge(page, page, 1, better=True, ends=False)
    phone = context(viewport={"width": 390, "height": 800}, has_touch=True).new_page()
    phone.goto(address)
    phone.locator("#item").wait_for()
    assert phone.locator("#position-text").inner_text().startswith("2")
    judge(phone, phone, HIT - 1, better=True)
    phone.locator("#back").wait_for()
    assert phone.locator("#back").get_attribute("href") == back
