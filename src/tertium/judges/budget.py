"""What asking may cost at most, in calls and in money."""

import threading
from dataclasses import dataclass, field

from tertium.judges.door import Reply

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class JudgePrices:
    """Money for a call, and for a million tokens of questions and of answers."""

    call: float = 0.0
    tokens_in: float = 0.0
    tokens_out: float = 0.0

    def of(self, reply: Reply) -> float:
        """Return what a reply cost beside its call."""
        return (reply.tokens_in * self.tokens_in + reply.tokens_out * self.tokens_out) / _MILLION


@dataclass(slots=True)
class Budget:
    """Calls and money spent so far, by all threads; no call is made that may exceed the limits.

    What the next call costs is not known: it is taken to cost as much as the dearest so far, or as
    a question with a token for each character, and so are calls that are under way.
    """

    prices: JudgePrices = field(default_factory=JudgePrices)
    most_calls: int | None = None
    most_cost: float | None = None
    calls: int = 0
    cost: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0
    _dearest: float = 0.0
    _waiting: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, characters: int) -> bool:
        """Count a call that is about to be made; False if there is no budget for it."""
        with self._lock:
            if self.most_calls is not None and self.calls >= self.most_calls:
                return False
            next_one = max(self._dearest, characters * self.prices.tokens_in / _MILLION)
            ahead = (self._waiting + 1) * next_one + self.prices.call
            if self.most_cost is not None and self.cost + ahead > self.most_cost:
                return False
            self.calls += 1
            self._waiting += 1
            self.cost += self.prices.call
            return True

    def end(self, reply: Reply | None) -> None:
        """Count what came back; a call that failed has no tokens."""
        with self._lock:
            self._waiting -= 1
            if reply is not None:
                own = self.prices.of(reply)
                self.cost += own
                self._dearest = max(self._dearest, own)
                self.tokens_in += reply.tokens_in
                self.tokens_out += reply.tokens_out
