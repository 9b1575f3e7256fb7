"""Everything a campaign has collected, as sheets: one for each kind of thing that is known.

Sheets that name systems are there only when names are revealed.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.datastructures import State

from tertium import protocols
from tertium.exceptions import BadInput
from tertium.formats.bundles import rows_of_csv, rows_of_lines
from tertium.formats.campaign_marks import marked_table
from tertium.formats.codebook import codebook_rows
from tertium.formats.error_files import write_errors
from tertium.formats.workbook import NumberKind, Worksheet
from tertium.formats.write import judgement_rows
from tertium.formats.write_edits import edit_rows
from tertium.model import Campaign
from tertium.protocols.conditions import ORDERING
from tertium.protocols.consolidation import is_marked
from tertium.protocols.protocol import Ranks
from tertium.stats.effort.collected import collected_edits
from tertium.store import Store
from tertium.table import JudgementTable
from tertium.web.manage.codes import Coder
from tertium.web.manage.coding import conflicts_csv
from tertium.web.manage.crowd_pay import Platform, platform_rows
from tertium.web.manage.head import ranks_systems
from tertium.web.manage.payments import payment_csv
from tertium.web.manage.raw import raw_decisions, raw_judgements, raw_log
from tertium.web.manage.study import study_of

_LOOKS: dict[str, NumberKind] = {"amount": "money", "seconds": "tenths", "bonus": "money"}
_MOMENTS = {"at", "submitted_at", "received_at", "coded_at"}
COMPARED = ("preference", "good_enough", "problem")


def about_export(campaign: Campaign, *, revealed: bool) -> tuple[str, ...]:
    """Return what a read-me says of an export."""
    hidden = "Names of systems are hidden: sheets that name them are missing until unblinding."
    return (
        f"{campaign.title} ({campaign.name}), {campaign.protocol}.",
        "Times are in UTC.",
        *(() if revealed else (hidden,)),
    )


def export_sheets(
    state: State | None, store: Store, name: str, *, revealed: bool
) -> list[Worksheet]:
    """Return a sheet for everything the campaign has; `state` keeps what pages computed."""
    return [*(_named(store, name) if revealed else ()), *_blind(state, store, name, revealed)]


def payment_sheet(store: Store, name: str) -> Worksheet:
    """Return the payment list."""
    return _sheet(
        "Payment", rows_of_csv(payment_csv(store, name)), "One row per annotator who did something."
    )


def platform_sheet(store: Store, name: str, platform: Platform) -> Worksheet:
    """Return the payment list of an open crowd as a platform reads it, with its ids."""
    rows = platform_rows(store, name, platform)
    if not rows:
        raise BadInput(
            "no annotator of an open crowd has answered anything",
            where=name,
            fix="Export again after the first answers.",
        )
    return _sheet("Payment", rows, "One row per visit with an answer.")


def judgement_sheet(store: Store, name: str, *, blind: bool) -> Worksheet:
    """Return every judgement as it was given."""
    rows = rows_of_lines(raw_judgements(store, name, blind=blind))
    return _sheet("Answers", rows, "Every judgement as it was given, replaced ones too.")


def decision_sheet(store: Store, name: str) -> Worksheet:
    """Return what was decided about marked errors."""
    rows = rows_of_lines(raw_decisions(store, name))
    return _sheet("Decisions", rows, "What was decided about marked errors, replaced ones too.")


def history_sheet(store: Store, name: str) -> Worksheet:
    """Return who did what, and when."""
    return _sheet("History", rows_of_lines(raw_log(store, name)), "Who did what, and when.")


def edit_sheet(table: JudgementTable, campaign: Campaign) -> Worksheet:
    """Return edited outputs with what the editing took."""
    rows = edit_rows(collected_edits(table, campaign))
    return _sheet("Edits", rows, "One row per edited output, with effort indicators.")


def _named(store: Store, name: str) -> Iterator[Worksheet]:
    """Yield the sheets that name systems."""
    campaign, table = store.campaigns.get(name), store.table(name)
    protocol = protocols.get(campaign.protocol, campaign.options)
    yield _texts(campaign)
    if not len(table):
        return
    every = judgement_rows(store.table(name, rounds="all"))  # with those of a pilot, marked
    yield _sheet("Judgements", every, "One row for each thing a judgement says.")
    compared = table.select(aspect=COMPARED)
    if protocol.marks or protocol.checklist is not None:
        yield _sheet("Errors", _errors(marked_table(table, campaign)), "One row per error.")
    elif len(compared):
        rows = judgement_rows(compared, shape="comparisons")
        yield _sheet("Comparisons", rows, "One row per comparison of two outputs.")
    ordered = table.select(condition=ORDERING)
    one_screen = len(campaign.systems) <= protocol.systems
    if any(isinstance(ask, Ranks) for ask in protocol.asks) and one_screen and len(ordered):
        rows = judgement_rows(ordered, shape="rankings")
        yield _sheet("Rankings", rows, "One row per output in a ranking.")
    if protocol.edits:
        yield edit_sheet(table, campaign)


def _blind(state: State | None, store: Store, name: str, revealed: bool) -> Iterator[Worksheet]:
    """Yield the sheets that name no system."""
    campaign = store.campaigns.get(name)
    protocol = protocols.get(campaign.protocol, campaign.options)
    yield judgement_sheet(store, name, blind=not revealed)
    if rows := codebook_rows(campaign):
        yield _sheet("Codebook", rows, "The answers of every scale, as annotators read them.")
    if is_marked(protocol):
        yield decision_sheet(store, name)
    if ranks_systems(campaign) and state is not None:
        coder = Coder(store, name, study_of(state, store, name).conflicts)
        rows = rows_of_csv(conflicts_csv(store, name, coder, revealed=revealed))
        yield _sheet("Conflicts", rows, "Answers that contradict each other.")
    yield payment_sheet(store, name)
    yield history_sheet(store, name)


def _texts(campaign: Campaign) -> Worksheet:
    systems = [one.name for one in campaign.systems]
    rows = [
        {
            "segment": one.id,
            "document": one.document,
            "domain": one.domain,
            "pair": one.pair,
            "source": one.source,
            **{system: campaign.outputs.get((one.id, system)) for system in systems},
        }
        for one in campaign.segments
    ]
    return _sheet("Texts", rows, "Sources, and the output of every system.")


def _errors(table: JudgementTable) -> list[dict[str, Any]]:
    if not len(table.select(aspect=["error", "overall"])):
        return []
    with TemporaryDirectory(prefix="tertium-") as folder:
        path = Path(folder) / "errors.jsonl"
        write_errors(table, path, kind="narrow")
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _sheet(name: str, rows: list[dict[str, Any]], note: str) -> Worksheet:
    for row in rows:
        for moment in _MOMENTS & row.keys():
            if isinstance(row[moment], str):
                row[moment] = datetime.fromisoformat(row[moment])
    return Worksheet(name, rows, kinds=_LOOKS, note=note)
