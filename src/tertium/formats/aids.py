"""What lies beside a text that is edited or marked: a glossary, a termbase, a specification.

The campaign file names files; the campaign keeps what they hold, because whoever edits has no
other way to them. So it is with the typology of those who mark. Glossary and termbase are
tables with the columns `term` and `gloss` (and `language`, where texts are translated into several;
a termbase may have a `note`); a specification is plain text, blank lines between its paragraphs.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from tertium.exceptions import NotFound, TertiumError
from tertium.formats.campaign_texts import inside
from tertium.formats.files import read_text
from tertium.formats.given import GivenFile
from tertium.formats.scale_files import read_answers
from tertium.formats.settings import Table, read_settings
from tertium.formats.sheets import Row, Sheet
from tertium.formats.typology import read_typology, typology_names
from tertium.model import Campaign, Segment
from tertium.protocols.aids import AIDS, SAMPLE
from tertium.protocols.checklist import CHECKLIST
from tertium.typology import Typology
from tertium.wording import listed

MOST_TERMS = 20_000  # they travel with the page
TERMS = ("term", "gloss")  # the columns of every table of terms
_COLUMNS = {"glossary": (*TERMS, "language"), "termbase": (*TERMS, "language", "note")}


def read_aids(options: Mapping[str, Any], folder: Path, table: Table) -> dict[str, Any]:
    """Return the options with what the files of aids hold in place of their names."""
    read = dict(options)
    for name in AIDS:
        given = options.get(name)
        if isinstance(given, str) and given:
            path = inside(folder, table, "options", given)
            read[name] = _paragraphs(path) if name == "specification" else _terms(path, name)
    return read


def read_marking(
    options: Mapping[str, Any], folder: Path, table: Table, default: str
) -> dict[str, Any]:
    """Return the options with a whole typology in place of its name or file.

    A file lies in the campaign's folder; anything else is the name of one that ships.
    """
    return _with_typology({"typology": default} | dict(options), "typology", folder, table, default)


def read_checklist(options: Mapping[str, Any], folder: Path, table: Table) -> dict[str, Any]:
    """Return the options with a whole typology in place of the name of the checklist, if any."""
    if options.get(CHECKLIST, "") == "":
        return dict(options)
    return _with_typology(options, CHECKLIST, folder, table, "list-20")


def _with_typology(
    options: Mapping[str, Any], option: str, folder: Path, table: Table, example: str
) -> dict[str, Any]:
    given = options[option]
    if not isinstance(given, str) or not given:
        raise table.bad(
            "options",
            f"{option} = {given!r} is not a name",
            f'Write {option} = "{example}", or name a YAML file in this folder.',
        )
    if Path(given).suffix in (".yaml", ".yml"):
        typology = read_typology(inside(folder, table, "options", given))
    elif given in typology_names():
        typology = read_typology(given)
    else:
        raise NotFound.among("typology", given, typology_names(), where=table.where("options"))
    return {**options, option: _stored(typology)}


def _stored(typology: Typology) -> dict[str, Any]:
    """Return a typology as a store gives it back: lists, no tuples, no empty translations."""
    content: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(typology))
    for one in (*content["severities"], *content["nodes"]):
        for name in ("names", "helps"):
            if not one[name]:
                del one[name]
    return content


def read_scales(options: Mapping[str, Any], folder: Path, table: Table) -> dict[str, Any]:
    """Return the options with whole scales in place of their names, files or ranges."""
    given = options.get("scales")
    if given is None:
        return dict(options)
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise table.bad(
            "options",
            f"scales = {given!r} is not a list of names",
            'Write scales = ["fluency", "adequacy"], YAML files in this folder, or ["1..5"].',
        )
    scales = []
    for one in given:
        file = Path(one).suffix in (".yaml", ".yml")
        try:
            scales.append(read_answers(inside(folder, table, "options", one) if file else one))
        except TertiumError as error:
            error.where = error.where or table.where("options")
            raise
    return {**options, "scales": msgspec.json.decode(msgspec.json.encode(scales))}


def typology_changed(file: Path, campaign: Campaign) -> bool:
    """Tell whether a campaign's file names another typology than people marked with."""
    table = read_settings(file)
    options = dict(table.anything("options", {}))
    for option in ("typology", CHECKLIST):
        if options.get(option) and campaign.options.get(option):
            try:
                now = _with_typology(options, option, file.parent, table, "")
            except TertiumError:
                return True
            return bool(now[option] != campaign.options[option])
    return False


def read_sample(options: Mapping[str, Any], folder: Path, table: Table) -> dict[str, Any]:
    """Return the options with how a sample was drawn in place of the file that tells it."""
    given = options.get(SAMPLE)
    if not isinstance(given, str) or not given:
        return dict(options)
    path = inside(folder, table, "options", given)
    said = read_settings(path)
    plain = (str, int, float)
    values = {name: said.anything(name, "") for name in said.names()}
    return {**options, SAMPLE: {k: v for k, v in values.items() if isinstance(v, plain)}}


def _terms(path: Path, name: str) -> list[dict[str, str]]:
    """Read a table of terms; the last line about a term is the one that counts."""
    file = GivenFile(path)
    for column in file.header:
        if column not in _COLUMNS[name]:
            raise NotFound.among("column", column, _COLUMNS[name], where=file.place(1))
    rows = _TERMS.rows(file)
    if len(rows) > MOST_TERMS:
        raise file.wrong(
            f"{len(rows):,} terms are too many for a page",
            f"Keep the {MOST_TERMS:,} that these texts need.",
        )
    return list({(row["term"], row.get("language", "")): dict(row) for row in rows}.values())


def check_languages(options: Mapping[str, Any], segments: Sequence[Segment], table: Table) -> None:
    """Refuse terms that could be of any of several languages: every hint would be a guess."""
    targets = sorted({segment.target_language for segment in segments})
    for name in _COLUMNS:
        entries = options.get(name) or ()
        if len(targets) > 1 and not all(entry.get("language") for entry in entries):
            raise table.bad(
                "options",
                f"{name} does not say of which language each gloss is, and there are texts in "
                f"{listed(targets)}",
                "Add a column language to its file, such as de.",
            )


def _term(row: Row) -> Row:
    if not row["term"]:
        raise row.where.wrong("a line without a term", "Take it out.")
    return row


_TERMS = Sheet(
    "terms",
    TERMS,
    _term,
    may_be_empty=True,
    fix="Name the columns term and gloss in the first line.",
)


def _paragraphs(path: Path) -> list[str]:
    parts = read_text(path).replace("\r\n", "\n").split("\n\n")
    return [part.strip() for part in parts if part.strip()]
