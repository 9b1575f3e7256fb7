"""Answers with a log in them: the same to whoever reads them, and small meanwhile."""

import json
import tracemalloc
from datetime import UTC, datetime

from tertium.model import Judgement
from tertium.store.packed import packed


def judged(answer):
    return Judgement("j", "c", "a", "p", answer, datetime(2026, 1, 1, tzinfo=UTC))


def edited(events):
    log = [{"t": 7 * n, "k": "key", "g": "letters"} for n in range(events)]
    return {"edited": {"start": "é", "text": "漢", "events": log}, "rating": "3"}


def test_a_packed_answer_reads_like_the_answer():
    one = packed(judged(edited(3)))
    assert dict(one.answer) == edited(3)
    assert one == judged(edited(3))
    assert one.answer["rating"] == "3"
    assert one.answer.get("comment") is None
    assert packed(one) == one


def test_answers_without_a_log_stay_as_they_are():
    for answer in ({"better": "left"}, {"overall": [70]}, {"ranks": [1, 2]}):
        one = judged(answer)
        assert packed(one) is one


def test_a_packed_log_takes_a_fifth_of_the_room_at_most():
    """Compared with what is read from the database."""
    stored = json.dumps(edited(500))
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        plain = [judged(json.loads(stored)) for _ in range(20)]
        middle = tracemalloc.get_traced_memory()[0]
        small = [packed(one) for one in plain]
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert len(small) == 20
    assert (after - middle) * 5 < middle - before
