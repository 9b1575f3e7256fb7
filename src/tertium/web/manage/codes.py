"""What managers found to be the cause of conflicts: written into the log, the last one counts.

The log is never changed, so who coded what and when stays, also if somebody
codes it otherwise later.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct

from tertium.store import Store
from tertium.store.assignments import DRAWN
from tertium.web.manage.conflicts import Conflict, key_of

CODED = "conflict coded"  # in the log
ANNOTATORS_DO = ("aid used", DRAWN)  # lines of the log that no manager wrote

# Translations never compared; another criterion than before; a slip; or none of them.
Code = Literal["topological", "criterion", "slip", "none"]


class AssignedCode(Struct, frozen=True):
    """What somebody found, about which judgements."""

    code: Code
    note: str
    by: str
    at: datetime
    judgements: tuple[str, ...]


Codes = Mapping[str, Sequence[AssignedCode]]  # by conflict, oldest first


def codes_of(store: Store, campaign: str) -> Codes:
    """Return everything that was coded in a campaign."""
    found: dict[str, list[AssignedCode]] = {}
    for event in store.history.events(campaign, without=ANNOTATORS_DO):
        if event.event == CODED:
            detail = event.detail
            coded = AssignedCode(
                code=detail["code"],
                note=detail["note"],
                by=event.actor,
                at=event.at,
                judgements=tuple(detail["judgements"]),
            )
            found.setdefault(detail["conflict"], []).append(coded)
    return found


class Coder:
    """The conflicts of one campaign with their names and codes."""

    def __init__(self, store: Store, campaign: str, conflicts: Sequence[Conflict]) -> None:
        secret = store.secret()
        keys = {key_of(secret, campaign, conflict): conflict for conflict in conflicts}
        # By source and person, then by a key that tells nothing about systems.
        self.by_key = dict(sorted(keys.items(), key=_place))
        self._codes = codes_of(store, campaign)

    def history(self, key: str) -> Sequence[AssignedCode]:
        """Return how a conflict was coded, oldest first."""
        return self._codes.get(key, ())

    def code(self, key: str) -> AssignedCode | None:
        """Return the code that counts: the last one, if the same judgements still form it."""
        history = self.history(key)
        same = history and history[-1].judgements == self.by_key[key].judgements
        return history[-1] if same else None

    @property
    def to_code(self) -> int:
        """How many conflicts have no code."""
        return sum(self.code(key) is None for key in self.by_key)


def _place(entry: tuple[str, Conflict]) -> tuple[str, ...]:
    key, conflict = entry
    return conflict.segment, conflict.annotator, key


def write_code(
    store: Store,
    campaign: str,
    key: str,
    conflict: Conflict,
    *,
    code: Code,
    note: str,
    by: str,
    at: datetime,
) -> None:
    """Write a code into the log, with the judgements it speaks of; no system is named."""
    store.history.add(
        CODED,
        campaign=campaign,
        actor=by,
        detail={
            "conflict": key,
            "kind": conflict.kind,
            "segment": conflict.segment,
            "annotator": conflict.annotator,
            "pass": conflict.pass_,
            "condition": conflict.condition,
            "judgements": conflict.judgements,
            "code": code,
            "note": note,
        },
        at=at,
    )
