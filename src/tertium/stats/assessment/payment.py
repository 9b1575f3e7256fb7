"""Who is paid, and whose scores are used: two different questions.

Work that was done is paid, whether or not it passes a test; what is used is a choice of
the analysis. So nobody loses money by the statistics of a control test, and no manager has to
keep scores only because they were paid for.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.exceptions import BadInput
from tertium.stats.assessment.control import ControlTest, Flag


@dataclass(frozen=True, slots=True)
class Payment:
    """One annotator: scores given, whether they are paid and used, how much, and why not."""

    annotator: str
    scores: int
    paid: bool
    used: bool
    amount: float
    why: str


def payment(
    tests: Sequence[ControlTest],
    *,
    price: float = 0.0,
    withhold: Sequence[Flag] = (),
    passing: bool = True,
) -> tuple[Payment, ...]:
    """Return for every annotator what is paid at `price` per score, and whether it is used.

    `withhold` names flags that a manager looks into before paying, such as `constant` or
    `fast`; by default everybody is paid. With `passing` only who passes the control test is used.
    """
    if price < 0:
        raise BadInput(f"the price {price:g} is below 0", where="price", fix="Write 0 or more.")
    found = []
    for test in tests:
        held = [flag for flag in test.flags if flag in withhold]
        used = bool(test.passed) or not passing
        reasons = [f"payment waits for a look at: {', '.join(held)}"] if held else []
        if not used:
            reasons.append(
                "no control items, so not tested"
                if test.passed is None
                else "degraded copies not scored significantly lower than originals "
                f"(p = {test.p:.2g}, n = {test.n})"
            )
        found.append(
            Payment(
                test.annotator,
                test.scores,
                not held,
                used,
                0.0 if held else price * test.scores,
                "; ".join(reasons),
            )
        )
    return tuple(found)
