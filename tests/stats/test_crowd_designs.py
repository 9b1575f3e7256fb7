"""The study of three designs against careless people at equal cost."""

from studies.crowd_designs import DESIGNS, measure


def test_a_test_pays_when_people_stay():
    """With five HITs each and many careless people a test is better than no check."""
    cell = measure(0.4, 5, rounds=6)
    right = dict(zip(DESIGNS, cell.right, strict=True))
    assert right["qualification"] > right["control items"] > right["no check"]
    assert right["annotator model"] > right["no check"]
