"""What every protocol promises, as a check that plug-in authors can run."""

from collections.abc import Sequence
from datetime import UTC, datetime

from tertium.errors import TertiumError
from tertium.model import Assignment, Judgement
from tertium.protocols.chunk_ask import Chunks
from tertium.protocols.protocol import Choice, Editor, Protocol, Ranks, Slider, Text
from tertium.protocols.spans import Spans

__all__ = ["check_protocol"]


def check_protocol(protocol: Protocol, answers: Sequence[dict[str, object]] = ()) -> None:
    """Assert what every protocol promises, for plug-in authors' own test suites.

    It reads its own answers and keeps them unchanged when read again, observes
    at least one row that names its systems, reports problems the same way as
    all others, and refuses what it did not ask. Give `answers` when they cannot
    be made from choices alone.
    """
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


def _check_condition(
    protocol: Protocol, condition: str, answers: Sequence[dict[str, object]]
) -> None:
    """Answer every question of one condition in every way, for each number of outputs."""
    asks = protocol.asks_for(condition)
    choices = [ask for ask in asks if isinstance(ask, Choice)]
    ranked = [ask for ask in asks if isinstance(ask, Ranks)]
    scored = [ask for ask in asks if isinstance(ask, Slider)]
    most = protocol.shown(condition)
    edited = [ask for ask in asks if isinstance(ask, Editor)]
    for shown in range(2 if ranked else most, most + 1):
        slots = tuple(f"system-{k}" for k in range(1, shown + 1))
        assignment = Assignment("a", "p", "s", slots, condition=condition)
        plain: dict[str, object] = {ask.name: ask.labels[0] for ask in choices}
        plain |= {ask.name: list(range(1, shown + 1)) for ask in ranked}
        plain |= {ask.name: [0] * shown for ask in scored}
        plain |= {ask.name: {"start": "a", "text": "a", "events": []} for ask in edited}
        plain |= {ask.name: _marks(ask, shown, 0) for ask in asks if isinstance(ask, Spans)}
        plain |= {ask.name: "" for ask in asks if isinstance(ask, Text)}
        plain |= {ask.name: {"1": ask.labels[0]} for ask in asks if isinstance(ask, Chunks)}
        tried = list(answers) or [
            plain | {ask.name: label, "comment": "why"} for ask in choices for label in ask.labels
        ]
        tried += [plain | {ask.name: [1] * shown} for ask in ranked]
        tried += [plain | {ask.name: [100] * shown} for ask in scored]
        tried += [plain | {ask.name: _EDIT} for ask in edited]
        tried += [
            plain | {ask.name: _marks(ask, shown, count)}
            for ask in asks
            if isinstance(ask, Spans)
            for count in (0, 2)
        ]
        tried += [
            plain | {ask.name: {"1": ask.labels[0], "2": label}}
            for ask in asks
            if isinstance(ask, Chunks)
            for label in ask.labels
        ]
        assert tried, "give `answers`: this protocol has no choices to answer by itself"
        for given in tried:
            kept = protocol.read(given, assignment)
            assert protocol.read(kept, assignment) == kept, "reading again must not change it"
            rows = list(protocol.observations(_judged(kept), assignment))
            assert rows, f"no observation from {kept}"
            named = {name for row in rows for name in (row.system, row.versus) if name}
            assert named <= set(slots), f"observations name systems that were not shown: {named}"
            assert named or not slots, "no observation names a system"


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
