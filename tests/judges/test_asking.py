"""Many questions to a server that fails, stalls and answers prose; and to a command."""

import json
import sys
import threading
from datetime import date
from pathlib import Path

import pytest

from tertium.exceptions import BadInput
from tertium.formats.folder_texts import FolderTexts
from tertium.judges.address_door import KEY, AddressDoor
from tertium.judges.asking import Patience
from tertium.judges.budget import Budget, JudgePrices
from tertium.judges.cache import ReplyCache
from tertium.judges.command_door import CommandDoor
from tertium.judges.judging import judge_items
from tertium.judges.prompts import read_prompt
from tertium.judges.questions import items_to_judge
from tertium.model import Segment
from tests.judges.server import serving

DA = read_prompt("da")
GOOD = '{"score": 80}'


def texts(segments=6, systems=("a", "b")):
    """Return some texts, each output another one."""
    return FolderTexts(
        tuple(Segment(str(at), f"Quelle {at}", source_language="de", target_language="en")
              for at in range(segments)),
        systems,
        (),
        {(str(at), name): f"output {at} of {name}" for at in range(segments) for name in systems},
        {},
    )  # fmt: skip


def ask(door, given=None, prompt=DA, *, cache=None, budget=None, naps=None, **patience):
    """Ask about texts and return the result and the rows; nobody waits."""
    naps = [] if naps is None else naps
    kept = cache or ReplyCache(None)
    return judge_items(
        items_to_judge(given or texts(), prompt, seed=1), prompt, door,
        model="m", temperature=0.0, cache=kept, budget=budget or Budget(),
        patience=Patience(**patience), today=date(2030, 1, 2), sleep=naps.append,
    )  # fmt: skip


def address(server, timeout=5.0):
    """Return the way to a server."""
    return AddressDoor(server.address, "m", 0.0, timeout)


def test_every_output_gets_a_score():
    """With what it cost, and a signature that says how it was asked."""
    with serving(lambda text, times: GOOD) as server:
        result, table = ask(address(server), budget=Budget(JudgePrices(0.01, 1.0, 2.0)))
    assert (result.answered, result.calls, result.unanswered) == (12, 12, 0)
    assert (result.tokens_in, result.tokens_out) == (1200, 120)
    assert result.cost == pytest.approx(12 * 0.01 + 1200e-6 + 240e-6)
    assert "|model:m-1|temperature:0|date:2030-01-02|calls:12|" in result.signature
    assert f"prompt:da@{DA.digest}" in result.signature
    body = server.asked[0]
    assert (body["model"], body["temperature"]) == ("m", 0.0)
    assert body["messages"][0]["role"] == "system"
    row = table.rows()[0]
    assert (row["layer"], row["protocol"], row["aspect"], row["value"]) == (
        "computed", "metric@1", "judge da", 80.0,
    )  # fmt: skip


def test_a_judge_is_no_annotator():
    """Its rows are in no view that agreement, rankings of annotators or evidence see."""
    with serving(lambda text, times: GOOD) as server:
        _, table = ask(address(server))
    assert not len(table.scores("judge da"))
    assert not table.has_comparisons()
    assert not len(table.spans().outputs)


def test_failures_that_pass_are_tried_again():
    """429 with the wait that it asks for, 500, a damaged reply, a closed connection."""

    def say(text, times):
        if times == 1:
            return (429, {"Retry-After": "7"}) if " 0 of a" in text else 503
        if times == 2:
            return b'{"choices": [{"mess'
        return GOOD

    naps = []
    with serving(say) as server:
        result, _ = ask(address(server), naps=naps)
    assert (result.answered, result.calls, result.retries) == (12, 36, 24)
    assert sum(nap >= 7 for nap in naps) == 1
    reasons = {one.reason: one.times for one in result.reasons if one.kind == "retry"}
    assert reasons == {"damaged reply": 12, "status 503": 11, "status 429": 1}


