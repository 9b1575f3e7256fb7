"""Correcting chunks before anybody judges them.

A page of texts, each as units that stay whole (`text.chunk_units`) with the chunk every unit is
in. What is saved goes to the campaign's file of chunks and to the store, or to neither. Before
the reveal translations go by letters; see `names`.
"""

import hashlib
import hmac
import threading
import unicodedata
from collections import Counter
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, json

from tertium import protocols
from tertium.design import build_plan
from tertium.exceptions import Conflict, NotFound
from tertium.formats.campaign_chunks import (
    Entry,
    by_rule,
    chunked_texts,
    chunks_in,
    chunks_path,
    corrected,
    entries_of,
    makers_in,
    read_beside,
    same_as_file,
    write_chunking,
)
from tertium.formats.chunk_files import Key, restoring
from tertium.model import Campaign, parts_of
from tertium.store import Store
from tertium.text.chunk_units import owners_of, units_of
from tertium.text.spans import text_hash
from tertium.web.languages import direction, language_tag
from tertium.web.manage.export import campaign_file
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.names import names_in
from tertium.web.manage.visit import Done, Visit
from tertium.web.openapi import Endpoint

PAGE = 10
_HERE = "/manage/campaigns/{campaign}/chunks"
_saving = threading.Lock()  # a save reads all chunks, changes one text, and writes all
Place = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Shown = Literal["all", "open"]


class ChunksQuery(Struct, frozen=True):
    """Which texts to show: all, those that nobody has looked at, or one."""

    page: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    shown: Shown = "all"
    item: str = ""


class CutText(Struct, frozen=True):
    """How a text is cut: the ranges of every chunk, in code points; `state` is what was seen."""

    state: Annotated[str, Meta(max_length=64)]
    chunks: Annotated[
        list[Annotated[list[tuple[Place, Place]], Meta(min_length=1, max_length=10_000)]],
        Meta(max_length=10_000),
    ]


class Unit(Struct, frozen=True):
    """A word with its signs, or a character; `before` are the blanks between it and the last.

    `part` numbers the chunks that stand in several places, from 1; it is 0 in others.
    """

    start: int
    end: int
    text: str
    before: str
    part: int


class ChunkedText(Struct, frozen=True):
    """A text with its chunks: for every unit which one it is in, now and by rule.

    `looked_at` tells that somebody has corrected it or found it right, `mixed` that some of it
    is written in the other direction.
    """

    id: str
    segment: str
    name: str
    language: str
    direction: Literal["ltr", "rtl", "auto"]
    units: tuple[Unit, ...]
    chunks: tuple[int, ...]
    rule: tuple[int, ...]
    state: str
    looked_at: bool
    mixed: bool


class ChunksPage(Struct, frozen=True):
    """Texts to correct; once `frozen`, to look at. `kept_in` is the name of the file, if any."""

    head: Head
    frozen: bool
    kept_in: str
    texts: tuple[ChunkedText, ...]
    counts: dict[Shown, int]
    shown: Shown
    page: int
    pages: int


class ChunksSaved(Struct, frozen=True):
    """What a text is like after it was saved, and how many nobody has looked at."""

    state: str
    looked_at: bool
    open: int


@dataclass(frozen=True, slots=True)
class _Texts:
    """The texts that annotators will see, by the id that stands for each on the page."""

    campaign: Campaign
    entries: dict[Key, Entry]
    keys: dict[str, Key]

    @classmethod
    def of(cls, store: Store, campaign: Campaign) -> "_Texts":
        """Return them in reading order; translations in the order of their letters."""
        if not protocols.get(campaign.protocol).cuts:
            return cls(campaign, {}, {})
        asked: dict[str, set[str]] = {}
        for person in store.annotators.all(campaign.name):
            for one in store.assignments.of(campaign.name, person.id):
                # Where outputs are the same, the chunks of the first one are shown.
                asked.setdefault(one.segment, set()).add(parts_of(one.slots[0])[0])
        entries, secret = entries_of(campaign), store.secret()
        side = campaign.options.get("side", "target")
        keys: dict[str, Key] = {}
        for segment in campaign.segments:
            if segment.id not in asked:
                continue
            letters = names_in(store, campaign, segment.id, revealed=False)
            systems = sorted(asked[segment.id], key=letters.of) if side == "target" else [""]
            for system in systems:
                key = (segment.id, side, system)
                if entries[key]["chunks"]:  # an empty text has none
                    keys[_id_of(secret, campaign.name, key)] = key
        return cls(campaign, entries, keys)

    def find(self, item: str) -> Key:
        """Return the text with an id."""
        if item not in self.keys:
            raise NotFound("there is no such text to cut", fix="Open the page of chunks again.")
        return self.keys[item]

    def looked_at(self, key: Key) -> bool:
        """Tell whether somebody has corrected a text or found it right."""
        return bool(makers_in(self.entries[key]))

    @property
    def open(self) -> list[str]:
        """The texts that nobody has looked at."""
        return [item for item, key in self.keys.items() if not self.looked_at(key)]


def _state_of(campaign: Campaign, key: Key) -> str:
    """Return what tells whether a text and its chunks are still the same."""
    ranges = sorted(chunk.ranges for chunk in chunks_in(entries_of(campaign)[key]))
    return text_hash(json.encode([chunked_texts(campaign)[key], ranges]).decode())


def _id_of(secret: bytes, campaign: str, key: Key) -> str:
    """Return a name that tells nothing of the system behind it."""
    told = "\x1f".join(("chunks", campaign, *key))
    return hmac.new(secret, told.encode(), hashlib.sha256).hexdigest()[:16]


