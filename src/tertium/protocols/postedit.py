"""Post-editing: correct a translation until it is good, then say how much work it was.

The editor changes the output in place, or translates an empty field from scratch, and how it
is done is logged. So effort is measured without asking: in time, keys and edits. The rating that
follows has the four anchors of Aziz, Mitkov and Specia (2013). After a batch a campaign may ask
questions of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from tertium.exceptions import BadInput
from tertium.model import Assignment, Judgement, Observation, parts_of
from tertium.protocols.aids import AIDS
from tertium.protocols.conditions import QUESTIONNAIRE, SCRATCH
from tertium.protocols.editing import EDITED, RATING
from tertium.protocols.planning import ONE_ONLY
from tertium.protocols.protocol import (
    PROBLEMS,
    Ask,
    Choice,
    Editor,
    Protocol,
    Text,
    read_options,
    read_words,
    shipped_demonstration,
)
from tertium.text.events import GROUPS, IDLE, indicators
from tertium.text.ter import ter

# What a log yields, each a row of its own; all are costs.
ASPECTS = (
    *("seconds", "active", "first_key", "last_key", "keystrokes", *GROUPS),
    *("inserted", "deleted", "pauses", "pauses_300", "bursts", "kdur"),
)
_TAKEN = {EDITED, "overall", "rating", "comment", "problem", "hter", "replayed", *ASPECTS}
_MOST_IDLE = 3600  # seconds; who does nothing for an hour is not at work


def observe(
    judgement: Judgement,
    assignment: Assignment,
    *,
    idle: float = IDLE,
    questions: Sequence[Choice | Text] = (),
) -> Iterator[Observation]:
    """Yield the rating as `overall`, the effort, the distance, and the edited text.

    What is measured speaks of every system that gave this output. A log that is not whole, or does
    not rebuild the text, yields no effort: `replayed` is 0 then, and the raw log stays with
    the judgement.
    """
    if assignment.condition == QUESTIONNAIRE:
        yield from _questionnaire(judgement.answer, questions)
        return
    rows = list(_measured(judgement.answer, assignment, idle))
    comment = judgement.answer.get("comment")
    for system in parts_of(assignment.slots[0]):
        for row in rows:
            yield replace(row, system=system, slot=1, comment=comment)
            comment = None  # once is enough


def _measured(
    answer: Mapping[str, Any], assignment: Assignment, idle: float
) -> Iterator[Observation]:
    """Yield what one edited text says, without the name of its system."""
    edited = answer[EDITED]
    rating = answer.get(RATING.name)
    if rating is not None:
        yield Observation("overall", value=float(rating), label=rating)
    flags = edited.get("flags", ())
    if not flags:
        found = indicators(edited["events"], idle=idle)
        for aspect in ASPECTS:
            value = found.keys[aspect] if aspect in GROUPS else getattr(found, aspect)
            if value is not None:
                yield Observation(aspect, value=float(value))
    if assignment.slots[0] != SCRATCH:
        yield Observation("hter", value=ter(edited["start"], edited["text"]).score)
    if flags or any("r" in event for event in edited["events"]):
        yield Observation("replayed", value=float(not flags), label=", ".join(flags) or None)
    yield Observation(EDITED, text=edited["text"])


def _questionnaire(
    answer: Mapping[str, Any], questions: Sequence[Choice | Text]
) -> Iterator[Observation]:
    """Yield one row per question; the labels of a choice count from 1 in their order."""
    comment = answer.get("comment")
    for question in questions:
        given = answer[question.name]
        if isinstance(question, Choice):
            place = question.labels.index(given) + 1
            yield Observation(question.name, value=float(place), label=given, comment=comment)
        else:
            yield Observation(question.name, text=given, comment=comment)
        comment = None


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose what is asked, what is logged and what lies beside the text."""
    aids = {name: options.get(name, "") for name in AIDS}
    settings = read_options(
        {name: value for name, value in options.items() if name not in AIDS},
        {
            "rating": True,
            "content_free": False,
            "gold": False,
            "questionnaire": [],
            "idle": int(IDLE),
            "spelling": True,
        },
    )
    for name, value in aids.items():
        if not isinstance(value, str | list):
            raise BadInput(
                f"{name} = {value!r} is not the name of a file",
                where="[options]",
                fix=f'Write for example {name} = "{name}.tsv".',
            )
    if not 1 <= settings["idle"] <= _MOST_IDLE:
        raise BadInput(
            f"idle = {settings['idle']} is not a number of seconds without work",
            where="[options]",
            fix=f"Write a number from 1 to {_MOST_IDLE}.",
        )
    questions = tuple(_question(given) for given in settings["questionnaire"])
    names = tuple(question.name for question in questions)
    if len(set(names)) < len(names):
        raise BadInput(
            f"two questions of the questionnaire have one name ({', '.join(names)})",
            where="[options]",
            fix="Give every question a name of its own.",
        )
    asks: tuple[Ask, ...] = (Editor(EDITED, content_free=settings["content_free"]),)
    asks += (RATING,) if settings["rating"] else ()
    return replace(
        protocol,
        asks=asks + questions,
        observe=partial(observe, idle=float(settings["idle"]), questions=questions),
        settings=settings | aids | {"against": "both" if settings["gold"] else "source"},
        only={SCRATCH: (EDITED,)} | ({QUESTIONNAIRE: names} if names else {}),
        shows={QUESTIONNAIRE: 0} if names else {},
    )


