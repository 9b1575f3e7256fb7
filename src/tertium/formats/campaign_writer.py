"""A campaign file as text: every setting with its value and a comment, for people to edit."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tertium.formats.discover import Found
from tertium.model import Design, Prices

__all__ = ["Draft", "written"]

_COMMENTS_AT = 34
_BARE = re.compile(r"[A-Za-z0-9_-]+")  # a name that TOML reads without quotes

_PROTOCOLS = {
    "ab": "which of two translations is better?",
    "tournament": "a few comparisons of two put all into order",
    "ranking": "order several translations at once",
    "crossover": "tournament and ranking in turn, by everyone",
    "slider": "how good is each translation, from 0 to 100?",
    "postedit": "correct each translation; effort is measured",
    "mqm": "mark each error: where, of which kind, how severe",
    "esa": "mark each error and how severe it is, then give a score",
    "two_step": "mark errors without the source, then with it",
    "grading": "mark good solutions and errors, weighed from +8 to −8",
    "scorecard": "mark errors in a sample; a rule tells what passes",
    "chunks": "is each part of the translation correct?",
    "square": "rate adequacy and readability, count errors; never one number",
}
_PARTS = {
    "systems": "what is compared",
    "references": "human translations, compared like systems",
}
_SCORED_PARTS = {
    "systems": "what is scored",
    "references": "human translations, among the control items",
}
_EDITED_PARTS = {
    "systems": "whose outputs are edited",
    "references": "human translations; shown if gold = true",
    "recognised": "sources as a machine heard or read them",
}
_MARKED_PARTS = {
    "systems": "whose outputs are marked",
    "references": "human translations; not marked",
}
_OPTIONS = {
    "variant": "five, binary, ternary or post-edit answers",
    "good_enough": "also ask: is one good enough to post-edit?",
    "adequacy": "afterwards ask of the best: adequate?",
    "outputs": "translations on one screen; more take turns",
    "aspects": 'or several at once: ["adequacy", "fluency"]',
    "anchors": "marks beside the slider: none, sqm or esa",
    "against": "what is shown beside: source, reference or both",
    "document": "whole documents in order, each with a score of its own",
    "rating": "after editing: how much work was it, 1 to 4?",
    "gold": "show a reference: edit until it means the same",
    "content_free": "log times and kinds of keys, no characters",
    "idle": "seconds without a key that still count as work",
    "highlight": "may annotators highlight the differences?",
    "typology": "categories and severities: a name, or a YAML file here",
    "scheme": "answers: cp, gbu or kinds",
    "side": "whose chunks are judged: target or source",
    "chunks": "a corrected file; empty: chunks.tsv if there is one, else by rule",
    "model": "light: also count errors; full: they are marked elsewhere",
    "criteria": "other criteria, by the ids of your model; [] for those of the model",
    "sides": "where marks may stand",
    "hints": "what a machine points at; [] for nothing",
    "scoring": "or raw, non-linear, j2450, lisa, wmt-mqm",
    "pass_mark": "the score at which a text passes",
    "tolerance": 'points 1,000 words may cost; non-linear: "250=4,1000=10"',
    "cautious": "true: documents may differ strongly; asks for more words",
    "sample": "the file that says how the sample was drawn, if it is one",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """What a new campaign file says; `parts` maps the parts of the protocol to systems."""

    name: str
    title: str
    protocol: str
    options: Mapping[str, object]
    parts: Mapping[str, str | list[str]]
    found: tuple[Found, ...]
    seed: int = 0
    design: Design = field(default_factory=lambda: Design(common=0))
    prices: Prices = field(default_factory=Prices)
    authors: str = ""  # the file that says who made which output

    @property
    def keys(self) -> dict[str, str]:
        """How `[[texts]]` calls each system: by its part, or by its name where many play one."""
        keys: dict[str, str] = {}
        for part, played in self.parts.items():
            keys |= {played: part} if isinstance(played, str) else {one: one for one in played}
        return keys


def written(draft: Draft) -> str:
    """Return the file."""
    design, prices = draft.design, draft.prices
    parts = _PARTS_OF.get(design.kind, _PARTS)
    lines = [
        "# A campaign: what is compared, and who judges what.",
        "# Edit this file, then look at the plan with: tertium check FOLDER",
        "",
        _line("name", draft.name, "for managers; it is part of addresses"),
        _line("title", draft.title, "for annotators: it must not name a system"),
        _line("protocol", f"{draft.protocol}@1", _PROTOCOLS[draft.protocol]),
        _line("seed", draft.seed, "every random order follows from it"),
        "",
        "[options]",
        *(_line(name, value, _OPTIONS[name]) for name, value in draft.options.items()),
        "",
        "[systems]",
        *(_line(part, played, parts.get(part, "")) for part, played in draft.parts.items()),
        "",
        *(
            line
            for found, prefix in _prefixed(draft.found)
            for line in _texts(found, prefix, draft)
        ),
        "[design]",
        *_DESIGNS.get(design.kind, _shares)(design),
        *_steering(draft),
        *(
            [_line("authors", draft.authors, "nobody works on their own text")]
            * bool(draft.authors)
        ),
        _line("min_words", design.min_words, "shorter and longer sources are not asked about"),
        _line("max_words", design.max_words),
        *_nearly(design),
        _line("context", design.context, "neighbouring sentences shown; 0 if unrelated"),
        "",
        "[prices]",
        _line("per_task", prices.per_task, "money for one judgement"),
        _line("currency", prices.currency),
        _line("seconds_per_task", prices.seconds_per_task, "a guess until it is measured"),
        "",
        "[wording]",
        _line("language", "en", "of the pages: en, fr, es or de"),
        _line("contact", "", "whom annotators can ask"),
        _line("profile", True, "ask for a short profile first"),
        "# deadline = 2030-12-31            # shown to annotators",
        '# instructions = """…"""           # instead of the standard text',
    ]
    if draft.protocol in ("ab", "tournament", "crossover"):
        lines += [
            "# [[wording.tutorial]]             # an item with a known answer, to practise",
            '# source = "…"',
            '# texts = ["…", "…"]',
            '# answer = "left"',
            '# why = "…"',
        ]
    return "\n".join(lines) + "\n"


_PEOPLE = 'per language pair; or ids: ["ann-01", "ann-02"]'


def _shares(design: Design) -> list[str]:
    """Return who judges which segments."""
    return [
        _line("kind", design.kind, "or by-two, by-three: everything judged by two, three"),
        _line("annotators", design.annotators, _PEOPLE),
        _line("common", design.common, "segments that everyone judges: shows agreement"),
        _line("passes", design.passes, "2: those once more at the end: shows steadiness"),
        _line("unique", design.unique, "further segments per annotator, judged by one only"),
        _line("batch", design.batch, "a suggested sitting"),
    ]


def _hits(design: Design) -> list[str]:
    """Return what a HIT holds, and how many get it."""
    return [
        _line("kind", design.kind, "batches with control items among the outputs"),
        _line("annotators", design.annotators, _PEOPLE),
        _line("judges", design.judges, "annotators who get the same HIT"),
        _line("real", design.real, "outputs in a HIT"),
        _line("degraded", design.degraded, "some of them once more, made worse: shows who reads"),
        _line("references", design.references, "references as if they were outputs"),
        _line("repeats", design.repeats, "some once more as they are: shows steadiness"),
        _line("apart", design.apart, "places between these and their originals, at least"),
        _line("degrading", design.degrading, "beyond 20 words; or appraise: 6 words"),
    ]


def _one_only(design: Design) -> list[str]:
    """Return who edits what."""
    return [
        _line("kind", design.kind, "nobody works on a source twice"),
        _line("annotators", design.annotators, _PEOPLE),
        _line("judges", design.judges, "editors of each output"),
        _line("training", design.training, "sources that everyone edits first"),
        _line("scratch", design.scratch, "some sources are translated from scratch"),
        _line("crossed", list(design.crossed), 'aids for half of the tasks: ["glossary"]'),
        _line("blocks", design.blocks, "one condition after the other, not mixed"),
        _line("batch", design.batch, "a suggested sitting"),
    ]


def _documents(design: Design) -> list[str]:
    """Return who marks which documents."""
    return [
        _line("kind", design.kind, "whole documents, all their versions by the same people"),
        _line("annotators", design.annotators, _PEOPLE),
        _line("common", design.common, "segments everyone marks, in whole documents"),
        _line("judges", design.judges, "annotators of each other document"),
        _line("batch", design.batch, "a suggested sitting"),
    ]


_PARTS_OF = {"hits": _SCORED_PARTS, "one-only": _EDITED_PARTS, "documents": _MARKED_PARTS}
_DESIGNS = {"hits": _hits, "one-only": _one_only, "documents": _documents}


def _nearly(design: Design) -> list[str]:
    if design.kind in _DESIGNS:
        return []
    return [_line("near_identical", "ask", "leave-out: not if only quotes or spacing differ")]


def _steering(draft: Draft) -> list[str]:
    """Return the settings that tournaments have and other protocols lack."""
    design, lines = draft.design, []
    if draft.protocol in ("tournament", "crossover"):
        lines.append(
            _line("follow_up", design.follow_up, "further questions where the best stay open")
        )
    if draft.protocol == "tournament":
        lines.append(_line("budget", design.budget, "or: so many questions a source, each steered"))
    if draft.protocol == "crossover":
        lines.append(_line("pause", design.pause, "days between the two ways of asking"))
    return lines


def _line(name: str, value: object, comment: str = "") -> str:
    setting = f"{name} = {_value(value)}"
    if not comment:
        return setting
    if len(setting) > _COMMENTS_AT:
        return f"# {comment}\n{setting}"
    return f"{setting:<{_COMMENTS_AT}} # {comment}"


def _value(value: object) -> str:
    """Write a value as TOML does, which for texts on one line is as JSON does."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _prefixed(found: tuple[Found, ...]) -> list[tuple[Found, str]]:
    """Give every table a prefix where files use the same ids for different segments."""
    given = [name for texts in found for name in texts.ids]
    if len(set(given)) == len(given):
        return [(texts, "") for texts in found]
    return [(texts, _prefix(texts)) for texts in found]


def _prefix(texts: Found) -> str:
    pair = f"{texts.source_language}-{texts.target_language}"
    return ".".join(part for part in (pair, texts.domain) if part) + "."


def _texts(found: Found, prefix: str, draft: Draft) -> list[str]:
    lines = [
        "[[texts]]",
        _line("source_language", found.source_language),
        _line("target_language", found.target_language),
    ]
    for name, value in (("domain", found.domain), ("prefix", prefix), ("file", found.file)):
        if value:
            lines.append(_line(name, value))
    if not found.file:
        if found.source:
            lines.append(_line("source", found.source))
        files = ", ".join(
            f"{_key(key)} = {_value(found.outputs[system])}"
            for system, key in draft.keys.items()
            if system in found.outputs
        )
        lines.append(f"outputs = {{ {files} }}")
    return [*lines, ""]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _value(name)
