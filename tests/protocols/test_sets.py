"""Error sets put right by hand: every error in one set, and every step can be taken back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import BadInput, NotFound
from tertium.model import Decision
from tertium.protocols.sets import Corrections, completed, error_name, joined, moved, parted
from tests.consolidating import NOW


def told(corrections, proposal):
    """Return how errors stand: as decided, else as proposed, slowly."""
    decided = [set(group) for group in corrections.groups()]
    seen = set().union(*decided) if decided else set()
    return parted([*decided, *(set(group) - seen for group in proposal)])


def act(log, proposal, what, error, to=""):
    """Add a decision to the log as the page does, and return how errors stand now."""
    corrections = Corrections.of(log)
    items, content = corrections.read_act(what, error, to, told(corrections, proposal))
    former = tuple(one.id for one in corrections.about(items))
    id_ = f"d-{len(log)}"
    log.append(Decision(id_, "c", "sets", "manager", "ada", items, content, NOW, former))
    return told(Corrections.of(log), proposal)


partitions = st.lists(st.integers(0, 3), min_size=1, max_size=7).map(
    lambda drawn: parted(
        [f"e{n}" for n, of in enumerate(drawn) if of == group] for group in set(drawn)
    )
)


@given(partitions, st.data())
def test_every_error_is_in_one_set_and_undo_restores(proposal, data):
    """Any moves, joins and steps back: sets part the errors, and going back is going back."""
    errors = sorted(error for group in proposal for error in group)
    log, states = [], [proposal]  # what stood before each step that counts
    for _ in range(data.draw(st.integers(0, 8))):
        what = data.draw(st.sampled_from(["move", "join", "undo"]))
        error, to = (data.draw(st.sampled_from(errors)) for _ in range(2))
        if what == "move" and data.draw(st.booleans()):
            to = ""
        try:
            now = act(log, proposal, what, error, to)
        except BadInput:
            now = told(Corrections.of(log), proposal)
            assert now == states[-1]  # what is refused changes nothing
            if what == "undo":
                assert len(states) == 1
            continue
        if what == "undo":
            states.pop()
        else:
            states.append(now)
            together = [group for group in now if error in group]
            if to:
                assert to in together[0]
            else:
                assert together == [(error,)]
        assert now == states[-1]
        assert sorted(error for group in now for error in group) == errors
        assert len(Corrections.of(log).counted) <= 1
    while len(states) > 1:
        states.pop()
        assert act(log, proposal, "undo", errors[0]) == states[-1]
    assert told(Corrections.of(log), proposal) == proposal


@given(partitions, st.data())
def test_errors_of_versions_that_nobody_looks_at_stay_where_they_are(proposal, data):
    """A correction among some versions leaves the others beside whom they were put."""
    errors = [error for group in proposal for error in group]
    seen = set(data.draw(st.lists(st.sampled_from(errors), unique=True)))
    shown = [set(group) & seen for group in proposal if set(group) & seen]
    assert completed(shown, proposal) == proposal


def test_what_changes_nothing_or_is_not_there_is_refused():
    """Moving an error to where it is, joining a set with itself, and strangers."""
    groups = (("a", "b"), ("c",))
    for bad in (lambda: moved(groups, "a", "b"), lambda: moved(groups, "c", ""),
                lambda: joined(groups, "a", "b")):  # fmt: skip
        with pytest.raises(BadInput, match="changes nothing"):
            bad()
    for bad in (lambda: moved(groups, "x", "a"), lambda: moved(groups, "a", "x"),
                lambda: joined(groups, "a", "x")):  # fmt: skip
        with pytest.raises(NotFound, match="no such error"):
            bad()
    with pytest.raises(BadInput, match="nothing was corrected"):
        Corrections.of([]).read_act("undo", "a", "", groups)


def test_two_corrections_that_become_one_come_back_as_two():
    """Corrections among different versions of a segment, then one about all of them."""
    log = []
    proposal = (("a",), ("b",), ("h",), ("i",))
    for number, pair in enumerate((("a", "b"), ("h", "i"))):
        shown = tuple((one,) for one in pair)
        items, content = Corrections.of(log).read_act("join", *pair, shown)
        log.append(Decision(f"d-{number}", "c", "sets", "manager", "m", items, content, NOW))
    assert len(Corrections.of(log).counted) == 2
    both = (("a", "b"), ("h", "i"))
    assert told(Corrections.of(log), proposal) == both
    assert act(log, proposal, "join", "a", "h") == (("a", "b", "h", "i"),)
    assert act(log, proposal, "undo", "a") == both
    assert act(log, proposal, "undo", "a") == (("a", "b"), ("h",), ("i",))


def test_an_older_correction_can_be_taken_back_when_the_newest_was():
    """Two that count side by side: each has its own way back."""
    proposal = (("a",), ("b",), ("h",), ("i",))
    log = []
    for what, *pair in (("join", "a", "b"), ("join", "h", "i"), ("undo", "h", "i")):
        corrections = Corrections.of(log)
        shown = [group for group in told(corrections, proposal) if set(group) & set(pair)]
        items, content = corrections.read_act(what, *pair, shown)
        former = tuple(one.id for one in corrections.about(items))
        id_ = f"d-{len(log)}"
        log.append(Decision(id_, "c", "sets", "manager", "m", items, content, NOW, former))
    assert len(Corrections.of(log).counted) == 2
    assert act(log, proposal, "undo", "a") == proposal
    with pytest.raises(BadInput, match="nothing was corrected"):
        act(log, proposal, "undo", "a")


def test_a_name_dies_with_its_text_and_tells_nothing():
    """It follows from what an error says, from its text and the secret, and from nothing else."""
    key = ("1", "mt", "target", 0, 3, "accuracy")
    name = error_name(b"s", "c", key, "der Hund")
    assert name == error_name(b"s", "c", key, "der Hund")
    others = [
        error_name(b"t", "c", key, "der Hund"),
        error_name(b"s", "d", key, "der Hund"),
        error_name(b"s", "c", (*key[:3], 0, 4, "accuracy"), "der Hund"),
        error_name(b"s", "c", key, "der Hund!"),
    ]
    assert len({name, *others}) == 5
