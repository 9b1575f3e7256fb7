"""The payment page: a price per judgement, bonuses, and the list with names to pay by."""

import hashlib
from typing import Annotated

from msgspec import Meta, Struct
from starlette.responses import Response

from tertium.exceptions import BadInput, NotFound
from tertium.formats.bundles import write_table
from tertium.formats.workbook import Worksheet
from tertium.store import Store
from tertium.store.content import write_json
from tertium.web.manage.export import written
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.payments import payment_lines, price_of
from tertium.web.manage.visit import Done, DoneBody, Visit
from tertium.web.openapi import Endpoint

_HERE = "/manage/campaigns/{campaign}/payment"
_MEDIA = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
Money = Annotated[float, Meta(ge=0, le=1_000_000)]


class PaymentRow(Struct, frozen=True):
    """One annotator; `amount` and `total` are empty without a price."""

    annotator: str
    name: str
    mail: str
    tasks: int
    used: bool
    amount: float | None
    bonus: float
    total: float | None
    flags: tuple[str, ...]
    why: str


class PaymentPage(Struct, frozen=True):
    """Who is paid how much. `since` is sent back with what is changed."""

    head: Head
    price: float | None
    currency: str
    since: str
    rows: tuple[PaymentRow, ...]
    total: float | None


class NewPay(Struct, frozen=True):
    """The price of a judgement, and bonuses by annotator."""

    price: Money | None = None
    currency: Annotated[str, Meta(max_length=12)] = ""
    annotator: tuple[str, ...] = ()
    bonus: tuple[Money, ...] = ()
    since: str = ""


def _state_of(store: Store, name: str) -> str:
    """Return a fingerprint of price and bonuses: two managers must not overwrite each other."""
    bonuses = {one.id: one.bonus for one in store.annotators.all(name)}
    told = write_json([*price_of(store, name), bonuses])
    return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()


def payment_page(visit: Visit) -> PaymentPage:
    """GET …/payment."""
    name, store = visit.path["campaign"], visit.store
    head = head_of(store, name)
    price, currency = price_of(store, name)
    rows = tuple(
        PaymentRow(
            line.annotator,
            line.name,
            line.mail,
            line.tasks,
            line.used,
            line.amount,
            line.bonus,
            line.total,
            line.flags,
            line.why,
        )
        for line in payment_lines(store, name)
    )
    total = None if price is None else round(sum(row.total or 0.0 for row in rows), 2)
    return PaymentPage(head, price, currency, _state_of(store, name), rows, total)


def set_pay(visit: Visit) -> Done:
    """POST …/payment: the price from now on, for everything that was and will be done."""
    name, store, sent = visit.path["campaign"], visit.store, visit.body
    if len(sent.annotator) != len(sent.bonus):
        raise BadInput(
            "there is not one bonus for each annotator",
            where="the form",
            fix="Fill in every field; 0 is no bonus.",
        )
    store.campaigns.set_pay(
        name,
        sent.price,
        sent.currency or price_of(store, name)[1],
        dict(zip(sent.annotator, sent.bonus, strict=True)),
        unless=lambda: bool(sent.since) and sent.since != _state_of(store, name),
        by=visit.manager,
        at=visit.now,
    )
    return Done("pay", f"/manage/campaigns/{name}/payment")


def payment_file(visit: Visit) -> Response:
    """GET …/payment/list.{kind}: the list with names, as a workbook or CSV."""
    name, store = visit.path["campaign"], visit.store
    kind = visit.path["kind"]
    if kind not in _MEDIA:
        raise NotFound.among("kind of payment list", kind, _MEDIA)
    rows = [
        {
            "name": line.name,
            "mail": line.mail,
            "annotator": line.annotator,
            "judgements": line.tasks,
            "price": line.price,
            "amount": line.amount,
            "bonus": line.bonus,
            "total": line.total,
            "currency": line.currency,
            "used": "yes" if line.used else "no",
            "flags": " ".join(line.flags),
            "note": line.why,
        }
        for line in payment_lines(store, name)
    ]
    sheet = Worksheet(
        "Payment",
        rows,
        kinds={"price": "money", "amount": "money", "bonus": "money", "total": "money"},
        note="One row per annotator who did something or gets a bonus.",
    )
    file = f"payment.{kind}"
    headers = {"content-disposition": f'attachment; filename="{name}-{file}"'}
    store.history.add(
        "exported", campaign=name, actor=visit.manager, detail={"file": file}, at=visit.now
    )
    return written(file, lambda path: write_table(path, sheet), _MEDIA[kind], headers)


endpoints = (
    Endpoint(
        "GET",
        _HERE,
        "Who is paid how much",
        payment_page,
        gives=PaymentPage,
        template="manage/payment.html",
    ),
    Endpoint("POST", _HERE, "Set price and bonuses", set_pay, takes=NewPay, gives=DoneBody),
    Endpoint(
        "GET",
        f"{_HERE}/list.{{kind}}",
        "The payment list with names",
        payment_file,
        media=("text/csv", _MEDIA["xlsx"]),
    ),
)
