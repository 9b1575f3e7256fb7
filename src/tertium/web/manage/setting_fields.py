"""The settings of a campaign as fields of a form: made from where settings are declared.

A field is called as its setting stands in the campaign file (`design.common`). What a form sends
is read into the values that the file would have; the file's own reader checks them.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from functools import partial
from typing import Any, Literal

from msgspec import Struct

from tertium import protocols
from tertium.exceptions import BadInput
from tertium.formats.scale_files import scale_names
from tertium.formats.typology import typology_names
from tertium.model import Crowd, Prices, Qualification, Wording
from tertium.protocols.checklist import CHECKLIST
from tertium.settings import Setting, name_in_file, settings_of
from tertium.web.languages import languages_of

Kind = Literal["whole", "number", "switch", "choice", "text", "long", "list", "day", "moment"]
Path = tuple[str, ...]
WHOLE = "whole"
# Options that name something which ships.
_KNOWN: dict[str, Callable[[], tuple[str, ...]]] = {
    "typology": typology_names,
    "scales": partial(scale_names, "answers"),
    CHECKLIST: typology_names,
}
RUNNING = ("", "prices", "wording")  # tables whose settings may change while people work
# Settings that every protocol knows, by their table.
_RECORDS: tuple[tuple[str, Any], ...] = (
    ("prices", Prices()),
    ("wording", Wording()),
    ("crowd", Crowd()),
    ("crowd.qualification", Qualification()),
)
_OR_WORDS = ("annotators", "unique")  # a number, or words
_LIST = re.compile(r"\[([^\]]*)\]")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


class SettingField(Struct, frozen=True):
    """One setting: what it is called, what it means, what it is, and what it may be."""

    key: str
    table: str
    label: str
    meaning: str
    kind: Kind
    value: str
    default: str
    choices: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    first: bool = False

    @property
    def path(self) -> Path:
        """Where the setting stands in the file."""
        return tuple(self.key.split("."))


def setting_fields(
    data: Mapping[str, Any], protocol: protocols.Protocol, files: tuple[str, ...] = ()
) -> list[SettingField]:
    """Return all settings that mean something for a protocol, with what a file says of them.

    `data` is the campaign file as TOML reads it; `files` lie beside it.
    """
    planning = protocol.planning
    title = Setting("shown to annotators; it must not name a system", label="Title", first=True)
    seed = Setting("every random order follows from it", label="Random seed")
    fields = [_field(data, "", "title", title, "", ()), _field(data, "", "seed", seed, 0, ())]
    for name, one in settings_of(planning.design).items():
        if planning.knows(name):
            default = getattr(planning.design, name)
            allowed = planning.kinds if name == "kind" else one.allowed
            meaning = planning.comments.get(name)
            fields.append(_field(data, "design", name, one, default, allowed, meaning))
    for table, record in _RECORDS:
        for name, one in settings_of(record).items():
            allowed = languages_of(protocol.name) if name == "language" else one.allowed
            written = name_in_file(name)
            fields.append(_field(data, table, written, one, getattr(record, name), allowed))
    options = {**planning.options, **planning.further}
    for name, meaning in options.items():
        if name in protocol.settings:
            default, values = protocol.settings[name], planning.values.get(name, ())
            near = (*_KNOWN[name](), *files) if name in _KNOWN else files
            # It may be that of a file.
            named = name in _KNOWN or (isinstance(default, str) and not values)
            fields.append(
                _field(
                    data,
                    "options",
                    name,
                    Setting(meaning),
                    default,
                    values,
                    suggestions=near if named else (),
                )
            )
    return fields


def _field(
    data: Mapping[str, Any],
    table: str,
    name: str,
    one: Setting,
    default: Any,
    allowed: tuple[str, ...],
    meaning: str | None = None,
    suggestions: tuple[str, ...] = (),
) -> SettingField:
    around: Mapping[str, Any] = data
    for part in table.split(".") if table else ():
        around = around.get(part, {})
    value = around.get(name, default)
    whole = isinstance(default, int) and not isinstance(default, bool) and isinstance(value, int)
    return SettingField(
        key=f"{table}.{name}" if table else name,
        table=table,
        label=one.label or _words(name),
        meaning=_sentence(one.hint or meaning or one.meaning),
        kind=_kind(name, one, default, value, allowed),
        value=shown_value(value),
        default=shown_value(default),
        choices=tuple(allowed),
        suggestions=suggestions,
        least=one.least if whole else None,
        most=one.most if whole else None,
        first=one.first,
    )


def _kind(key: str, one: Setting, default: Any, value: Any, allowed: tuple[str, ...]) -> Kind:
    if allowed:
        return "choice"
    if isinstance(default, bool):
        return "switch"
    if key in _OR_WORDS:
        return "text"
    if isinstance(default, int) and isinstance(value, int):
        return "whole"
    if isinstance(default, float) and isinstance(value, int | float):
        return "number"
    if isinstance(default, list | tuple) and isinstance(value, list | tuple):
        return "list"
    if default is None:
        return "moment" if isinstance(value, datetime) else "day"
    return "long" if one.long else "text"


def _sentence(meaning: str) -> str:
    """Return what the manual says of a setting, as a sentence without links and code."""
    plain = _LINK.sub(r"\1", meaning).replace("`", "").replace("[] for", "empty for")
    plain = _LIST.sub(lambda found: found[1].replace('"', ""), plain)
    return f"{plain[:1].upper()}{plain[1:]}{'' if plain.endswith(('?', '.')) else '.'}"


def _words(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def shown_value(value: Any) -> str:
    """Return a value as a field of a form holds it."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M")
    if isinstance(value, dict):  # annotators for every language pair
        return ", ".join(
            f"{pair}/{one}" if isinstance(given, list) else f"{pair}: {given}"
            for pair, given in value.items()
            for one in (given if isinstance(given, list) else [""])
        )
    if isinstance(value, list | tuple):
        return ", ".join(str(one) for one in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def read_fields(fields: list[SettingField], sent: Mapping[str, str]) -> dict[Path, Any]:
    """Return what a form changes, as values of the campaign file; None takes a setting out.

    A program sends what it wants to change. A form sends the `WHOLE`: a field that is empty has
    its default again, and a switch that is not sent is off.
    """
    changes: dict[Path, Any] = {}
    for field in fields:
        if field.key not in sent and WHOLE not in sent:
            continue
        text = sent.get(field.key, "").replace("\r\n", "\n").strip()
        if text == field.value:
            continue
        if field.kind == "switch":
            changes[field.path] = bool(text)
        elif text == "" and field.kind != "list":
            changes[field.path] = None
        else:
            changes[field.path] = _read(field, text)
    return changes


def _read(field: SettingField, text: str) -> Any:
    try:
        match field.kind:
            case "whole":
                return int(text)
            case "number":
                return float(text.replace(",", "."))
            case "list":
                return [part.strip() for part in text.split(",") if part.strip()]
            case "day" | "moment":
                if len(text) == len("2030-12-31"):
                    return date.fromisoformat(text)
                moment = datetime.fromisoformat(text)
                return moment.replace(tzinfo=moment.tzinfo or UTC)
    except ValueError:
        raise _unreadable(field, text) from None
    if field.key == "design.annotators":
        return _people(field, text)
    if field.key == "design.unique":
        return int(text) if text.isdecimal() else text
    if re.fullmatch(r"\d+(\.\d+)?", text) and field.default.replace(".", "").isdecimal():
        return float(text)  # an option that takes a number or a text
    return text


def _people(field: SettingField, text: str) -> Any:
    """Read a number, ids, or either for every language pair (`en-de: 5, en-fr/x`)."""
    if text.isdecimal():
        return int(text)
    parts = [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]
    if all(":" in part for part in parts):
        numbers = {pair.strip(): number.strip() for pair, _, number in
                   (part.partition(":") for part in parts)}  # fmt: skip
        if not all(number.isdecimal() for number in numbers.values()):
            raise _unreadable(field, text)
        return {pair: int(number) for pair, number in numbers.items()}
    if all("/" in part for part in parts):
        found: dict[str, list[str]] = {}
        for part in parts:
            pair, _, one = part.partition("/")
            found.setdefault(pair, []).append(one)
        return found
    return parts


def _unreadable(field: SettingField, text: str) -> BadInput:
    kinds = {
        "whole": "a whole number, such as 5",
        "number": "a number, such as 0.25",
        "day": "a day, such as 2030-12-31",
        "moment": "a time, such as 2030-12-31T18:00",
    }
    return BadInput(
        f"{text!r} is not {kinds.get(field.kind, 'what this setting takes')}",
        where=field.label,
        fix="Correct the field; nothing was changed.",
    )
