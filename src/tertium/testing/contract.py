"""What every protocol promises, as a check that plug-in authors can run."""

from collections.abc import Sequence
from datetime import UTC, datetime

from tertium.exceptions import TertiumError
from tertium.model import Assignment, Judgement
from tertium.protocols.checklist import MOST_ERRORS, Checklist
from tertium.protocols.chunk_ask import Chunks
from tertium.protocols.practice import rehearse
from tertium.protocols.protocol import Ask, Choice, Editor, Protocol, Ranks, Rating, Slider, Text
from tertium.protocols.spans import Spans
from tertium.web.languages import messages


def check_protocol(protocol: Protocol, answers: Sequence[dict[str, object]] = ()) -> None:
    """Assert what every protocol promises, for plug-in authors' own test suites.

    It reads its own answers and keeps them unchanged when read again, observes
    at least one row that names its systems, reports problems the same way as
    all others, refuses what it did not ask, and has words for what people read. The examples of
    its tutorial can be practised. Give `answers` when they cannot be made from choices alone.
    """
    _check_words(protocol)
    rehearse(protocol, protocol.tutorial)
    conditions = {condition for ask in protocol.asks for condition in ask.when} | {*protocol.only}
    if any(not ask.when for ask in protocol.asks):
        conditions.add("")
    for condition in sorted(conditions):
        _check_condition(protocol, condition, answers)
    problem = protocol.read({"problem": "other", "comment": "why"})
    assignment = Assignment(id="a", annotator="p", segment="s", slots=("system-1", "system-2"))
    (row,) = protocol.observations(_judged(problem), assignment)
    assert row.aspect == "problem"
    assert row.value is None
    refused: tuple[dict[str, object], ...] = ({}, {"unheard_of": 1}, {"problem": "no such reason"})
    for wrong in refused:
        assert _refusal(protocol, wrong).fix, "a refused answer must come with a remedy"


_EDIT = {
    "start": "a cat",
    "text": "a dog",
    "events": [{"t": 900, "k": "input", "r": [2, 5, "dog"]}, {"t": 2000, "k": "done"}],
}


def _check_words(protocol: Protocol) -> None:
    """Assert that every language has the protocol's name, its questions and its answers."""
    assert protocol.words, "no words in any language"
    own = {form["name"] for form in protocol.settings.get("questionnaire", ())}  # in its own words
    for language in protocol.words:
        known = messages(language) | dict(protocol.words[language])
        wanted = ["name", "choice"]
        for ask in protocol.asks:
            if isinstance(ask, Choice) and ask.name not in own:
                wanted.append(f"question.{ask.name}")
                wanted += [f"answer.{ask.name}.{label}" for label in ask.labels]
        missing = [key for key in wanted if key not in known]
        assert not missing, f"no words in {language!r} for {', '.join(missing)}"


def _check_condition(
    protocol: Protocol, condition: str, answers: Sequence[dict[str, object]]
) -> None:
    """Answer every question of one condition in every way, for each number of outputs."""
    asks = protocol.asks_for(condition)
    most = protocol.shown(condition)
    fewest = 2 if any(isinstance(ask, Ranks) for ask in asks) else most
    for shown in range(fewest, most + 1):
        slots = tuple(f"system-{k}" for k in range(1, shown + 1))
        assignment = Assignment("a", "p", "s", slots, condition=condition)
        tried = _tried(asks, shown, answers)
        assert tried, "give `answers`: this protocol has no choices to answer by itself"
        for given in tried:
            _check_answer(protocol, given, assignment)


def _check_answer(protocol: Protocol, given: dict[str, object], assignment: Assignment) -> None:
    """Assert that an answer is read, stays as it is, and gives rows about the systems shown."""
    kept = protocol.read(given, assignment)
    assert protocol.read(kept, assignment) == kept, "reading again must not change it"
    rows = list(protocol.observations(_judged(kept), assignment))
    assert rows, f"no observation from {kept}"
    slots = set(assignment.slots)
    named = {name for row in rows for name in (row.system, row.versus) if name}
    assert named <= slots, f"observations name systems that were not shown: {named}"
    assert named or not slots, "no observation names a system"


def _tried(
    asks: Sequence[Ask], shown: int, answers: Sequence[dict[str, object]]
) -> list[dict[str, object]]:
    """Return whole answers, each of which answers one question otherwise than the simplest way."""
    plain = {ask.name: _simplest(ask, shown) for ask in asks}
    tried = list(answers) or [
        plain | {ask.name: label, "comment": "why"}
        for ask in asks
        if isinstance(ask, Choice)
        for label in ask.labels
    ]
    return tried + [
        plain | {ask.name: other} for ask in asks for other in _other_answers(ask, shown)
    ]


def _simplest(ask: Ask, shown: int) -> object:
    """Return the simplest answer to a question about so many outputs."""
    match ask:
        case Choice():
            return ask.labels[0]
        case Ranks():
            return list(range(1, shown + 1))
        case Slider():
            return [0] * shown
        case Rating():
            return [ask.labels[0]] * shown
        case Checklist():
            return [{}] * shown
        case Editor():
            return {"start": "a", "text": "a", "events": []}
        case Spans():
            return _marks(ask, shown, 0)
        case Chunks():
            return {"1": ask.labels[0]}
        case Text():
            return ""


def _other_answers(ask: Ask, shown: int) -> list[object]:
    """Return further answers to a question; every label of a choice is tried elsewhere."""
    match ask:
        case Ranks():
            return [[1] * shown]
        case Slider():
            return [[100] * shown]
        case Rating():
            return [[label] * shown for label in ask.labels]
        case Checklist():
            most = MOST_ERRORS if ask.counted else 1
            return [[{node.id: most}] * shown for node in ask.typology.nodes]
        case Editor():
            return [_EDIT]
        case Spans():
            return [_marks(ask, shown, count) for count in (0, 2)]
        case Chunks():
            return [{"1": ask.labels[0], "2": label} for label in ask.labels]
    return []


def _marks(ask: Spans, shown: int, count: int) -> dict[str, object]:
    """Return so many marks on the last output, in the first category."""
    typology = ask.typology
    mark = {
        "slot": shown,
        "side": "target",
        "start": 0,
        "end": 3,
        "quote": "cat",
        "category": typology.nodes[0].id if typology and typology.nodes else "",
        "severity": typology.severities[0].id if typology else "",
    }
    return {"marks": [mark] * count, "source": "", "targets": ["0" * 64] * shown}


def _refusal(protocol: Protocol, answer: dict[str, object]) -> TertiumError:
    try:
        protocol.read(answer)
    except TertiumError as error:
        return error
    raise AssertionError(f"{answer} was accepted")


def _judged(answer: dict[str, object]) -> Judgement:
    return Judgement("j", "c", "a", "p", answer, datetime(2026, 1, 1, tzinfo=UTC), 1.0)
