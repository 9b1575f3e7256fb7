"""Post-editing effort and productivity, or annotation time."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tertium.analyses.analysis import Analysis, analysis
from tertium.analyses.arguments import (
    CampaignName,
    GivenFile,
    LanguagePair,
    Level,
    NewFile,
    Seed,
    Source,
    listed,
)
from tertium.choices import EffortMethod, Folds

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.stats.crossover.efficiency import Efficiency
    from tertium.stats.effort.analyse import Effort
    from tertium.stats.result import LanguagePairs
    from tertium.table import Edits


@analysis
def effort(
    file: Source,
    /,
    *,
    ranking: GivenFile | None = None,
    indicator: str | Sequence[str] = (),
    method: EffortMethod | Sequence[EffortMethod] = (),
    cap: float = 3.0,
    idle: float | None = None,
    tie: float = 0.0,
    per_word: bool = False,
    first_only: bool = False,
    folds: Folds = "grouped",
    values: NewFile | None = None,
    lengths: GivenFile | None = None,
    level: Level = 0.95,
    seed: Seed = 0,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> "Analysis[Effort | Efficiency | LanguagePairs]":
    """Post-editing effort and productivity by system: time, keystrokes, HTER, words per hour.

    FILE is a file of edits (annotator,segment,system,source,mt,edited,seconds,keystrokes and
    any indicator), a PET result file, or the folder of a post-editing campaign. Post-editors
    are normalised by the training set that all of them edited (set = train).

    For comparisons it reports annotation time per source word, and the time a tournament
    saves over full rankings, best from a crossover design; this needs `lengths`.

    Args:
        ranking: Ranking to correlate with: system,score (or rank), per segment if there is a
            column segment; or a file of comparisons.
        indicator: Effort indicator; may be repeated. [default: seconds, keystrokes, hter]
        method: Normalisation of post-editors; may be repeated. [default: all but svr]
        cap: Cap seconds per word at the post-editor's median plus this many deviations (log
            scale); 0: no cap.
        idle: Exclude judgements with more idle seconds than this.
        tie: Efforts closer than this are ties (such as 0.05).
        per_word: Effort per source word.
        first_only: Exclude sources that the post-editor has seen before.
        folds: Cross-validation folds: grouped by source, or as in the paper.
        values: Also write all indicators of all judgements to this CSV file.
        lengths: Source words of each segment (segment,words). [default: from the campaign]

    """
    from tertium.analyses.judgements import known_lengths, read
    from tertium.stats.effort.collected import collected_edits

    judgements = read(file, campaign=campaign, language_pair=language_pair)
    if values is not None:
        judgements.refuse_several("--values")
    written: list[str] = []

    def analyse(part: "Judgements") -> "Effort | Efficiency":
        edits = collected_edits(part.table, part.campaign)
        if not len(edits):
            from tertium.stats.crossover.efficiency import efficiency

            words = known_lengths(part, lengths)
            return part.noted(efficiency(part.comparisons(), words, level=level))
        found = _post_editing(
            part,
            edits,
            ranking=ranking,
            indicators=listed(indicator),
            methods=listed(method),
            cap=cap,
            idle=idle,
            values=values,
            tie=tie,
            per_word=per_word,
            first_only=first_only,
            folds=folds,
            level=level,
            seed=seed,
        )
        if values is not None:
            written.append(f"Wrote {values}.")
        return part.noted(found)

    return Analysis(judgements.each_pair(analyse), tuple(written))


def _post_editing(
    judgements: "Judgements",
    edits: "Edits",
    *,
    ranking: GivenFile | None,
    indicators: tuple[str, ...],
    methods: tuple[str, ...],
    cap: float,
    idle: float | None,
    values: NewFile | None,
    seed: int,
    **how: Any,
) -> "Effort":
    from tertium.stats.effort.analyse import effort as measured
    from tertium.stats.effort.collected import collected_answers
    from tertium.stats.effort.filters import TimeFilter
    from tertium.stats.effort.measured import TARGETS
    from tertium.stats.effort.methods import DEFAULT_METHODS
    from tertium.stats.effort.ways import judgement_values

    declared = TimeFilter(idle=idle, cap=cap or None)
    given = None
    if ranking is not None:
        from tertium.analyses.given_ranking import read_given

        given = read_given(Path(ranking))
    answers, remarks = collected_answers(judgements.table, judgements.campaign)
    result = measured(
        edits,
        answers=answers,
        remarks=remarks,
        indicators=indicators or TARGETS,
        methods=methods or DEFAULT_METHODS,
        time_filter=declared,
        given=given,
        seed=seed,
        **how,
    )
    if values is not None:
        from tertium.analyses.files import write_whole

        write_whole(Path(values), _csv(judgement_values(edits, time_filter=declared, seed=seed)))
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
