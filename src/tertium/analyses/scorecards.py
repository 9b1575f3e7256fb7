"""Writing scorecards: a page, or a workbook that can be read again."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.analyses.judgements import Judgements

if TYPE_CHECKING:
    from tertium.stats.errors.card import Scorecard


def write_cards(
    cards: "Sequence[Scorecard]", judgements: Judgements, layer: str, path: Path
) -> None:
    """Write cards as the ending of the file says; in a workbook, outputs and errors follow."""
    from tertium.formats.campaign_marks import marked_table
    from tertium.formats.files import replacing
    from tertium.formats.readings import readings
    from tertium.formats.scorecard import write_scorecard
    from tertium.rendering.scorecard import scorecard_page, scorecard_sheets

    with replacing(path) as beside:
        if path.suffix.lower() == ".html":
            beside.write_text(scorecard_page(cards), encoding="utf-8")
        else:
            table = judgements.table.select(layer=[layer])
            if judgements.campaign is not None:
                table = marked_table(table, judgements.campaign, layer=layer)
            write_scorecard(readings(table), path, beside, scorecard_sheets(cards))
