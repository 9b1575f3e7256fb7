"""The queue of conflicts: a manager looks at the answers and the texts, and says what happened."""

import csv
import io
from collections import Counter
from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tertium.exceptions import NotFound
from tertium.model import Campaign, parts_of
from tertium.store import Store
from tertium.text import guarded
from tertium.web.manage.codes import AssignedCode, Code, Coder, write_code
from tertium.web.manage.conflicts import Conflict, ConflictingAnswer, Kind
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.names import Names, names_in
from tertium.web.manage.study import study_of
from tertium.web.manage.visit import Done, DoneBody, Visit
from tertium.web.openapi import Endpoint

PAGE = 10
_HERE = "/manage/campaigns/{campaign}/conflicts"
Shown = Literal["open", "all", "topological", "criterion", "slip", "none"]


class ConflictsQuery(Struct, frozen=True):
    """What part of the queue to show: those without a code, all, or those with one code."""

    page: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    code: Shown = "open"


class CodeInput(Struct, frozen=True):
    """What a manager found, and which part of the queue to show next."""

    code: Code
    note: Annotated[str, Meta(max_length=2_000)] = ""
    back: Shown = "open"


class CodeCount(Struct, frozen=True):
    """How many conflicts have a code; `open` have none."""

    code: Shown
    count: int


class ConflictAnswer(Struct, frozen=True):
    """One answer of a conflict: a comparison (`>`, `=`) or whether one is adequate (`yes`, `no`).

    `assignment` is empty where the judgement was imported without one.
    """

    judgement: str
    assignment: str
    one: str
    sign: Literal[">", "=", "yes", "no"]
    two: str


class ShownText(Struct, frozen=True):
    """A translation; `names` has several where their output is the same."""

    names: tuple[str, ...]
    text: str


class ShownConflict(Struct, frozen=True):
    """Answers that do not fit together, with the texts.

    `inadequate` and `adequate` are empty for a contradiction of comparisons; `inferred` are
    those of them that nobody was asked about. `coded` is the code that counts; `former` one
    that spoke of other judgements than those there are now.
    """

    id: str
    kind: Kind
    segment: str
    annotator: str
    pass_: str
    condition: str
    source: str
    source_language: str
    target_language: str
    texts: tuple[ShownText, ...]
    answers: tuple[ConflictAnswer, ...]
    inadequate: str
    adequate: str
    inferred: tuple[str, ...]
    path: tuple[str, ...]
    coded: AssignedCode | None
    former: AssignedCode | None
    history: tuple[AssignedCode, ...]


class ConflictsPage(Struct, frozen=True):
    """The queue of conflicts."""

    head: Head
    conflicts: tuple[ShownConflict, ...]
    counts: tuple[CodeCount, ...]
    total: int
    page: int
    pages: int
    code: Shown


