"""Texts that were edited in one campaign, written down for another: to be revised, or judged.

The training set stays behind. Of an output that several people edited, one version is drawn
from the seed of its campaign.
"""

from pathlib import Path

from tertium import protocols
from tertium.analyses.campaigns import open_store, stored_names
from tertium.cli.texts_out import check_empty, write_texts
from tertium.exceptions import BadInput
from tertium.formats.authors import write_authors
from tertium.model import Author, Campaign
from tertium.table import Edits

AUTHORS = "authors.csv"
_TEXTS = "edited.csv"


def write_edited_texts(earlier: Path, folder: Path, name: str | None = None) -> Campaign:
    """Write the edited texts of a campaign into a folder, one table per language pair.

    Systems keep their names. Beside the texts lies who edited them, so that no annotator revises
    their own work, and under which condition. Return the campaign they come from.
    """
    with open_store(earlier, create=False) as store:
        names = stored_names(store, earlier, name)
        campaigns = [store.campaigns.get(one) for one in names]
        found = [one for one in campaigns if protocols.get(one.protocol).edits]
        if len(found) != 1:
            raise BadInput(
                f"{'no campaign' if not found else 'more than one campaign'} of post-editing",
                where=str(earlier),
                fix="Name the folder of one campaign in which texts are edited.",
            )
        campaign = found[0]
        edits = store.table(campaign.name).edits()
    chosen = _chosen(campaign, edits)
    if not chosen:
        raise BadInput(
            "there are no edited outputs yet",
            where=campaign.name,
            fix="Come back when texts are edited.",
        )
    check_empty(folder)
    write_texts(campaign, {key: text for key, (_, text, _) in chosen.items()}, folder, _TEXTS)
    authors = (
        Author(*key, annotator, condition)
        for key, (annotator, _, condition) in sorted(chosen.items())
    )
    write_authors(folder / AUTHORS, authors)
    return campaign


def _chosen(campaign: Campaign, edits: Edits) -> dict[tuple[str, str], tuple[str, str, str]]:
    """Return for every output that was edited who did it, the text and how, one version drawn."""
    import numpy as np

    from tertium.design.chance import stream
    from tertium.design.one_only import TRAIN

    versions: dict[tuple[str, str], list[tuple[str, str, str]]] = {}
    # Of a training source there is one version by everybody, and no other to stand beside it.
    edits = edits.take(np.array(edits.set.values()) != TRAIN)
    rows = zip(
        edits.segment.values(),
        edits.system.values(),
        edits.annotator.values(),
        edits.edited,
        edits.condition.values(),
        strict=True,
    )
    for segment, system, annotator, text, condition in rows:
        if text and text.strip():
            versions.setdefault((segment, system), []).append((annotator, text, condition or ""))
    return {
        key: sorted(given)[int(stream(campaign.seed, "after", *key).integers(len(given)))]
        for key, given in versions.items()
    }
