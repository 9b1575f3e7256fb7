"""Tests of a crowd: gold items that admit annotators, and those hidden in their work.

A test is work of the set `qualification` whose items have the role `gold`. Which items it has
follows from the seed, the annotator and the number of the test, so that a second test has others.
"""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, select

from tertium import protocols
from tertium.model import CROWD, TEST, Annotator, Assignment, Campaign, Gold
from tertium.protocols.gold import agrees_with_gold
from tertium.store import schema
from tertium.store.bulk import read_assignment
from tertium.store.content import write_json
from tertium.store.crowd_rows import next_place, set_member
from tertium.store.crowd_values import TESTED
from tertium.store.history import log_event
from tertium.store.pool import ItemKey, item_key

LEAST = 4  # hidden gold items answered, before a share of right ones says anything


def fingerprint(content: Campaign) -> str:
    """Return what names the gold items of a test, the same in campaigns that share them."""
    known = [msgspec.to_builtins(one) for one in content.crowd.qualification.known]
    texts = [
        content.text(one.segment, slot)
        for one in content.crowd.qualification.known
        for slot in one.slots
    ]
    return hashlib.blake2b(write_json([known, texts]).encode(), digest_size=8).hexdigest()


def test_items(content: Campaign, annotator: str, number: int) -> Sequence[Gold]:
    """Return the gold items of the first, second … test of an annotator, counted from 0."""
    from tertium.design.chance import stream

    test = content.crowd.qualification
    gold = [one for one in test.known if one.use == "select"]
    order = stream(content.seed, "test", annotator).permutation(len(gold))
    return [gold[at] for at in order[number * test.items : (number + 1) * test.items]]


def hidden_gold(content: Campaign, annotator: str, claim: int) -> Sequence[Gold]:
    """Return the gold items that are hidden in a claimed HIT."""
    from tertium.design.chance import stream

    gold = [one for one in content.crowd.qualification.known if one.use == "report"]
    order = stream(content.seed, "hidden", annotator, claim).permutation(len(gold))
    return [gold[at] for at in order[: content.crowd.hidden]]


def begin_test(
    connection: Connection, content: Campaign, number: int, member: Row[Any], *, again: bool
) -> Sequence[Assignment]:
    """Return the work of the next test of a member, none while one is open or none is left."""
    from tertium.design.crowd import hit_for

    if member.failed_at or member.tests >= content.crowd.qualification.attempts:
        return ()
    if member.tests and (not again or right_answers(connection, content, number, member) is None):
        return ()
    order, batch = next_place(connection, number, member.annotator)
    person = Annotator(member.annotator, member.group)
    made = hit_for(
        content,
        person,
        (),
        gold=test_items(content, member.annotator, member.tests),
        claim=member.tests,
        order=order,
        batch=batch,
        set_=TEST,
    )
    set_member(
        connection, number, member.annotator, tests=member.tests + 1, gold=fingerprint(content)
    )
    return made


def grade_test(
    connection: Connection, content: Campaign, number: int, member: Row[Any], at: datetime
) -> bool:
    """Tell whether the newest test of a member admits them; note it, also where it was the last."""
    test = content.crowd.qualification
    right = right_answers(connection, content, number, member) if member.tests else None
    if right is None or member.failed_at:
        return False
    passed = sum(right.values()) >= test.pass_ * len(right)
    if passed:
        set_member(connection, number, member.annotator, qualified_at=at)
    elif member.tests >= test.attempts:
        set_member(connection, number, member.annotator, failed_at=at)
    detail = {
        "annotator": member.annotator,
        "test": member.tests,
        "right": sum(right.values()),
        "of": len(right),
        "passed": passed,
    }
    if passed or member.tests >= test.attempts:  # one that may follow is graded by then
        log_event(
            connection, TESTED, campaign=content.name, actor=member.annotator, detail=detail, at=at
        )
    return passed


def right_answers(
    connection: Connection, content: Campaign, number: int, member: Row[Any]
) -> Mapping[ItemKey, bool] | None:
    """Return which items of a member's newest test are right, None while it is not done."""
    wanted = test_items(content, member.annotator, member.tests - 1)
    given = gold_answers(connection, number, member.annotator, TEST)
    return _graded(content, wanted, given)