def chunks_page(visit: Visit) -> ChunksPage:
    """GET …/chunks."""
    name = visit.path["campaign"]
    wanted: ChunksQuery = visit.query
    head = head_of(visit.store, name)
    texts = _Texts.of(visit.store, visit.store.campaigns.get(name))
    open_ = texts.open
    chosen = open_ if wanted.shown == "open" else list(texts.keys)
    if wanted.item:
        chosen = [one for one in texts.keys if one == wanted.item]
    pages = max(1, -(-len(chosen) // PAGE))
    page = min(wanted.page, pages)
    file = _file(visit) if texts.keys else None
    return ChunksPage(
        head=head,
        frozen=visit.store.campaigns.state(name).frozen_at is not None,
        kept_in=file.name if file else "",
        texts=tuple(_shown(visit, texts, one) for one in chosen[(page - 1) * PAGE : page * PAGE]),
        counts={"all": len(texts.keys), "open": len(open_)},
        shown=wanted.shown,
        page=page,
        pages=pages,
    )


def _file(visit: Visit) -> Path | None:
    """Return where the chunks of a campaign are kept beside the store."""
    name = visit.path["campaign"]
    described = campaign_file(visit.request.app.state, name)
    return chunks_path(described) if described else None


def _shown(visit: Visit, texts: _Texts, item: str) -> ChunkedText:
    campaign, key = texts.campaign, texts.keys[item]
    segment = next(one for one in campaign.segments if one.id == key[0])
    revealed = visit.store.campaigns.state(campaign.name).revealed_at is not None
    names = names_in(visit.store, campaign, segment.id, revealed=revealed)
    target = key[1] == "target"
    language = segment.target_language if target else segment.source_language
    text, own = chunked_texts(campaign)[key], chunks_in(texts.entries[key])
    rule = by_rule(campaign, key)
    units = units_of(text, own, rule)
    chunks = owners_of(units, own)
    return ChunkedText(
        id=item,
        segment=segment.id,
        name=names.of(key[2]) if target else "",
        language=language_tag(language),
        direction=direction(language),
        units=tuple(
            Unit(start, end, text[start:end], text[before:start], part)
            for ((_, before), (start, end)), part in zip(
                pairwise([(0, 0), *units]), _parts(chunks), strict=True
            )
        ),
        chunks=chunks,
        rule=owners_of(units, rule),
        state=_state_of(campaign, key),
        looked_at=texts.looked_at(key),
        mixed=_is_mixed(text),
    )


def _is_mixed(text: str) -> bool:
    """Tell whether parts of a text run from right to left and others, such as numbers, do not."""
    ways = {unicodedata.bidirectional(sign) for sign in text}
    return bool(ways & {"R", "AL"} and ways & {"L", "EN", "AN"})


def _parts(chunks: tuple[int, ...]) -> list[int]:
    """Return the number of every chunk that stands in several places, unit by unit."""
    runs = Counter(chunk for chunk, _ in groupby(chunks))
    numbers: dict[int, int] = {}
    return [numbers.setdefault(one, len(numbers) + 1) if runs[one] > 1 else 0 for one in chunks]


def save(visit: Visit) -> Done:
    """POST …/chunks/{item}: keep how a text is cut, in the file and in the store."""
    name, item = visit.path["campaign"], visit.path["item"]
    sent: CutText = visit.body
    with _saving:
        stored = visit.store.campaigns.state(name)
        texts = _Texts.of(visit.store, visit.store.campaigns.get(name))
        key = texts.find(item)
        if _state_of(texts.campaign, key) != sent.state:
            raise Conflict(
                "another manager has changed these chunks since you opened the text",
                fix="Nothing was changed. Look at how it is cut now, then correct it again.",
            )
        campaign = corrected(texts.campaign, key, sent.chunks, by=visit.manager)
        _put(visit, campaign, texts.campaign, since=stored.hash)
    visit.store.history.add(
        "chunks corrected", campaign=name, actor=visit.manager,
        detail={"segment": key[0], "text": item}, at=visit.now,
    )  # fmt: skip
    left = [one for one in texts.open if one != item]
    saved = ChunksSaved(_state_of(campaign, key), looked_at=True, open=len(left))
    return Done("", f"{_HERE.format(campaign=name)}?item={item}", gives=saved)


def _put(visit: Visit, campaign: Campaign, before: Campaign, *, since: str) -> None:
    """Write the file and the store, or neither.

    The file is written when the store has made sure that nobody has judged, and before it
    commits: whoever starts a server that was killed in between reads the file.
    """
    file = _file(visit)
    plan = build_plan(campaign)
    if file is None:
        visit.store.campaigns.put_options(campaign, plan, since=since, beside=lambda: None)
        return
    held = read_beside(file)
    if not same_as_file(before, held):
        raise Conflict(
            f"{file.name} was edited since this server read it",
            fix="Nothing was changed. Start the server again: it reads the file.",
        )
    with restoring(file):
        visit.store.campaigns.put_options(
            campaign, plan, since=since, beside=lambda: write_chunking(campaign, file, held)
        )


endpoints = (
    Endpoint(
        "GET",
        _HERE,
        "The chunks of a campaign's texts, to be corrected before annotation",
        chunks_page,
        query=ChunksQuery,
        gives=ChunksPage,
        template="manage/chunks.html",
    ),
    Endpoint(
        "POST",
        f"{_HERE}/{{item}}",
        "Keep how a text is cut into chunks",
        save,
        takes=CutText,
        sent_as=("application/json",),
        gives=ChunksSaved,
    ),
)