def test_waits_grow_and_stay_bounded():
    """Each about twice the one before, with chance in it; never more than a minute and a half."""
    naps = []
    with serving(lambda text, times: 500) as server:
        result, _ = ask(address(server), texts(1, ("a",)), naps=naps, retries=12)
    assert (result.answered, result.calls) == (0, 13)
    assert all(0.25 * 2**at <= nap <= 0.75 * 2**at for at, nap in enumerate(naps[:6]))
    assert max(naps) <= 90


def test_a_server_that_stalls_does_not_hold_up_the_run():
    """After the timeout the question is asked again."""
    with serving(lambda text, times: 3.0 if times == 1 and " 1 of b" in text else GOOD) as server:
        result, _ = ask(address(server, timeout=0.2))
    assert (result.answered, result.retries) == (12, 1)
    assert {one.reason for one in result.reasons} == {"no answer in time"}


def test_prose_is_refused_asked_again_and_counted():
    """What still cannot be read is left out, never guessed."""

    def say(text, times):
        if " 2 of a" in text:
            return "I think it deserves an 80."
        return "{" if " 3 of b" in text and times == 1 else GOOD

    with serving(say) as server:
        result, table = ask(address(server))
    assert (result.answered, result.unanswered, result.refused, result.calls) == (11, 1, 3, 14)
    told = {(one.kind, one.reason): one.times for one in result.reasons}
    assert told == {("refused", "no JSON"): 2, ("refused", "broken JSON"): 1,
                    ("unanswered", "refused: no JSON"): 1}  # fmt: skip
    assert ("2", "a") not in {(row["segment"], row["system"]) for row in table.rows()}
    assert any("1 item has no answer (8.3%)" in one for one in result.warnings)


def test_what_was_paid_for_is_not_asked_again(tmp_path):
    """The cache knows questions by their content; another prompt or model is another question."""
    with serving(lambda text, times: GOOD) as server:
        for calls, cached, more in ((4, 0, {}), (0, 4, {}), (2, 4, {})):
            given = texts(3 if calls == 2 else 2)
            with ReplyCache(tmp_path / "c") as cache:
                result, _ = ask(address(server), given, cache=cache, **more)
            assert (result.calls, result.cached) == (calls, cached)
        with ReplyCache(tmp_path / "c") as cache:
            other = AddressDoor(server.address, "other", 0.0, 5.0)
            assert ask(other, texts(1), cache=cache)[0].calls == 2
    assert result.systems


def test_a_refused_answer_stays_refused_unless_asked_again(tmp_path):
    """A run that is repeated costs nothing and says the same."""
    with serving(lambda text, times: GOOD if times > 2 else "prose") as server:
        one = texts(1, ("a",))
        for again, calls, answered in ((False, 2, 0), (False, 0, 0), (True, 1, 1)):
            with ReplyCache(tmp_path / "c") as cache:
                result, _ = ask(address(server), one, cache=cache, again=again)
            assert (result.calls, result.answered) == (calls, answered)


def test_a_file_that_is_no_cache_is_refused(tmp_path):
    """And left as it is."""
    other = tmp_path / "texts.csv"
    other.write_text("segment,source\n" * 50, "utf-8")
    with pytest.raises(BadInput, match="cannot hold replies"):
        ReplyCache(other)
    assert other.read_text("utf-8").startswith("segment")


def test_equal_questions_are_asked_once():
    """Two systems with the same output."""
    given = texts(2)
    given.outputs.update({("0", "b"): given.outputs["0", "a"]})
    with serving(lambda text, times: GOOD) as server:
        result, _ = ask(address(server), given)
    assert (result.items, result.answered, result.calls) == (4, 4, 3)


