"""The page of an open crowd: how many came and how far, places, cost, manager's decisions."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from tertium.exceptions import NotFound
from tertium.formats.bundles import write_table
from tertium.store import Store
from tertium.web.manage.crowd_lead import top_up
from tertium.web.manage.crowd_pay import CrowdNow, Platform, crowd_now
from tertium.web.manage.export import written
from tertium.web.manage.export_sheets import platform_sheet
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.visit import Done, DoneBody, Visit
from tertium.web.openapi import Endpoint

_HERE = "/manage/campaigns/{campaign}/crowd"
_STEPS = ("came", "consented", "qualified", "finished", "paid")
PLATFORMS: tuple[Platform, ...] = ("prolific", "mturk", "plain")


class CrowdLink(Struct, frozen=True):
    """A link of a language pair: the public one, or the trial."""

    group: str
    trial: bool
    address: str


class CrowdMember(Struct, frozen=True):
    """One annotator of the crowd, under their code name."""

    annotator: str
    claims: int
    finished: int
    tests: int
    standing: Literal["came", "testing", "failed", "working", "done", "excluded", "left"]
    rejected: bool
    paid: bool


class CrowdStep(Struct, frozen=True):
    """How many annotators came so far."""

    step: str
    annotators: int


class CrowdSteering(Struct, frozen=True):
    """The crowd of a campaign, and its funnel by steps; `now` is missing where there is none."""

    head: Head
    now: CrowdNow | None
    funnel: tuple[CrowdStep, ...]
    links: tuple[CrowdLink, ...]
    members: tuple[CrowdMember, ...]


class MoreJudgements(Struct, frozen=True):
    """How many judgements more, of all items or of those on which annotators differ most."""

    more: Annotated[int, Meta(ge=1, le=1_000)]
    disputed: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class Marked(Struct, frozen=True):
    """Who was paid, or is put on the reject list."""

    annotator: tuple[str, ...]
    what: Literal["paid", "rejected"]


def crowd_page(visit: Visit) -> CrowdSteering:
    """GET …/crowd."""
    name, store = visit.path["campaign"], visit.store
    head = head_of(store, name)
    store.claims.tidy(name, at=visit.now)
    now = crowd_now(store, name)
    if now is None:
        return CrowdSteering(head, None, (), (), ())
    base = getattr(visit.request.app.state, "base_url", "")
    links = tuple(
        CrowdLink(one.group, one.trial, f"{base}/crowd/{one.token}")
        for one in store.crowd.links(name, at=visit.now)
    )
    funnel = tuple(CrowdStep(step, getattr(now, step)) for step in _STEPS)
    return CrowdSteering(head, now, funnel, links, _members(store, name))


def _members(store: Store, name: str) -> tuple[CrowdMember, ...]:
    tested = store.campaigns.get(name).crowd.qualification.tests
    found = []
    for one in store.crowd.members(name):
        standing: Literal["came", "testing", "failed", "working", "done", "excluded", "left"] = (
            "came"
        )
        if one.left_at is not None:
            standing = "left"
        elif one.excluded_at is not None:
            standing = "excluded"
        elif one.failed_at is not None:
            standing = "failed"
        elif one.working:
            standing = "working"
        elif one.claims:
            standing = "done"
        elif tested and one.tests:
            standing = "testing"
        found.append(
            CrowdMember(
                one.annotator,
                one.claims,
                one.finished,
                one.tests,
                standing,
                one.rejected_at is not None,
                one.paid_at is not None,
            )
        )
    return tuple(found)


def ask_for_more(visit: Visit) -> Done:
    """POST …/crowd: more judgements, of all items or of the most disputed."""
    name, sent = visit.path["campaign"], visit.body
    top_up(visit.store, name, sent.more, sent.disputed or None, by=visit.manager, at=visit.now)
    return Done("crowd", f"/manage/campaigns/{name}/crowd")


def mark_members(visit: Visit) -> Done:
    """POST …/crowd/members: note who was paid, or is put on the reject list."""
    name, sent = visit.path["campaign"], visit.body
    known = {one.annotator for one in visit.store.crowd.members(name)}
    for annotator in sent.annotator:
        if annotator not in known:
            raise NotFound.among("member of the crowd", annotator, known)
    visit.store.crowd.mark(name, sent.annotator, sent.what, by=visit.manager, at=visit.now)
    return Done("crowd", f"/manage/campaigns/{name}/crowd")


def platform_file(visit: Visit) -> Response:
    """GET …/crowd/payment/{kind}.csv: the file for approval and payment, with ids."""
    name, platform = visit.path["campaign"], visit.path["kind"]
    chosen = next((one for one in PLATFORMS if one == platform), None)
    if chosen is None:
        raise NotFound.among("platform", platform, PLATFORMS)
    sheet = platform_sheet(visit.store, name, chosen)
    file = f"payment-{platform}.csv"
    detail = {"file": file}
    visit.store.history.add(
        "exported", campaign=name, actor=visit.manager, detail=detail, at=visit.now
    )
    headers = {"content-disposition": f'attachment; filename="{name}-{file}"'}
    return written(file, lambda path: write_table(path, sheet), "text/csv; charset=utf-8", headers)


endpoints = (
    Endpoint(
        "GET",
        _HERE,
        "Where an open crowd stands",
        crowd_page,
        gives=CrowdSteering,
        template="manage/crowd.html",
    ),
    Endpoint(
        "POST",
        _HERE,
        "Ask a crowd for more judgements",
        ask_for_more,
        takes=MoreJudgements,
        gives=DoneBody,
    ),
    Endpoint(
        "POST",
        f"{_HERE}/members",
        "Note who was paid or is rejected",
        mark_members,
        takes=Marked,
        gives=DoneBody,
    ),
    Endpoint(
        "GET",
        f"{_HERE}/payment/{{kind}}.csv",
        "The file of a platform for approval and payment",
        platform_file,
        media=("text/csv",),
    ),
)
