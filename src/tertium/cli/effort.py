"""`tertium effort`: post-editing effort and productivity, or annotation time."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tertium.cli.common import (
    campaign_option,
    format_option,
    language_pair_option,
    level_option,
    output_option,
    seed_option,
    show,
    write,
)

if TYPE_CHECKING:
    from tertium.cli.evidence import Evidence
    from tertium.stats.effort import Effort
    from tertium.stats.result import Result
    from tertium.table import Edits

__all__ = ["command"]

_METHODS = (
    *("as-is", "mean", "mean-log", "ridge-1", "bayes-1", "svr-1", "ridge-4", "bayes-4", "svr-4"),
    *("ridge-5", "bayes-5", "svr-5", "log-ridge", "model"),
)


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--ranking",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Ranking to correlate with: system,score (or rank), per segment if there is a column "
    "segment; or a file of comparisons.",
)
@click.option(
    "--indicator", "indicators", multiple=True,
    help="Effort indicator; may be repeated.  [default: seconds, keystrokes, hter]",
)  # fmt: skip
@click.option(
    "--method", "methods", multiple=True, type=click.Choice(_METHODS),
    help="Normalisation of post-editors; may be repeated.  [default: all but svr]",
)  # fmt: skip
@click.option(
    "--cap", default=3.0, show_default=True,
    help="Cap seconds per word at the post-editor's median plus this many deviations (log scale); "
    "0: no cap.",
)  # fmt: skip
@click.option("--idle", type=float, help="Exclude judgements with more idle seconds than this.")
@click.option(
    "--tie",
    default=0.0,
    show_default=True,
    help="Efforts closer than this are ties (such as 0.05).",
)
@click.option("--per-word", is_flag=True, help="Effort per source word.")
@click.option(
    "--first-only", is_flag=True, help="Exclude sources that the post-editor has seen before."
)
@click.option(
    "--folds", type=click.Choice(["grouped", "plain"]), default="grouped", show_default=True,
    help="Cross-validation folds: grouped by source, or as in the paper.",
)  # fmt: skip
@click.option(
    "--values", type=click.Path(dir_okay=False, path_type=Path),
    help="Also write all indicators of all judgements to this CSV file.",
)  # fmt: skip
@click.option(
    "--lengths",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Source words of each segment (segment,words).  [default: from the campaign]",
)
@level_option
@seed_option
@language_pair_option
@campaign_option
@format_option
@output_option
def command(
    path: Path,
    lengths: Path | None,
    level: float,
    campaign: str | None,
    language_pair: str | None,
    fmt: str,
    output: Path | None,
    **options: Any,
) -> None:
    """Post-editing effort and productivity by system: time, keystrokes, HTER, words per hour.

    FILE is a file of edits (annotator,segment,system,source,mt,edited,seconds,keystrokes and
    any indicator), a PET result file, or the folder of a post-editing campaign. Post-editors
    are normalised by the training set that all of them edited (set = train).

    For comparisons it reports annotation time per source word, and the time a tournament
    saves over full rankings, best from a crossover design; this needs --lengths.

    \b
    Examples:
      tertium effort edits.csv --ranking wmt.csv --format json
      tertium effort judgements.csv --lengths words.csv
    """
    from tertium.cli.evidence import known_lengths, open_evidence
    from tertium.stats.effort import collected_edits

    evidence = open_evidence(path, campaign, language_pair=language_pair)
    if options["values"] is not None:
        evidence.refuse_several("--values")

    def analyse(part: "Evidence") -> "Result":
        edits = collected_edits(part.table, part.campaign)
        if len(edits):
            return part.noted(_post_editing(part, edits, level, **options))
        from tertium.stats.crossover.efficiency import efficiency

        return part.noted(efficiency(part.comparisons(), known_lengths(part, lengths), level=level))

    show(evidence.each_pair(analyse), fmt, output)


def _post_editing(
    evidence: "Evidence",
    edits: "Edits",
    level: float,
    *,
    ranking: Path | None,
    indicators: tuple[str, ...],
    methods: tuple[str, ...],
    cap: float,
    idle: float | None,
    values: Path | None,
    seed: int,
    **how: Any,
) -> "Effort":
    from tertium.stats.effort import (
        DEFAULT_METHODS,
        TARGETS,
        TimeFilter,
        collected_answers,
        effort,
        judgement_values,
    )

    declared = TimeFilter(idle=idle, cap=cap or None)
    given = None
    if ranking is not None:
        from tertium.cli.given_ranking import read_given

        given = read_given(ranking)
    answers, remarks = collected_answers(evidence.table, evidence.campaign)
    result = effort(
        edits,
        answers=answers,
        remarks=remarks,
        indicators=indicators or TARGETS,
        methods=methods or DEFAULT_METHODS,
        time_filter=declared,
        given=given,
        level=level,
        seed=seed,
        **how,
    )
    if values is not None:
        write(_csv(judgement_values(edits, time_filter=declared, seed=seed)), values)
    return result


def _csv(records: Sequence[Mapping[str, Any]]) -> str:
    from tertium.text import guarded

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(records[0])
    for record in records:
        writer.writerow(
            guarded(cell) if isinstance(cell, str) else cell for cell in record.values()
        )
    return out.getvalue().rstrip("\n")
