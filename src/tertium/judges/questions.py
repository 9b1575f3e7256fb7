"""From texts to questions: which outputs a judge is asked about, in which words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from random import Random

from tertium.exceptions import BadInput, NotFound
from tertium.formats.folder_texts import FolderTexts
from tertium.judges.answers import JudgedAnswer, read_answer
from tertium.judges.asking import Question
from tertium.judges.door import Message
from tertium.judges.prompts import Prompt
from tertium.model import Segment


@dataclass(frozen=True, slots=True)
class JudgedItem:
    """An output, or two of them in the order in which they were shown."""

    segment: Segment
    systems: tuple[str, ...]
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ItemsToJudge:
    """What is asked about, and how many were left out for what reason."""

    items: tuple[JudgedItem, ...]
    left_out: Mapping[str, int]


def items_to_judge(
    texts: FolderTexts, prompt: Prompt, *, systems: Sequence[str] = (), seed: int = 0
) -> ItemsToJudge:
    """Return every output, or every pair of outputs of a segment, for a prompt.

    Pairs stand in an order drawn by chance, because judges prefer a place. Outputs that are empty,
    pairs that are equal, and segments without the reference that a prompt names are left out.
    """
    for name in systems:
        if name not in texts.systems:
            raise NotFound.among("system", name, texts.systems, where="--system")
    chosen = tuple(systems) or texts.systems
    if prompt.kind == "pairwise" and len(chosen) < 2:
        raise BadInput("there is one system, and pairs need two", fix="Use the prompt da or esa.")
    if "reference" in prompt.needs and not texts.references:
        raise BadInput(
            f"the prompt {prompt.name!r} names a reference, and there is none",
            fix="Name a system with --reference, or use a prompt without {reference}.",
        )
    found: list[JudgedItem] = []
    left: dict[str, int] = {}
    random = Random(seed)
    groups = list(combinations(chosen, 2)) if prompt.kind == "pairwise" else [(s,) for s in chosen]
    for segment in texts.segments:
        for group in groups:
            shown = group if len(group) < 2 or random.random() < 0.5 else group[::-1]
            why = _why_not(texts, prompt, segment, shown)
            if why:
                left[why] = left.get(why, 0) + 1
            else:
                found.append(JudgedItem(segment, shown, _named(texts, segment, shown)))
    return ItemsToJudge(tuple(found), left)


def _why_not(texts: FolderTexts, prompt: Prompt, segment: Segment, systems: tuple[str, ...]) -> str:
    outputs = [texts.outputs.get((segment.id, name)) for name in systems]
    if None in outputs:
        return "no output"
    if not all(text and text.strip() for text in outputs):
        return "empty output"
    if len(outputs) == 2 and outputs[0] == outputs[1]:
        return "equal outputs"
    if "reference" in prompt.needs and not _reference(texts, segment).strip():
        return "no reference"
    return ""


def _reference(texts: FolderTexts, segment: Segment) -> str:
    return texts.outputs.get((segment.id, texts.references[0]), "") if texts.references else ""


def _named(texts: FolderTexts, segment: Segment, systems: tuple[str, ...]) -> dict[str, str]:
    outputs = [texts.outputs[segment.id, name] for name in systems]
    return {
        "source": segment.source,
        "reference": _reference(texts, segment),
        "source_language": segment.source_language or "the source language",
        "target_language": segment.target_language or "the target language",
        "document": segment.document,
        **dict(
            zip(("output_a", "output_b") if len(outputs) == 2 else ("output",), outputs,
                strict=True)
        ),
    }  # fmt: skip


def questions_about(items: Sequence[JudgedItem], prompt: Prompt) -> Iterator[Question]:
    """Yield the question about each item."""
    for item in items:
        system, text = prompt.filled(item.texts)
        yield Question(Message(system, text), partial(_read, prompt, item.texts))


def _read(prompt: Prompt, texts: Mapping[str, str], answer: str) -> JudgedAnswer:
    return read_answer(answer, prompt, texts)
