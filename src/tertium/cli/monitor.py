"""`tertium monitor`: may a running campaign stop, and what limits the answer?"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tertium.cli.common import (
    format_option,
    language_pair_option,
    output_option,
    require_option,
    scale_option,
    show,
)

if TYPE_CHECKING:
    from tertium.cli.evidence import Evidence
    from tertium.stats.result import Result

__all__ = ["command"]

# As in tertium.stats.monitoring, which is not imported here so that --help stays fast.
_RULES = ("planned", "any-time", "bayes")
_USUAL = ("aspect", "overall")  # found by itself, also where nobody has scored yet


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option("--baseline", help="The old release, or one of two systems, by its name in FILE.")
@click.option("--advanced", help="The new release, or the other system, by its name in FILE.")
@click.option(
    "--rule",
    type=click.Choice(_RULES),
    help="Planned looks, evidence that may be looked at any time, or the Bayesian rule.  "
    "[default: planned; of a campaign that plans no looks any-time]",
)
@click.option(
    "--looks", type=int, help="How many looks are planned.  [default: 4, or the campaign's]"
)
@click.option(
    "--planned",
    type=int,
    help="How many judgements of the two systems are planned; a campaign of two systems knows.",
)
@click.option(
    "--bound",
    type=float,
    help="How much annotators may differ without a difference, for the any-time rule: sd of log "
    "ratios, or of scores.  [default: 0.3, or 5% of the scale]",
)
@click.option(
    "--rope",
    type=float,
    help="A ratio or a difference of scores that does not matter yet, for the Bayesian rule.  "
    "[default: 1.25, or 2% of the scale]",
)
@click.option(
    "--aspect", help="The scores to look at; without it preferences, then overall or the only ones."
)
@scale_option
@click.option("--level", default=0.95, show_default=True, help="One minus the false alarms.")
@click.option("--seed", default=0, show_default=True, help="Seed of all random draws.")
@language_pair_option
@click.option("--campaign", help="Which campaign, if FILE is a folder with several.")
@require_option("stopped_at > 0")
@format_option
@output_option
def command(
    path: Path,
    campaign: str | None,
    language_pair: str | None,
    scale: str | None,
    require: tuple[str, ...],
    fmt: str,
    output: Path | None,
    **given: Any,
) -> None:
    """Tell whether the judgements in FILE are enough to stop, and what limits them if not.

    FILE holds preferences (annotator,document,segment,left,right,answer) or scores
    (annotator,document,segment,system,score), or is a campaign's folder. Looks follow the column
    submitted_at where there is one, else the order of the file. Without the column document the
    answer holds for segments like these only.

    \b
    Examples:
      tertium monitor spring --looks 4
      tertium monitor judgements.csv --baseline base --advanced adv --planned 1200
      tertium monitor scores.csv --baseline A --advanced B --rule any-time
    """
    from tertium.cli.evidence import open_evidence
    from tertium.cli.gate import check_conditions, read_condition
    from tertium.stats.monitoring import monitor

    conditions = [read_condition(text) for text in require]
    evidence = open_evidence(
        path, campaign, scale=scale, aspect=given["aspect"], language_pair=language_pair
    )
    wanted = {name: value for name, value in given.items() if value is not None}
    if "looks" in wanted:
        wanted = {"rule": "planned"} | wanted

    def analyse(part: "Evidence") -> "Result":
        choices = _known(part, path) | wanted
        if "aspect" not in choices and part.scored:
            choices["aspect"] = part.aspect()
        return part.noted(monitor(part.table, **choices))

    result = evidence.each_pair(analyse)
    show(result, fmt, output)
    check_conditions(result, conditions)


def _known(evidence: "Evidence", path: Path) -> dict[str, Any]:
    """Return what a campaign answers by itself, as on its manager's page."""
    from tertium.cli.campaigns import open_store
    from tertium.web.manage.monitoring import monitoring_choices

    if evidence.campaign is None:
        return {}
    with open_store(path, create=False) as store:
        known = monitoring_choices(store, evidence.campaign.name, evidence.language_pair)
    return {name: value for name, value in known.items() if (name, value) != _USUAL}
