"""How a text was edited: the log of an editor, replayed and measured.

An *event* is `{"t": milliseconds since the text was shown, "k": kind, …}` by a clock that never
jumps. What changed the text is kept as *replace*: `{"k": "input", "r": [from, to, text]}` in code
points of the text as it was, so that replaying all of them rebuilds the final text. A log that is
free of content has `{"k": "input", "d": deleted, "i": inserted}` instead: how many characters, and
not which.

Kinds of *acts*: `key` (with its group `g`), `input`, `compose`, `paste`, `cut`, `undo`, `redo`,
`reset`. About the page: `cursor`, `focus`, `blur`, `hidden`, `visible`, `aid`, `pause`, `resume`,
`reload` (the page was loaded anew), `back` (the editor came back to this text), `done`, `reopen`
(edited on after all) and `full` (the log reached its limit).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Any

from tertium.exceptions import BadInput

Event = Mapping[str, Any]

GROUPS = (
    "letters", "digits", "spaces", "symbols", "navigation", "erasing", "commands", "paste",
)  # fmt: skip
ACTS = frozenset(("key", "input", "compose", "paste", "cut", "undo", "redo", "reset"))
KINDS = ACTS | {
    "cursor", "focus", "blur", "hidden", "visible", "aid", "pause", "resume", "reload", "back",
    "done", "reopen", "full",
}  # fmt: skip

IDLE = 60.0  # seconds between two events that count as work; what goes beyond does not
SHORT_PAUSE = 0.3  # seconds; Lacruz, Denkowski and Lavie (2014) count pauses from here on
LONG_PAUSE = 1.0  # seconds; where production units end in Carl, Schaeffer and Bangalore (2016)
BURST = 5.0  # seconds without an act that end a burst of typing (Kdur of the same tables)

MOST_EVENTS = 20_000  # of one text; somebody who types without rest fills an hour with it
# What an event of a kind has besides its time: a group of keys; what was replaced by what, or
# how much; the ends of the selection; which aid was opened.
_MORE = {"key": "g", "input": "rdi", "cursor": "p", "aid": "w"}
_LONGEST = 7 * 24 * 3600 * 1000  # milliseconds

# What may be wrong with a log; its text is kept nevertheless.
FLAGS = CUT_OFF, MALFORMED, NOT_REBUILT = "cut off", "malformed", "not rebuilt"


def replay(start: str, events: Iterable[Event]) -> str:
    """Return the text that the changes make of `start`.

    >>> replay("a cat", [{"t": 0, "k": "input", "r": [2, 5, "dog"]}])
    'a dog'
    """
    text = start
    for number, event in enumerate(events, 1):
        if event["k"] != "input":
            continue
        if "r" not in event:
            raise BadInput(
                "this log holds no characters, so it rebuilds no text",
                fix="Replay logs of campaigns without content_free = true.",
            )
        begin, end, put = event["r"]
        if not 0 <= begin <= end <= len(text):
            raise BadInput(
                f"event {number} changes characters {begin} to {end} of {len(text)}",
                fix="The log is not whole; the final text is kept beside it.",
            )
        text = text[:begin] + put + text[end:]
    return text


def read_events(given: Any) -> tuple[list[dict[str, Any]], set[str]]:
    """Return the events of a log that can be read, and what is wrong with it, if anything.

    Times never go back: one that does is set to the time before it. Of an event what belongs
    to its kind is kept.
    """
    if not isinstance(given, list):
        return [], {MALFORMED}
    flags = set()
    if len(given) > MOST_EVENTS:
        flags.add(CUT_OFF)
    events: list[dict[str, Any]] = []
    before: float = 0
    for one in given[:MOST_EVENTS]:
        if not _sound(one):
            flags.add(MALFORMED)
            continue
        if one["t"] < before:
            flags.add(MALFORMED)
        before = max(before, one["t"])
        if one["k"] == "full":
            flags.add(CUT_OFF)
        more = {name: one[name] for name in _MORE.get(one["k"], ()) if name in one}
        events.append({"t": before, "k": one["k"], **more})
    return events, flags


def _sound(one: Any) -> bool:
    """Tell whether this is an event that we know."""
    if not isinstance(one, dict) or not isinstance(one.get("k"), str):
        return False
    if one["k"] not in KINDS or not _number(one.get("t")):
        return False
    if one["k"] == "key":
        return one.get("g") in GROUPS
    if one["k"] == "input":
        if "r" in one:
            change = one["r"]
            return (
                isinstance(change, list)
                and len(change) == 3
                and all(type(place) is int and place >= 0 for place in change[:2])
                and isinstance(change[2], str)
            )
        return all(type(one.get(name)) is int and one[name] >= 0 for name in "di")
    if one["k"] == "cursor" and "p" in one:
        place = one["p"]
        return isinstance(place, list) and len(place) == 2 and all(type(at) is int for at in place)
    return one["k"] != "aid" or (isinstance(one.get("w", ""), str) and len(one.get("w", "")) < 40)


def _number(value: Any) -> bool:
    return type(value) in (int, float) and isfinite(value) and 0 <= value <= _LONGEST


def without_content(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Return a log that tells how many characters came and went, but neither which nor where."""
    kept = []
    for event in events:
        one = {name: event[name] for name in ("t", "k", "g") if name in event}
        if event["k"] == "input":
            one["d"], one["i"] = _counts(event)
        kept.append(one)
    return kept


