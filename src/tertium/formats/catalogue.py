"""All formats that are read as one table, for the manual and `tertium convert --list`."""

from tertium.formats.appraise import APPRAISE
from tertium.formats.assessments import ASSESSMENTS
from tertium.formats.format import Format
from tertium.formats.known_formats import FORMATS
from tertium.formats.mqm_tsv import MQM
from tertium.formats.rankings import every_ranking_shape
from tertium.formats.recognise import TEXTS, TextFormat
from tertium.formats.shapes import SHAPES, Shape

Kind = Format | Shape | TextFormat
HEADER = ("format", "version", "holds", "written by", "lossless", "tested on")
_EXAMPLE = "a file in the same layout"


def every_kind() -> tuple[Kind, ...]:
    """Return the declarations of all formats of judgements and of texts."""
    tables = (*SHAPES, *every_ranking_shape(), *ASSESSMENTS, APPRAISE, MQM)
    return (*tables, *FORMATS, *TEXTS)


def catalogue() -> list[tuple[str, ...]]:
    """Return a row for each format, under HEADER; what cannot be written is empty there."""
    return [
        (
            kind.name,
            kind.about.versions,
            "texts" if isinstance(kind, TextFormat) else "judgements",
            kind.about.written,
            "yes" if kind.about.lossless else "no" if kind.about.written else "",
            kind.about.published or _EXAMPLE,
        )
        for kind in every_kind()
    ]
