"""The payment list: work that was done is paid, whether or not its scores are used."""

import csv
import io

from tertium.stats.assessment.control import ControlTest, control_tests
from tertium.stats.assessment.payment import Payment, payment
from tertium.stats.campaign import first_aspect
from tertium.store import Store
from tertium.text import guarded
from tertium.web.manage.head import scores_outputs

__all__ = ["payment_csv"]

_COLUMNS = ("annotator", "tasks", "scores", "paid", "used", "amount", "currency", "flags", "why")


def payment_csv(store: Store, name: str) -> str:
    """Return one line per annotator who did something.

    A task is a screen, at the price of the campaign's file. Where outputs are scored and some
    are control items, the scores of whoever passes are used; without control items everything
    is. `flags` are hints: nobody is left unpaid because of them.
    """
    campaign = store.campaigns.get(name)
    scored = scores_outputs(campaign)
    tests: tuple[ControlTest, ...] = ()
    if scored:
        tests = control_tests(store.table(name), aspect=first_aspect(campaign))
    passing = any(test.passed is not None for test in tests)
    known = {one.annotator: one for one in payment(tests, passing=passing)}
    flags = {test.annotator: test.flags for test in tests}
    prices = campaign.prices
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for annotator, done in sorted(
        (person.id, person.done) for person in store.annotators.all(name)
    ):
        if not done:
            continue
        told = known.get(annotator) or _untested(annotator, scored=scored)
        line = (
            annotator,
            str(done),
            str(told.scores) if scored else "",
            _word(told.paid),
            _word(told.used),
            f"{prices.per_task * done if told.paid else 0:.2f}",
            prices.currency,
            " ".join(flags.get(annotator, ())),
            told.why,
        )
        writer.writerow([guarded(cell) for cell in line])
    return out.getvalue()


def _untested(annotator: str, *, scored: bool) -> Payment:
    """Return what is said of answers that are no scores: comparisons, or problems only."""
    why = "no scores: problems were reported instead" if scored else ""
    return Payment(annotator, 0, paid=True, used=not scored, amount=0.0, why=why)


def _word(value: bool) -> str:
    return "yes" if value else "no"
