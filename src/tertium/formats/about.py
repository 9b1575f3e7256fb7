"""What people ask of a format: where it comes from, and whether its files can be written back."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class About:
    """The line of a format in the manual's table.

    `versions` are the years or versions that are read; `written` is the option of `tertium
    convert` that writes such files, nothing where they are read only; `lossless` says that a file
    written so and read again has the same rows, as a test of round trips shows; `published` is the
    release whose original layout the tests read.
    """

    versions: str = ""
    written: str = ""
    lossless: bool = False
    published: str = ""


OWN = "this version"
UNTOLD = About()  # of formats that packages bring
