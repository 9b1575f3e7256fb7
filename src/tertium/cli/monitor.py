"""`tertium monitor`: interim analysis of a running campaign."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tertium.cli.common import (
    campaign_option,
    format_option,
    language_pair_option,
    output_option,
    require_option,
    scale_option,
    seed_option,
    show,
)

if TYPE_CHECKING:
    from tertium.cli.evidence import Evidence
    from tertium.stats.result import Result

__all__ = ["command"]

# As in tertium.stats.monitoring, which is not imported here so that --help stays fast.
_RULES = ("planned", "anytime-valid", "bayes")
_USUAL = ("aspect", "overall")  # found by itself, also before the first score


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option("--baseline", help="Baseline system, by its name in FILE.")
@click.option("--advanced", help="New system, by its name in FILE.")
@click.option(
    "--rule",
    type=click.Choice(_RULES),
    help="Stopping rule: planned interim analyses (group-sequential), an anytime-valid test, or a "
    "Bayesian rule.  [default: planned; anytime-valid if the campaign plans no interim analyses]",
)
@click.option(
    "--looks",
    type=int,
    help="Number of planned interim analyses.  [default: 4, or that of the campaign]",
)
@click.option(
    "--planned",
    type=int,
    help="Planned sample size: judgements of the two systems.  [default: from the campaign]",
)
@click.option(
    "--bound",
    type=float,
    help="Standard deviation between annotators allowed under the null hypothesis of the "
    "anytime-valid test, of log ratios or of scores.  [default: 0.3, or 5% of the scale]",
)
@click.option(
    "--rope",
    type=float,
    help="Region of practical equivalence of the Bayesian rule, as a ratio or score difference.  "
    "[default: 1.25, or 2% of the scale]",
)
@click.option(
    "--aspect",
    help="Aspect of the scores.  [default: preferences if any, then overall or the only one]",
)
@scale_option
@click.option(
    "--level",
    default=0.95,
    show_default=True,
    help="Confidence level: one minus the false-positive rate.",
)
@seed_option
@language_pair_option
@campaign_option
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
    """Interim analysis of a running campaign: may it stop, and what limits precision?

    FILE holds preferences (annotator,document,segment,left,right,answer) or scores
    (annotator,document,segment,system,score), or is a campaign's folder. Judgements are taken
    in the order of the column submitted_at, else of the file. Without the column document,
    conclusions are about segments like these only.

    \b
    Examples:
      tertium monitor spring --looks 4
      tertium monitor judgements.csv --baseline base --advanced adv --planned 1200
      tertium monitor scores.csv --baseline A --advanced B --rule anytime-valid
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
