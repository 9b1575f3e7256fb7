"""Who has how much open work, and how it goes to others: handed over, shared out, taken back."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tertium.exceptions import BadInput
from tertium.web.manage.attention import is_idle
from tertium.web.manage.handing import Hands
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.visit import Done, DoneBody, Visit
from tertium.web.openapi import Endpoint

_HERE = "/manage/campaigns/{campaign}"
_MOST = 1_000_000
Number = Annotated[int, Meta(ge=0, le=_MOST)]


class SharesQuery(Struct, frozen=True):
    """Whose work is to be handed over."""

    of: str = ""


class Share(Struct, frozen=True):
    """One annotator's part of the open work."""

    annotator: str
    name: str
    group: str
    state: Literal["active", "paused", "revoked"]
    idle: bool
    done: int
    open: int


class HandOver(Struct, frozen=True):
    """Work that changed hands. `answered` of it stays with the taker for good."""

    number: int
    giver: str
    taker: str
    by: str
    at: datetime
    judgements: int
    answered: int
    undone_at: datetime | None


class SharesPage(Struct, frozen=True):
    """All annotators with their open work, and what changed hands so far, newest first.

    `since` is sent back with what is done here, so that nothing is done twice.
    """

    head: Head
    of: str
    since: int
    shares: tuple[Share, ...]
    groups: tuple[str, ...]
    hand_overs: tuple[HandOver, ...]


class GivenWork(Struct, frozen=True):
    """Open work of one annotator for another: all of it, or the last `number` judgements.

    Without a `taker` it goes to a new annotator. Who `stops` is paused.
    """

    giver: str
    taker: str = ""
    number: Annotated[int, Meta(ge=1, le=_MOST)] | None = None
    stops: Literal["yes", "no"] = "no"
    name: Annotated[str, Meta(max_length=200)] = ""
    mail: Annotated[str, Meta(max_length=200)] = ""
    since: int | None = None


class NewShares(Struct, frozen=True):
    """How many judgements everybody should have open, beside what they had when it was written."""

    annotator: tuple[str, ...]
    open: tuple[Number, ...]
    share: tuple[Number, ...]
    since: int | None = None


def shares_page(visit: Visit) -> SharesPage:
    """GET …/shares."""
    name = visit.path["campaign"]
    head = head_of(visit.store, name)
    state = visit.store.campaigns.state(name)
    people = visit.store.annotators.all(name)
    return SharesPage(
        head=head,
        of=visit.query.of if any(one.id == visit.query.of for one in people) else "",
        since=state.moves,
        shares=tuple(
            Share(
                annotator=one.id,
                name=one.name,
                group=one.group,
                state=one.state,
                idle=is_idle(one, state, visit.now),
                done=one.done,
                open=one.assigned - one.done,
            )
            for one in people
        ),
        groups=tuple(sorted({one.group for one in people})),
        hand_overs=tuple(
            HandOver(
                one.number,
                one.giver,
                one.taker,
                one.by,
                one.at,
                one.judgements,
                one.answered,
                one.undone_at,
            )
            for one in visit.store.moves.all(name)
        ),
    )


def _hands(visit: Visit) -> Hands:
    return Hands(visit.store, visit.path["campaign"], by=visit.manager, at=visit.now)


def _here(visit: Visit) -> str:
    return f"/manage/campaigns/{visit.path['campaign']}/shares"


def hand_over(visit: Visit) -> Done:
    """POST …/hand-over: open work goes to another annotator, or to a new one."""
    sent: GivenWork = visit.body
    hands, stops = _hands(visit), sent.stops == "yes"
    if sent.taker:
        hands.give(sent.giver, sent.taker, sent.number, stops=stops, since=sent.since)
        return Done("handed_over", _here(visit))
    joined = hands.join(
        name=sent.name,
        mail=sent.mail,
        giver=sent.giver,
        number=sent.number,
        stops=stops,
        since=sent.since,
    )
    here = f"/manage/campaigns/{visit.path['campaign']}/annotators/{joined}"
    return Done("annotator_added", here)


def share_out(visit: Visit) -> Done:
    """POST …/shares: who gives and who takes follows from what everybody should have.

    What people answered since they were counted is theirs: the difference counts, not the sum.
    """
    sent: NewShares = visit.body
    if not len(sent.annotator) == len(sent.open) == len(sent.share):
        raise BadInput(
            "there is not one share for each annotator",
            where="the form",
            fix="Fill in every field; 0 leaves an annotator without open work.",
        )
    hands, since = _hands(visit), sent.since
    more: dict[str, dict[str, int]] = {}
    for annotator, had, wanted in zip(sent.annotator, sent.open, sent.share, strict=True):
        more.setdefault(hands.person(annotator).group, {})[annotator] = wanted - had
    for group, changes in more.items():
        if sum(changes.values()):
            total = sum(
                had
                for annotator, had in zip(sent.annotator, sent.open, strict=True)
                if hands.person(annotator).group == group
            )
            raise BadInput(
                f"the shares add up to {total + sum(changes.values()):,}, "
                f"but {total:,} judgements are open",
                where="the form",
                fix=f"Change them so that they add up to {total:,}.",
            )
    for changes in more.values():
        takers = {name: number for name, number in changes.items() if number > 0}
        for giver, number in changes.items():
            left = -number
            for taker, wants in takers.items():
                if left > 0 and wants > 0:
                    given = hands.give(giver, taker, min(left, wants), since=since)
                    since = None if since is None else since + 1
                    left -= given
                    takers[taker] -= given
    return Done("shared_out", _here(visit))


def undo(visit: Visit) -> Done:
    """POST …/hand-overs/{move}/undo: what the taker has not answered goes back."""
    try:
        number = int(visit.path["move"])
    except ValueError:
        number = 0
    campaign = visit.path["campaign"]
    visit.store.moves.undo(campaign, number, by=visit.manager, at=visit.now)
    return Done("hand_over_undone", _here(visit))


endpoints = (
    Endpoint(
        "GET",
        f"{_HERE}/shares",
        "Who has how much open work, and what changed hands",
        shares_page,
        query=SharesQuery,
        gives=SharesPage,
        template="manage/shares.html",
    ),
    Endpoint(
        "POST",
        f"{_HERE}/shares",
        "Share the open work out anew",
        share_out,
        takes=NewShares,
        gives=DoneBody,
    ),
    Endpoint(
        "POST",
        f"{_HERE}/hand-over",
        "Hand open work over to another annotator",
        hand_over,
        takes=GivenWork,
        gives=DoneBody,
    ),
    Endpoint(
        "POST",
        f"{_HERE}/hand-overs/{{move}}/undo",
        "Undo a hand-over, as far as nothing was answered",
        undo,
        gives=DoneBody,
    ),
)
