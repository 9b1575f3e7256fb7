"""Published numbers: all come out, or say why not."""

from tertium.stats.published import CLAIMS, Claim
from tertium.stats.reproduce import reproduce


def test_every_published_number_agrees_or_carries_a_note():
    """No difference stays without a reason."""
    found = reproduce()
    assert len(found.numbers) == len(CLAIMS) > 80
    assert [one.quantity for one in found.numbers if not one.agrees and not one.note] == []
    assert found.warnings == ()
    assert all(one.paper for one in found.numbers)


def test_the_known_slips_are_the_only_differences():
    """What differs is what is known to be wrong in the report, and nothing else."""
    numbers = [one for one in reproduce().numbers if one.paper.startswith("Simard")]
    assert {one.quantity for one in numbers if not one.agrees} == {
        "Table 1, sum of percentages, evaluator 1",
        "Table 1, sum of percentages, evaluator 3",
        "Table 4, impact, Health",
        "Section 4.3, % both_bad, evaluator 2",
        "Section 4.3, % both_bad, evaluator 4",
        "Section 4.3, share of both_bad, evaluator 4",
        "Section 5, most discriminating evaluator",
        "Appendix, Pr(E)",
        "Appendix, κ",
    }


def test_quantities_have_names_of_their_own():
    """A number can be pointed at by its paper and quantity."""
    names = [(claim.paper, claim.quantity) for claim in CLAIMS]
    assert len(names) == len(set(names))


def test_an_unexplained_difference_is_a_warning():
    """A number that does not come out and has no note is told."""
    claims = (
        Claim("right", 1.0, lambda: 1.04, 0.05, paper="P"),
        Claim("wrong", 1.0, lambda: 1.1, 0.05, paper="P"),
        Claim("bound", 0.01, lambda: 0.004, 0.0, holds="at most", paper="P"),
    )
    found = reproduce(claims)
    assert [one.agrees for one in found.numbers] == [True, False, True]
    assert found.agreeing == 2
    assert found.warnings == ("wrong (P) is 1.1, not 1.",)
