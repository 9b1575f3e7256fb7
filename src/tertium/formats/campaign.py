"""The campaign file: `campaign.toml` read as a Campaign, texts included.

One file describes a campaign: its protocol, its systems, where the texts lie,
who judges what, prices and wording. Every key that is unknown or mistyped is told
with its line and the nearest known name.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from tertium import protocols
from tertium.exceptions import BadInput, NotFound, TertiumError
from tertium.formats.aids import (
    check_languages,
    read_aids,
    read_checklist,
    read_marking,
    read_sample,
    read_scales,
)
from tertium.formats.anchors import Anchors, read_anchors
from tertium.formats.authors import read_authors
from tertium.formats.campaign_chunks import read_chunking
from tertium.formats.campaign_crowd import read_crowd
from tertium.formats.campaign_texts import inside, read_campaign_texts
from tertium.formats.prefilled import read_prefilled
from tertium.formats.settings import Table, parse_settings, read_record, read_settings
from tertium.model import (
    DEGRADED,
    MERGED,
    Author,
    Campaign,
    Design,
    Example,
    Prices,
    System,
    Wording,
)
from tertium.protocols.aids import AIDS, SAMPLE
from tertium.protocols.checklist import CHECKLIST
from tertium.protocols.practice import rehearse
from tertium.protocols.prefilling import PREFILLED
from tertium.settings import settings_of

CAMPAIGN_FILE = "campaign.toml"
_FILES = ("anchors", "authors")  # in [design]: tables beside the campaign file
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")  # a folder may be called so


def read_campaign(where: Path) -> Campaign:
    """Return the campaign of a folder (or of its `campaign.toml`), with all its texts."""
    file = where / CAMPAIGN_FILE if where.is_dir() else where
    if not file.exists():
        raise NotFound(
            f"no {CAMPAIGN_FILE}",
            where=str(where),
            fix=f"Put the texts into a folder and run: tertium new {where}",
        )
    table = read_settings(file)
    name = checked_name(table.text("name"), where=table.where("name"))
    title = table.text("title", "Comparing translations")
    reference = table.text("protocol")
    options = dict(table.anything("options", {}))
    if "scales" in options:
        options = read_scales(options, file.parent, table)
    if CHECKLIST in options:
        options = read_checklist(options, file.parent, table)
    protocol = _protocol(table, reference, options)
    if protocol.rates and "scales" not in options:
        options = read_scales(
            {**options, "scales": protocol.settings["scales"]}, file.parent, table
        )
    if protocol.edits or protocol.marks:
        options = read_aids(options, file.parent, table)
    if protocol.marks:
        options = read_marking(options, file.parent, table, protocol.settings["typology"])
    if SAMPLE in protocol.settings:
        options = read_sample(options, file.parent, table)
    seed = table.whole("seed", 0)
    table.text("database", "")  # read by whoever opens the store
    named = table.table("systems")
    systems = (_many_systems if protocol.many else _systems)(named, protocol)
    segments, outputs = read_campaign_texts(
        table.tables("texts"), file.parent, systems, gaps=protocol.many
    )
    if PREFILLED in options:
        begun = protocols.get(reference, options)  # its typology is read by now
        options = read_prefilled(options, file.parent, table, begun, segments, outputs)
    if protocol.edits or protocol.marks:
        check_languages(options, segments, table)
    if protocol.cuts:
        options = read_chunking(options, file.parent, table, segments, outputs)
    if protocol.many:
        _check_present(named, systems, {system for _, system in outputs})
    design = table.table("design")
    known = Anchors((), (), {}, ())
    if "anchors" in design:
        path = inside(file.parent, design, "anchors", design.text("anchors"))
        known = read_anchors(path, segments, systems)
    authors: tuple[Author, ...] = ()
    if "authors" in design:
        path = inside(file.parent, design, "authors", design.text("authors"))
        authors = read_authors(path, outputs)
    _check_looks(design, systems)
    configured = protocols.get(reference, options)
    planned = _design(design, configured, least=_least(table))
    campaign = Campaign(
        name=name,
        title=title,
        protocol=f"{protocol.name}@{protocol.version}",
        options=options,
        seed=seed,
        systems=(*systems, *known.systems),
        segments=(*segments, *known.segments),
        outputs={**outputs, **known.outputs},
        design=planned,
        prices=_prices(table.table("prices")),
        wording=_wording(table.table("wording"), configured),
        anchors=known.anchors,
        authors=authors,
        crowd=read_crowd(table.table("crowd"), file.parent, configured, planned, systems, segments),
    )
    table.close()
    return campaign


def with_settings(campaign: Campaign, text: str, file: Path) -> Campaign:
    """Return a campaign as another text of its file describes it, without reading its texts again.

    The text may differ in title, seed, design, prices, wording and crowd.
    """
    table = parse_settings(text, file)
    protocol = protocols.get(campaign.protocol, campaign.options)
    design = table.table("design")
    _check_looks(design, campaign.systems)
    return replace(
        campaign,
        title=table.text("title", campaign.title),
        seed=table.whole("seed", 0),
        design=(planned := _design(design, protocol, least=_least(table))),
        prices=_prices(table.table("prices")),
        wording=_wording(table.table("wording"), protocol),
        crowd=read_crowd(
            table.table("crowd"),
            file.parent,
            protocol,
            planned,
            campaign.systems,
            campaign.segments,
        ),
    )


def with_wording(campaign: Campaign, data: Mapping[str, Any]) -> Campaign:
    """Return a campaign with the title, the prices and the wording that a file would give."""
    protocol = protocols.get(campaign.protocol, campaign.options)
    wording = _wording(Table("wording", dict(data["wording"]), {}), protocol)
    return replace(
        campaign,
        title=data.get("title", campaign.title),
        prices=_prices(Table("prices", dict(data["prices"]), {})),
        wording=replace(wording, tutorial=campaign.wording.tutorial),
    )


def campaign_name(folder: Path) -> str:
    """Return the name of a folder's campaign, whatever else its file and its texts say."""
    table = read_settings(folder / CAMPAIGN_FILE)
    return checked_name(table.text("name"), where=table.where("name"))


