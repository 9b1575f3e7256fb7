"""The codebook of a campaign that rates: what was asked on which scale, in which words.

One page for whoever reads the ratings later; it goes with every export. The scales, and the
categories of the checklist, are those kept with the campaign, so it says what annotators saw.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tertium import protocols
from tertium.formats.files import replacing
from tertium.model import Campaign
from tertium.protocols import Checklist, Rating
from tertium.protocols.protocol import NOT_APPLICABLE
from tertium.scale import AnswerScale

_SHOWN = {
    "none": "the translation alone",
    "source": "the source",
    "reference": "a reference",
    "both": "source and reference",
}


def rated_scales(campaign: Campaign) -> tuple[AnswerScale, ...]:
    """Return the scales of a campaign, in the order in which they are asked."""
    protocol = protocols.get(campaign.protocol, campaign.options)
    return tuple(ask.scale for ask in protocol.asks if isinstance(ask, Rating))


def _checklist(campaign: Campaign) -> Checklist | None:
    return protocols.get(campaign.protocol, campaign.options).checklist


def codebook_rows(campaign: Campaign) -> list[dict[str, object]]:
    """Return a row for every answer of every scale in every language, and for every category."""
    return [
        {
            "scale": scale.id,
            "value": answer.value,
            "counts": scale.counted(answer.label),
            "label": answer.label,
            "language": language,
            "wording": answer.wording.get(language, answer.label),
            "help": answer.help.get(language, ""),
        }
        for scale in rated_scales(campaign)
        for answer in scale.answers
        for language in _languages(scale)
    ] + _category_rows(_checklist(campaign))


def _category_rows(ask: Checklist | None) -> list[dict[str, object]]:
    if ask is None:
        return []
    typology = ask.typology
    return [
        {
            "scale": f"{typology.name}@{typology.version}",
            "value": None,
            "counts": -typology.points(node.id, ask.severity.id),
            "label": node.id,
            "language": language,
            "wording": node.name,
            "help": node.help,
        }
        for language in typology.languages
        for node in typology.in_language(language).nodes
    ]


def codebook(campaign: Campaign) -> str:
    """Return the codebook as a page of Markdown; empty where nothing is rated on scales."""
    scales = rated_scales(campaign)
    if not scales:
        return ""
    lines = [
        f"# Codebook of {campaign.name}",
        "",
        f"{campaign.title}. Protocol {campaign.protocol}.",
    ]
    for scale in scales:
        lines += ["", *_page(scale)]
    if (ask := _checklist(campaign)) is not None:
        lines += ["", *_categories(ask)]
    return "\n".join(lines) + "\n"


def write_codebook(campaign: Campaign, exported: Path) -> Path | None:
    """Write the codebook beside an exported file; return where, None where nothing is rated."""
    text = codebook(campaign)
    if not text:
        return None
    path = exported.with_name(f"{exported.name.partition('.')[0]}-codebook.md")
    with replacing(path) as beside:
        beside.write_text(text, encoding="utf-8")
    return path


def _page(scale: AnswerScale) -> Iterator[str]:
    languages = _languages(scale)
    yield f"## {scale.id}: {scale.title.get('en', scale.name)}"
    yield ""
    shown = _SHOWN[scale.against]
    yield f"Fingerprint {scale.fingerprint}. Shown: {shown}. Best: {scale.best} number."
    if not scale.average:
        yield "The numbers are names of an order: they are not averaged."
    if scale.reasons:
        yield f"These answers need a comment: {', '.join(scale.reasons)}."
    if scale.not_applicable:
        yield f"Annotators may answer {NOT_APPLICABLE}, which has no number."
    if scale.cite:
        yield f"Source: {scale.cite}."
    yield ""
    for language in languages:
        if asked := scale.question.get(language):
            yield f"- Question ({language}): {asked}"
    yield ""
    yield f"| value | in the table | label | {' | '.join(languages)} |"
    yield f"|--:|--:|---|{'---|' * len(languages)}"
    for answer in reversed(scale.answers):
        worded = " | ".join(
            _cell(answer.wording.get(language, ""), answer.help.get(language, ""))
            for language in languages
        )
        yield f"| {answer.key} | {scale.counted(answer.label):g} | {answer.label} | {worded} |"


def _categories(ask: Checklist) -> Iterator[str]:
    typology = ask.typology
    yield f"## Checklist {typology.name}@{typology.version}: {typology.title}"
    yield ""
    how = "Annotators count the errors of each category" if ask.counted else (
        "Annotators tick the categories in which they find errors"
    )  # fmt: skip
    yield (
        f"Fingerprint {typology.fingerprint}. {how}. Each is a row `error` of severity "
        f"{ask.severity.id}; a row `read` says that an output was read for errors."
    )
    if typology.cite:
        yield f"Source: {typology.cite}."
    yield ""
    told = {language: typology.in_language(language).nodes for language in typology.languages}
    yield f"| category | points | {' | '.join(told)} |"
    yield f"|---|--:|{'---|' * len(told)}"
    for at, node in enumerate(typology.nodes):
        points = typology.points(node.id, ask.severity.id)
        worded = " | ".join(_cell(nodes[at].name, nodes[at].help) for nodes in told.values())
        yield f"| {node.id} | {points:g} | {worded} |"


def _cell(*said: str) -> str:
    return ". ".join(part for part in said if part).replace("|", "\\|")


def _languages(scale: AnswerScale) -> Sequence[str]:
    texts = (scale.title, scale.question, *(one.wording for one in scale.answers))
    return list(dict.fromkeys(["en", *(language for said in texts for language in said)]))
