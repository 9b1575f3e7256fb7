"""Asking a judge once: what is sent, what comes back, and what can go wrong."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent: the role of the judge, and the question."""

    system: str
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, by which model, for how many tokens; 0 where that is not said."""

    text: str
    model: str = ""
    tokens_in: int = 0
    tokens_out: int = 0


class TryAgain(Exception):
    """A failure that may pass; `wait` are the seconds that the judge asks for."""

    def __init__(self, reason: str, *, wait: float = 0.0) -> None:
        super().__init__(reason)
        self.reason, self.wait = reason, wait


class GivesUp(Exception):
    """A question that this judge will not answer, however often it is asked."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Door(Protocol):
    """A way to a judge. It may be used by several threads at once."""

    @property
    def identity(self) -> str:
        """What answers depend on, besides the message: model and temperature."""
        ...

    def ask(self, message: Message) -> Reply:
        """Ask once; raise `TryAgain`, `GivesUp`, or an error that ends everything."""
        ...

    def close(self) -> None:
        """Leave nothing behind."""
        ...