def test_the_budget_holds():
    """In calls and in money, with many threads; the rest is counted as not asked."""
    with serving(lambda text, times: GOOD) as server:
        result, _ = ask(address(server), texts(20), budget=Budget(most_calls=7), parallel=8)
        assert (result.calls, result.answered, result.unanswered) == (7, 7, 33)
        assert len(server.asked) == 7
        assert any("33 questions were not asked" in one for one in result.warnings)
        prices = JudgePrices(tokens_in=100.0, tokens_out=1000.0)  # .02 for a call
        spent = Budget(prices, most_cost=0.5)
        result, _ = ask(address(server), texts(40), budget=spent, parallel=8)
    assert 0.3 < result.cost <= 0.5


def test_questions_are_asked_at_the_same_time():
    """As many as allowed, and no more."""
    together = threading.Barrier(3, timeout=5)

    def say(text, times):
        together.wait()
        return GOOD

    with serving(say) as server:
        ask(address(server), texts(3), parallel=3)
    assert server.most == 3


def test_the_order_of_arrival_changes_nothing():
    """The same rows whatever the number of threads."""

    def say(text, times):
        return f'{{"score": {len(text) % 50}}}'

    with serving(say) as server:
        one, two = (ask(address(server), parallel=number)[1] for number in (1, 6))
    assert one == two


@pytest.mark.parametrize(("status", "what"), [(401, "key is not accepted"), (404, "no such place")])
def test_what_no_retry_can_mend_ends_the_run(status, what):
    """With the address and what to do."""
    with serving(lambda text, times: status) as server:
        with pytest.raises(BadInput, match=what) as error:
            ask(address(server), texts(200))
        assert error.value.where == server.address
        assert KEY in error.value.fix
    assert len(server.asked) < 50


def test_a_question_that_is_not_accepted_is_left_out():
    """A filter of contents says 400 to one text; the others are judged."""
    with serving(lambda text, times: 400 if " 1 of a" in text else GOOD) as server:
        result, _ = ask(address(server))
    assert (result.answered, result.calls, result.retries) == (11, 12, 0)
    with serving(lambda text, times: 400) as server, pytest.raises(BadInput, match="none of the"):
        ask(address(server), texts(100))
    assert len(server.asked) < 30


def test_an_answer_that_was_cut_is_not_used():
    """The judge says that it had no room for all of it."""
    reply = {"choices": [{"message": {"content": GOOD}, "finish_reason": "length"}]}
    with serving(lambda text, times: json.dumps(reply).encode()) as server:
        result, _ = ask(address(server), texts(1, ("a",)))
    assert {one.reason for one in result.reasons} == {"answer cut off"}


def test_the_key_is_sent_and_not_written(monkeypatch, tmp_path):
    """From the environment to the address, and nowhere else; no redirect takes it along."""
    monkeypatch.setenv(KEY, "secret-key")
    with serving(lambda text, times: GOOD) as server, ReplyCache(tmp_path / "c") as cache:
        result, table = ask(address(server), texts(1), cache=cache)
    assert set(server.keys) == {"Bearer secret-key"}
    assert "secret-key" not in f"{result} {table.rows()}"
    assert b"secret-key" not in (tmp_path / "c").read_bytes()
    with serving(lambda text, times: GOOD) as other:
        moved = (302, {"Location": f"{other.address}/chat/completions"})
        with serving(lambda text, times: moved) as server:
            ask(address(server), texts(1))
        assert not other.asked


@pytest.mark.parametrize("wrong", ["localhost:8000", "ftp://x/v1", "http://"])
def test_an_address_is_checked(wrong):
    """Before anything is asked."""
    with pytest.raises(BadInput, match="no HTTP address"):
        AddressDoor(wrong, "m", 0.0, 1.0)


def test_a_server_that_is_not_there_is_told():
    """After the retries."""
    with serving(lambda text, times: GOOD) as server:
        gone = address(server)
    with pytest.raises(BadInput, match="no connection"):
        ask(gone, retries=1)


