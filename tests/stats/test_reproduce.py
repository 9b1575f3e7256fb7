"""Published numbers: every one says of which kind it is, and none claims more than it does."""

from collections import Counter

import pytest

from tertium.stats.published.claim import KINDS, Claim, read_claims, recomputes
from tertium.stats.reproduce import reproduce

# Without data sets; all are known slips.
DIFFERENT = Counter({"recomputed": 22, "self-check": 15, "golden vector": 1})


def claim(quantity, how, published=1.0, **more):
    """Make a claim of a paper P."""
    kind = more.pop("kind", "self-check")
    return Claim("P", quantity, kind, published, how, more.pop("within", 0.0), **more)


def ways():
    """Return one claim for each function that runs an analysis."""
    found = {one.how.split("(")[0]: one for one in read_claims() if one.way}
    return [pytest.param(one, id=name) for name, one in found.items()]


@pytest.fixture(scope="module")
def found():
    """Obtain what can be obtained without data sets."""
    return reproduce()


def test_every_difference_carries_a_note(found):
    """No difference stays without a reason; those known are the only ones."""
    different = [one for one in found.numbers if one.agrees is False]
    assert Counter(one.kind for one in different) == DIFFERENT
    assert [one.quantity for one in different if not one.note] == []
    assert found.warnings == ()


def test_the_known_slips_of_the_pilot_are_the_only_differences(found):
    """What differs is what is known to be wrong or rounded in the report, and nothing else."""
    numbers = [one for one in found.numbers if one.paper.startswith("Simard")]
    assert {one.quantity for one in numbers if one.agrees is False} == {
        "Table 1, sum of percentages, evaluator 1",
        "Table 1, sum of percentages, evaluator 3",
        "Table 4, impact, Health",
        "Section 4.2, P(ratio ≤ 1), N = 250, 2 evaluators",
        "Section 4.2, P(ratio ≤ 1), N = 175, 3 evaluators",
        "Section 6, P(ratio ≤ 1), N = 200, 3 evaluators",
        "Section 4.3, % both_bad, evaluator 2",
        "Section 4.3, % both_bad, evaluator 4",
        "Section 4.3, % both_bad, evaluator 4 in Table 6",
        "Section 5, most discriminating evaluator",
        "Appendix, Pr(E)",
        "Appendix, κ",
        "Appendix, upper end with doubled counts",
    }


def test_quantities_have_names_of_their_own():
    """A number can be pointed at by its paper and quantity."""
    names = [(one.paper, one.quantity) for one in read_claims()]
    assert len(names) == len(set(names))


def test_the_kind_follows_from_how_a_number_is_obtained():
    """An analysis recomputes, arithmetic checks a paper against itself, the rest has a reason."""
    for one in read_claims():
        if one.kind == "not recomputable":
            assert (one.how, one.way) == ("", None), one
            assert one.note, one
        elif one.kind == "self-check":
            assert one.how, one
            assert one.way is None, one
        else:
            assert one.way is not None, one
        assert one.numbers == 1 or one.kind == "not recomputable", one
        assert one.published is not None or one.kind == "not recomputable", one
        assert (one.kind == "golden vector") == one.paper.startswith("Golden vectors"), one


@pytest.mark.parametrize("one", ways())
def test_a_broken_analysis_takes_its_numbers_along(one, request, monkeypatch):
    """The analysis that a number names is what obtains it."""

    def broken(*_, **__):
        raise ZeroDivisionError("broken")

    way = one.way
    data = request.getfixturevalue("shared_data") if way.data_set else None
    assert way.analysis.__module__.startswith("tertium.stats.")
    assert not way.analysis.__module__.startswith("tertium.stats.published")
    for kept in vars(__import__(way.function.__module__, fromlist=["_"])).values():
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()
    monkeypatch.setattr(way.analysis, "__code__", broken.__code__)
    with pytest.raises(ZeroDivisionError, match="broken"):
        one.obtain(data)


def test_counts_are_by_kind_and_leave_out_what_is_not_at_hand(tmp_path):
    """A number without its data set is neither yes nor no."""
    assert [one.agrees for one in reproduce(read_claims("mathur"), data=tmp_path).numbers] == [
        True, None, None, True, None, None, None, None,
    ]  # fmt: skip
    counted = {one.kind: one for one in reproduce(read_claims("mathur"), data=tmp_path).kinds}
    assert list(counted) == list(KINDS)
    own = counted["recomputed"]
    assert (own.numbers, own.agree, own.differ, own.data_not_at_hand) == (4, 0, 0, 4)
    assert counted["not recomputable"].numbers == 3


def test_numbers_of_data_sets_come_out_where_they_are_at_hand(shared_data):
    """κ of rankings and counts of judgements, as they were published."""
    chosen = ("inter, tur-eng)", "segments(15)", "mqm(Nemo)")
    some = [one for one in read_claims("data_sets") if one.how.endswith(chosen)]
    numbers = reproduce(some, data=shared_data).numbers
    assert [one.agrees for one in numbers] == [True, True, True]
    assert [one.data_set for one in numbers] == ["wmt16-rr", "hume-da-ende", "mqm-ted-ende"]
    assert numbers[0].analysis == "tertium.stats.agreement.agree.agree"


def test_an_unexplained_difference_is_a_warning():
    """A number that does not come out and has no note is told."""
    claims = (
        claim("right", "1.04", within=0.05),
        claim("wrong", "1 + .1", within=0.05),
        claim("bound", ".004", 0.01, holds="at most"),
        claim("above its bound", ".0104", 0.01, holds="at most", note="Why."),
        claim("below its bound", "46", 53, holds="at least", note="Why."),
    )
    found = reproduce(claims)
    assert [one.agrees for one in found.numbers] == [True, False, True, False, False]
    assert found.warnings == ("wrong (P) is 1.1, not 1.",)


def test_an_analysis_without_a_number_is_no_zero():
    """What could not be estimated must not pass for a number."""
    from tertium.stats.published import aziz

    nothing = recomputes(reproduce)(lambda _: None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aziz, "rho", nothing)
        with pytest.raises(AssertionError, match="gives no number"):
            claim("ρ", "aziz.rho(time)", kind="recomputed").obtain()
