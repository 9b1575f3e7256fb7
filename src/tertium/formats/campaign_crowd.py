"""`[crowd]` of the campaign file: who may come by a public link, and what is asked of them."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from tertium.exceptions import BadInput, NotFound
from tertium.formats.campaign_texts import inside
from tertium.formats.settings import Table, read_record
from tertium.formats.sheets import Once, Row, Sheet
from tertium.model import Crowd, Design, Gold, Qualification, Segment, System
from tertium.protocols import Protocol
from tertium.protocols.gold import check_gold

_PARAMETER = re.compile(r"[A-Za-z0-9_.~-]{1,100}")
_ENDINGS = ("completion", "screened_out", "failed", "returned")
_ONCE: Once[Gold] = Once(
    lambda one: (one.segment, one.slots),
    "segment",
    "segment {0.segment!r} has an answer in line {line} already",
    "Keep one of the two rows.",
)


def read_crowd(
    table: Table,
    folder: Path,
    protocol: Protocol,
    design: Design,
    systems: Sequence[System],
    segments: Sequence[Segment],
) -> Crowd:
    """Return the settings of a crowd, with the gold items of its test."""
    inner = table.table("qualification")
    crowd, qualification = read_record(table, Crowd()), read_record(inner, Qualification())
    table.close()
    inner.close()
    for name in _ENDINGS:
        _check_address(table, name, getattr(crowd, name))
    for origin in crowd.frames:
        _check_origin(table, origin)
    for name in crowd.id_parameters:
        if not _PARAMETER.fullmatch(name) or crowd.id_parameters.count(name) > 1:
            raise table.bad(
                "id_parameters",
                f"{name!r} cannot be one of the parameters of an address",
                'Write each once, for example: id_parameters = ["workerId", "assignmentId"].',
            )
    _check_share(table, "exclude_below", crowd.exclude_below)
    _check_share(inner, "pass", qualification.pass_)
    if crowd.public:
        _check_claimable(table, protocol, design)
    if qualification.gold:
        path = inside(folder, inner, "gold", qualification.gold)
        known = read_gold(path, protocol, systems, segments)
        qualification = replace(qualification, known=known)
    _check_enough(table, inner, crowd, qualification)
    return replace(crowd, qualification=qualification)


def read_gold(
    path: Path, protocol: Protocol, systems: Sequence[System], segments: Sequence[Segment]
) -> tuple[Gold, ...]:
    """Return the gold items of a table: segment, system, an answer for each question, and the use.

    Where two systems are compared there is no column `system`. A row without `use` selects.
    """
    names = [one.name for one in systems if one.part and not one.withdrawn]
    known = {one.id for one in segments}
    asks = [ask.name for ask in protocol.asks]

    def gold(row: Row) -> Gold:
        if row["segment"] not in known:
            raise row.wrong(
                "segment",
                f"there is no segment {row['segment']!r}",
                "Name a segment of the texts of this campaign.",
            )
        slots = tuple(names)
        if protocol.many:
            if row["system"] not in names:
                raise NotFound.among("system", row["system"], names, where=str(row.where))
            slots = (row["system"],)
        answers = {name: row[name] for name in asks if row.get(name)}
        if not answers:
            raise row.where.wrong(
                "this row has no answer", f"Fill in at least one column of: {', '.join(asks)}."
            )
        for name, value in answers.items():
            try:
                check_gold(protocol, name, value, slots)
            except BadInput as error:
                raise row.wrong(name, error.what, error.fix) from None
        use = row.get("use") or "select"
        if use not in ("select", "report"):
            raise row.wrong("use", f"use {use!r} is not known", "Write select or report.")
        return Gold(row["segment"], slots, answers, "report" if use == "report" else "select")

    needed = ("segment", "system") if protocol.many else ("segment",)
    return tuple(Sheet("gold items", needed, gold, once=_ONCE).rows(path))


def _check_address(table: Table, name: str, address: str) -> None:
    parts = urlsplit(address)
    if address and (parts.scheme not in ("http", "https") or not parts.hostname):
        raise table.bad(
            name,
            f"{address!r} is not an address that browsers can return to",
            "Write it whole, beginning with https://.",
        )


def _check_origin(table: Table, origin: str) -> None:
    parts = urlsplit(origin)
    plain = f"{parts.scheme}://{parts.netloc}"
    if parts.scheme not in ("http", "https") or not re.fullmatch(r"[A-Za-z0-9.:-]+", parts.netloc):
        plain = ""
    if origin != plain:
        raise table.bad(
            "frames",
            f"{origin!r} is not the address of a site",
            'Write scheme and host only, for example "https://www.mturk.com".',
        )


def _check_share(table: Table, name: str, value: float) -> None:
    if value > 1:
        raise table.bad(name, f"{name} = {value:g} is not a share", "Write 0 to 1; 0.75 is 75%.")


def _check_claimable(table: Table, protocol: Protocol, design: Design) -> None:
    """Refuse protocols whose items cannot be claimed one by one."""
    single = design.kind == "hits" and not protocol.settings.get("document")
    rated = protocol.rates and not protocol.settings.get("document") and protocol.systems == 1
    compared = not protocol.many
    if not (single or rated or compared):
        raise table.bad(
            "public",
            f"items of {protocol.name!r} cannot be claimed one by one",
            "A crowd compares two systems, scores single outputs, or rates them one at a time.",
        )


def _check_enough(table: Table, inner: Table, crowd: Crowd, qualification: Qualification) -> None:
    """Refuse a test or hidden items for which there are too few gold items."""
    uses = [one.use for one in qualification.known]
    wanted = qualification.items * qualification.attempts
    if 0 < uses.count("select") < wanted:
        raise inner.bad(
            "items",
            f"{qualification.attempts} tests of {qualification.items} gold items need {wanted}, "
            f"and {qualification.gold} has {uses.count('select')} that select",
            "Add gold items, or ask for fewer items or attempts.",
        )
    if crowd.hidden > uses.count("report"):
        raise table.bad(
            "hidden",
            f"hidden = {crowd.hidden}, and {uses.count('report')} gold items are for reporting",
            'Add rows with "report" in the column use to the table of gold items.',
        )
