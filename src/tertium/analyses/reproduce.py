"""The published numbers of the methods, recomputed."""

from pathlib import Path
from typing import TYPE_CHECKING

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import GivenFolder

if TYPE_CHECKING:
    from tertium.stats.reproduce import Reproduction


@analysis
def reproduce(*, data: GivenFolder | None = None) -> "Reproduction":
    """Recompute the published numbers of the methods.

    Numbers are counted by kind: recomputed by Tertium (from the papers' tables, or from
    published judgements in the folder `data`), checked for consistency within a paper, golden
    vectors of Tertium, and numbers that cannot be recomputed, with the reason. Where two
    numbers differ, a note explains why.

    Args:
        data: Folder of published data sets: wmt16-rr, wmt21-da, hume-da-ende, mqm-ted-ende,
            wmt23-outputs-uk-en.

    """
    from tertium.stats.reproduce import reproduce as recompute

    return recompute(data=None if data is None else Path(data))
