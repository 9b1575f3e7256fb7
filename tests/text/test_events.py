"""The log of an editor: it rebuilds the text, and tells how much work it was."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import BadInput
from tertium.text.events import (
    BURST,
    CUT_OFF,
    GROUPS,
    KINDS,
    MALFORMED,
    MOST_EVENTS,
    indicators,
    read_events,
    replay,
    without_content,
)


def key(at, group="letters"):
    return {"t": at, "k": "key", "g": group}


def put(at, begin, end, text):
    return {"t": at, "k": "input", "r": [begin, end, text]}


def at(moment, kind):
    return {"t": moment, "k": kind}


# One person: reads for two seconds, replaces a word, is interrupted, corrects a letter, is done.
WORKED = [
    at(0, "focus"),
    key(2000, "navigation"),
    key(2400, "erasing"),
    put(2400, 4, 7, ""),
    key(2500),
    put(2500, 4, 4, "d"),
    key(2600),
    put(2600, 5, 5, "o"),
    key(2750),
    put(2750, 6, 6, "g"),
    at(4000, "pause"),
    at(64_000, "resume"),
    at(70_000, "paste"),
    put(70_000, 7, 7, "s!"),
    at(71_200, "undo"),
    put(71_200, 7, 9, ""),
    at(75_000, "done"),
]


def test_replaying_rebuilds_the_text():
    assert replay("the cat sat", WORKED) == "the dog sat"


def test_a_worked_log_by_hand():
    found = indicators(WORKED)
    assert found.seconds == pytest.approx(15.0)  # 75 less the pause of a minute
    assert found.active == pytest.approx(15.0)
    assert found.first_key == pytest.approx(2.0)
    assert found.last_key == pytest.approx(3.8)
    assert dict(found.keys) == dict.fromkeys(GROUPS, 0) | {
        "letters": 3,
        "navigation": 1,
        "erasing": 1,
        "paste": 1,
    }
    assert found.keystrokes == 6
    assert (found.inserted, found.deleted) == (5, 5)
    assert (found.pauses, found.pauses_300) == (2, 3)  # 400 ms, 7,250 ms, 1,200 ms
    assert found.bursts == 2
    assert found.kdur == pytest.approx(0.75 + 1.2)
    assert (found.undos, found.cuts, found.compositions) == (1, 0, 0)


def test_accepting_a_text_unchanged_is_data():
    found = indicators([at(4200, "done")])
    assert (found.seconds, found.keystrokes, found.bursts, found.kdur) == (4.2, 0, 0, 0)
    assert found.first_key is None
    assert found.last_key is None
    assert replay("as it was", [at(4200, "done")]) == "as it was"
    assert indicators([]).seconds == 0


def test_an_editor_left_open_overnight_was_active_for_the_idle_limit_only():
    log = [key(1000), at(8 * 3600 * 1000, "focus"), at(8 * 3600 * 1000 + 500, "done")]
    assert indicators(log).seconds == pytest.approx(28_800.5)
    assert indicators(log).active == pytest.approx(61.5)
    assert indicators(log, idle=10).active == pytest.approx(11.5)


def test_hidden_and_unfocused_time_is_not_active():
    log = [key(1000), at(2000, "blur"), at(2100, "hidden"), at(9000, "visible")]
    log += [at(9500, "focus"), at(10_000, "done")]
    assert indicators(log).seconds == 10
    assert indicators(log).active == pytest.approx(2.5)


def test_whoever_types_is_here_even_if_the_window_said_otherwise():
    log = [at(1000, "blur"), key(2000), at(5000, "done")]
    assert indicators(log).active == pytest.approx(4.0)


def test_rating_is_no_editing_time_unless_the_text_is_opened_again():
    rated = [key(1000), at(3000, "done"), at(9000, "blur")]
    assert indicators(rated).seconds == 3
    assert (
        indicators([*rated, at(9500, "pause"), at(9600, "resume"), at(9900, "blur")]).seconds == 3
    )
    again = [*rated, at(10_000, "reopen"), key(11_000), at(12_000, "done")]
    assert indicators(again).seconds == 5
    assert indicators(again).active == 5


def test_a_reload_ends_a_pause():
    log = [key(1000), at(2000, "pause"), at(2000, "reload"), at(3000, "done")]
    assert indicators(log).seconds == 3


def test_positions_count_code_points():
    assert replay("a😀b", [put(0, 1, 2, "é́")]) == "aé́b"


@pytest.mark.parametrize("change", [[0, 9, ""], [3, 2, "x"], [4, 4, "x"]])
def test_a_change_outside_the_text_is_told(change):
    with pytest.raises(BadInput, match="changes characters"):
        replay("abc", [{"t": 0, "k": "input", "r": change}])


def test_a_log_without_content_keeps_the_counts_and_rebuilds_nothing():
    free = without_content([*WORKED, {"t": 75_000, "k": "cursor", "p": [1, 2]}])
    assert not any("r" in event or "p" in event for event in free)
    assert "dog" not in str(free)
    assert indicators(free) == indicators(WORKED)
    with pytest.raises(BadInput, match="holds no characters"):
        replay("the cat sat", free)


@pytest.mark.parametrize(
    "broken",
    [
        "not an event",
        {},
        {"t": 0, "k": "sneeze"},
        {"t": -1, "k": "done"},
        {"t": float("nan"), "k": "done"},
        {"t": True, "k": "done"},
        {"t": "0", "k": "done"},
        {"t": 10**12, "k": "done"},
        {"t": 0, "k": "key"},
        {"t": 0, "k": "key", "g": "thoughts"},
        {"t": 0, "k": "input"},
        {"t": 0, "k": "input", "r": [0, 1]},
        {"t": 0, "k": "input", "r": [0, True, "x"]},
        {"t": 0, "k": "input", "r": [-1, 0, "x"]},
        {"t": 0, "k": "input", "r": [0, 0, 5]},
        {"t": 0, "k": "cursor", "p": 3},
        {"t": 0, "k": "cursor", "p": [1, "2"]},
        {"t": 0, "k": "aid", "w": 7},
        {"t": 0, "k": "aid", "w": "x" * 40},
        {"t": 0, "k": "input", "d": 1},
        {"t": 0, "k": "input", "d": 1, "i": -1},
    ],
)
def test_what_is_no_event_is_left_out_and_flagged(broken):
    events, flags = read_events([key(1), broken, key(2)])
    assert events == [key(1), key(2)]
    assert flags == {MALFORMED}


def test_a_log_is_flagged_where_it_is_cut_off_or_no_log():
    assert read_events(None) == ([], {MALFORMED})
    assert read_events([key(n) for n in range(MOST_EVENTS + 5)])[1] == {CUT_OFF}
    assert len(read_events([key(n) for n in range(MOST_EVENTS + 5)])[0]) == MOST_EVENTS
    assert read_events([key(1), at(2, "full")])[1] == {CUT_OFF}
    assert read_events(WORKED) == (WORKED, set())


def test_what_does_not_belong_to_an_event_is_not_kept():
    """A log is no place to hide other things in."""
    sent = [{**key(1), "r": [0, 0, "x"], "name": "Ada"}, {"t": 2, "k": "done", "w": {"a": 1}}]
    sent += [{"t": 3, "k": "cursor", "p": [1, 2]}, {"t": 3, "k": "aid", "w": "changes"}]
    events, flags = read_events(sent)
    assert events == [key(1), at(2, "done"), *sent[2:]]
    assert flags == set()


def test_a_clock_that_went_back_stands_still():
    events, flags = read_events([key(500), put(200, 0, 0, "a"), at(900, "done")])
    assert [event["t"] for event in events] == [500, 500, 900]
    assert flags == {MALFORMED}


texts = st.text(alphabet="ab é😀漢\n", max_size=12)


@given(st.data())
def test_any_run_of_changes_is_rebuilt(data):
    """Whatever is replaced by whatever, the log leads from the first text to the last."""
    text = start = data.draw(texts)
    log = []
    for moment in range(data.draw(st.integers(0, 8))):
        begin = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(begin, len(text)))
        new = data.draw(texts)
        text = text[:begin] + new + text[end:]
        log.append(put(moment, begin, end, new))
    assert replay(start, log) == text
    found = indicators(log)
    assert len(text) - len(start) == found.inserted - found.deleted


kinds = st.sampled_from(sorted(KINDS - {"key", "input"}))


@given(st.lists(st.tuples(st.integers(0, 200_000), kinds)), st.floats(1, 100))
def test_what_holds_for_every_log(steps, idle):
    """Active time is part of the time, bursts fit into it, long pauses are among the short."""
    moments = []
    now = 0
    for step, kind in steps:
        now += step
        moments.append(at(now, kind))
    found = indicators(moments, idle=idle)
    assert 0 <= found.active <= found.seconds + 1e-9
    assert found.seconds <= now / 1000 + 1e-9
    assert found.pauses <= found.pauses_300
    assert 0 <= found.kdur <= found.seconds + 1e-9
    if found.first_key is not None:
        spent = found.first_key + found.last_key + found.kdur
        assert spent <= found.seconds + 1e-6


def slow_kdur(acts):
    """Walk from act to act as the definition says."""
    bursts = [[acts[0]]]
    for one, other in pairwise(acts):
        if other - one > BURST * 1000:
            bursts.append([])
        bursts[-1].append(other)
    return len(bursts), sum(burst[-1] - burst[0] for burst in bursts) / 1000


@given(st.lists(st.integers(0, 12_000), min_size=1, max_size=30))
def test_bursts_end_where_nothing_happens_for_five_seconds(steps):
    acts = [sum(steps[: n + 1]) for n in range(len(steps))]
    found = indicators([key(moment) for moment in acts])
    bursts, kdur = slow_kdur(acts)
    assert found.bursts == bursts
    assert found.kdur == pytest.approx(kdur)
