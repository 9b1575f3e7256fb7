"""Practice: items with a known answer, shown and asked like real ones; nothing of them is kept.

The texts of a tutorial are a small campaign of their own, so that whatever shows and checks
real items serves these as well. What most people answer is said in the words of an answer; of
a question that it leaves out, any answer will do.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tertium.exceptions import BadInput, NotFound
from tertium.model import Assignment, Campaign, Example, Segment, System
from tertium.protocols.chunk_ask import Chunks
from tertium.protocols.chunk_cuts import ANSWERS, chunks_of, cuts_of, kept_chunks
from tertium.protocols.conditions import SCRATCH
from tertium.protocols.protocol import Ask, Choice, Protocol, Ranks, Rating, Slider
from tertium.protocols.spans import Spans, check_step
from tertium.text.chunks import chunk_text
from tertium.text.told import count


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A tutorial item as an assignment, with the answer that is expected, by question."""

    assignment: Assignment
    example: Example
    expected: Mapping[str, Any]

    def agrees(self, protocol: Protocol, answer: Mapping[str, Any]) -> bool:
        """Tell whether an answer says what most people say."""
        asks = {ask.name: ask for ask in protocol.asks}
        return all(
            name in answer and asks[name].agrees(answer[name], value)
            for name, value in self.expected.items()
        )


def rehearse(protocol: Protocol, examples: Sequence[Example]) -> tuple[Rehearsal, ...]:
    """Return the items of a tutorial, or say what is wrong with an expected answer."""
    return tuple(_rehearsal(protocol, one, number) for number, one in enumerate(examples, 1))


def sample_example(protocol: Protocol) -> tuple[str, ...]:
    """Return the lines of an example in a campaign file, to be filled in."""
    ask = protocol.asks[0]
    shown = protocol.shown(ask.when[0] if ask.when else "")
    texts = ", ".join(['"…"'] * shown)
    return 'source = "…"', f"texts = [{texts}]", f"answer = {_sample(ask, shown)}", 'why = "…"'


def _sample(ask: Ask, shown: int) -> str:
    """Return an answer as a campaign file writes it."""
    match ask:
        case Choice():
            return f'"{ask.labels[0]}"'
        case Ranks():
            said = str(list(range(1, shown + 1)))
        case Slider():
            said = str([round(ask.scale.highest)] * shown)
        case Rating():
            said = str([ask.labels[-1]] * shown).replace("'", '"')
        case Chunks():
            said = f'["{ask.labels[0]}"]'
        case Spans():
            severity, category = "…", "…"
            if ask.typology is not None:
                severity = ask.typology.severities[0].id
                category = ask.typology.nodes[0].id if ask.typology.nodes else ""
            named = f', category = "{category}"' * bool(category)
            said = f'[{{ quote = "…", severity = "{severity}"{named} }}]'
        case _:
            said = '"…"'
    return f"{{ {ask.name} = {said} }}"


def practice_campaign(campaign: Campaign, protocol: Protocol) -> Campaign:
    """Return a campaign whose texts are those of its tutorial."""
    examples = campaign.wording.tutorial
    options = dict(campaign.options)
    if protocol.cuts:
        options[ANSWERS] = _chunks(protocol, examples)
    outputs = {
        (_name(number), name): text
        for number, example in enumerate(examples, 1)
        for name, text in zip(_slots(example), example.texts, strict=True)
    }
    return replace(
        campaign,
        options=options,
        systems=tuple(System(name) for name in sorted({name for _, name in outputs})),
        segments=tuple(
            Segment(
                _name(number),
                example.source,
                document=_name(number),
                source_language=example.source_language,
                target_language=example.target_language,
            )
            for number, example in enumerate(examples, 1)
        ),
        outputs=outputs,
        anchors=(),
        authors=(),
    )


def _name(number: int) -> str:
    """Return what a tutorial item is called; no assignment of a plan has such a name."""
    return f"practice-{number}"


def _slots(example: Example) -> tuple[str, ...]:
    """Return what the systems are called; an empty text is to be translated from scratch."""
    return tuple(
        f"text-{number}" if text.strip() else SCRATCH
        for number, text in enumerate(example.texts, 1)
    )


