"""Error sets for managers: what alignment proposes, put right by hand.

Which system is the MT and which the post-edited text is known once names are revealed; before
that there is nothing to see here. A correction is kept in the log of decisions, and the newest
about a segment counts, here and in `tertium error-sets`.
"""

import logging
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.datastructures import State

from tertium import protocols
from tertium.exceptions import Conflict, Forbidden, NotFound, TertiumError, Unavailable
from tertium.model import Decision
from tertium.protocols.consolidation import is_marked, spans_ask
from tertium.protocols.sets import STAGE, Act, Corrections
from tertium.stats.error_sets.analyse import inherited_share, joined_sets
from tertium.stats.error_sets.found import (
    KINDS,
    VersionErrors,
    decided_sets,
    error_names,
    find_errors,
    versions_in,
    with_later,
)
from tertium.stats.error_sets.gather import Key
from tertium.stats.result import Estimate
from tertium.store import Store
from tertium.table_spans import Spans
from tertium.web.annotate.mark_comparison import DecisionId
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.recent_values import BackgroundValue
from tertium.web.manage.set_texts import SegmentShown, key_of, shown
from tertium.web.manage.visit import Done, DoneBody, Visit
from tertium.web.openapi import Endpoint

_log = logging.getLogger(__name__)

PAGE = 10
PATIENT = 60.0  # seconds that somebody who corrects waits, rather than one who looks
KEPT = 8  # choices of versions whose errors are remembered
_HERE = "/manage/campaigns/{campaign}/sets"
_System = Annotated[str, Meta(max_length=400)]
Part = Literal["all", "corrected"]
Missing = Literal["", "marks", "names", "versions", "waiting", "refused"]


class SetsQuery(Struct, frozen=True):
    """The system of each kind of version, and what part of the segments to show."""

    mt: _System = ""
    postedited: _System = ""
    human: _System = ""
    part: Part = "all"
    page: Annotated[int, Meta(ge=1, le=1_000_000)] = 1


class Correction(Struct, frozen=True):
    """An error and where it belongs: with another error, or by itself.

    `move` is about one error, `join` about all of its set; `undo` takes back the last step in its
    segment. `replaces` are the decisions that counted for it so far.
    """

    act: Act
    id: DecisionId
    error: Annotated[str, Meta(max_length=64)]
    to: Annotated[str, Meta(max_length=64)] = ""
    replaces: tuple[str, ...] = ()


class ShareShown(Struct, frozen=True):
    """A share with its interval; nothing where it cannot be known."""

    value: float | None
    low: float | None
    high: float | None


class SetsPage(Struct, frozen=True):
    """Error sets of a campaign; `missing` tells why there are none to see, `why` in words."""

    head: Head
    missing: Missing
    why: str
    versions: dict[str, str]
    systems: tuple[str, ...]
    inherited: ShareShown
    errors: int
    counts: dict[Part, int]
    segments: tuple[SegmentShown, ...]
    command: str
    query: str
    part: Part
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class _Inputs:
    """What sets are found from, read at one moment."""

    spans: Spans
    versions: Mapping[str, str]
    campaign: str
    secret: bytes


@dataclass(frozen=True, slots=True)
class _SetFindings:
    """What takes long to find; `refused` tells why it could not be."""

    errors: VersionErrors | None
    names: Mapping[Key, str]
    keys: Mapping[str, Key]
    inherited: Estimate
    refused: TertiumError | None = None


def _find(read: _Inputs) -> _SetFindings:
    try:
        errors = find_errors(read.spans, versions=read.versions)
        names = error_names(errors, campaign=read.campaign, secret=read.secret)
        keys = {name: key for key, name in names.items()}
        return _SetFindings(errors, names, keys, inherited_share(errors))
    except TertiumError as error:
        refused: TertiumError = error
    except Exception:  # nobody shall wait for what will not come
        _log.exception("error sets could not be found")
        refused = Unavailable("the errors could not be joined", fix="Look into the server's log.")
    return _SetFindings(None, {}, {}, Estimate(None), refused)


def _read(store: Store, name: str, versions: Mapping[str, str]) -> _Inputs:
    campaign = store.campaigns.get(name)
    spans = store.table(name).spans(layers=("observed",))
    sources = {one.id: one.source for one in campaign.segments}
    return _Inputs(spans.with_texts(sources, campaign.outputs), versions, name, store.secret())


def _found(
    state: State, store: Store, name: str, versions: Mapping[str, str], patience: float | None
) -> _SetFindings | None:
    """Return the errors of some versions for the newest marks or recent ones; None at first."""
    if not hasattr(state, "error_sets"):
        state.error_sets = {}
    kept: dict[Any, BackgroundValue[_Inputs, _SetFindings]] = state.error_sets
    later = kept.setdefault((name, tuple(versions.items())), BackgroundValue())
    for former in list(kept)[:-KEPT]:
        kept.pop(former, None)
    return later.get(
        store.judgements.last_sequence(name),
        lambda: _read(store, name, versions),
        _find,
        patience=patience,
    )


def _versions(sent: SetsQuery, systems: tuple[str, ...]) -> dict[str, str]:
    """Return the system of each kind: as it was chosen, else as systems are called."""
    chosen = {kind: getattr(sent, kind) for kind in KINDS if getattr(sent, kind)}
    if chosen:
        return chosen
    called = versions_in(systems)
    return {kind: called[kind] for kind in KINDS if kind in called}


