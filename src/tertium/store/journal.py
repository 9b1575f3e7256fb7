"""Which judgements may be stored, decided and written in one transaction.

A *bundle* is what is stored together or not at all: one judgement from a
browser, or a whole imported file. The transaction writes alone (see
`database`), so what it reads about an assignment stays true until it commits;
the unique indexes of the schema say the same again.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ARRAY,
    Select,
    String,
    any_,
    bindparam,
    cast,
    exists,
    func,
    insert,
    select,
    update,
)

from tertium.exceptions import Conflict, TertiumError
from tertium.model import Judgement
from tertium.store import schema
from tertium.store.content import write_json
from tertium.store.prepared import PreparedConnection
from tertium.store.rows import judgement_row, read_plain
from tertium.store.schema import moment_text
from tertium.store.values import Receipt, StaleJudgement, not_theirs

_COLUMNS = [column for column in schema.judgement.c if column.name != "sequence"]
_INSERT = insert(schema.judgement).values({c.name: bindparam(c.name) for c in _COLUMNS})
# The same for an answer to an assignment of whoever answers, and to no other.
_INSERT_OWN = insert(schema.judgement).from_select(
    [column.name for column in _COLUMNS],
    select(*(cast(bindparam(c.name, type_=c.type), c.type) for c in _COLUMNS)).where(
        exists().where(
            schema.assignment.c.campaign == bindparam("campaign"),
            schema.assignment.c.id == bindparam("assignment"),
            schema.assignment.c.annotator == bindparam("annotator"),
        )
    ),
)
_FREEZE = (
    update(schema.campaign)
    .where(
        schema.campaign.c.number == bindparam("at_number"), schema.campaign.c.frozen_at.is_(None)
    )
    .values(frozen_at=bindparam("at"))
)


def _chains_of(*, sqlite: bool) -> Select[Any]:
    """Select whose the asked assignments are, and all their judgements.

    The names go in as one value, so that the statement is the same for any
    number of them. No order is asked for: SQLite would walk through all
    judgements in that order.
    """
    asked, given = schema.assignment, schema.judgement
    names = (
        asked.c.id.in_(select(func.json_each(bindparam("ids")).table_valued("value").c.value))
        if sqlite
        else asked.c.id == any_(bindparam("ids", type_=ARRAY(String)))
    )
    return (
        select(asked.c.id, asked.c.annotator, given)
        .join_from(
            asked,
            given,
            (given.c.campaign == asked.c.campaign) & (given.c.assignment == asked.c.id),
            isouter=True,
        )
        .where(asked.c.campaign == bindparam("number"), names)
    )


_CHAINS = {sqlite: _chains_of(sqlite=sqlite) for sqlite in (True, False)}

Outcome = list[Receipt] | TertiumError


@dataclass(frozen=True, slots=True)
class Bundle:
    """Judgements that are stored together, with the numbers of their campaigns."""

    judgements: tuple[Judgement, ...]
    numbers: tuple[int, ...]
    received_at: datetime


@dataclass(slots=True)
class WriteResult:
    """What one transaction did: an outcome per bundle, and the judgements it added or found."""

    outcomes: list[Outcome] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)
    campaigns: set[int] = field(default_factory=set)


@dataclass(slots=True)
class _Chains:
    """What is stored: owners of assignments, judgements by id, and those that count."""

    owners: dict[tuple[int, str], str] = field(default_factory=dict)
    fresh: set[tuple[int, str]] = field(default_factory=set)  # ids of this transaction
    by_id: dict[tuple[int, str], tuple[Judgement, datetime]] = field(default_factory=dict)
    current: dict[tuple[int, str], Judgement] = field(default_factory=dict)

    def add(self, number: int, judgement: Judgement, received_at: datetime) -> None:
        self.by_id[number, judgement.id] = (judgement, received_at)
        self.current[number, judgement.assignment] = judgement

    def update(self, other: "_Chains") -> None:
        self.by_id.update(other.by_id)
        self.current.update(other.current)
        self.fresh |= other.fresh


class NotFirst(Exception):
    """Not all of these are first answers to somebody's own assignments."""


def write_first(
    connection: PreparedConnection, bundles: Sequence[Bundle], frozen: set[int]
) -> WriteResult:
    """Store first answers, without asking what is stored: nearly all submissions are such.

    Whatever speaks against one of them undoes the transaction, and `write` tells what it is: the
    unique indexes refuse an id or an answer that is there already, and the statement itself
    leaves out an assignment of somebody else.
    """
    written, rows = WriteResult(), []
    for bundle in bundles:
        for number, judgement in zip(bundle.numbers, bundle.judgements, strict=True):
            if judgement.replaces is not None:
                raise NotFirst
            rows.append(judgement_row(number, judgement, bundle.received_at))
        written.outcomes.append([Receipt(one.id, bundle.received_at) for one in bundle.judgements])
        written.judgements += bundle.judgements
        written.campaigns.update(bundle.numbers)
    _freeze(connection, written.campaigns - frozen, bundles)
    if connection.execute(_INSERT_OWN, rows) != len(rows):
        raise NotFirst
    return written


