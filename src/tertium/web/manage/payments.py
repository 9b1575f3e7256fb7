"""The payment list: work that was done is paid, whether or not its scores are used.

So nobody loses money by the statistics of a control test, and no manager has to keep scores only
because they were paid for. A price that nobody has set is said to be missing: it is not 0.
"""

import csv
import io
from dataclasses import dataclass

from tertium.stats.assessment.control import ControlTest, control_tests
from tertium.stats.campaign import first_aspect
from tertium.store import Store
from tertium.text import guarded
from tertium.web.manage.head import scores_outputs

COLUMNS = (
    "annotator", "tasks", "scores", "paid", "used", "price", "amount", "bonus", "total", "currency",
    "flags", "why",
)  # fmt: skip
NO_PRICE = "no price per task is set"


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """What one annotator did, and what it is worth; `amount` and `total` need a price."""

    annotator: str
    name: str
    mail: str
    tasks: int
    scores: int | None
    used: bool
    price: float | None
    bonus: float
    currency: str
    flags: tuple[str, ...]
    why: str

    @property
    def amount(self) -> float | None:
        """The tasks at their price."""
        return None if self.price is None else round(self.price * self.tasks, 2)

    @property
    def total(self) -> float | None:
        """The tasks at their price, with the bonus."""
        return None if self.amount is None else round(self.amount + self.bonus, 2)


def price_of(store: Store, name: str) -> tuple[float | None, str]:
    """Return the price of a task and its currency, as set last: in the browser or in the file."""
    state, prices = store.campaigns.state(name), store.campaigns.get(name).prices
    price = (prices.per_task or None) if state.price is None else state.price
    return price, state.currency or prices.currency


def payment_lines(store: Store, name: str) -> list[PaymentLine]:
    """Return one line per annotator who did something, or gets a bonus.

    A task is a screen. Where outputs are scored and some are control items, the scores of whoever
    passes are used; without control items everything is. `flags` are hints: nobody is left unpaid
    because of them.
    """
    campaign = store.campaigns.get(name)
    scored = scores_outputs(campaign)
    tests: dict[str, ControlTest] = {}
    if scored:
        found = control_tests(store.table(name), aspect=first_aspect(campaign))
        tests = {test.annotator: test for test in found}
    passing = any(test.passed is not None for test in tests.values())
    price, currency = price_of(store, name)
    lines = []
    for person in sorted(store.annotators.all(name), key=lambda person: person.id):
        if not person.done and not person.bonus:
            continue
        test = tests.get(person.id)
        used, why = _used(test, scored=scored, passing=passing)
        lines.append(
            PaymentLine(
                annotator=person.id,
                name=person.name,
                mail=person.mail,
                tasks=person.done,
                scores=(test.scores if test else 0) if scored else None,
                used=used,
                price=price,
                bonus=person.bonus,
                currency=currency,
                flags=tuple(test.flags if test else ()),
                why="; ".join(filter(None, (why, NO_PRICE if price is None else ""))),
            )
        )
    return lines


def payment_csv(store: Store, name: str) -> str:
    """Return the payment list without names."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for line in payment_lines(store, name):
        cells = (
            line.annotator,
            str(line.tasks),
            "" if line.scores is None else str(line.scores),
            "yes",
            "yes" if line.used else "no",
            "" if line.price is None else f"{line.price:g}",
            _money(line.amount),
            _money(line.bonus),
            _money(line.total),
            line.currency,
            " ".join(line.flags),
            line.why,
        )
        writer.writerow([guarded(cell) for cell in cells])
    return out.getvalue()


def _money(amount: float | None) -> str:
    return "" if amount is None else f"{amount:.2f}"


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
