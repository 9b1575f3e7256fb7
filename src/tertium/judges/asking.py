"""Many questions to one judge: in parallel, with retries and back-off, within a budget.

A failure that may pass (429, 5xx, no answer in time, a damaged reply) is tried again after a wait
that doubles, with some chance in it so that threads do not come back together; the judge may ask
for a longer one. An answer that cannot be read is refused, asked for again a few times, and then
left out and counted. What was answered is in the cache at once, so a run that was stopped goes on.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from random import Random

from tertium.exceptions import BadInput
from tertium.judges.answers import JudgedAnswer, Refused
from tertium.judges.budget import Budget
from tertium.judges.cache import ReplyCache, content_key
from tertium.judges.door import Door, GivesUp, Message, Reply, TryAgain

_FIRST_WAIT, _LONGEST_WAIT = 0.5, 60.0  # seconds
_HOPELESS = 10  # questions in a row without any answer at all
NOT_ASKED = "not asked: the budget is spent"
_STOPPED = "not asked: another question ended the run"

Read = Callable[[str], JudgedAnswer]  # raises Refused


@dataclass(frozen=True, slots=True)
class Patience:
    """How often to try again, how often to ask again for an answer that can be read, and chance.

    `again` asks also where the cache has an answer that was refused.
    """

    retries: int = 5
    reask: int = 1
    again: bool = False
    parallel: int = 4
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """A message, and how its answer is read."""

    message: Message
    read: Read


@dataclass(slots=True)
class Tally:
    """What happened, by all threads."""

    cached: int = 0
    retries: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    models: Counter[str] = field(default_factory=Counter)
    answered: int = 0


def ask_all(
    questions: Sequence[Question],
    door: Door,
    cache: ReplyCache,
    budget: Budget,
    patience: Patience,
    *,
    sleep: Callable[[float], object] | None = None,
    progress: Callable[[int, int], object] = lambda done, of: None,
) -> tuple[list[JudgedAnswer | None], Tally]:
    """Return the answer to each question, None where there is none, and what happened.

    Questions with the same words are asked once. `sleep` waits; by default, until the end of the
    run at most.
    """
    keys = [content_key(door.identity, one.message) for one in questions]
    first = {key: at for at, key in reversed(list(enumerate(keys)))}
    run = _Run(door, cache, budget, patience, Tally(), sleep)
    order = sorted(first.values())
    with ThreadPoolExecutor(patience.parallel) as pool:
        waiting = {pool.submit(run.answer, keys[at], questions[at], at) for at in order}
        jobs = set(waiting)
        try:
            while waiting:
                done, waiting = wait(waiting, timeout=0.2, return_when=FIRST_EXCEPTION)
                for job in done:
                    job.result()  # what ends everything is raised here
                progress(len(jobs) - len(waiting), len(jobs))
        finally:
            run.stop.set()
            pool.shutdown(cancel_futures=True)
    return [run.answers.get(key) for key in keys], run.tally


class _Run:
    """What the threads of one run share."""

    def __init__(
        self,
        door: Door,
        cache: ReplyCache,
        budget: Budget,
        patience: Patience,
        tally: Tally,
        sleep: Callable[[float], object] | None,
    ) -> None:
        self.door, self.cache, self.budget = door, cache, budget
        self.patience, self.tally = patience, tally
        self.answers: dict[str, JudgedAnswer] = {}
        self.stop = threading.Event()
        self._sleep = sleep or self.stop.wait
        self._lock = threading.Lock()

    def answer(self, key: str, question: Question, number: int) -> None:
        """Find the answer to one question, or count why there is none."""
        try:
            found = self._found(key, question, number)
        except GivesUp as end:
            self._count(self.tally.failed, end.reason)
            self._check_hope(end.reason)
            return
        with self._lock:
            self.answers[key] = found
            self.tally.answered += 1

    def _found(self, key: str, question: Question, number: int) -> JudgedAnswer:
        random = Random(f"{self.patience.seed}/{number}")
        known = self.cache.get(key)
        if known is not None:
            self._count_model(known)
            try:
                found = question.read(known.text)
                with self._lock:
                    self.tally.cached += 1
                return found
            except Refused as refusal:
                if not self.patience.again:
                    with self._lock:
                        self.tally.cached += 1
                    self._count(self.tally.refused, str(refusal))
                    raise GivesUp(f"refused: {refusal}") from None
        refusal_told = ""
        for _ in range(1 + self.patience.reask):
            reply = self._reply(question.message, random)
            self.cache.put(key, reply)
            self._count_model(reply)
            try:
                return question.read(reply.text)
            except Refused as refusal:
                refusal_told = str(refusal)
                self._count(self.tally.refused, refusal_told)
        raise GivesUp(f"refused: {refusal_told}")

    def _reply(self, message: Message, random: Random) -> Reply:
        """Ask until there is a reply."""
        characters = len(message.system) + len(message.text)
        for attempt in range(1 + self.patience.retries):
            if self.stop.is_set():
                raise GivesUp(_STOPPED)
            if not self.budget.begin(characters):
                raise GivesUp(NOT_ASKED)
            reply = None
            try:
                reply = self.door.ask(message)
                return reply
            except TryAgain as failure:
                reason, asked = failure.reason, failure.wait
            finally:
                self.budget.end(reply)
            if attempt < self.patience.retries:
                self._count(self.tally.retries, reason)
                own = min(_LONGEST_WAIT, _FIRST_WAIT * 2**attempt) * (0.5 + random.random())
                self._sleep(max(min(asked, _LONGEST_WAIT), own))
        raise GivesUp(f"failed: {reason}")

    def _count(self, counter: Counter[str], reason: str) -> None:
        with self._lock:
            counter[reason] += 1

    def _count_model(self, reply: Reply) -> None:
        if reply.model:
            self._count(self.tally.models, reply.model)

    def _check_hope(self, reason: str) -> None:
        """End the run where nothing at all is answered."""
        if reason in (NOT_ASKED, _STOPPED):
            return
        with self._lock:
            hopeless = not self.tally.answered and self.tally.failed.total() >= _HOPELESS
        if hopeless and not self.stop.is_set():
            self.stop.set()
            raise BadInput(
                f"the judge answered none of the first {_HOPELESS} questions ({reason})",
                fix="Try one question by hand, and check model, address or command, and prompt.",
            )


def most_frequent(counter: Mapping[str, int]) -> Iterable[tuple[str, int]]:
    """Return reasons, the most frequent first."""
    return sorted(counter.items(), key=lambda one: (-one[1], one[0]))
