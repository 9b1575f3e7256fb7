"""How the work of a protocol is planned: what a campaign file may set, and what `new` writes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from tertium.model import Design

# What options that several protocols have mean, in a new file.
AGAINST = "what is shown beside: source, reference, both or none"
HIGHLIGHT = "may annotators highlight the differences?"
OUTPUTS = "translations on one screen; more take turns"
SHOWN = ("source", "reference", "both", "none")  # what a translation is judged against
_AIDS = {
    "glossary": "a table of terms shown beside the text: a file here",
    "termbase": "terms that are looked up: a file here",
    "specification": "what the translation is for: a text file here",
    "against": AGAINST,
}


Usual = Literal["", "two", "many", "alone"]


@dataclass(frozen=True, slots=True)
class Planning:
    """What a campaign of a protocol looks like.

    `settings` are those of `[design]` that it knows beside `ALWAYS`. `options` are those of the
    protocol that a new file shows, with their comments; `further` ones can be set as well, and
    pages show them too. `values` are those of an option that takes one of a few. `seconds` is how
    long one question takes until it is measured; `seconds_per_source` says it for one source of
    so many systems, with so many on a screen, where a source takes several.
    """

    ALWAYS = ("kind", "annotators", "min_words", "max_words", "context")

    kinds: tuple[str, ...]
    settings: tuple[str, ...]
    design: Design = field(default_factory=Design)  # defaults
    first: Design | None = None  # what `new` begins with, if not the defaults
    summary: str = ""  # one line beside the protocol's name
    title: str = "Comparing translations"
    question: str = "Which translation is better?"  # a title that names nothing
    seconds: float = 30.0
    seconds_per_source: Callable[[int, int], float] | None = None
    alone: bool = False  # one system is enough
    groups: int = 1  # of annotators, who begin differently
    references: bool = False  # human translations are judged too, where outputs are judged alone
    together: int = 0  # outputs that may be scored side by side
    ordered: int = 0  # outputs that may be put in order on one screen
    # Chosen by `new` for two systems, for many, or for outputs that are looked at one by one.
    usual: Usual = ""
    parts: Mapping[str, str] = field(default_factory=dict)  # comments
    options: Mapping[str, str] = field(default_factory=dict)
    further: Mapping[str, str] = field(default_factory=dict)  # options that a new file leaves out
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of options with a few
    comments: Mapping[str, str] = field(default_factory=dict)  # beside settings, in its own words

    def knows(self, setting: str) -> bool:
        """Tell whether a setting of `[design]` means something here."""
        return setting in self.ALWAYS or setting in self.settings


COMPARED = Planning(
    kinds=("common-unique", "by-two", "by-three"),
    settings=("common", "passes", "unique", "batch", "near_identical"),
    parts={
        "systems": "what is compared",
        "references": "human translations, compared like systems",
    },
    comments={"kind": "or by-two, by-three: everything judged by two, three"},
)
# Where outputs are judged one by one, short sources are no less telling than others.
_ONE_BY_ONE = Design(min_words=1, max_words=1_000, follow_up=0)
SCORED = Planning(
    kinds=("hits",),
    settings=(
        *("judges", "real", "degraded", "references", "repeats", "apart", "degrading"),
        *("anchors", "anchored"),
    ),
    design=replace(_ONE_BY_ONE, kind="hits"),
    alone=True,
    parts={
        "systems": "what is scored",
        "references": "human translations, among the control items",
    },
    comments={
        "kind": "batches with control items among the outputs",
        "judges": "annotators who get the same HIT",
    },
)
ONE_ONLY = Planning(
    kinds=("one-only",),
    settings=("judges", "training", "scratch", "crossed", "blocks", "batch", "authors"),
    design=replace(_ONE_BY_ONE, kind="one-only", batch=25),
    alone=True,
    parts={
        "systems": "whose outputs are edited",
        "references": "human translations; shown if gold = true",
        "recognised": "sources as a machine heard or read them",
    },
    further={
        **_AIDS,
        "questionnaire": "questions after the last text, by their ids; [] for none",
        "spelling": "the browser's spelling checker",
    },
    values={"against": SHOWN},
    comments={
        "kind": "an annotator works on a source once",
        "judges": "editors of each output",
    },
)
PREFILLED_MARKS = {
    "prefilled": "marks that stand there before anybody reads, such as a judge's: a file here",
    "unfilled": "share of the assignments without them, drawn by chance",
}
MARKED = Planning(
    kinds=("documents",),
    settings=("common", "judges", "batch"),
    design=replace(_ONE_BY_ONE, kind="documents", batch=50, common=0),
    title="Marking errors",
    question="Mark what is wrong in each translation",
    seconds=60.0,
    alone=True,
    parts={
        "systems": "whose outputs are marked",
        "references": "human translations; not marked",
    },
    options={
        "typology": "categories and severities: a name, or a YAML file here",
        "sides": "where marks may stand",
        "hints": "what a machine points at; [] for nothing",
    },
    further={
        **_AIDS,
        "document": "whole documents, with their other sentences",
        "external": "criteria that are rated once for the whole text",
        "questionnaire": "questions after the last text, by their ids; [] for none",
    },
    values={"against": SHOWN},
    comments={
        "kind": "whole documents, all their versions by the same people",
        "common": "segments everyone marks, in whole documents",
        "judges": "annotators of each other document",
    },
)