def hidden_share(
    connection: Connection, content: Campaign, number: int, annotator: str
) -> float | None:
    """Return the share of hidden gold items that somebody answered right, None of too few."""
    gold = _by_item(content)
    protocol = protocols.get(content.protocol, content.options)
    right = [
        agrees_with_gold(protocol, gold[item_key(one)], one.slots, answer)
        for one, answer in gold_answers(connection, number, annotator, CROWD)
        if answer is not None and item_key(one) in gold
    ]
    return sum(right) / len(right) if len(right) >= LEAST else None


def gold_answers(
    connection: Connection, number: int, annotator: str, set_: str
) -> list[tuple[Assignment, Mapping[str, Any] | None]]:
    """Return somebody's gold items of a set, each with the answer that counts if there is one."""
    work, given = schema.assignment, schema.judgement
    rows = connection.execute(
        select(work).where(
            work.c.campaign == number,
            work.c.annotator == annotator,
            work.c.set == set_,
            work.c.role == "gold",
        )
    ).all()
    answers = {
        row.assignment: msgspec.json.decode(row.answer)
        for row in connection.execute(
            select(given.c.assignment, given.c.answer)
            .join_from(
                work,
                given,
                (given.c.campaign == work.c.campaign) & (given.c.assignment == work.c.id),
            )
            .where(
                work.c.campaign == number,
                work.c.annotator == annotator,
                work.c.set == set_,
                work.c.role == "gold",
            )
            .order_by(given.c.sequence)
        )
    }
    found = [read_assignment(row) for row in rows]
    return [(one, answers.get(one.id)) for one in found]


def odd_items(connection: Connection, content: Campaign, number: int) -> list[str]:
    """Return the segments of gold items that at most a tenth of five people or more get right."""
    work, given = schema.assignment, schema.judgement
    gold = _by_item(content)
    protocol = protocols.get(content.protocol, content.options)
    rows = connection.execute(
        select(work, given.c.answer)
        .join_from(
            work,
            given,
            (given.c.campaign == work.c.campaign) & (given.c.assignment == work.c.id),
        )
        .where(work.c.campaign == number, work.c.role == "gold", given.c.replaces.is_(None))
    ).all()
    right: dict[ItemKey, list[bool]] = {}
    for row in rows:
        one, answer = read_assignment(row[:-1]), msgspec.json.decode(row.answer)
        known = gold.get(item_key(one))
        if known is not None:
            agrees = agrees_with_gold(protocol, known, one.slots, answer)
            right.setdefault(item_key(one), []).append(agrees)
    return [
        key[0]
        for key, found in sorted(right.items())
        if len(found) > LEAST and sum(found) <= len(found) / 10
    ]


def _by_item(content: Campaign) -> dict[ItemKey, Gold]:
    known = content.crowd.qualification.known
    return {(one.segment, tuple(sorted(one.slots))): one for one in known}


def admitted_at(
    connection: Connection, content: Campaign, number: int, annotator: str, at: datetime
) -> datetime | None:
    """Return when somebody passed the same test for another campaign, if that is still valid."""
    test, table = content.crowd.qualification, schema.member
    if not test.tests or not test.valid_days:
        return None
    return connection.execute(
        select(table.c.qualified_at)
        .where(
            table.c.annotator == annotator,
            table.c.campaign != number,
            table.c.gold == fingerprint(content),
            table.c.qualified_at >= at - timedelta(days=test.valid_days),
        )
        .order_by(table.c.qualified_at.desc())
        .limit(1)
    ).scalar()


def _graded(
    content: Campaign,
    wanted: Sequence[Gold],
    given: Sequence[tuple[Assignment, Mapping[str, Any] | None]],
) -> Mapping[ItemKey, bool] | None:
    protocol = protocols.get(content.protocol, content.options)
    gold = {(one.segment, tuple(sorted(one.slots))): one for one in wanted}
    mine = [(one, answer) for one, answer in given if item_key(one) in gold]
    if not mine or any(answer is None for _, answer in mine):
        return None
    right = dict.fromkeys(gold, True)
    for one, answer in mine:
        known = gold[item_key(one)]
        right[item_key(one)] &= agrees_with_gold(protocol, known, one.slots, answer or {})
    return right
