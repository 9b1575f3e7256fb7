"""A campaign file as text: every setting with its value and a comment, for people to edit."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date

from tertium.formats.discover import FoundTexts
from tertium.model import Design, Prices, Wording
from tertium.protocols import Protocol
from tertium.protocols.practice import sample_example
from tertium.settings import settings_of

_COMMENTS_AT = 34
_BARE = re.compile(r"[A-Za-z0-9_-]+")  # a name that TOML reads without quotes


@dataclass(frozen=True, slots=True)
class Draft:
    """What a new campaign file says; `parts` maps the parts of the protocol to systems."""

    name: str
    title: str
    protocol: Protocol
    options: Mapping[str, object]
    parts: Mapping[str, str | list[str]]
    found: tuple[FoundTexts, ...]
    seed: int = 0
    design: Design = field(default_factory=lambda: Design(common=0))
    prices: Prices = field(default_factory=Prices)
    authors: str = ""  # the file that says who made which output

    @property
    def keys(self) -> dict[str, str]:
        """How `[[texts]]` calls each system: by its part, or by its name where many play one."""
        keys: dict[str, str] = {}
        for part, played in self.parts.items():
            keys |= {played: part} if isinstance(played, str) else {one: one for one in played}
        return keys


def written(draft: Draft) -> str:
    """Return the file."""
    planning = draft.protocol.planning
    meanings = {**planning.options, **planning.further}
    lines = [
        "# A campaign: what is compared, and who judges what.",
        "# Edit this file, then look at the plan with: tertium check FOLDER",
        "",
        setting_line("name", draft.name, "for managers; it is part of addresses"),
        setting_line("title", draft.title, "for annotators: it must not name a system"),
        setting_line(
            "protocol", f"{draft.protocol.name}@{draft.protocol.version}", planning.summary
        ),
        setting_line("seed", draft.seed, "every random order follows from it"),
        "",
        "[options]",
        *(setting_line(name, value, meanings[name]) for name, value in draft.options.items()),
        "",
        "[systems]",
        *(
            setting_line(part, played, planning.parts.get(part, ""))
            for part, played in draft.parts.items()
        ),
        "",
        *(
            line
            for found, prefix in _prefixed(draft.found)
            for line in _texts(found, prefix, draft)
        ),
        "[design]",
        *_settings(draft.design, planning.comments, planning.knows),
        *(
            [setting_line("authors", draft.authors, "annotators do not get their own texts")]
            * bool(draft.authors)
        ),
        "",
        "[prices]",
        *_settings(draft.prices),
        "",
        "[wording]",
        *_settings(Wording()),
        "# deadline = 2030-12-31            # shown to annotators",
        '# instructions = """…"""           # instead of the standard text',
        "# [[wording.tutorial]]             # an item with a known answer, to practise",
        *(f"# {line}" for line in sample_example(draft.protocol)),
    ]
    return "\n".join(lines) + "\n"


def _settings(
    record: object,
    comments: Mapping[str, str] | None = None,
    knows: Callable[[str], bool] = lambda _: True,
) -> list[str]:
    """Return the settings of a record that a new file shows, with comments."""
    return [
        setting_line(name, getattr(record, name), (comments or {}).get(name, one.beside()))
        for name, one in settings_of(record).items()
        if one.shown and knows(name)
    ]


def setting_line(name: str, value: object, comment: str = "") -> str:
    """Return a setting as a line of TOML, its comment behind or above it."""
    setting = f"{name} = {_value(value)}"
    if not comment:
        return setting
    if len(setting) > _COMMENTS_AT:
        return f"# {comment}\n{setting}"
    return f"{setting:<{_COMMENTS_AT}} # {comment}"


def _value(value: object) -> str:
    """Write a value as TOML does, which for texts on one line is as JSON does."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):  # such as annotators for every language pair
        return f"{{ {', '.join(f'{_key(name)} = {_value(one)}' for name, one in value.items())} }}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _prefixed(found: tuple[FoundTexts, ...]) -> list[tuple[FoundTexts, str]]:
    """Give every table a prefix where files use the same ids for different segments."""
    given = [name for texts in found for name in texts.ids]
    if len(set(given)) == len(given):
        return [(texts, "") for texts in found]
    return [(texts, _prefix(texts)) for texts in found]


def _prefix(texts: FoundTexts) -> str:
    pair = f"{texts.source_language}-{texts.target_language}"
    return ".".join(part for part in (pair, texts.domain) if part) + "."


def _texts(found: FoundTexts, prefix: str, draft: Draft) -> list[str]:
    lines = [
        *(f"# {note}" for note in found.notes),
        "[[texts]]",
        setting_line("source_language", found.source_language),
        setting_line("target_language", found.target_language),
    ]
    said = {
        "domain": found.domain,
        "prefix": prefix,
        "file": found.file,
        "sheet": found.sheet,
        "source_column": found.source_column,
    }
    lines += [setting_line(name, value) for name, value in said.items() if value]
    if found.tags:
        lines.append(setting_line("tags", found.tags, "analyses by them: ratings --by"))
    if not found.file:
        if found.source:
            lines.append(setting_line("source", found.source))
        files = ", ".join(
            f"{_key(key)} = {_value(found.outputs[system])}"
            for system, key in draft.keys.items()
            if system in found.outputs
        )
        lines.append(f"outputs = {{ {files} }}")
    return [*lines, ""]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _value(name)