def sets_page(visit: Visit) -> SetsPage:
    """GET …/sets."""
    name = visit.path["campaign"]
    wanted: SetsQuery = visit.query
    head = head_of(visit.store, name)
    page = SetsPage(
        head=head,
        missing="",
        why="",
        versions=_versions(wanted, head.systems),
        systems=head.systems,
        inherited=ShareShown(None, None, None),
        errors=0,
        counts={"all": 0, "corrected": 0},
        segments=(),
        command="",
        query="",
        part=wanted.part,
        page=1,
        pages=1,
    )
    if not head.marked:
        return replace(page, missing="marks")
    if head.revealed_at is None:
        return replace(page, versions={}, missing="names")
    if len(set(page.versions.values())) < 2:
        return replace(page, missing="versions")
    found = _found(visit.request.app.state, visit.store, name, page.versions, None)
    if found is None:
        return replace(page, missing="waiting")
    if found.errors is None:
        assert found.refused is not None
        return replace(page, missing="refused", why=f"{found.refused.what}.")
    return _filled(visit, page, found, found.errors, wanted.page)


def _filled(
    visit: Visit, page: SetsPage, found: _SetFindings, errors: VersionErrors, number: int
) -> SetsPage:
    store, name = visit.store, page.head.name
    campaign = store.campaigns.get(name)
    corrections = Corrections.of(store.decisions.all(name, STAGE))
    decided = decided_sets(errors, found.names, corrections)
    corrected = {segment for segment, *_ in decided}
    marked = {one.segment for one in errors.errors}
    parts: dict[Part, list[str]] = {
        "all": [one for one in errors.segments if one in marked],
        "corrected": [one for one in errors.segments if one in corrected],
    }
    chosen = parts[page.part]
    pages = max(1, -(-len(chosen) // PAGE))
    number = min(number, pages)
    here = errors.within(chosen[(number - 1) * PAGE : number * PAGE])
    share = found.inherited
    versions = ",".join(f"{kind}={system}" for kind, system in page.versions.items())
    return replace(
        page,
        inherited=ShareShown(share.value, share.low, share.high),
        errors=len(errors.errors),
        counts={part: len(segments) for part, segments in parts.items()},
        segments=shown(
            here,
            with_later(here.errors, decided),
            names=found.names,
            campaign=campaign,
            corrections=corrections,
            typology=spans_ask(protocols.get(campaign.protocol, campaign.options)).typology,
        ),
        command=shlex.join(
            ["tertium", "error-sets", "FOLDER", "--campaign", name, "--versions", versions]
        ),
        query=urlencode(page.versions),
        page=number,
        pages=pages,
    )


def correct(visit: Visit) -> Done:
    """POST …/sets: put an error elsewhere; the log keeps who did it and what was before."""
    name = visit.path["campaign"]
    sent: Correction = visit.body
    wanted: SetsQuery = visit.query
    store = visit.store
    campaign = store.campaigns.get(name)
    if not is_marked(protocols.get(campaign.protocol, campaign.options)):
        raise NotFound("nothing is marked here", fix="Open a campaign in which errors are marked.")
    if store.campaigns.state(name).revealed_at is None:
        raise Forbidden(
            "which system is which is not revealed", fix="Reveal the names first; that is logged."
        )
    systems = tuple(system.name for system in campaign.systems)
    versions = _versions(wanted, systems)
    found = _found(visit.request.app.state, store, name, versions, PATIENT)
    if found is None:
        raise Unavailable(
            "the errors are still being joined", fix="Wait a moment and send it again."
        )
    corrections = Corrections.of(store.decisions.all(name, STAGE))
    decision = _again(sent, corrections) or _decision(visit, sent, found, corrections)
    store.decisions.add([decision], received_at=visit.now)
    back = urlencode({**versions, "part": wanted.part, "page": wanted.page})
    return Done("decided", f"{_HERE.format(campaign=name)}?{back}#e-{sent.error}")


def _again(sent: Correction, corrections: Corrections) -> Decision | None:
    """Return the decision that was stored under this id, if it was asked for in the same words."""
    known = corrections.said.get(sent.id)
    if known is None:
        return None
    asked = {"act": sent.act, "error": sent.error, "to": sent.to}
    if any(known.content[key] != value for key, value in asked.items()):
        raise Conflict(
            "this correction was already stored with another content",
            fix="Load the page again, and correct once more.",
        )
    return known


def _decision(
    visit: Visit, sent: Correction, found: _SetFindings, corrections: Corrections
) -> Decision:
    if found.errors is None:
        assert found.refused is not None
        raise found.refused
    if sent.error not in found.keys:
        raise NotFound("there is no such error", fix="Load the page again; marks may have changed.")
    here = found.errors.within({found.keys[sent.error][0]})
    decided = with_later(here.errors, decided_sets(here, found.names, corrections))
    sets = [
        {found.names[key_of(one, place)] for place in range(len(one.errors))}
        for one in joined_sets(here, decided=decided)
    ]
    items, content = corrections.read_act(sent.act, sent.error, sent.to, sets)
    replaces = tuple(
        one
        for one in dict.fromkeys(sent.replaces)
        if one in corrections.said and set(corrections.said[one].items) & set(items)
    )
    return Decision(
        id=sent.id,
        campaign=visit.path["campaign"],
        stage=STAGE,
        role="manager",
        by=visit.manager,
        items=items,
        content=content,
        submitted_at=visit.now,
        replaces=replaces,
    )


endpoints = (
    Endpoint(
        "GET",
        _HERE,
        "Error sets by segment: passages of the source with the errors they caused",
        sets_page,
        query=SetsQuery,
        gives=SetsPage,
        template="manage/sets.html",
    ),
    Endpoint(
        "POST",
        _HERE,
        "Put an error into another set, join two sets, or take the last step back",
        correct,
        query=SetsQuery,
        takes=Correction,
        gives=DoneBody,
    ),
)
