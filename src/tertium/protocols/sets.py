"""Error sets put right by hand: which errors of a segment have the same cause.

A decision says of all errors of one segment which belong together, so every error is in exactly
one set, whatever was moved or joined. A newer decision about the segment takes the place of the
former; taking a step back is a newer decision too. Errors go by opaque names that follow from
what they say and from the text they stand in: a name dies with its text, and so does what was
decided about it.
"""

import hashlib
import hmac
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from tertium.exceptions import BadInput, NotFound
from tertium.model import Decision
from tertium.protocols.consolidation import counting
from tertium.text.spans import text_hash

STAGE: Literal["sets"] = "sets"
Act = Literal["move", "join", "undo"]
Groups = tuple[tuple[str, ...], ...]


def error_name(secret: bytes, campaign: str, told: Sequence[Any], text: str) -> str:
    """Return the opaque name of an error: of what it says, and of the text it stands in."""
    content = msgspec.json.encode(("error", campaign, *told, text_hash(text)))
    return hmac.new(secret, content, hashlib.sha256).hexdigest()[:20]


# Parting ------------------------------------------------------------------------------------


def parted(groups: Iterable[Iterable[str]]) -> Groups:
    """Return sets in the one order in which they are kept; empty ones go."""
    return tuple(sorted(tuple(sorted(set(group))) for group in groups if group))


def completed(shown: Iterable[Collection[str]], known: Groups) -> Groups:
    """Return the sets that are shown, with errors that were put beside theirs before.

    Those are errors of versions that nobody looks at now; they stay where they are.
    """
    found = [set(group) for group in shown]
    seen = {error for group in found for error in group}
    for group in known:
        rest = set(group) - seen
        home = next((one for one in found if one & (set(group) & seen)), None)
        if home is None:
            found.append(rest)
        else:
            home |= rest
    return parted(found)


def moved(groups: Groups, error: str, to: str) -> Groups:
    """Put an error into the set that holds another; without one, into a set of its own.

    >>> moved((("a", "b"), ("c",)), "b", "c"), moved((("a", "b"), ("c",)), "b", "")
    ((('a',), ('b', 'c')), (('a',), ('b',), ('c',)))
    """
    _holding(groups, error)
    target = _holding(groups, to) if to else ()
    rest = [set(group) - {error} for group in groups if group != target]
    return _changed(groups, parted([*rest, {*target, error}]))


def joined(groups: Groups, one: str, other: str) -> Groups:
    """Make one set of those that hold two errors.

    >>> joined((("a", "b"), ("c",)), "b", "c")
    (('a', 'b', 'c'),)
    """
    both = _holding(groups, one), _holding(groups, other)
    rest = [group for group in groups if group not in both]
    return _changed(groups, parted([*rest, {*both[0], *both[1]}]))


def _holding(groups: Groups, error: str) -> tuple[str, ...]:
    for group in groups:
        if error in group:
            return group
    raise NotFound("there is no such error", fix="Load the page again; marks may have changed.")


def _changed(before: Groups, after: Groups) -> Groups:
    if before == after:
        raise BadInput("this changes nothing", where="to", fix="Choose another set.")
    return after


# Reading the log ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Corrections:
    """What was decided about sets: everything by its id in order of arrival, and what counts."""

    said: Mapping[str, Decision]
    counted: Sequence[Decision]

    @classmethod
    def of(cls, decisions: Iterable[Decision]) -> "Corrections":
        """Read the log."""
        own = [one for one in decisions if one.stage == STAGE]
        return cls({one.id: one for one in own}, counting(own))

    def about(self, errors: Collection[str]) -> list[Decision]:
        """Return the decisions that count for some of these errors."""
        wanted = set(errors)
        return [one for one in self.counted if not wanted.isdisjoint(one.items)]

    def last(self, errors: Collection[str]) -> Decision | None:
        """Return the newest of them that has not been taken back."""
        standing = [one for one in self.about(errors) if self.steps(one)]
        return standing[-1] if standing else None

    def groups(self, ids: Iterable[str] | None = None) -> Groups:
        """Return the sets that count, or those of some decisions."""
        chosen = self.counted if ids is None else [self.said[id_] for id_ in ids]
        return parted(group for one in chosen for group in one.content["sets"])

    def steps(self, decision: Decision) -> tuple[str, ...]:
        """Return the decisions whose sets stand, which is itself unless it took a step back."""
        if decision.content["act"] != "undo":
            return (decision.id,)
        return tuple(decision.content["back_to"])

    def before(self, decision: Decision) -> tuple[str, ...]:
        """Return what would stand if the last step were taken back; none is the proposal."""
        standing = self.steps(decision)
        arrival = {id_: place for place, id_ in enumerate(self.said)}
        last = max(standing, key=arrival.__getitem__)
        former = (self.said[id_] for id_ in self.said[last].replaces)
        kept = (id_ for id_ in standing if id_ != last)
        return (*kept, *(id_ for one in former for id_ in self.steps(one)))

    def read_act(
        self, act: Act, error: str, to: str, shown: Collection[Collection[str]]
    ) -> tuple[tuple[str, ...], dict[str, Any]]:
        """Return the errors that an act is about and what is kept of it.

        `move` is about one error, `join` about all of its set, `undo` about the last step in its
        segment; `shown` are the sets of the segment as they stand.
        """
        here = {name for group in shown for name in group}
        asked = {"act": act, "error": error, "to": to}
        if act == "undo":
            last = self.last(here)
            if last is None:
                raise BadInput(
                    "nothing was corrected here", where="act", fix="The sets are as proposed."
                )
            back_to = self.before(last)
            return last.items, asked | {"sets": self.groups(back_to), "back_to": back_to}
        known = completed(shown, self.groups(one.id for one in self.about(here)))
        groups = joined(known, error, to) if act == "join" else moved(known, error, to)
        items = tuple(sorted(name for group in groups for name in group))
        return items, asked | {"sets": groups}
