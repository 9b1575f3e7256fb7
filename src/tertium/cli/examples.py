"""`tertium examples`: the example files of the manual."""

from pathlib import Path

import click

from tertium.cli.common import typed
from tertium.exceptions import Conflict

EXAMPLES = Path(__file__).parents[1] / "examples"


@click.command()
@click.argument(
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("examples"),
    required=False,
)
def command(folder: Path) -> None:
    """Write the example files of the manual into FOLDER (by default, examples).

    Judgements of every kind, and texts for campaigns; all judgements are simulated.
    Existing files are kept.

    \b
    Example:
      tertium examples
      tertium compare examples/judgements.csv --baseline release-6 --advanced release-7
    """
    files = sorted(path for path in EXAMPLES.rglob("*") if path.is_file())
    copies = {path: folder / path.relative_to(EXAMPLES) for path in files}
    for path, copy in copies.items():
        if copy.exists() and copy.read_bytes() != path.read_bytes():
            raise Conflict(
                "this file is not the example of that name",
                where=str(copy),
                fix="Nothing was written. Name another folder, for example: "
                + typed("examples", f"{folder}-2"),
            )
    for path, copy in copies.items():
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    click.echo(f"Wrote {len(copies)} files into {folder}.")
