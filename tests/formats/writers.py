"""The two ways in which files are written; a process of another user loads nothing but this."""

from tertium.cli.common import write
from tertium.formats.files import replacing


def by_replacing(path):
    """Write as the formats do."""
    with replacing(path) as beside:
        beside.write_text("told\n", encoding="utf-8")


def by_option(path):
    """Write as `--output` does."""
    write("told", path)
