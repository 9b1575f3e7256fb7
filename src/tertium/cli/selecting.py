"""Part of the texts in a folder, written down for a campaign: a sample, or near misses.

Beside the texts lies `selection.toml`: what was chosen, how, of how much, and a fingerprint of
all texts it was chosen from, so that anybody can choose the same again.
"""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from tertium import protocols
from tertium.cli.texts_out import check_empty, write_texts
from tertium.design.near_misses import select_near_misses
from tertium.design.sampling import draw_sample
from tertium.exceptions import BadInput, NotFound
from tertium.formats.campaign import CAMPAIGN_FILE, read_campaign
from tertium.formats.new import SELECTION, new_campaign
from tertium.formats.output_scores import read_output_scores
from tertium.model import Campaign, joined

__all__ = ["SELECTION", "read_all_texts", "write_near_misses", "write_sample"]

_TEXTS = "texts.csv"


def read_all_texts(
    folder: Path, source_language: str | None, target_language: str | None
) -> Campaign:
    """Return all texts of a folder: of the campaign there, or else as a new one would hold them."""
    if (folder / CAMPAIGN_FILE).is_file():
        return read_campaign(folder / CAMPAIGN_FILE)
    with tempfile.TemporaryDirectory(prefix="tertium-") as temporary:
        copy = Path(temporary) / "texts"
        shutil.copytree(folder, copy)
        file = new_campaign(
            copy,
            protocol=next(one.name for one in protocols.in_order() if one.planning.alone),
            source_language=source_language,
            target_language=target_language,
        )
        return read_campaign(file)


def write_sample(
    campaign: Campaign,
    folder: Path,
    *,
    words: int,
    unit: Literal["passage", "document"] = "passage",
    seed: int = 0,
) -> str:
    """Write a sample of about `words` words into a folder, and say what was drawn.

    Where systems translated different segments, as the translators of a delivery do, each has
    its part in proportion.
    """
    check_empty(folder)
    named = [system.name for system in campaign.systems if system.part == "system"]
    translators = {
        one.id: joined(name for name in named if (one.id, name) in campaign.outputs)
        if named
        else ""
        for one in campaign.segments
    }
    if len(set(translators.values())) == 1:
        translators = {}
    sample = draw_sample(
        campaign.segments, words=words, unit=unit, translators=translators, seed=seed
    )
    chosen = set(sample.segments)
    texts = {key: text for key, text in campaign.outputs.items() if key[0] in chosen}
    write_texts(campaign, _of_systems(campaign, texts), folder, _TEXTS)
    about: dict[str, Any] = {
        "method": "sample",
        "unit": unit,
        "seed": seed,
        "words_wanted": words,
        "words": sample.words,
        "share": round(sample.share, 4),
        "documents": len({one.document or one.id for one in campaign.segments}),
        "texts": fingerprint(campaign),
    }
    lines = [
        f"{part.translator or 'all'}: {part.words:,} of {part.words_of:,} words, "
        f"{part.segments:,} of {part.segments_of:,} segments, "
        f"{part.documents:,} of {part.documents_of:,} documents"
        for part in sample.parts
    ]
    _write_down(folder, about, lines, {"segments": list(sample.segments)})
    return f"Drew {sample.words:,} words ({sample.share:.1%}) in {len(chosen):,} segments."


def write_near_misses(
    campaign: Campaign,
    folder: Path,
    *,
    scores: Path,
    band: str,
    most: int | None = None,
    seed: int = 0,
) -> str:
    """Write the outputs whose score lies in a band, the best first, and say what was chosen."""
    check_empty(folder)
    low, high = _band(band)
    found = read_output_scores(scores)
    unknown = next((key for key in found if key not in campaign.outputs), None)
    if unknown is not None:
        raise NotFound(
            f"no output of {unknown[1]!r} for segment {unknown[0]!r} among the texts",
            where=str(scores),
            fix="Give scores of these texts, under the same names.",
        )
    chosen = select_near_misses(found, low=low, high=high, most=most, seed=seed)
    if not chosen.outputs:
        raise BadInput(
            f"no score lies from {low:g} to {high:g}", where=str(scores), fix="Widen the band."
        )
    write_texts(campaign, {key: campaign.outputs[key] for key in chosen.outputs}, folder, _TEXTS)
    about: dict[str, Any] = {
        "method": "near-misses",
        "band": [low, high],
        "seed": seed,
        **({} if most is None else {"most": most}),
        "scores": "sha256:" + hashlib.sha256(scores.read_bytes()).hexdigest(),
        "texts": fingerprint(campaign),
    }
    line = (
        f"{len(chosen.outputs):,} of {chosen.in_band:,} outputs in the band; {chosen.above:,} are "
        f"above it, {chosen.below:,} below"
    )
    outputs = [f"{segment}\t{system}" for segment, system in chosen.outputs]
    _write_down(folder, about, [line], {"outputs": outputs})
    return f"Chose {line}."


def _of_systems(
    campaign: Campaign, texts: Mapping[tuple[str, str], str]
) -> dict[tuple[str, str], str]:
    """Leave out references, which stand beside every selection."""
    references = {system.name for system in campaign.systems if system.part == "reference"}
    return {key: text for key, text in texts.items() if key[1] not in references}


def _band(text: str) -> tuple[float, float]:
    low, _, high = text.partition("..")
    try:
        return float(low), float(high)
    except ValueError:
        raise BadInput(
            f"{text!r} is no band of scores", where="--band", fix="Write low..high: 66..90."
        ) from None


def fingerprint(campaign: Campaign) -> str:
    """Return what changes with every change of the texts."""
    digest = hashlib.sha256()
    for one in campaign.segments:
        outputs = [campaign.outputs.get((one.id, system.name), "") for system in campaign.systems]
        digest.update("\x1f".join([one.id, one.source, *outputs]).encode() + b"\x1e")
    return "sha256:" + digest.hexdigest()


def _write_down(
    folder: Path, about: Mapping[str, Any], lines: list[str], chosen: Mapping[str, list[str]]
) -> None:
    written = [
        "# Which of the texts are judged here, and how they were chosen. The same texts and",
        "# settings give the same choice on every machine.",
        *(f"# {line}" for line in lines),
        *(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in about.items()),
    ]
    for name, values in chosen.items():
        listed = "".join(f"  {json.dumps(value, ensure_ascii=False)},\n" for value in values)
        written.append(f"{name} = [\n{listed}]")
    (folder / SELECTION).write_text("\n".join(written) + "\n", encoding="utf-8")
