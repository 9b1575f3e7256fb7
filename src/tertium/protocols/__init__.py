"""The ways of asking. Ours and everybody's are found through the same entry points."""

from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

from tertium.exceptions import BadInput, NotFound
from tertium.extensions import installed, load
from tertium.model import Design
from tertium.protocols.checklist import Checklist
from tertium.protocols.protocol import Ask, Choice, Editor, Protocol, Ranks, Rating, Slider, Text
from tertium.protocols.spans import Spans

__all__ = [
    "Ask",
    "Checklist",
    "Choice",
    "Editor",
    "Protocol",
    "Ranks",
    "Rating",
    "Slider",
    "Spans",
    "Text",
    "asking",
    "get",
    "in_order",
    "names",
]

KIND = "protocols"


def names() -> tuple[str, ...]:
    """Return the names of all installed protocols."""
    return tuple(sorted(installed(KIND)))


def in_order() -> tuple[Protocol, ...]:
    """Return all installed protocols as a person chooses: the usual ones, then by kind of plan.

    One that is made of others, with a group of annotators for each, comes after them.
    """
    kinds = get_args(get_type_hints(Design)["kind"])

    def place(protocol: Protocol) -> tuple[bool, int, int, str]:
        planning = protocol.planning
        kind = kinds.index(planning.kinds[0])
        common = planning.usual in ("two", "many")
        return not common, kind, planning.groups, protocol.name

    return tuple(sorted(map(get, names()), key=place))


def asking(*kinds: type[Ask]) -> Protocol:
    """Return the protocol that asks questions of these kinds and no others.

    Readers of files from elsewhere name it as the one that was followed; ours come first.
    """
    known = sorted(
        map(get, names()), key=lambda one: not one.observe.__module__.startswith("tertium.")
    )
    return next(one for one in known if tuple(type(ask) for ask in one.asks) == kinds)


def get(reference: str, options: Mapping[str, Any] | None = None) -> Protocol:
    """Return the protocol `name` or `name@version`, configured by a campaign's options."""
    name, _, version = reference.partition("@")
    if name not in installed(KIND):
        raise NotFound.among("protocol", name, names())
    protocol: Protocol = load(KIND, name)
    if version and version != str(protocol.version):
        raise BadInput(
            f"protocol {name!r} has version {protocol.version}, not {version}",
            fix=f"Write {name}@{protocol.version}, or install the version the campaign names.",
        )
    return protocol.configure(protocol, options or {})
