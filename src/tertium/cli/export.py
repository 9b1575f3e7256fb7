"""`tertium export`: the data of a campaign, as files."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from tertium.choices import ErrorFile
from tertium.cli.common import campaign_option

if TYPE_CHECKING:
    from tertium.formats.workbook import Worksheet
    from tertium.formats.write import ShapeOut
    from tertium.store import Store
    from tertium.table import Edits
    from tertium.web.manage.crowd_pay import Platform

TABLES: "dict[str, ShapeOut]" = {
    "table": "long",
    "comparisons": "comparisons",
    "rankings": "rankings",
    "wmt": "wmt",
    "wmt-pairwise": "wmt-pairwise",
}
# Marked errors as files of others; the names are those of `tertium convert --errors`.
ERRORS: dict[str, ErrorFile] = {
    "errors" if name == "narrow" else f"errors-{name}": name for name in get_args(ErrorFile)
}
RATED = ("table", "judgements")  # files that hold ratings; a bundle has its codebook inside
PLATFORMS: "tuple[Platform, ...]" = ("prolific", "mturk", "plain")
KINDS = (*TABLES, *ERRORS, "edits", "judgements", "decisions", "payment", "log", "all")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path))
@click.option(
    "--what",
    type=click.Choice(KINDS),
    default="table",
    show_default=True,
    help="The long table, A/B answers, rankings (own format or WMT), error annotations (several "
    "formats), edits with effort indicators, raw judgements, adjudication decisions, payments, "
    "the audit log, or all of it.",
)
@click.option(
    "--platform",
    type=click.Choice(PLATFORMS),
    help="With --what payment: the file of an open crowd for approval and payment on a platform.",
)
@campaign_option
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def command(
    folder: Path,
    target: Path,
    what: str,
    platform: "Platform | None",
    campaign: str | None,
    force: bool,
) -> None:
    """Export data of the campaign in FOLDER to the file OUT.

    The extension of OUT sets the format: .csv, .tsv, .jsonl (each also with .gz), .xlsx, and
    .parquet (tables of judgements) or .json (everything else). With --what all, OUT is a
    workbook (.xlsx) with a sheet for each table, a .zip of CSV files, or .json. Raw judgements
    are every answer as given, with replaced ones. In the payment list all completed work is
    paid, also if its scores are excluded; with --platform it has a row for each visit of an open
    crowd, with platform ids. Ratings come with the codebook of their scales.
    Tables and raw judgements contain system names; the audit log records the export.

    \b
    Examples:
      tertium export spring judgements.csv
      tertium export spring raw.jsonl --what judgements
      tertium export spring errors.tsv --what errors-mqm
      tertium export spring payment.xlsx --what payment
      tertium export spring review.csv --what payment --platform mturk
      tertium export spring spring.xlsx --what all
    """
    from tertium.analyses.campaigns import open_store, stored_names
    from tertium.exceptions import BadInput, Conflict
    from tertium.formats.codebook import write_codebook

    if platform is not None and what != "payment":
        raise BadInput(
            "--platform belongs to the payment list", fix="Add --what payment, or leave it out."
        )
    if target.exists() and not force:
        raise Conflict(
            "the file exists",
            where=str(target),
            fix="Choose another name, or overwrite it with --force.",
        )
    with open_store(folder, create=False) as store:
        names = stored_names(store, folder, campaign)
        if len(names) > 1:
            raise BadInput(
                f"this folder holds {len(names)} campaigns",
                where=str(folder),
                fix=f"Choose one with --campaign: {', '.join(names)}.",
            )
        (name,) = names
        told = _write(store, name, target, what, platform)
        beside = write_codebook(store.campaigns.get(name), target) if what in RATED else None
        detail = {"file": target.name, "what": what}
        store.history.add("exported", campaign=name, detail=detail, at=datetime.now(UTC))
    click.echo(f"Wrote {told} to {target}.", err=True)
    if beside is not None:
        click.echo(f"Wrote the codebook of its scales to {beside}.", err=True)


def _write(store: "Store", name: str, target: Path, what: str, platform: "Platform | None") -> str:
    from tertium.cli.marks_out import stored_marks, write_marks
    from tertium.formats.bundles import write_bundle, write_table
    from tertium.formats.write import write_judgements
    from tertium.formats.write_edits import write_edits
    from tertium.web.manage import export_sheets as sheets

    if what in TABLES:
        # The whole table says of each row whether it is of the pilot.
        table = store.table(name, rounds="all" if what == "table" else "main")
        return f"{write_judgements(table, target, shape=TABLES[what]):,} rows"
    if what in ERRORS:
        return write_marks(stored_marks(store, [name]), target, ERRORS[what])
    if what == "edits":
        return f"{write_edits(_edits(store, name), target):,} rows"
    if what == "all":
        about = sheets.about_export(store.campaigns.get(name), revealed=True)
        every = sheets.export_sheets(None, store, name, revealed=True)
        return f"{write_bundle(target, every, about=about):,} rows in {len(every)} tables"
    if platform is not None:
        return f"{write_table(target, sheets.platform_sheet(store, name, platform)):,} rows"
    made: dict[str, Callable[[Store, str], Worksheet]] = {
        "payment": sheets.payment_sheet,
        "log": sheets.history_sheet,
        "decisions": sheets.decision_sheet,
        "judgements": partial(sheets.judgement_sheet, blind=False),
    }
    return f"{write_table(target, made[what](store, name)):,} rows"


def _edits(store: "Store", name: str) -> "Edits":
    from tertium.exceptions import BadInput
    from tertium.stats.effort.collected import collected_edits

    edits = collected_edits(store.table(name), store.campaigns.get(name))
    if not len(edits):
        raise BadInput(
            "there are no edited outputs yet", where=name, fix="Export again after the first edits."
        )
    return edits