def checked_name(name: str, *, where: str = "") -> str:
    """Return the name of a campaign if it can be part of an address."""
    if not _NAME.fullmatch(name):
        raise BadInput(
            f"{name!r} cannot be the name of a campaign",
            where=where,
            fix="Use letters, digits, full stops and hyphens, at most 100; addresses hold it.",
        )
    return name


def _protocol(table: Table, reference: str, options: Mapping[str, Any]) -> protocols.Protocol:
    try:
        protocols.get(reference)
    except TertiumError as error:
        error.where = table.where("protocol")
        raise
    try:
        return protocols.get(reference, options)
    except TertiumError as error:
        error.where = table.where("options")
        raise


def _systems(table: Table, protocol: protocols.Protocol) -> tuple[System, ...]:
    parts, withdrawn = protocol.parts, table.texts("withdrawn")
    names: dict[str, str] = {}
    for part in parts:
        if part not in table:
            raise table.bad(
                "",
                f"one system only: no {part!r} in [systems]",
                f'Add the line {part} = "…" with the name of the system.',
            )
        name = table.text(part)
        if not name or name in names.values():
            raise table.bad(
                part,
                f"system {name!r} is given twice" if name else f"{part} has no name",
                "Give every system its own name.",
            )
        names[part] = name
    extra = [name for name in table.names() if name not in (*parts, "withdrawn")]
    if extra:
        raise table.bad(
            extra[0],
            f"{extra[0]!r} is one system too many; this protocol compares {' and '.join(parts)}",
            'Keep two systems; name those that were taken out under withdrawn = ["…"].',
        )
    playing = tuple(System(name, part, name in withdrawn) for part, name in names.items())
    gone = tuple(System(name, withdrawn=True) for name in withdrawn if name not in names.values())
    return playing + gone


def _many_systems(table: Table, protocol: protocols.Protocol) -> tuple[System, ...]:
    """Read lists: `systems = ["a", "b"]`; each of them plays the part `system`."""
    parts, withdrawn = protocol.parts, table.texts("withdrawn")
    playing: dict[str, System] = {}
    for part in parts:
        for name in table.texts(part):
            if name in playing:
                raise table.bad(
                    part, f"system {name!r} is given twice", "Give every system its own name."
                )
            if not name or MERGED in name or name.endswith(DEGRADED):
                raise table.bad(
                    part,
                    f"{name!r} cannot be the name of a system",
                    f"Use any letters, but no {MERGED!r}: it joins the names of equal outputs"
                    f" (and {DEGRADED!r} at the end marks worsened copies).",
                )
            playing[name] = System(name, part.removesuffix("s"), name in withdrawn)
    table.close()
    if protocol.planning.alone:
        if not any(system.part == "system" for system in playing.values()):
            raise table.bad(parts[0], "no system to judge", f'Write: {parts[0]} = ["first"]')
    elif len(playing) < 2:
        raise table.bad(
            parts[0],
            "fewer than two systems to compare",
            f'Write for example: {parts[0]} = ["first", "second", "third"]',
        )
    gone = tuple(System(name, withdrawn=True) for name in withdrawn if name not in playing)
    return (*playing.values(), *gone)


def _check_present(table: Table, systems: tuple[System, ...], seen: set[str]) -> None:
    for system in systems:
        if system.name not in seen and not system.withdrawn:
            raise table.bad(
                f"{system.part}s",
                f"the texts have no output of {system.name!r}",
                "Name its file or column after it, or take it out.",
            )


def _check_looks(table: Table, systems: tuple[System, ...]) -> None:
    looks = table.whole("looks", 0)
    compared = [one for one in systems if one.part != "reference" and not one.withdrawn]
    if looks and len(compared) != 2:
        raise table.bad(
            "looks",
            f"looks are planned for two systems, and here are {len(compared)}",
            "Take the line out: the evidence is then one that may be looked at any time.",
        )


def _least(table: Table) -> int:
    """Return how many annotators there must be: none where a crowd comes by itself."""
    return 0 if table.table("crowd").switch("public") else 1


