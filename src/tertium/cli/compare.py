"""`tertium compare`: which of two releases is preferred, and how sure is that?"""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tertium.cli.common import format_option, open_table, output_option, show

if TYPE_CHECKING:
    from tertium.table import JudgementTable

__all__ = ["command", "open_evidence", "read_identical", "read_scores"]

# As in tertium.stats.estimates, which is not imported here so that --help stays fast.
_INTERVALS = (
    "auto",
    "naive",
    "segment",
    "evaluator",
    "two-way",
    "two-way-t",
    "t",
    "hierarchical",
)
_SIMULATED = "These judgements are simulated; they say nothing about the systems."


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option("--baseline", help="The old release, by its name in FILE.")
@click.option("--advanced", help="The new release, by its name in FILE.")
@click.option(
    "--identical",
    help="Share of outputs that do not differ: 0.226, or by domain Environment=.226,Health=.262.",
)
@click.option(
    "--interval",
    type=click.Choice(_INTERVALS),
    default="auto",
    show_default=True,
    help="How intervals are made; auto follows the number of evaluators.",
)
@click.option(
    "--prior",
    type=float,
    default=0.5,
    show_default=True,
    help="Scale of the differences between evaluators; 0.25 if past campaigns agreed closely.",
)
@click.option("--level", default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--resamples", default=2000, show_default=True, help="Draws of bootstrap intervals.")
@click.option("--seed", default=0, show_default=True, help="Seed of all random draws.")
@click.option("--price", type=float, help="Price of one task, for the cost.")
@click.option("--currency", help="Currency of the price.  [default: EUR]")
@click.option(
    "--scores",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Sentence-level scores (segment,system,score) for the “terrible → bad” caution.",
)
@click.option("--curves", is_flag=True, help="Add the curves that tell how many would be enough.")
@click.option("--campaign", help="Which campaign, if FILE is a folder with several.")
@click.option(
    "--require",
    multiple=True,
    metavar="CONDITION",
    help='Exit with 3 unless this holds, such as "improvement_ratio.low > 1"; may be repeated.',
)
@format_option
@output_option
def command(
    path: Path,
    campaign: str | None,
    identical: str | None,
    scores: Path | None,
    curves: bool,
    require: tuple[str, ...],
    fmt: str,
    output: Path | None,
    **given: Any,
) -> None:
    """Tell which of two releases is preferred in FILE, and how sure that is.

    FILE holds judgements in any known format, gzipped or not
    (annotator,segment,left,right,answer), or is a campaign's folder, which knows the
    systems, the identical outputs and the lengths by itself.

    \b
    Examples:
      tertium compare judgements.csv --baseline base --advanced adv --identical 0.226
      tertium compare spring --require "improvement_ratio.low > 1" --format json
    """
    from tertium.cli.gate import check_conditions, read_condition
    from tertium.stats import compare, enough

    conditions = [read_condition(text) for text in require]
    table, choices, notes = open_evidence(path, campaign)
    choices |= {name: value for name, value in given.items() if value is not None}
    if identical is not None:
        choices["identical"] = read_identical(identical, table)
        choices.pop("sizes", None)
    if scores is not None:
        choices["scores"] = read_scores(scores)
    result = compare(table, **choices)
    if notes:
        result = replace(result, warnings=(*notes, *result.warnings))
    if curves:
        drawn = enough(
            table,
            baseline=result.baseline,
            advanced=result.advanced,
            identical=result.identical or 0.0,
            seed=given["seed"],
        )
        result = replace(result, curves=drawn)
    show(result, fmt, output)
    check_conditions(result, conditions)


def open_evidence(
    path: Path, name: str | None
) -> "tuple[JudgementTable, dict[str, Any], list[str]]":
    """Return the judgements, and what a campaign knows about them."""
    if not path.is_dir():
        return open_table(path), {}, []
    from tertium.errors import BadInput, NotFound
    from tertium.stats.campaign import campaign_choices
    from tertium.store import Store

    with Store.open_folder(path, create=False) as store:
        names = [state.name for state in store.campaigns()]
        if name is not None and name not in names:
            raise NotFound.among("campaign", name, names, where=str(path))
        if name is None and len(names) != 1:
            raise BadInput(
                f"this folder holds {len(names)} campaigns",
                where=str(path),
                fix=f"Choose one with --campaign: {', '.join(names)}."
                if names
                else "Run tertium serve or tertium import first.",
            )
        chosen = name or names[0]
        known = campaign_choices(store.campaign(chosen), store.identical(chosen))
        invented = any(event.event == "simulated" for event in store.events(chosen))
        return store.table(chosen), dict(known), [_SIMULATED] if invented else []


def read_identical(text: str, table: "JudgementTable") -> float | dict[str, float]:
    """Read one share, or one for each domain."""
    if "=" not in text:
        return _share(text)
    from tertium.errors import NotFound

    shares = {}
    for part in text.split(","):
        domain, _, share = part.rpartition("=")
        shares[domain.strip()] = _share(share)
    known = table.distinct("domain")
    for domain in shares:
        if domain not in known:
            raise NotFound.among("domain", domain, known, where="--identical")
    return shares


def _share(text: str) -> float:
    from tertium.errors import BadInput

    plain = text.strip()
    try:
        return float(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)
    except ValueError:
        raise BadInput(
            f"{plain!r} is not a share",
            where="--identical",
            fix="Write 0.226, 22.6%, or Environment=.226,Health=.262.",
        ) from None


def read_scores(path: Path) -> dict[tuple[str, str], float]:
    """Read the score of each segment and system."""
    from tertium.errors import BadInput
    from tertium.formats.delimited import read_records

    header, rows = read_records(path)
    columns = ("segment", "system", "score")
    for name in columns:
        if name not in header:
            raise BadInput(
                f"no column {name!r}",
                where=f"{path}:1",
                fix="The first line names the columns segment,system,score.",
            )
    places = [header.index(name) for name in columns]
    scores = {}
    for line, fields in rows:
        segment, system, score = (fields[place].strip() for place in places)
        try:
            scores[segment, system] = float(score)
        except ValueError:
            raise BadInput(
                f"{score!r} is not a number", where=f"{path}:{line}", fix="Write for example 0.42."
            ) from None
    return scores
