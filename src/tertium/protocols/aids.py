"""Files that lie beside a text while it is worked on, by the names of their options."""

from typing import Literal

Aid = Literal["glossary", "termbase", "specification"]
AIDS: tuple[Aid, ...] = ("glossary", "termbase", "specification")  # files, or what they hold
SAMPLE = "sample"  # the file that says how the sample was drawn; the campaign keeps what it says