def _design(table: Table, protocol: protocols.Protocol, *, least: int) -> Design:
    planning = protocol.planning
    for name in table.names():
        if name in (*settings_of(Design), *_FILES) and not planning.knows(name):
            raise table.bad(
                name,
                f"{name} means nothing for the protocol {protocol.name!r}",
                f"Take the line out; it belongs to {_who_knows(name)}.",
            )
    design = read_record(
        table,
        planning.design,
        {
            "kind": lambda table, kind: table.choice("kind", planning.kinds, kind),
            "annotators": partial(_annotators, least=least),
            "unique": _unique,
        },
    )
    for name in _FILES:
        table.text(name, "")  # read with the texts
    if design.min_words > design.max_words:
        raise table.bad(
            "min_words",
            f"min_words = {design.min_words} is more than max_words = {design.max_words}",
            "Make min_words the smaller of the two.",
        )
    for aid in design.crossed:
        if aid not in AIDS:
            raise table.bad(
                "crossed",
                f"{aid!r} is nothing that some tasks have and others have not",
                f"Allowed: {', '.join(AIDS)}.",
            )
    if design.degraded + design.references + design.repeats > design.real:
        raise table.bad(
            "real",
            f"real = {design.real} outputs cannot have "
            f"{design.degraded + design.references + design.repeats} control items",
            "Every control item needs an original of its own: ask for fewer.",
        )
    table.close()
    return design


def _who_knows(setting: str) -> str:
    """Return the protocols that know a setting."""
    names = [one for one in protocols.names() if protocols.get(one).planning.knows(setting)]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 2 else names)


def _unique(table: Table, default: Any) -> int | Literal["all"]:
    return "all" if table.anything("unique", default) == "all" else table.whole("unique", 0)


def _annotators(table: Table, default: Any, least: int = 1) -> int | tuple[str, ...]:
    """Read a number, a list of ids, or either for every language pair.

    For several pairs the ids are kept as `pair/id`.
    """
    value = table.anything("annotators", default)
    if isinstance(value, int) and not isinstance(value, bool):
        return table.whole("annotators", value, least=least)
    if isinstance(value, list):
        ids = table.texts("annotators")
    elif isinstance(value, dict):
        pairs = table.table("annotators")
        ids = tuple(f"{pair}/{name}" for pair in pairs.names() for name in _of_pair(pairs, pair))
    else:
        raise table.bad(
            "annotators",
            f"annotators = {value!r} is not a number, a list or a table",
            "Write for example: annotators = 5",
        )
    for name in ids:
        plain = name.rpartition("/")[2]
        if not _NAME.fullmatch(plain):
            raise table.bad(
                "annotators",
                f"{plain!r} cannot be the id of an annotator",
                "Use letters, digits, full stops and hyphens; no real names.",
            )
    plain_ids = [name.rpartition("/")[2] for name in ids]
    for name in plain_ids:
        if plain_ids.count(name) > 1:
            raise table.bad(
                "annotators",
                f"annotator {name!r} is given twice",
                "Give every annotator one id; a person with two language pairs gets two.",
            )
    if not ids:
        raise table.bad("annotators", "there are no annotators", "Write at least one.")
    return ids


def _of_pair(pairs: Table, pair: str) -> list[str]:
    value = pairs.anything(pair, 1)
    if isinstance(value, list):
        return list(pairs.texts(pair))
    return [f"{pair}-{number + 1:02d}" for number in range(pairs.whole(pair, 1, least=1))]


def _prices(table: Table) -> Prices:
    prices = read_record(table, Prices())
    table.close()
    return prices


def _wording(table: Table, protocol: protocols.Protocol) -> Wording:
    tutorial = tuple(_example(example, protocol) for example in table.tables("tutorial"))
    if not tutorial:
        tutorial = _usual_examples(table, protocol)
    wording = replace(read_record(table, Wording()), tutorial=tutorial)
    table.close()
    return wording


def _usual_examples(table: Table, protocol: protocols.Protocol) -> tuple[Example, ...]:
    """Return the examples that a protocol brings, unless options of the campaign ask otherwise."""
    try:
        rehearse(protocol, protocol.tutorial)
    except TertiumError as error:
        raise table.bad(
            "",
            f"the examples of {protocol.name} do not fit these options: {error.what}",
            "Write [[wording.tutorial]] items of your own.",
        ) from None
    return protocol.tutorial


def _expected(table: Table) -> str | dict[str, Any]:
    given = table.anything("answer", "")
    return dict(given) if isinstance(given, Mapping) else table.text("answer")


def _example(table: Table, protocol: protocols.Protocol) -> Example:
    example = Example(
        source=table.text("source"),
        texts=table.texts("texts"),
        answer=_expected(table),
        why=table.text("why"),
        source_language=table.text("source_language", ""),
        target_language=table.text("target_language", ""),
    )
    try:
        rehearse(protocol, (example,))
    except TertiumError as error:
        if error.where in table:
            raise table.bad(error.where, error.what, error.fix) from None
        said = f"{error.where}: {error.what}" if error.where else error.what
        raise table.bad("answer", said, error.fix) from None
    table.close()
    return example
