"""Write the tables of settings in docs/campaign-file.md: `python docs/make_settings.py`.

They follow from where settings are declared, so that the manual cannot say something else.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from tertium import protocols
from tertium.model import Crowd, Prices, Qualification, Wording
from tertium.protocols import Protocol
from tertium.settings import name_in_file, settings_of

PAGE = Path(__file__).parent / "campaign-file.md"
_BLOCK = re.compile(r"(<!-- settings (\S+) -->\n).*?(<!-- end of settings -->)", re.DOTALL)


def filled(page: str) -> str:
    """Return the page with the tables as they are declared."""
    return _BLOCK.sub(lambda block: f"{block[1]}\n{_table(block[2])}\n\n{block[3]}", page)


def _table(name: str) -> str:
    records = {
        "prices": Prices(),
        "wording": Wording(),
        "crowd": Crowd(),
        "crowd.qualification": Qualification(),
    }
    rows = _record(records[name]) if name in records else _design(name)
    return "\n".join(["| setting | default | meaning |", "|---|---|---|", *rows])


def _record(record: object) -> Iterator[str]:
    for name, one in settings_of(record).items():
        yield _row(name_in_file(name), _value(getattr(record, name)), one.meaning)


def _design(kind: str) -> Iterator[str]:
    """Yield what can be set where the work is shared out in this way."""
    every = map(protocols.get, protocols.names())
    having = [one for one in every if kind in one.planning.kinds]
    for name, one in settings_of(having[0].planning.design).items():
        knowing = [protocol for protocol in having if protocol.planning.knows(name)]
        if not knowing:
            continue
        own = knowing[0].planning.comments.get(name) if name in ("kind", "judges") else None
        defaults = {p.name: _value(getattr(p.planning.design, name)) for p in knowing}
        same = len(set(defaults.values())) == 1
        shown = next(iter(defaults.values()))
        yield _row(
            name,
            shown if same else ", ".join(f"{value} (`{p}`)" for p, value in defaults.items()),
            _only(knowing, having) + (own or one.meaning),
        )


def _only(knowing: list[Protocol], having: list[Protocol]) -> str:
    names = ", ".join(f"`{one.name}`" for one in knowing)
    return "" if len(knowing) == len(having) else f"{names}: "


def _value(default: object) -> str:
    return "none" if default is None or default == "" else f"`{json.dumps(default)}`"


def _row(name: str, default: str, meaning: str) -> str:
    return f"| `{name}` | {default} | {meaning} |"


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