def _counts(event: Event) -> tuple[int, int]:
    """Return how many characters a change took away and brought."""
    if "r" in event:
        begin, end, put = event["r"]
        return end - begin, len(put)
    return event["d"], event["i"]


@dataclass(frozen=True, slots=True)
class Indicators:
    """What a log says about effort.

    Times are seconds of work: what was spent in a pause or after `done` is left out.
    `active` also leaves out hidden and unfocused time, and of every stretch without an event
    what goes beyond the idle limit. `keystrokes` is the sum of the groups; a paste counts as one,
    however it was done. Pauses lie between two acts.
    """

    seconds: float
    active: float
    first_key: float | None  # None: nothing was touched
    last_key: float | None  # from the last act to the end
    keys: Mapping[str, int]  # by group
    inserted: int  # characters, also those brought by paste and undo
    deleted: int
    pauses: int  # of LONG_PAUSE and more
    pauses_300: int  # of SHORT_PAUSE and more
    bursts: int
    kdur: float
    compositions: int
    undos: int
    cuts: int

    @property
    def keystrokes(self) -> int:
        """How often a key was pressed, in all groups."""
        return sum(self.keys.values())


def indicators(events: Sequence[Event], *, idle: float = IDLE) -> Indicators:
    """Measure a log; `idle` is how many seconds without an event still count as active."""
    work, active, acts = _times(events, idle * 1000)
    keys = dict.fromkeys(GROUPS, 0)
    kinds = Counter(event["k"] for event in events)
    for event in events:
        if event["k"] == "key":
            keys[event["g"]] += 1
    keys["paste"] += kinds["paste"]
    changes = [_counts(event) for event in events if event["k"] == "input"]
    gaps = [later - earlier for earlier, later in pairwise(acts)]
    return Indicators(
        seconds=work / 1000,
        active=active / 1000,
        first_key=acts[0] / 1000 if acts else None,
        last_key=(work - acts[-1]) / 1000 if acts else None,
        keys=keys,
        inserted=sum(put for _, put in changes),
        deleted=sum(gone for gone, _ in changes),
        pauses=sum(gap >= LONG_PAUSE * 1000 for gap in gaps),
        pauses_300=sum(gap >= SHORT_PAUSE * 1000 for gap in gaps),
        bursts=1 + sum(gap > BURST * 1000 for gap in gaps) if acts else 0,
        kdur=sum(gap for gap in gaps if gap <= BURST * 1000) / 1000,
        compositions=kinds["compose"],
        undos=kinds["undo"] + kinds["redo"],
        cuts=kinds["cut"],
    )


def _times(events: Sequence[Event], idle: float) -> tuple[float, float, list[float]]:
    """Return the time of work, the active part of it, and when acts happened by the clock of work.

    All in milliseconds, as they came: whole numbers stay exact.
    """
    work: float = 0
    active: float = 0
    before: float = 0
    stopped: set[str] = set()  # by a pause, or because the text is done
    away: set[str] = set()
    acts: list[float] = []
    for event in events:
        now, kind = event["t"], event["k"]
        if not stopped:
            work += now - before
            active += 0 if away else min(now - before, idle)
        before = now
        if kind in ("pause", "done"):
            stopped.add(kind)
        elif kind == "resume":
            stopped.discard("pause")
        elif kind in ("reopen", "reload", "back"):
            stopped.clear()
            away.clear()
        elif kind in ("hidden", "blur"):
            away.add(kind)
        elif kind in ("visible", "focus"):
            away.discard("hidden" if kind == "visible" else "blur")
        elif kind in ACTS:
            away.clear()  # whoever types is here, whatever the window said
            acts.append(work)
    return work, active, acts
