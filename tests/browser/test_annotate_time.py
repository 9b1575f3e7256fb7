"""Active time: reading counts, a hidden tab and idling do not."""

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def hand(serve, sit_down):
    """Return somebody whose browser has a clock that the test moves."""
    world = serve()
    annotator = sit_down(world, opened=False)
    page = annotator.page
    page.add_init_script(
        "Object.defineProperty(document, 'visibilityState',"
        " {get: () => window.hiddenNow ? 'hidden' : 'visible'});"
        "document.hasFocus = () => !window.blurredNow;"
        "let calls = 0;"  # time goes by when the test says so, however busy the machine is
        "performance.now = () => { calls += 1; return calls / 1000 + window.ahead; };"
    )
    annotator.open()
    annotator.world = world
    return annotator


# Whether the browser keeps so many seconds of an open item.
KEPT = """seconds => new Promise((done) => {
  const request = indexedDB.open('tertium');
  request.onsuccess = () => {
    const asked = request.result.transaction('drafts').objectStore('drafts').getAll();
    asked.onsuccess = () => {
      request.result.close();
      done(asked.result.some((one) => one.seconds >= seconds));
    };
  };
})"""


def hide(page, on):
    page.evaluate(
        "on => { window.hiddenNow = on; document.dispatchEvent(new Event('visibilitychange')); }",
        on,
    )


def blur(page, on):
    page.evaluate(
        "on => { window.blurredNow = on; window.dispatchEvent(new Event(on ? 'blur' : 'focus')); }",
        on,
    )


def judge(hand):
    """Save an answer and return its seconds."""
    hand.answer("1")
    hand.until_state("Saved")
    return hand.world.judgements()[-1].seconds


def test_reading_counts_and_a_hidden_tab_does_not(hand):
    """Twenty seconds of reading, ten minutes in another tab, five more seconds: about 25."""
    hand.wait(20)
    hide(hand.page, True)
    hand.wait(600)
    hide(hand.page, False)
    hand.wait(5)
    assert judge(hand) == pytest.approx(25, abs=0.1)


def test_another_window_in_front_does_not_count(hand):
    """Losing the focus stops the clock as hiding does."""
    hand.wait(10)
    blur(hand.page, True)
    hand.wait(300)
    blur(hand.page, False)
    hand.wait(10)
    assert judge(hand) == pytest.approx(20, abs=0.1)


def test_idling_counts_one_minute_at_most(hand):
    """Half an hour without a touch is one minute of reading; what follows counts again."""
    hand.wait(1800)
    hand.page.mouse.move(200, 200)
    hand.wait(30)
    assert judge(hand) == pytest.approx(90, abs=0.1)


def test_reading_in_help_does_not_count_for_the_item(hand):
    """A dialog covers the item, so its clock rests."""
    hand.wait(10)
    hand.page.keyboard.press("?")
    hand.page.locator("#help").wait_for()
    hand.wait(40)
    hand.page.evaluate(  # a dialog says that it is closed a moment after it is hidden
        "() => { window.helpClosed = new Promise((done) => {"
        " document.getElementById('help').addEventListener('close', done, { once: true }); }); }"
    )
    hand.page.keyboard.press("Escape")
    hand.page.evaluate("() => window.helpClosed.then(() => true)")
    hand.wait(5)
    assert judge(hand) == pytest.approx(15, abs=0.1)


def test_visits_to_an_item_add_up(hand):
    """Leaving an open item and coming back, also by a reload, goes on counting."""
    page = hand.page
    hand.wait(12)
    hide(page, True)
    hide(page, False)
    hand.until(KEPT, 12)
    page.reload()
    page.locator("#item").wait_for()
    hand.wait(8)
    assert judge(hand) == pytest.approx(20, abs=0.1)


def test_the_clock_module_counts_gaps_up_to_a_minute(hand):
    """The rule itself, on given moments: the sum over gaps of min(gap, a minute)."""
    seconds = hand.page.evaluate(
        """async () => {
          const { ActiveClock } = await import('/static/annotate/active-clock.js');
          let now = 0;
          const clock = new ActiveClock({ now: () => now });
          const at = (moment, act) => { now = moment * 1000; act?.(); return clock.seconds; };
          clock.begin(0);
          const seen = [at(100)];                       // never run: nothing
          at(100, () => clock.run());
          seen.push(at(130), at(400));                  // reading, then idle
          at(400, () => clock.touch());
          seen.push(at(410));
          at(410, () => clock.rest());
          seen.push(at(900));
          at(900, () => clock.touch());                 // an input while resting counts nothing
          at(900, () => clock.run());
          seen.push(at(905));
          clock.begin(2.5);                             // the next item, seen before for 2.5 s
          seen.push(at(906));
          return seen;
        }"""
    )
    assert seconds == [0, 30, 60, 70, 70, 75, 3.5]
