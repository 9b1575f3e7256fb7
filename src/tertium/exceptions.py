"""What went wrong, where, and what to do about it.

Every error a person can meet has these three parts. The command line, the
pages and the JSON interface all show the same three.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Self

# A sentence stays one, even about ten thousand segments or a name of a megabyte.
SHOWN = 50  # names in a remedy
MOST = 10_000  # names among which a near one is looked for
LONGEST = 200  # characters of a name that is not known


class TertiumError(Exception):
    """Something a person can put right: `what` happened, `where`, and how to `fix` it."""

    def __init__(self, what: str, *, where: str = "", fix: str) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.fix = fix

    def __str__(self) -> str:
        """Return the one sentence shown everywhere: place, fact, remedy."""
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.what}. {self.fix}"


class BadInput(TertiumError):
    """A file, a setting or an answer is not what it should be."""


class OpenQuestion(BadInput):
    """Something that only a person can say: what it `asks`, and the `choices` there are.

    The command line shows it as any other error; a page asks it and keeps what was sent.
    """

    def __init__(
        self, what: str, *, asks: str, choices: Iterable[str] = (), where: str = "", fix: str
    ) -> None:
        super().__init__(what, where=where, fix=fix)
        self.asks = asks
        self.choices = tuple(choices)


class Conflict(TertiumError):
    """The request does not fit what is already stored (a stale tab, a frozen plan)."""


class Forbidden(TertiumError):
    """The link or the sign-in does not allow this (revoked, expired, paused)."""


class GateNotMet(TertiumError):
    """A `--require` condition does not hold; the command line exits with 3."""


class Misused(TertiumError):
    """Options of an analysis that do not go together; the command line exits with 2."""


class Unavailable(TertiumError):
    """The database cannot be reached or written just now; trying again later may work."""


class NotFound(TertiumError):
    """A name that should be known is not."""

    @classmethod
    def among(cls, kind: str, name: str, known: Iterable[str], *, where: str = "") -> Self:
        """Build the error with the nearest known name in its remedy."""
        names = sorted(known)
        close = get_close_matches(name[:LONGEST], names[:MOST], n=1)
        guess = f"Did you mean {close[0]!r}? " if close else ""
        listed = ", ".join(names[:SHOWN]) or "none yet"
        more = f" and {len(names) - SHOWN:,} more" if len(names) > SHOWN else ""
        shown = name if len(name) <= LONGEST else f"{name[:LONGEST]}…"
        return cls(f"no {kind} named {shown!r}", where=where, fix=f"{guess}Known: {listed}{more}.")
