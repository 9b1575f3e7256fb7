"""Texts of one campaign written down for another: a table for each language pair."""

import csv
from collections.abc import Mapping
from pathlib import Path

from tertium.exceptions import Conflict
from tertium.model import Campaign


def check_empty(folder: Path) -> None:
    """Refuse a folder in which something lies already."""
    if folder.exists() and any(folder.iterdir()):
        raise Conflict(
            "the folder is not empty", where=str(folder), fix="Name a new folder for the texts."
        )


def write_texts(
    campaign: Campaign, texts: Mapping[tuple[str, str], str], folder: Path, name: str
) -> None:
    """Write texts by segment and system into a folder, `name` in one folder per language pair.

    References stand beside them; segments and systems keep their names.
    """
    systems = sorted({system for _, system in texts})
    references = [
        one.name for one in campaign.systems if one.part == "reference" and one.name not in systems
    ]
    kept = {segment for segment, _ in texts}
    columns = ("segment", "source", "document", "domain", *systems, *references)
    for pair in dict.fromkeys(one.pair for one in campaign.segments if one.id in kept):
        path = folder / pair / name
        path.parent.mkdir(parents=True)
        with path.open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file)
            table.writerow(columns)
            for one in campaign.segments:
                if one.pair != pair or one.id not in kept:
                    continue
                row = [texts.get((one.id, system), "") for system in systems]
                row += [campaign.outputs.get((one.id, system), "") for system in references]
                table.writerow((one.id, one.source, one.document, one.domain, *row))
