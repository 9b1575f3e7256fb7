"""The payment list: work that was done is paid, whether or not its scores are used.

So nobody loses money by the statistics of a control test, and no manager has to keep scores only
because they were paid for.
"""

import csv
import io

from tertium.stats.assessment.control import ControlTest, control_tests
from tertium.stats.campaign import first_aspect
from tertium.store import Store
from tertium.text import guarded
from tertium.web.manage.head import scores_outputs

_COLUMNS = ("annotator", "tasks", "scores", "paid", "used", "amount", "currency", "flags", "why")


def payment_csv(store: Store, name: str) -> str:
    """Return one line per annotator who did something.

    A task is a screen, at the price of the campaign's file. Where outputs are scored and some
    are control items, the scores of whoever passes are used; without control items everything
    is. `flags` are hints: nobody is left unpaid because of them.
    """
    campaign = store.campaigns.get(name)
    scored = scores_outputs(campaign)
    tests: dict[str, ControlTest] = {}
    if scored:
        found = control_tests(store.table(name), aspect=first_aspect(campaign))
        tests = {test.annotator: test for test in found}
    passing = any(test.passed is not None for test in tests.values())
    prices = campaign.prices
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for annotator, done in sorted(
        (person.id, person.done) for person in store.annotators.all(name)
    ):
        if not done:
            continue
        test = tests.get(annotator)
        used, why = _used(test, scored=scored, passing=passing)
        line = (
            annotator,
            str(done),
            str(test.scores if test else 0) if scored else "",
            "yes",
            "yes" if used else "no",
            f"{prices.per_task * done:.2f}",
            prices.currency,
            " ".join(test.flags if test else ()),
            why,
        )
        writer.writerow([guarded(cell) for cell in line])
    return out.getvalue()


def _used(test: ControlTest | None, *, scored: bool, passing: bool) -> tuple[bool, str]:
    """Tell whether somebody's answers are used, and why not."""
    if test is None:  # answers are no scores: comparisons, or problems only
        return not scored, "no scores: problems were reported instead" if scored else ""
    if test.passed or not passing:
        return True, ""
    if test.passed is None:
        return False, "no control items, so not tested"
    return False, (
        "degraded copies not scored significantly lower than originals "
        f"(p = {test.p:.2g}, n = {test.n})"
    )
