"""A new campaign from texts in a folder: recognised, described, ready to be edited.

Two systems are compared by A/B, more of them in a tournament, unless told otherwise.

The file that is written is meant to be read: every setting stands there with its
default and a comment. The seed follows from the texts, so that the same texts give
the same plan on every machine.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tertium import protocols
from tertium.exceptions import BadInput, Conflict, NotFound, OpenQuestion, TertiumError
from tertium.formats.campaign import CAMPAIGN_FILE, checked_name, read_campaign
from tertium.formats.campaign_writer import Draft, written
from tertium.formats.discover import REFERENCE_NAME, FoundTexts, discover
from tertium.formats.files import replacing
from tertium.formats.given import Place
from tertium.model import MERGED, Campaign, Design, Prices
from tertium.protocols.aids import SAMPLE
from tertium.protocols.checklist import CHECKLIST
from tertium.protocols.planning import Planning, Usual
from tertium.text import identical, within_bounds

_EARLIER = ("baseline", "base", "old", "before")
_LATER = ("advanced", "new", "after")
_RECOGNISED = re.compile(r"(recogni[sz]ed|asr|ocr)([-_.]?[a-z0-9])?", re.IGNORECASE)
SELECTION = "selection.toml"  # beside texts that were chosen from more
_OUTSIDE = re.compile(r"[^A-Za-z0-9._-]+")


def new_campaign(
    folder: Path,
    *,
    name: str | None = None,
    title: str | None = None,
    source_language: str | None = None,
    target_language: str | None = None,
    baseline: str | None = None,
    advanced: str | None = None,
    annotators: int | None = None,
    protocol: str | None = None,
    variant: str | None = None,
    typology: str | None = None,
    scales: Sequence[str] = (),
    min_words: int | None = None,
    distinct: bool = False,
    authors: str = "",
    together: bool = False,
    sheet: str = "",
    source_column: str = "",
    source_file: str = "",
    systems: Sequence[str] = (),
    tags: Sequence[str] = (),
    note: Callable[[str], object] = lambda _: None,
    force: bool = False,
) -> Path:
    """Write `campaign.toml` for the texts in a folder and return its path.

    What the folder does not tell (languages, which system is the baseline) must be
    given; what is given wins over what the folder tells. Without a `protocol`, more
    than two systems make a tournament, unless a baseline or an advanced one is named.
    `typology` names the errors that are marked: one that ships, or a file in the folder. `scales`
    are those on which outputs are rated. Sources shorter than `min_words` are not asked about, and
    with `distinct` each is asked about once.
    `authors` is the file that says who made these outputs, if annotators did. With `together`,
    outputs that are scored stand side by side. `sheet`, `source_column` and `source_file` say where
    the source stands; of all that is beside it, `systems` are judged, everything if none is named.
    `tags` are columns that are no systems: they say something about segments.
    What was left out of the files is told to `note`.
    """
    if not folder.is_dir():
        raise NotFound(f"no folder {str(folder)!r}", fix="Name the folder in which the texts lie.")
    file = folder / CAMPAIGN_FILE
    if file.exists() and not force:
        raise Conflict(
            "there is a campaign already",
            where=str(file),
            fix="Edit it, or write a new one in its place with --force.",
        )
    found = [
        _with_languages(folder, texts, source_language, target_language)
        for texts in discover(
            folder, sheet=sheet, source_column=source_column, source_file=source_file
        )
    ]
    for told in dict.fromkeys(told for texts in found for told in texts.notes):
        note(told)
    found = _tagged(found, tags)
    names = list(dict.fromkeys(system for texts in found for system in texts.systems))
    if systems:
        for one in systems:
            if one not in names:
                raise NotFound.among("system", one, names)
        names = [name for name in names if name in systems]
    named = baseline is not None or advanced is not None
    chosen = protocols.get(
        protocol or usual_protocol("many" if len(names) > 2 and not named else "two")
    )
    parts: Mapping[str, str | list[str]]
    options = _options(chosen, typology=typology, scales=list(scales))
    if chosen.many:
        if named or variant is not None:
            raise BadInput(
                f"{'a baseline or advanced system' if named else 'a variant'} means nothing "
                f"for the protocol {chosen.name!r}",
                fix="Leave it out, or compare two systems with "
                f"--protocol {usual_protocol('two')}.",
            )
        parts = _lists(folder, found, names, chosen)
        if SAMPLE in options:
            options[SAMPLE] = SELECTION if (folder / SELECTION).is_file() else ""
        if together and chosen.planning.together:
            options["outputs"] = min(chosen.planning.together, len(parts["systems"]))
        if chosen.planning.ordered:  # all of them at once: an order of two screens is a guess
            shown = sum(map(len, parts.values()))
            options["outputs"] = min(chosen.planning.ordered, max(shown, chosen.systems))
    else:
        parts = _parts(folder, found, names, baseline, advanced)
        options |= {"variant": variant} if variant is not None else {}
        protocols.get(chosen.name, options)
    name = checked_name(name or _OUTSIDE.sub("-", folder.resolve().name).strip("-.") or "campaign")
    title = title or _title(found, names, chosen.planning)
    draft = Draft(
        name,
        title,
        chosen,
        options,
        parts,
        tuple(found),
        design=_first(chosen, min_words, distinct=distinct),
        authors=authors,
    )
    with replacing(file) as beside:
        # A first version is read back for what depends on the texts themselves.
        beside.write_text(written(draft), encoding="utf-8")
        try:
            campaign = read_campaign(beside)
        except TertiumError as error:
            if beside.name in error.where:  # a line of a file that nobody will see
                error.where = str(folder)
            raise
        draft = replace(
            draft,
            seed=_seed(campaign),
            design=_design(campaign, annotators),
            prices=Prices(seconds_per_task=chosen.planning.seconds),
        )
        beside.write_text(written(draft), encoding="utf-8")
    return file


def _tagged(found: Sequence[FoundTexts], tags: Sequence[str]) -> list[FoundTexts]:
    """Take the columns that are tags from the systems of each table that has them."""
    for one in tags:
        columns = {name: None for texts in found for name in texts.systems if texts.file}
        if one not in columns:
            raise NotFound.among("column", one, columns, where="--tag")
    return [
        replace(
            texts,
            systems=tuple(name for name in texts.systems if name not in tags),
            tags=tuple(name for name in tags if name in texts.systems),
        )
        for texts in found
    ]


def _with_languages(
    folder: Path, texts: FoundTexts, source: str | None, target: str | None
) -> FoundTexts:
    texts = replace(
        texts,
        source_language=source or texts.source_language,
        target_language=target or texts.target_language,
    )
    for kind in ("source", "target"):
        if not getattr(texts, f"{kind}_language"):
            raise OpenQuestion(
                f"the {kind} language of these texts is not known",
                asks=f"{kind}_language",
                where=str(folder / texts.place),
                fix=f"Say it with --{kind}-language, for example --{kind}-language "
                f"{'en' if kind == 'source' else 'de'}.",
            )
    return texts


def usual_protocol(systems: Usual) -> str:
    """Return the protocol that is chosen for so many systems if none is named."""
    return next(one for one in protocols.names() if protocols.get(one).planning.usual == systems)


def _first(protocol: protocols.Protocol, min_words: int | None, *, distinct: bool) -> Design:
    """Return the design that a new file begins with, before its texts are known."""
    planning = protocol.planning
    design = planning.design
    if not planning.alone:
        design = replace(planning.first or planning.design, common=0)
    if min_words is not None:
        design = replace(design, min_words=min_words)
    if distinct and not planning.knows("distinct"):
        raise BadInput(
            f"--unique means nothing for the protocol {protocol.name!r}",
            fix="Leave it out, or rate on scales with --protocol rating.",
        )
    return replace(design, distinct=distinct)


# Where an option that means nothing for a protocol would mean something.
_ELSEWHERE = {
    "typology": ("a typology", "mark errors with --protocol mqm"),
    "scales": ("a scale", "rate on scales with --protocol rating"),
}


def _options(protocol: protocols.Protocol, **given: object) -> dict[str, object]:
    """Return the options that a new file shows: their defaults, or what is given.

    Where nothing is marked, a typology is that of the checklist beside the scales.
    """
    options = {name: protocol.settings[name] for name in protocol.planning.options}
    if given["typology"] and CHECKLIST in protocol.planning.further:
        options[CHECKLIST], given["typology"] = given["typology"], None
    for name, value in given.items():
        if value and name not in options:
            what, otherwise = _ELSEWHERE[name]
            raise BadInput(
                f"{what} means nothing for the protocol {protocol.name!r}",
                fix=f"Leave it out, or {otherwise}.",
            )
    return options | {name: value for name, value in given.items() if value}


def _lists(
    folder: Path, found: list[FoundTexts], names: list[str], protocol: protocols.Protocol
) -> dict[str, list[str]]:
    """Tell by their names who plays which part; any of them may be missing in some texts.

    Where outputs are judged one by one, a system may be alone.
    """
    alone = protocol.planning.alone
    if not (alone and names):
        _check_two(folder, found, names)
    for name in names:
        if MERGED in name or not name:
            raise Place(folder / next(one.place for one in found if name in one.systems)).wrong(
                f"{name!r} cannot be the name of a system",
                f"Rename it without {MERGED!r}, which joins the names of equal outputs.",
            )
    references = [name for name in names if REFERENCE_NAME.fullmatch(name)]
    if alone and len(references) == len(names):
        references = references[1:]  # then a human translation is what is scored
    parts = {"references": references}
    if "recognised" in protocol.parts:
        parts["recognised"] = [name for name in names if _RECOGNISED.fullmatch(name)]
    others = {name for played in parts.values() for name in played}
    return {"systems": [name for name in names if name not in others], **parts}


def _check_two(folder: Path, found: list[FoundTexts], names: list[str]) -> None:
    if len(names) < 2:
        raise Place(folder / found[0].place).wrong(
            f"one system only: {names[0]!r}" if names else "no system",
            "Add the texts of a second system; a comparison needs two.",
        )


def _parts(
    folder: Path,
    found: list[FoundTexts],
    names: list[str],
    baseline: str | None,
    advanced: str | None,
) -> dict[str, str]:
    """Decide which system is the baseline and which the advanced one."""
    for wanted in (baseline, advanced):
        if wanted is not None and wanted not in names:
            raise NotFound.among("system", wanted, names)
    if baseline is not None and baseline == advanced:
        raise BadInput(
            f"system {baseline!r} is given twice",
            fix="Name two different systems with --baseline and --advanced.",
        )
    _check_two(folder, found, names)
    if baseline is None or advanced is None:
        if len(names) > 2:
            raise OpenQuestion(
                f"{len(names)} systems ({', '.join(names)}) where a comparison needs two",
                asks="baseline" if baseline is None else "advanced",
                choices=[name for name in names if name not in (baseline, advanced)],
                where=str(folder / found[0].place),
                fix="Choose two of them with --baseline and --advanced, or compare all with "
                "--protocol tournament.",
            )
        if baseline is None and advanced is None:
            baseline = _earlier(names)
        elif baseline is None:
            baseline = next(name for name in names if name != advanced)
        advanced = next(name for name in names if name != baseline)
    for texts in found:
        for name in (baseline, advanced):
            if name not in texts.systems:
                raise Place(folder / texts.place).wrong(
                    f"no output of {name!r} here, but in {found[0].place!r}",
                    "Give all texts the same two systems.",
                )
    return {"baseline": baseline, "advanced": advanced}


def _earlier(names: list[str]) -> str:
    """Return the system that is the baseline by its name, or by its number."""
    for words, chosen in ((_EARLIER, 0), (_LATER, 1)):
        known = [name for name in names if name.lower() in words]
        if len(known) == 1:
            return known[0] if chosen == 0 else next(n for n in names if n != known[0])
    if len({re.sub(r"\d+", "0", name) for name in names}) == 1:
        return min(names, key=lambda name: [int(number) for number in re.findall(r"\d+", name)])
    raise OpenQuestion(
        f"it is not clear which of {names[0]!r} and {names[1]!r} is the baseline",
        asks="baseline",
        choices=names,
        fix=f"Say it, for example: --baseline {names[0]} --advanced {names[1]}.",
    )


def _title(found: list[FoundTexts], names: list[str], planning: Planning) -> str:
    """Return a title for annotators, which must not name a system."""
    pairs = dict.fromkeys(f"{texts.source_language}–{texts.target_language}" for texts in found)
    title = f"{planning.title} ({', '.join(pairs)})"
    named = any(system.lower() in title.lower() for system in names)
    return planning.question if named else title


def _seed(campaign: Campaign) -> int:
    """Return a number that follows from the texts."""
    digest = hashlib.sha256()
    for segment in campaign.segments:
        texts = [segment.source]
        texts += [campaign.outputs.get((segment.id, one.name), "") for one in campaign.systems]
        digest.update("\x1f".join([segment.id, *texts]).encode() + b"\x1e")
    return int.from_bytes(digest.digest()[:4], "big") % 1_000_000


def _design(campaign: Campaign, annotators: int | None) -> Design:
    """Choose a design for the amount of text, for the pair that has least of it.

    What takes less than half an hour, everyone judges (two systems: up to 60 segments).
    With more, a common set of about 25 minutes (up to 50 segments, twice if there is
    enough other work between) shows how far people agree, and the rest is dealt out;
    nobody gets more than two and a half hours of it (300 segments). Five annotators where
    there is work for them: beyond a few hundred judgements more people tell more than
    more text. A crossover has two groups, so it gets an even number.
    """
    protocol = protocols.get(campaign.protocol, campaign.options)
    if campaign.design.kind in _CHOICES:
        return _CHOICES[campaign.design.kind](campaign, annotators)
    first = protocol.planning.first or protocol.planning.design
    counts: dict[str, int] = {}
    for segment in campaign.segments:
        within = within_bounds(
            segment.source, segment.source_language, first.min_words, first.max_words
        )
        if within and _differs(campaign, segment.id, fold=protocol.many):
            counts[segment.pair] = counts.get(segment.pair, 0) + 1
    least = min(counts.values(), default=0)
    each = _seconds(protocol.planning, len(campaign.systems), protocol.systems)
    busy = least * each >= 9_000
    people = annotators or (5 if busy else 3)
    if annotators is None:
        people += -people % protocol.planning.groups
    if least <= max(1_800 // each, 5):
        return replace(first, annotators=people, common=least, unique=0)
    common = min(max(1_500 // each, 5), max(1, least // 6))
    share = (max(counts.values()) - common) // people
    most = max(9_000 // each, 10)
    return replace(
        first,
        annotators=people,
        common=common,
        passes=2 if (least - common) // people >= common else 1,
        unique="all" if share <= most else most,
    )


def _hits(campaign: Campaign, annotators: int | None) -> Design:
    """Choose three annotators, or five where each of them would still have a HIT.

    Neighbours share HITs, so that a chain of shared outputs connects all annotators; otherwise
    strict ones could not be distinguished from poor outputs. With fewer HITs than people, more
    of them judge the same.
    """
    first = campaign.design
    outputs = Counter(
        segment.pair
        for segment in campaign.segments
        for system in campaign.systems
        if system.part == "system" and (segment.id, system.name) in campaign.outputs
    )
    least = min(outputs.values(), default=0)
    people = annotators or (5 if least >= 5 * first.real else 3)
    hits = max(1, -(-least // first.real))
    return replace(first, annotators=people, judges=min(people, -(-people // hits) + 1))


def _one_only(campaign: Campaign, annotators: int | None) -> Design:
    """Choose as many editors as systems, which is what editing every output once takes.

    A quarter of the sources, up to 50, makes people comparable, if there is more than one.
    """
    sources = Counter(segment.pair for segment in campaign.segments)
    people = annotators or max(2, sum(system.part == "system" for system in campaign.systems))
    # People who revise others' texts may all have made some: then there is nothing to share.
    train = people > 1 and not campaign.authors
    training = min(50, min(sources.values(), default=0) // 4) if train else 0
    return replace(campaign.design, annotators=people, training=training)


def _documents(campaign: Campaign, annotators: int | None) -> Design:
    """Choose three annotators, and a common set that shows how far they agree.

    It is a sixth of the sources, up to 50; fewer than 25 are marked by everyone.
    """
    sources = Counter(segment.pair for segment in campaign.segments if segment.source.strip())
    least = min(sources.values(), default=0)
    common = least if least < 25 else min(50, least // 6)
    return replace(campaign.design, annotators=annotators or 3, common=common)


_CHOICES = {"hits": _hits, "one-only": _one_only, "documents": _documents}


def _seconds(planning: Planning, systems: int, shown: int) -> int:
    """Return how long an annotator will need for one source, roughly."""
    several = planning.seconds_per_source
    return int(several(systems, shown) if several else planning.seconds)


def _differs(campaign: Campaign, segment: str, *, fold: bool) -> bool:
    """Tell whether there is something to ask; with `fold`, case makes no difference."""
    texts = [
        text.strip().lower() if fold else text
        for system in campaign.systems
        if (text := campaign.outputs.get((segment, system.name))) is not None
    ]
    return any(not identical(texts[0], text) for text in texts[1:])
