"""Handing work over: to an annotator of the campaign, or to a new one."""

import re
from collections import Counter
from collections.abc import Collection
from datetime import datetime

from tertium.design.hand_over import last_of, transferable, with_questionnaires
from tertium.design.late import late_assignments
from tertium.exceptions import BadInput, NotFound
from tertium.model import Annotator, Assignment
from tertium.store import AnnotatorState, Store


class Hands:
    """The annotators of a campaign, and the ways in which work goes between them."""

    def __init__(self, store: Store, campaign: str, *, by: str, at: datetime) -> None:
        self._store = store
        self._name = campaign
        self._campaign = store.campaigns.get(campaign)
        self._by, self._at = by, at
        self.people = {person.id: person for person in store.annotators.all(campaign)}

    def person(self, annotator: str) -> AnnotatorState:
        """Return an annotator, who must be in the campaign."""
        if annotator not in self.people:
            raise NotFound.among("annotator", annotator, self.people)
        return self.people[annotator]

    def give(
        self,
        giver: str,
        taker: str,
        number: int | None,
        *,
        stops: bool = False,
        since: int | None = None,
    ) -> int:
        """Let about `number` open judgements, or all, go to another; return how many went."""
        to = self.person(taker)
        if taker == giver:
            raise BadInput(f"{giver!r} has this work already", fix="Choose another annotator.")
        if to.group != self.person(giver).group:
            raise BadInput(
                f"{taker!r} judges another language pair than {giver!r}",
                fix="Choose an annotator of the same language pair.",
            )
        if to.state == "revoked":
            raise BadInput(
                f"the link of {taker!r} was revoked, so they cannot work",
                fix="Give them a new link first, or choose another annotator.",
            )
        known = self._store.assignments.of(self._name, taker)
        taken = self._taken(giver, taker, known, number, stops=stops)
        if not taken:
            raise BadInput(
                f"{taker!r} has or had all these items already, and nobody judges an item twice",
                fix="Choose another annotator.",
            )
        annotator = Annotator(taker, to.group)
        return self._store.moves.hand_over(
            self._name,
            giver,
            annotator,
            taken,
            late_assignments(self._campaign, annotator, taken),
            stops=stops,
            since=since,
            by=self._by,
            at=self._at,
        )

    def join(
        self,
        annotator: str = "",
        *,
        group: str = "",
        name: str = "",
        mail: str = "",
        giver: str = "",
        number: int | None = None,
        stops: bool = True,
        since: int | None = None,
        known: int | None = None,
    ) -> str:
        """Add somebody with the common set and somebody else's open work; return their id.

        `since` and `known` are how often work had changed hands, and how many annotators there
        were, when the manager looked.
        """
        group = self._group(group, giver)
        new = Annotator(annotator or self._free_id(group), group)
        peers = [person.id for person in self.people.values() if person.group == group]
        shared = tuple(
            one
            for peer in peers[:1]
            for one in self._store.assignments.of(self._name, peer)
            if one.set == "common"
        )
        taken: list[Assignment] = []
        if giver:
            taken = self._taken(giver, new.id, shared, number, stops=stops)
        work = late_assignments(self._campaign, new, (*shared, *taken))
        if not work:
            raise BadInput(
                "there is no work for one more annotator: the campaign has no common set",
                fix="Name an annotator with open work that they take over.",
            )
        self._store.annotators.add(
            self._name,
            new,
            name=name,
            mail=mail,
            assignments=work,
            takes_over=giver,
            taken=taken,
            stops=stops,
            since=since,
            known=known,
            by=self._by,
            at=self._at,
        )
        return new.id

    def _taken(
        self,
        giver: str,
        taker: str,
        known: Collection[Assignment],
        number: int | None,
        *,
        stops: bool,
    ) -> list[Assignment]:
        """Return what goes over: the last of the open work that the taker does not know."""
        self.person(giver)
        work = self._store.assignments.of(self._name, giver)
        answered = self._store.assignments.answered(self._name, giver)
        open_work = [one for one in work if one.id not in answered]
        begun = [one for one in work if one.id in answered]
        if not open_work:
            raise BadInput(f"{giver!r} has no open work", fix="Choose an annotator who has some.")
        free = transferable(self._campaign, taker, open_work, begun=begun, known=known, stops=stops)
        if number is not None:
            free = last_of(self._campaign, free, number)
        return with_questionnaires(free, open_work, begun=begun)

    def _group(self, group: str, giver: str) -> str:
        groups = {person.group for person in self.people.values()}
        if not group and giver:
            group = self.person(giver).group
        if not group and len(groups) == 1:
            (group,) = groups
        if group not in groups:
            raise NotFound.among("group", group, groups)
        return group

    def _free_id(self, group: str) -> str:
        """Return the next code name in the way the others of the group are called."""
        numbered = [
            found
            for person in self.people.values()
            if person.group == group and (found := re.fullmatch(r"(.*-)(\d+)", person.id))
        ]
        prefix = Counter(found[1] for found in numbered).most_common(1)
        begins = prefix[0][0] if prefix else "ann-"
        number = 1
        while f"{begins}{number:02d}" in self.people:
            number += 1
        return f"{begins}{number:02d}"