def write(
    connection: PreparedConnection, bundles: Sequence[Bundle], frozen: set[int]
) -> WriteResult:
    """Store what may be stored of several bundles; the caller owns the transaction.

    Campaigns outside `frozen` have their plan frozen by their first judgement.
    """
    stored = _read_chains(connection, bundles)
    written = WriteResult()
    rows = []
    for bundle in bundles:
        try:
            receipts, fresh = _decide(bundle, stored)
        except TertiumError as error:
            written.outcomes.append(error)
            continue
        written.outcomes.append(receipts)
        for number, judgement in zip(bundle.numbers, bundle.judgements, strict=True):
            written.judgements.append(stored.by_id[number, judgement.id][0])
        for number, judgement in fresh:
            rows.append(judgement_row(number, judgement, bundle.received_at))
            written.campaigns.add(number)
    _freeze(connection, written.campaigns - frozen, bundles)
    if rows:
        connection.execute(_INSERT, rows)
    return written


def _freeze(connection: PreparedConnection, campaigns: set[int], bundles: Sequence[Bundle]) -> None:
    """Let nobody alter the plan of a campaign from now on."""
    for number in campaigns:
        at = moment_text(bundles[0].received_at)
        connection.execute(_FREEZE, [{"at_number": number, "at": at}])


def refused(bundle: Bundle) -> TertiumError:
    """Return the sentence for a bundle that breaks a rule of the database.

    Everything about its assignments was checked before, so what remains is an
    id that is in use elsewhere.
    """
    first = bundle.judgements[0]
    return Conflict(
        f"judgement {first.id!r} is already stored for another assignment",
        fix="Load the page again and answer once more.",
    )


def _read_chains(connection: PreparedConnection, bundles: Sequence[Bundle]) -> _Chains:
    """Ask once for all assignments in question: whose they are, and how they were answered."""
    asked: dict[int, dict[str, str]] = defaultdict(dict)
    for bundle in bundles:
        for number, judgement in zip(bundle.numbers, bundle.judgements, strict=True):
            asked[number][judgement.assignment] = judgement.campaign
    chains = _Chains()
    for number, assignments in asked.items():
        ids = list(assignments)
        names = write_json(ids) if connection.sqlite else ids
        rows = connection.query(_CHAINS[connection.sqlite], {"number": number, "ids": names})
        for assignment, owner, *cells in sorted(rows, key=_sequence):
            chains.owners[number, assignment] = owner
            if cells[0] is not None:
                chains.add(number, *read_plain(assignments[assignment], cells))
    return chains


def _sequence(row: Sequence[Any]) -> int:
    return row[2] or 0


def _decide(bundle: Bundle, stored: _Chains) -> tuple[list[Receipt], list[tuple[int, Judgement]]]:
    """Return the receipts of a bundle and what is new in it, or raise what speaks against it."""
    own = _Chains()
    receipts: list[Receipt] = []
    fresh: list[tuple[int, Judgement]] = []
    for number, judgement in zip(bundle.numbers, bundle.judgements, strict=True):
        key, place = (number, judgement.id), (number, judgement.assignment)
        if stored.owners.get(place) != judgement.annotator:
            raise not_theirs(judgement.campaign, judgement.annotator, judgement.assignment)
        known = own.by_id.get(key) or stored.by_id.get(key)
        if known is not None:
            if known[0].annotator != judgement.annotator:  # tell nothing about it
                raise refused(bundle)
            _check_same(judgement, known[0])
            # Found on disk with our own time of arrival: we stored it, and lost the
            # connection before we knew.
            again = known[1] != bundle.received_at or key in own.fresh or key in stored.fresh
            receipts.append(Receipt(judgement.id, known[1], duplicate=again))
            continue
        _check_place(judgement, own.current.get(place) or stored.current.get(place))
        own.add(number, judgement, bundle.received_at)
        own.fresh.add(key)
        fresh.append((number, judgement))
        receipts.append(Receipt(judgement.id, bundle.received_at))
    stored.update(own)
    return receipts, fresh


def _check_same(judgement: Judgement, known: Judgement) -> None:
    """Refuse an id that comes again with something else to say.

    What was said must be the same; times may differ by what a clock was set to.
    """
    same = (
        judgement.assignment == known.assignment
        and judgement.annotator == known.annotator
        and judgement.replaces == known.replaces
        and write_json(judgement.answer) == write_json(known.answer)
    )
    if not same:
        raise StaleJudgement(
            f"judgement {judgement.id!r} is already stored with another content",
            fix="Send a correction under a new id.",
            current=known,
        )


def _check_place(judgement: Judgement, current: Judgement | None) -> None:
    """Refuse a judgement that does not follow the one that counts."""
    if judgement.replaces == (current.id if current else None):
        return
    if current is None:
        what = f"judgement {judgement.replaces!r}, which this one replaces, is not stored"
    elif judgement.replaces is None:
        what = f"assignment {judgement.assignment!r} is already answered"
    else:
        what = f"judgement {judgement.replaces!r} was already replaced"
    raise StaleJudgement(
        what, fix="Load the page again to see the answer that counts.", current=current
    )