def _rehearsal(protocol: Protocol, example: Example, number: int) -> Rehearsal:
    given = example.answer
    answer = dict(given) if isinstance(given, Mapping) else {protocol.asks[0].name: given}
    asks = {ask.name: ask for ask in protocol.asks}
    if not answer:
        raise BadInput(
            "no answer is expected", where="answer", fix="Write what most people answer."
        )
    for name in answer:
        if name not in asks:
            raise NotFound.among("question", name, asks)
    condition = _condition(protocol, example, answer)
    _check_texts(protocol, example, condition)
    expected = {name: asks[name].expect(value, example) for name, value in answer.items()}
    assignment = Assignment(
        id=_name(number),
        annotator="",
        segment=_name(number),
        slots=_slots(example),
        role="tutorial",
        condition=condition,
    )
    _check_chunks(protocol, example, assignment, expected)
    return Rehearsal(assignment, example, expected)


def _check_texts(protocol: Protocol, example: Example, condition: str) -> None:
    """Refuse another number of texts than is shown, and texts that are empty."""
    shown = protocol.shown(condition)
    few = any(ask.widget == "ranks" for ask in protocol.asks_for(condition))
    sample = ", ".join(['"…"'] * shown)
    if len(example.texts) != shown and not (few and 2 <= len(example.texts) < shown):
        raise BadInput(
            f"{count(len(example.texts), 'text')} instead of {'2 to ' * few}{shown}",
            where="texts",
            fix=f"Write for example: texts = [{sample}]",
        )
    if not example.source.strip():
        raise BadInput("the source is empty", where="source", fix="Write what is translated.")
    for number, text in enumerate(example.texts, 1):
        if not text.strip() and condition not in protocol.only:
            raise BadInput(f"text {number} is empty", where="texts", fix="Write a translation.")


def _ways(protocol: Protocol, example: Example) -> list[str]:
    """Return how a text may be asked about; one that is empty is translated from scratch."""
    every = protocol.only if not any(text.strip() for text in example.texts) else (
        "", *(way for ask in protocol.asks for way in ask.when)
    )  # fmt: skip
    return [way for way in dict.fromkeys(every) if protocol.shown(way)]


def _condition(protocol: Protocol, example: Example, answer: Mapping[str, Any]) -> str:
    """Return how an item is asked: in the way that asks what its answer tells, and least else."""
    ways = _ways(protocol, example) or [""]
    asked = {way: {ask.name for ask in protocol.asks_for(way)} for way in ways}
    fitting = [
        way for way in sorted(ways, key=lambda way: len(asked[way])) if set(answer) <= asked[way]
    ]
    if not fitting and len(answer) > 1:
        raise BadInput(
            f"{', '.join(answer)} are not asked together",
            fix="Write an example for each.",
        )
    within = protocol.settings.get("within", {})
    problem: BadInput | None = None
    for way in fitting:
        try:
            for ask in protocol.asks:
                if isinstance(ask, Spans) and ask.name in answer:
                    marks = ask.expect(answer[ask.name], example)["marks"]
                    check_step(marks, ask.typology, within.get(way))
        except BadInput as error:
            problem = problem or error
        else:
            return way
    raise problem or BadInput(
        f"{next(iter(answer))!r} cannot be practised",
        fix="Write an example for a question about translations.",
    )


def _chunks(protocol: Protocol, examples: Sequence[Example]) -> list[dict[str, Any]]:
    """Return the chunks of all texts by rule, as a campaign keeps them."""
    entries = []
    for number, one in enumerate(examples, 1):
        if protocol.settings["side"] == "source":
            chunks = chunk_text(one.source, one.source_language)
            entries.append(kept_chunks((_name(number), "source", ""), one.source, chunks))
            continue
        for slot, text in zip(_slots(one), one.texts, strict=True):
            chunks = chunk_text(text, one.target_language)
            entries.append(kept_chunks((_name(number), "target", slot), text, chunks))
    return entries


def _check_chunks(
    protocol: Protocol, example: Example, assignment: Assignment, expected: Mapping[str, Any]
) -> None:
    """Refuse labels for other chunks than the text has."""
    if ANSWERS not in expected or not protocol.cuts:
        return
    cut = cuts_of({ANSWERS: _chunks(protocol, [example])})
    first = replace(assignment, segment=_name(1))
    shown = {name: text for name, _, text in chunks_of(cut, first, protocol.settings["side"])}
    if len(shown) != len(expected[ANSWERS]):
        said = " ".join(f"“{text}”" for text in shown.values())
        raise BadInput(
            f"{count(len(expected[ANSWERS]), 'answer')} for {count(len(shown), 'chunk')}",
            fix=f"Give one for each of {said}.",
        )
    for name in expected[ANSWERS]:
        if name not in shown:
            raise NotFound.among("chunk", name, shown)
