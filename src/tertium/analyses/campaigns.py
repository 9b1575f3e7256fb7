"""Which campaigns a folder means, for the commands that serve and keep them.

FOLDER is a campaign's folder or a folder of campaign folders. A campaign's
folder that lies in a served folder of campaigns uses the database there.
"""

import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.exceptions import BadInput, NotFound

if TYPE_CHECKING:
    from tertium.model import Plan
    from tertium.store import Store

CAMPAIGN_FILE = "campaign.toml"


def campaign_folders(folder: Path) -> list[Path]:
    """Return the folder itself if it is a campaign's, else the campaign folders in it."""
    if not folder.is_dir():
        raise NotFound(f"no folder {str(folder)!r}", fix="Check the name.")
    if (folder / CAMPAIGN_FILE).is_file():
        return [folder]
    return sorted(
        file.parent
        for file in folder.glob(f"*/{CAMPAIGN_FILE}")
        if not file.parent.name.startswith(".")
    )


def holds_campaigns(folder: Path) -> bool:
    """Tell whether a folder is a campaign's or holds some; others may hold files of judgements."""
    from tertium.store.locate import FILE, SETTINGS

    known = (FILE, *SETTINGS)
    return any((folder / name).exists() for name in known) or bool(campaign_folders(folder))


def open_store(folder: Path, *, create: bool = True) -> "Store":
    """Open the database of a folder, or of the served folder around it."""
    from tertium.store import Store
    from tertium.store.locate import FILE, locate

    inside = (folder / CAMPAIGN_FILE).is_file()
    around = folder.resolve().parent
    alone = locate(folder) == folder / FILE and not (folder / FILE).exists()
    served = (around / FILE).is_file() and not (around / CAMPAIGN_FILE).is_file()
    if inside and alone and served:
        return Store.open_folder(around, create=False)
    return Store.open_folder(folder, create=create)


def stored_names(store: "Store", folder: Path, chosen: str | None = None) -> list[str]:
    """Return the stored campaigns a folder means, or the chosen one of them."""
    from tertium.formats.campaign import campaign_name

    stored = [state.name for state in store.campaigns.all()]
    if (folder / CAMPAIGN_FILE).is_file():
        name = campaign_name(folder)
        stored = [name] if name in stored else []
        if any(state.name == name for state in store.campaigns.all(deleted=True)):
            raise NotFound(
                f"campaign {name!r} was deleted",
                where=str(folder),
                fix="Managers can bring it back from the list of campaigns for 30 days.",
            )
    if chosen is not None:
        if chosen not in stored:
            raise NotFound.among("campaign", chosen, stored, where=str(folder))
        return [chosen]
    if not stored:
        raise BadInput(
            "no campaign of this folder has been opened yet",
            where=str(folder),
            fix=f"Open it with: {typed('serve', folder)}",
        )
    return stored


def stored_plan(store: "Store", campaign: str) -> "Plan":
    """Return everybody's assignments as they are stored."""
    from tertium.model import Annotator, Plan

    people = store.annotators.all(campaign)
    return Plan(
        annotators=tuple(Annotator(person.id, person.group) for person in people),
        assignments=tuple(
            assignment
            for person in people
            for assignment in store.assignments.of(campaign, person.id)
        ),
        identical=store.campaigns.identical(campaign),
        near_identical=store.campaigns.near_identical(campaign),
        texts=store.campaigns.texts(campaign),
    )


def typed(*words: object) -> str:
    """Return a command of this program as it can be typed here, wherever it was started from.

    Where the shell would not find this program under its name, as after `make demo`, the
    command begins with the way it was started.
    """
    program, started = "tertium", Path(sys.argv[0])
    found = shutil.which(program)
    if started.name == program and started.exists():
        if found is None or not started.samefile(found):
            program = str(started)
    elif found is None:
        return shlex.join([sys.executable, "-m", program, *map(str, words)])
    return shlex.join([program, *map(str, words)])