def _question(given: Any) -> Choice | Text:
    """Return a question of the campaign's own: a choice, or without labels a text."""
    where = "[[options.questionnaire]]"
    if not isinstance(given, Mapping) or not set(given) <= {"name", "question", "labels"}:
        raise BadInput(
            f"{given!r} is no question",
            where=where,
            fix="Write name, question and, for a choice, labels.",
        )
    name, said, labels = given.get("name"), given.get("question"), given.get("labels", [])
    known = isinstance(name, str) and name.isidentifier() and name not in _TAKEN
    if not isinstance(name, str) or not known or name in PROBLEMS:
        raise BadInput(
            f"{name!r} cannot be the name of a question",
            where=where,
            fix='Write a word that is not in use, such as name = "tiring".',
        )
    if not isinstance(said, str) or not said.strip():
        raise BadInput(f"{name!r} asks nothing", where=where, fix='Write question = "…".')
    texts = isinstance(labels, list) and all(isinstance(one, str) and one for one in labels)
    if not texts or len(set(labels)) < len(labels) or len(labels) in (1, *range(10, 1000)):
        raise BadInput(
            f"labels = {labels!r} cannot be chosen from",
            where=where,
            fix='Write two to nine different texts, such as labels = ["no", "yes"].',
        )
    when = (QUESTIONNAIRE,)
    return Choice(name, tuple(labels), when=when) if labels else Text(name, when=when)


POSTEDIT = Protocol(
    name="postedit",
    version=1,
    title="Post-editing",
    systems=1,
    parts=("systems", "references", "recognised"),
    asks=(Editor(EDITED), RATING),
    observe=observe,
    cite="Aziz, Mitkov and Specia (2013), Ranking Machine Translation Systems via Post-editing",
    template="edit.html",
    configure=configure,
    only={SCRATCH: (EDITED,)},
    purpose="edit",
    words=read_words("postedit"),
    demonstrations=(shipped_demonstration("museum-edits", share=0.8),),
    planning=replace(
        ONE_ONLY,
        summary="correct each translation; effort is measured",
        title="Editing translations",
        question="Correct each translation",
        seconds=90.0,
        options={
            "rating": "after editing: how much work was it, 1 to 4?",
            "gold": "show a reference: edit until it means the same",
            "content_free": "log times and kinds of keys, no characters",
            "idle": "seconds without a key that still count as work",
        },
    ),
)
