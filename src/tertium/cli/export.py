"""`tertium export`: the data of a campaign, as files."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from tertium.choices import ErrorFile
from tertium.cli.common import campaign_option

if TYPE_CHECKING:
    from tertium.formats.write import ShapeOut
    from tertium.store import Store
    from tertium.table import Edits

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
KINDS = (*TABLES, *ERRORS, "edits", "judgements", "decisions", "payment", "log")


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
    "or the audit log.",
)
@campaign_option
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def command(folder: Path, target: Path, what: str, campaign: str | None, force: bool) -> None:
    """Export data of the campaign in FOLDER to the file OUT.

    The extension of OUT sets the format of tables: .csv, .tsv, .jsonl (each also with .gz)
    or .parquet. Raw judgements (every answer as given, with replaced ones), adjudication
    decisions (likewise) and the audit log are JSON lines. Edits are CSV, with sources and
    outputs; so is the payment list: all completed work is paid, also if its scores are
    excluded. Tables and raw judgements contain system names; the audit log records the
    export.

    \b
    Examples:
      tertium export spring judgements.csv
      tertium export spring raw.jsonl --what judgements
      tertium export spring errors.tsv --what errors-mqm
      tertium export spring payment.csv --what payment
    """
    from tertium.analyses.campaigns import open_store, stored_names
    from tertium.exceptions import BadInput, Conflict

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
        told = _write(store, name, target, what)
        detail = {"file": target.name, "what": what}
        store.history.add("exported", campaign=name, detail=detail, at=datetime.now(UTC))
    click.echo(f"Wrote {told} to {target}.", err=True)


def _write(store: "Store", name: str, target: Path, what: str) -> str:
    from tertium.cli.marks_out import stored_marks, write_marks
    from tertium.formats.files import replacing
    from tertium.formats.write import write_judgements
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
    from tertium.exceptions import BadInput
    from tertium.stats.effort.collected import collected_edits

    edits = collected_edits(store.table(name), store.campaigns.get(name))
    if not len(edits):
        raise BadInput(
            "there are no edited outputs yet", where=name, fix="Export again after the first edits."
        )
    return edits
