"""A new campaign from texts in a folder: recognised, described, ready to be edited.

The file that is written is meant to be read: every setting stands there with its
default and a comment. The seed follows from the texts, so that the same texts give
the same plan on every machine.
"""

import hashlib
import re
from dataclasses import replace
from pathlib import Path

from tertium import protocols
from tertium.errors import BadInput, Conflict, NotFound
from tertium.formats.campaign import CAMPAIGN_FILE, checked_name, read_campaign
from tertium.formats.campaign_writer import Draft, written
from tertium.formats.discover import Found, discover
from tertium.formats.files import replacing
from tertium.model import Campaign, Design
from tertium.text import identical, within_bounds

__all__ = ["new_campaign"]

_EARLIER = ("baseline", "base", "old", "before")
_LATER = ("advanced", "new", "after")
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
    variant: str = "five",
    force: bool = False,
) -> Path:
    """Write `campaign.toml` for the texts in a folder and return its path.

    What the folder does not tell (languages, which system is the baseline) must be
    given; what is given wins over what the folder tells.
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
        for texts in discover(folder)
    ]
    parts = _parts(folder, found, baseline, advanced)
    protocols.get("ab", {"variant": variant})
    name = checked_name(name or _OUTSIDE.sub("-", folder.resolve().name).strip("-.") or "campaign")
    title = title or _title(found, parts)
    draft = Draft(name, title, variant, parts, tuple(found))
    with replacing(file) as beside:
        # A first version is read back for what depends on the texts themselves.
        beside.write_text(written(draft), encoding="utf-8")
        campaign = read_campaign(beside)
        draft = replace(draft, seed=_seed(campaign), design=_design(campaign, annotators))
        beside.write_text(written(draft), encoding="utf-8")
    return file


def _with_languages(folder: Path, texts: Found, source: str | None, target: str | None) -> Found:
    texts = replace(
        texts,
        source_language=source or texts.source_language,
        target_language=target or texts.target_language,
    )
    for kind in ("source", "target"):
        if not getattr(texts, f"{kind}_language"):
            raise BadInput(
                f"the {kind} language of these texts is not known",
                where=str(folder / texts.place),
                fix=f"Say it with --{kind}-language, for example --{kind}-language "
                f"{'en' if kind == 'source' else 'de'}.",
            )
    return texts


def _parts(
    folder: Path, found: list[Found], baseline: str | None, advanced: str | None
) -> dict[str, str]:
    """Decide which system is the baseline and which the advanced one."""
    names = list(dict.fromkeys(system for texts in found for system in texts.systems))
    for wanted in (baseline, advanced):
        if wanted is not None and wanted not in names:
            raise NotFound.among("system", wanted, names)
    if baseline is not None and baseline == advanced:
        raise BadInput(
            f"system {baseline!r} is given twice",
            fix="Name two different systems with --baseline and --advanced.",
        )
    if len(names) < 2:
        raise BadInput(
            f"one system only: {names[0]!r}" if names else "no system",
            where=str(folder / found[0].place),
            fix="Add the texts of a second system; a comparison needs two.",
        )
    if baseline is None or advanced is None:
        if len(names) > 2:
            raise BadInput(
                f"{len(names)} systems ({', '.join(names)}) where a comparison needs two",
                where=str(folder / found[0].place),
                fix="Choose two of them with --baseline and --advanced.",
            )
        if baseline is None and advanced is None:
            baseline = _earlier(names)
        elif baseline is None:
            baseline = next(name for name in names if name != advanced)
        advanced = next(name for name in names if name != baseline)
    for texts in found:
        for name in (baseline, advanced):
            if name not in texts.systems:
                raise BadInput(
                    f"no output of {name!r} here, but in {found[0].place!r}",
                    where=str(folder / texts.place),
                    fix="Give all texts the same two systems.",
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
    raise BadInput(
        f"it is not clear which of {names[0]!r} and {names[1]!r} is the baseline",
        fix=f"Say it, for example: --baseline {names[0]} --advanced {names[1]}.",
    )


def _title(found: list[Found], parts: dict[str, str]) -> str:
    """Return a title for annotators, which must not name a system."""
    pairs = dict.fromkeys(f"{texts.source_language}–{texts.target_language}" for texts in found)
    title = f"Comparing translations ({', '.join(pairs)})"
    named = any(system.lower() in title.lower() for system in parts.values())
    return "Which translation is better?" if named else title


def _seed(campaign: Campaign) -> int:
    """Return a number that follows from the texts."""
    digest = hashlib.sha256()
    for segment in campaign.segments:
        texts = [segment.source]
        texts += [campaign.outputs[segment.id, system.name] for system in campaign.systems]
        digest.update("\x1f".join([segment.id, *texts]).encode() + b"\x1e")
    return int.from_bytes(digest.digest()[:4], "big") % 1_000_000


def _design(campaign: Campaign, annotators: int | None) -> Design:
    """Choose a design for the amount of text, for the pair that has least of it.

    Up to 60 segments everyone judges everything. With more, a common set (up to 50,
    twice if there is enough other work between) shows how far people agree, and the
    rest is dealt out; nobody gets more than 300 of it. Five annotators where there is
    work for them: beyond a few hundred judgements more people tell more than more text.
    """
    counts: dict[str, int] = {}
    default = Design()
    for segment in campaign.segments:
        within = within_bounds(
            segment.source, segment.source_language, default.min_words, default.max_words
        )
        texts = [campaign.outputs[segment.id, system.name] for system in campaign.systems]
        if within and not identical(*texts):
            counts[segment.pair] = counts.get(segment.pair, 0) + 1
    least = min(counts.values(), default=0)
    people = annotators or (5 if least >= 300 else 3)
    if least <= 60:
        return Design(annotators=people, common=least, unique=0)
    common = min(50, least // 6)
    share = (max(counts.values()) - common) // people
    return Design(
        annotators=people,
        common=common,
        passes=2 if (least - common) // people >= common else 1,
        unique="all" if share <= 300 else 300,
    )