def test_texts_that_cannot_be_judged_are_left_out_and_counted():
    """No output, an empty one; of pairs, equal ones."""
    given = texts(3)
    del given.outputs["0", "a"]
    given.outputs["1", "a"] = " "
    given.outputs["2", "b"] = given.outputs["2", "a"]
    with serving(lambda text, times: GOOD) as server:
        result, _ = ask(address(server), given)
    assert {(one.reason, one.times) for one in result.reasons} == {("no output", 1),
                                                                   ("empty output", 1)}  # fmt: skip
    pairs = items_to_judge(given, read_prompt("pairwise"))
    assert pairs.left_out == {"no output": 1, "empty output": 1, "equal outputs": 1}


def test_pairs_stand_in_an_order_drawn_by_chance():
    """A judge that always prefers the first is found out."""
    prompt = read_prompt("pairwise")
    with serving(lambda text, times: '{"better": "A"}') as server:
        result, table = ask(address(server), texts(60), prompt)
    (pair,) = result.pairs
    assert pair.shown_first == 60
    assert 15 < pair.a_better < 45
    assert pair.a_better + pair.b_better == 60
    rows = table.rows()
    assert {(row["aspect"], row["value"], row["label"]) for row in rows} == {
        ("preference", 1.0, "left")
    }
    won = sum(row["system"] == "a" for row in rows)
    assert won == pair.a_better


def test_error_spans_become_rows():
    """A score for the whole, and a row for each mark."""

    def say(text, times):
        return '{"errors": [{"quote": "output", "severity": "major"}], "score": 55}'

    with serving(say) as server:
        result, table = ask(address(server), texts(2), read_prompt("esa"))
    assert result.errors == 4
    spans = table.spans(layers=("computed",))
    assert (len(spans.outputs), len(spans)) == (4, 4)
    assert set(spans.value.tolist()) == {-5.0}
    assert spans.quotes() == ["output"] * 4
    assert set(spans.outputs.score.tolist()) == {55.0}


# Commands ------------------------------------------------------------------------------------

JUDGE = """
import json, os, sys, time
kept = {folder!r}
for line in sys.stdin:
    asked = json.loads(line)
    text = asked["text"]
    mark = os.path.join(kept, str(abs(hash(text))))
    first = not os.path.exists(mark)
    open(mark, "a").write("x")
    if first and " 1 of a" in text:
        sys.exit(3)
    if first and " 2 of a" in text:
        time.sleep(30)
    if first and " 3 of a" in text:
        print("prose", flush=True); continue
    if " 4 of a" in text:
        print(json.dumps({{"id": asked["id"], "error": "too hard"}}), flush=True); continue
    print(json.dumps({{"id": asked["id"], "text": '{{"score": 60}}', "model": "own"}}), flush=True)
"""


def test_a_command_that_ends_stalls_and_writes_prose(tmp_path, monkeypatch):
    """It is started again; what it cannot answer is counted."""
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    script = tmp_path / "judge.py"
    script.write_text(JUDGE.format(folder=str(tmp_path)), "utf-8")
    door = CommandDoor(f"{sys.executable} {script}", "m", 0.0, 2.0)
    try:
        result, _ = ask(door, parallel=2)
    finally:
        door.close()
    assert (result.answered, result.unanswered, result.retries) == (11, 1, 3)
    reasons = {one.reason for one in result.reasons}
    assert reasons == {"the command ended with exit code 3", "no answer in time",
                       "the command wrote no JSON", "too hard"}  # fmt: skip
    assert "|model:own|" in result.signature


def test_a_command_that_is_not_there_is_told():
    """And one whose quotes are open."""
    with pytest.raises(BadInput, match="cannot be started"):
        ask(CommandDoor("no-such-program", "m", 0.0, 1.0))
    with pytest.raises(BadInput, match="cannot be read"):
        CommandDoor("python 'open", "m", 0.0, 1.0)
    assert Path(sys.executable).exists()
