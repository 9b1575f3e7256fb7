"""`tertium export`: everything a campaign has collected, as files."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from tertium.formats.error_files import ErrorFile
    from tertium.formats.write import ShapeOut
    from tertium.store import Store
    from tertium.table import Edits

__all__ = ["command"]

TABLES: "dict[str, ShapeOut]" = {
    "table": "long",
    "comparisons": "comparisons",
    "rankings": "rankings",
    "wmt": "wmt",
    "wmt-pairwise": "wmt-pairwise",
}
# Marked errors as files of others; the names are those of `tertium convert --errors`.
ERRORS: "dict[str, ErrorFile]" = {
    "errors": "narrow",
    "errors-mqm": "mqm",
    "errors-appraise": "appraise",
    "errors-appraise-batches": "appraise-batches",
    "errors-pearmut": "pearmut",
    "errors-wmt": "wmt",
    "errors-mtme": "mtme",
    "errors-its": "its",
    "errors-xlsx": "xlsx",
}
KINDS = (*TABLES, *ERRORS, "edits", "judgements", "decisions", "payment", "log")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path))
@click.option(
    "--what",
    type=click.Choice(KINDS),
    default="table",
    show_default=True,
    help="The whole table, the narrow A/B answers, rankings (ours or as WMT writes them), "
    "edited outputs with all that was measured, the raw judgements, what was decided about marks "
    "afterwards, who is paid, or the log.",
)
@click.option("--campaign", help="Which campaign, if FOLDER holds several.")
@click.option("--force", is_flag=True, help="Write over an existing file.")
def command(folder: Path, target: Path, what: str, campaign: str | None, force: bool) -> None:
    """Write what the campaign in FOLDER has collected to the file OUT.

    The ending of OUT tells the format of tables: .csv, .tsv, .jsonl (each also
    with .gz) or .parquet. Raw judgements (every answer as given, replaced ones
    too), decisions about marks (likewise) and the log are JSON lines. Edits are CSV,
    with sources and outputs, and so is the payment list: work done is paid, whether
    or not its scores are used.
    System names are in tables and raw judgements; the log notes the export.

    \b
    Examples:
      tertium export spring judgements.csv
      tertium export spring raw.jsonl --what judgements
      tertium export spring errors.tsv --what errors-mqm
      tertium export spring payment.csv --what payment
    """
    from tertium.cli.campaigns import open_store, stored_names
    from tertium.errors import BadInput, Conflict

    if target.exists() and not force:
        raise Conflict(
            "the file exists", where=str(target), fix="Name another, or write over it with --force."
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
        told = _write(store, name, target, what)
        detail = {"file": target.name, "what": what}
        store.history.add("exported", campaign=name, detail=detail, at=datetime.now(UTC))
    click.echo(f"Wrote {told} to {target}.", err=True)


def _write(store: "Store", name: str, target: Path, what: str) -> str:
    from tertium.cli.marks_out import stored_marks, write_marks
    from tertium.formats import write_judgements
    from tertium.formats.files import replacing
    from tertium.formats.write_edits import write_edits
    from tertium.web.manage.export import raw_decisions, raw_judgements, raw_log
    from tertium.web.manage.payments import payment_csv

    if what in TABLES:
        return f"{write_judgements(store.table(name), target, shape=TABLES[what]):,} rows"
    if what in ERRORS:
        return write_marks(stored_marks(store, [name]), target, ERRORS[what])
    if what == "edits":
        return f"{write_edits(_edits(store, name), target):,} rows"
    if what == "payment":
        lines = iter(payment_csv(store, name).encode().splitlines(keepends=True))
    elif what == "log":
        lines = raw_log(store, name)
    elif what == "decisions":
        lines = raw_decisions(store, name)
    else:
        lines = raw_judgements(store, name, blind=False)
    count = 0
    with replacing(target) as beside, beside.open("wb") as out:
        for line in lines:
            out.write(line)
            count += 1
    return f"{count:,} lines"


def _edits(store: "Store", name: str) -> "Edits":
    from tertium.errors import BadInput
    from tertium.stats.effort.collected import collected_edits

    edits = collected_edits(store.table(name), store.campaigns.get(name))
    if not len(edits):
        raise BadInput(
            "nobody has edited a text yet", where=name, fix="Come back when texts are edited."
        )
    return edits
