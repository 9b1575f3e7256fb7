"""Sets that managers put right, for the errors that are there now."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tertium.model import Decision
from tertium.protocols.sets import Corrections
from tertium.stats.error_sets.analyse import joined_sets, sets_of
from tertium.stats.error_sets.found import decided_sets, error_names, find_errors, with_later
from tertium.stats.error_sets.gather import VersionError
from tests.consolidating import NOW
from tests.stats.error_sets.test_error_sets import ERRORS, table


def found(errors=ERRORS):
    """Return the errors of the small table."""
    return find_errors(table(errors).spans())


def names_of(errors):
    """Return the opaque names."""
    return error_names(errors, campaign="c", secret=b"s")


def corrected(groups):
    """Return a log with one correction."""
    items = tuple(name for group in groups for name in group)
    content = {"act": "move", "error": "", "to": "", "sets": groups}
    return Corrections.of([Decision("d", "c", "sets", "manager", "m", items, content, NOW)])


def texts(result, segment="1"):
    """Return the errors of a segment's sets."""
    return [[error.text for error in one.errors] for one in result if one.segment == segment]


def test_a_correction_counts_for_its_errors_alone():
    """What was joined is one set, numbered like the others; the rest is as proposed."""
    errors = found()
    names = names_of(errors)
    by_text = {(one.key[1], one.text): names[one.key] for one in errors.errors}
    pair = [by_text["mt", "Hund"], by_text["postedited", "schlummert"]]
    decided = decided_sets(errors, names, corrected([pair, [by_text["postedited", "Hund"]]]))
    after = sets_of(errors, decided=decided, resamples=10)
    assert texts(after.sets) == [["Hund", "schlummert"], ["Hund"]]
    assert [one.set for one in after.sets if one.segment == "1"] == ["1.1", "1.2"]
    assert texts(after.sets, "3") == texts(joined_sets(errors), "3")
    assert after.corrected == 3
    assert after.inherited == sets_of(errors, resamples=10).inherited


def test_a_correction_dies_with_the_text_of_its_error():
    """An error in another text is another error, though it has the same words and place."""
    errors = found()
    names = names_of(errors)
    outputs = dict(errors.texts.outputs)
    outputs["1", "mt"] += "."
    other = replace(errors, texts=replace(errors.texts, outputs=outputs))
    changed = {key for key, name in names_of(other).items() if name != names[key]}
    assert changed == {one.key for one in errors.errors if one.key[:2] == ("1", "mt")}
    log = corrected([[name] for name in names.values()])
    assert len(decided_sets(errors, names, log)) == len(errors.errors)
    assert set(decided_sets(other, names_of(other), log)) == set(names) - changed


def test_an_error_marked_later_joins_the_set_with_most_of_its_words():
    """And stays with the proposal where it shares none."""
    before = found([one for one in ERRORS if one[1] != "postedited"])
    log = corrected([[name] for name in names_of(before).values()])
    now = found()
    names = names_of(now)
    later = with_later(now.errors, decided_sets(now, names, log))
    assert texts(joined_sets(now, decided=later)) == [["Hund", "Hund"], ["schlummert"]]


def test_some_segments_have_the_sets_they_have_among_all():
    """Looking at a part changes nothing in it."""
    errors = found()
    every = joined_sets(errors)
    for segment in errors.segments[:4]:
        part = errors.within([segment])
        assert joined_sets(part) == tuple(one for one in every if one.segment == segment)


touched = st.frozensets(st.integers(0, 4), max_size=3)


@given(st.lists(st.tuples(touched, st.sampled_from(["", "x", "y"])), max_size=8))
def test_later_errors_move_nothing_that_was_decided(drawn):
    """What was decided stays, and whoever joins shares a word with the set."""
    errors = [
        VersionError(("1", "s", "target", n, n + 1, "c"), "mt", "", "", frozenset(), words)
        for n, (words, _) in enumerate(drawn)
    ]
    decided = {one.key: name for one, (_, name) in zip(errors, drawn, strict=True) if name}
    after = with_later(errors, decided)
    assert {key: after[key] for key in decided} == decided
    for one in errors:
        held = {
            name: len(one.source & frozenset().union(*(
                other.source for other in errors if decided.get(other.key) == name
            )))
            for name in set(decided.values())
        }  # fmt: skip
        if one.key not in decided:
            assert (one.key in after) == any(held.values())
            if one.key in after:
                assert held[after[one.key]] == max(held.values())