def conflicts_page(visit: Visit) -> ConflictsPage:
    """GET …/conflicts."""
    name = visit.path["campaign"]
    head = head_of(visit.store, name)
    wanted: ConflictsQuery = visit.query
    coder = _coder(visit)
    codes = {key: coder.code(key) for key in coder.by_key}
    standing: dict[str, Shown] = {key: one.code if one else "open" for key, one in codes.items()}
    counts = Counter(standing.values())
    chosen = [key for key in coder.by_key if wanted.code in ("all", standing[key])]
    pages = max(1, -(-len(chosen) // PAGE))
    page = min(wanted.page, pages)
    order: tuple[Shown, ...] = ("open", "topological", "criterion", "slip", "none")
    return ConflictsPage(
        head=head,
        conflicts=_shown(visit, coder, chosen[(page - 1) * PAGE : page * PAGE], head),
        counts=(
            *(CodeCount(code, counts[code]) for code in order),
            CodeCount("all", len(coder.by_key)),
        ),
        total=len(chosen),
        page=page,
        pages=pages,
        code=wanted.code,
    )


def code_conflict(visit: Visit) -> Done:
    """POST …/conflicts/{conflict}: say what happened; a later word counts, the log keeps all."""
    name, key = visit.path["campaign"], visit.path["conflict"]
    sent: CodeInput = visit.body
    coder = _coder(visit)
    if key not in coder.by_key:
        raise NotFound(
            "there is no such conflict",
            fix="Open the queue again; the answers may have changed.",
        )
    write_code(
        visit.store,
        name,
        key,
        coder.by_key[key],
        code=sent.code,
        note=sent.note,
        by=visit.manager,
        at=visit.now,
    )
    return Done("coded", f"{_HERE.format(campaign=name)}?code={sent.back}")


def _coder(visit: Visit) -> Coder:
    name = visit.path["campaign"]
    study = study_of(visit.request.app.state, visit.store, name)
    return Coder(visit.store, name, study.conflicts)


def _shown(visit: Visit, coder: Coder, keys: list[str], head: Head) -> tuple[ShownConflict, ...]:
    store, campaign = visit.store, visit.store.campaigns.get(head.name)
    segments = {segment.id: segment for segment in campaign.segments}
    asked: dict[str, dict[str, str]] = {}  # annotator → judgement → assignment
    found = []
    for key in keys:
        conflict = coder.by_key[key]
        if conflict.annotator not in asked:
            answered = store.assignments.answered(head.name, conflict.annotator)
            asked[conflict.annotator] = {one.id: place for place, one in answered.items()}
        segment = segments[conflict.segment]
        names = names_in(store, campaign, segment.id, revealed=head.revealed_at is not None)
        history = tuple(coder.history(key))
        coded = coder.code(key)
        found.append(
            ShownConflict(
                id=key,
                kind=conflict.kind,
                segment=segment.id,
                annotator=conflict.annotator,
                pass_=conflict.pass_,
                condition=conflict.condition,
                source=segment.source,
                source_language=segment.source_language,
                target_language=segment.target_language,
                texts=_texts(campaign, names, conflict),
                answers=_answers(names, conflict, asked[conflict.annotator]),
                inadequate=names.of(conflict.inadequate) if conflict.inadequate else "",
                adequate=names.of(conflict.adequate) if conflict.adequate else "",
                inferred=_inferred(names, conflict),
                path=tuple(names.of(system) for system in conflict.path),
                coded=coded,
                former=history[-1] if history and coded is None else None,
                history=history,
            )
        )
    return tuple(found)


def _texts(campaign: Campaign, names: Names, conflict: Conflict) -> tuple[ShownText, ...]:
    """Return the texts of a conflict, the same ones together."""
    together: dict[str, list[str]] = {}
    for system in conflict.translations:
        text = campaign.outputs[conflict.segment, system]
        together.setdefault(text.strip().lower(), []).append(system)
    shown = (
        ShownText(
            names=tuple(sorted(names.of(system) for system in systems)),
            text=campaign.text(conflict.segment, systems[0]),
        )
        for systems in together.values()
    )
    return tuple(sorted(shown, key=lambda one: one.names))


def _answers(names: Names, conflict: Conflict, asked: dict[str, str]) -> tuple[ConflictAnswer, ...]:
    found = [_given(names, answer, asked) for answer in conflict.answers]
    # In an order that does not depend on the names of systems.
    return tuple(sorted(found, key=lambda one: (not one.two, one.one, one.two)))


def _inferred(names: Names, conflict: Conflict) -> tuple[str, ...]:
    """Return the translations whose label follows from other answers."""
    asked = {part for one in conflict.answers if not one.two for part in parts_of(one.one)}
    labelled = [name for name in (conflict.inadequate, conflict.adequate) if name]
    return tuple(names.of(name) for name in labelled if not asked & {*parts_of(name)})


def _given(names: Names, answer: ConflictingAnswer, asked: dict[str, str]) -> ConflictAnswer:
    one, sign, two = names.answer(answer.one, answer.sign, answer.two)
    return ConflictAnswer(answer.judgement, asked.get(answer.judgement, ""), one, sign, two)


def conflicts_csv(store: Store, name: str, coder: Coder, *, revealed: bool) -> str:
    """Return one line per conflict: what it is about, its answers, and the code that counts."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [
            "conflict",
            "kind",
            "segment",
            "annotator",
            "pass",
            "condition",
            "translations",
            "answers",
            "judgements",
            "code",
            "note",
            "coded_by",
            "coded_at",
        ]
    )
    campaign = store.campaigns.get(name)
    for key, conflict in coder.by_key.items():
        names = names_in(store, campaign, conflict.segment, revealed=revealed)
        coded = coder.code(key)
        line = [
            key,
            conflict.kind,
            conflict.segment,
            conflict.annotator,
            conflict.pass_,
            conflict.condition,
            " ".join(names.each(conflict.translations)),
            "; ".join(_told(one) for one in _answers(names, conflict, {})),
            " ".join(conflict.judgements),
            coded.code if coded else "",
            coded.note if coded else "",
            coded.by if coded else "",
            _moment(coded.at) if coded else "",
        ]
        writer.writerow([guarded(cell) for cell in line])
    return out.getvalue()


def _told(answer: ConflictAnswer) -> str:
    """Write an answer in one line, such as `A > B` or `A adequate: no`."""
    if answer.two:
        return f"{answer.one} {answer.sign} {answer.two}"
    return f"{answer.one} adequate: {answer.sign}"


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


endpoints = (
    Endpoint(
        "GET",
        _HERE,
        "Answers that contradict each other, to look at and code",
        conflicts_page,
        query=ConflictsQuery,
        gives=ConflictsPage,
        template="manage/conflicts.html",
    ),
    Endpoint(
        "POST",
        f"{_HERE}/{{conflict}}",
        "Code a conflict; the log keeps who did it",
        code_conflict,
        takes=CodeInput,
        gives=DoneBody,
    ),
)
