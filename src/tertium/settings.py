"""Settings of a campaign, each declared once: a field of a record, with what it means.

The reader of the campaign file, the file that `new` writes, its checks, the manual and the fields
of managers' pages follow from the declaration.
"""

from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Literal

_KEY = "setting"


@dataclass(frozen=True, slots=True)
class Setting:
    """What a setting means, and which values it takes; its kind follows from its default."""

    meaning: str  # in the manual
    comment: str | None = None  # beside it in a new file, if not the meaning
    least: int = 0
    most: int | None = None
    allowed: tuple[str, ...] = ()
    shown: bool = True  # in a new file
    hint: str = ""  # on a page, if not the meaning
    label: str = ""  # beside its field on a page; its name in words if empty
    first: bool = False  # on a page, in sight; others are behind "More settings"
    long: bool = False  # a text of several lines

    def beside(self) -> str:
        """Return the comment that stands beside it in a new file."""
        return self.meaning if self.comment is None else self.comment


def setting(default: Any, meaning: str, comment: str | None = None, **more: Any) -> Any:
    """Declare a field of a record as a setting."""
    return field(default=default, metadata={_KEY: Setting(meaning, comment, **more)})


def settings_of(record: Any) -> dict[str, Setting]:
    """Return the settings of a record (or of its class) by name, in their order."""
    return {one.name: one.metadata[_KEY] for one in fields(record) if _KEY in one.metadata}


def name_in_file(name: str) -> str:
    """Return what the campaign file calls a field: `pass_` is `pass`, a word of Python's own."""
    return name.removesuffix("_")


# The records of the campaign file ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Design:
    """Who judges what, as `[design]` of the campaign file says; a protocol knows some of it."""

    kind: Literal["common-unique", "by-two", "by-three", "hits", "one-only", "documents"] = setting(
        "common-unique",
        "how the work is shared out; those that the protocol has",
        label="How work is shared",
    )
    annotators: int | tuple[str, ...] = setting(
        3,
        'a number per language pair; or ids: `["ann-01", "ann-02"]`; or per pair: '
        '`{ en-de = 5, en-fr = ["x", "y"] }`',
        'per language pair; or ids: ["ann-01", "ann-02"]',
        least=1,
        hint="for each language pair; or names: ann-01, ann-02; or en-de: 5, en-fr: 3",
        label="Annotators",
        first=True,
    )
    common: int = setting(
        50,
        "segments per language pair that everyone judges",
        "segments that everyone judges: inter-annotator agreement",
        label="Segments judged by all",
        first=True,
    )
    passes: int = setting(
        1,
        "2: the common set is repeated at the end",
        "2: repeat these at the end: intra-annotator agreement",
        least=1,
        most=2,
        label="Passes over the common set",
    )
    unique: int | Literal["all"] = setting(
        "all",
        "further segments per annotator, judged by no other annotator; in `by-two` and "
        "`by-three`, the maximum per annotator",
        "further segments per annotator, judged by one only",
        hint="judged by one annotator only: a number, or all",
        label="Further segments each",
        first=True,
    )
    judges: int = setting(
        1,
        "annotators who judge the same outputs",
        least=1,
        label="Annotators per output",
        first=True,
    )
    # Of HITs in direct assessment: what one holds, by the roles of its items.
    real: int = setting(
        70,
        "outputs in a HIT",
        least=1,
        label="Outputs in a HIT",
        first=True,
    )
    degraded: int = setting(
        10,
        "degraded copies of these outputs",
        "degraded copies of some of them: attention check",
        label="Degraded copies",
    )
    references: int = setting(
        10,
        "references of their segments, as if they were outputs",
        "references as if they were outputs",
        label="References",
    )
    repeats: int = setting(
        10,
        "exact repeats of these outputs",
        "exact repeats: intra-annotator agreement",
        label="Repeats",
    )
    apart: int = setting(
        40,
        "minimum distance between a quality-control item and its original",
        "places between these and their originals, at least",
        label="Distance to the original",
    )
    degrading: Literal["quarter", "appraise"] = setting(
        "quarter",
        "how many words of texts with more than 20 are replaced: a quarter of them, or six "
        '(`"appraise"`)',
        "beyond 20 words; or appraise: 6 words",
        allowed=("quarter", "appraise"),
        hint="in texts of more than 20 words: a quarter of them, or six (appraise)",
        label="Words replaced",
    )
    anchored: int = setting(
        10,
        "outputs of the table `anchors`, whose score is known, in a HIT",
        shown=False,
        label="Anchors in a HIT",
    )
    # Of post-editing, where nobody works on a source twice; `judges` edit each output.
    training: int = setting(
        0,
        "sources that everyone edits first, each with one output; `new` writes a quarter of them, "
        "50 at most",
        "sources that everyone edits first",
        label="Sources edited by all first",
        first=True,
    )
    scratch: bool = setting(
        False,
        "some sources are translated from scratch, as if that were one more system",
        "some sources are translated from scratch",
        label="Translation from scratch",
    )
    crossed: tuple[str, ...] = setting(
        (),
        "aids that half of the tasks have and half have not: `glossary`, `termbase`, "
        "`specification`",
        'aids for half of the tasks: ["glossary"]',
        label="Aids for half of the tasks",
    )
    blocks: bool = setting(
        False,
        "one condition after the other, in separate batches; annotators start with different ones",
        "one condition after the other, not mixed",
        label="Conditions in blocks",
    )
    batch: int = setting(
        100,
        "items per session",
        least=1,
        label="Items per session",
        first=True,
    )
    # Of protocols of many systems; the steered questions lie outside the common set.
    follow_up: int = setting(
        1,
        "further questions per source, between top translations that no chain of answers relates; "
        "never in the common set",
        "further questions where the best stay open",
        label="Follow-up questions",
    )
    budget: int = setting(
        0,
        "instead of a tournament, this many questions per source, each chosen for the most "
        "information, without follow-ups; the common set stays a tournament",
        "or: so many questions a source, each steered",
        label="Questions per source",
    )
    pause: float = setting(
        0.0,
        "days between the two halves; `new` writes 7",
        "days between the two ways of asking",
        label="Days between the halves",
        first=True,
    )
    looks: int = setting(
        0,
        "two systems: number of planned [interim analyses](monitoring.md), equally spaced; 0: "
        "anytime-valid test",
        most=100,  # from there on one may as well look at any time
        shown=False,
        hint="number of planned ones, equally spaced; 0: a test that allows looking at any time",
        label="Interim analyses",
    )
    min_words: int = setting(
        5,
        "shorter sources are not asked about; see [words](file-formats.md#words)",
        "shorter and longer sources are not asked about",
        hint="shorter sources are not asked about",
        label="Shortest source, in words",
    )
    max_words: int = setting(
        50,
        "nor are longer ones",
        "",
        least=1,
        hint="longer sources are not asked about",
        label="Longest source, in words",
    )
    distinct: bool = setting(
        False,
        "a source that occurs several times is asked about once; see `check` for how many",
        "true: a source that occurs several times is asked about once",
        label="Repeated sources once",
    )
    near_identical: Literal["ask", "leave-out"] = setting(
        "ask",
        '`"leave-out"`: not if outputs differ in quotation marks, apostrophes or spacing only',
        "leave-out: not if only quotes or spacing differ",
        allowed=("ask", "leave-out"),
        hint="leave-out: not asked if only quotation marks, apostrophes or spacing differ",
        label="Nearly identical outputs",
    )
    context: int = setting(
        2,
        "neighbouring sentences shown on either side; 0 if lines are not running text",
        "neighbouring sentences shown; 0 if unrelated",
        label="Neighbouring sentences",
    )


@dataclass(frozen=True, slots=True)
class Prices:
    """What a task costs, in money and time; both are planning figures until measured."""

    per_task: float = setting(
        0.0,
        "money for one judgement",
        label="Price per judgement",
        first=True,
    )
    currency: str = setting(
        "EUR",
        "its currency",
        "",
        hint="a code such as EUR or USD",
        label="Currency",
        first=True,
    )
    seconds_per_task: float = setting(
        30.0,
        "time for one judgement, until it is measured",
        "an estimate until it is measured",
        label="Seconds per judgement",
        first=True,
    )


@dataclass(frozen=True, slots=True)
class Gold:
    """An item whose answer is known: by question, the answer or the bounds of a number.

    `use` is "select" for items that admit annotators, "report" for those hidden in the work.
    """

    segment: str
    slots: tuple[str, ...]
    answers: dict[str, str]
    use: Literal["select", "report"] = "select"


@dataclass(frozen=True, slots=True)
class Qualification:
    """Who of a crowd is admitted: a test on items whose answer is known."""

    gold: str = setting(
        "",
        "a table beside this file with items of known answers; empty: no test",
        hint="a table of items with known answers; empty: no test",
        label="Gold items",
    )
    items: int = setting(20, "gold items in a test", least=1, label="Gold items in a test")
    pass_: float = setting(
        0.75,
        "share of right answers that admits",
        label="Share of right answers that admits",
    )
    attempts: int = setting(
        2, "tests an annotator may take, each with other items", least=1, label="Tests allowed"
    )
    feedback: bool = setting(
        False, "show right answers after a test", label="Show right answers after a test"
    )
    valid_days: int = setting(
        0,
        "days for which a passed test admits to other campaigns with the same gold items; 0: none",
        label="Days a passed test is valid elsewhere",
    )
    known: tuple[Gold, ...] = ()  # what the table holds

    @property
    def tests(self) -> bool:
        """Whether annotators take a test; gold may be there for reporting only."""
        return any(one.use == "select" for one in self.known)


@dataclass(frozen=True, slots=True)
class Crowd:
    """Annotators who come by themselves through one public link, and what they are paid."""

    public: bool = setting(
        False, "annotators may come by a public link and claim work", label="Public link"
    )
    id_parameters: tuple[str, ...] = setting(
        (),
        "parameters in the platform's link: the annotator's id first, then the session's; empty: "
        "annotators keep a code",
        label="Parameters with ids",
    )
    judges: int = setting(5, "judgements of every item", least=1, label="Judgements per item")
    items: int = setting(20, "items in a HIT", least=1, most=500, label="Items in a HIT")
    lease_minutes: int = setting(
        60,
        "minutes without an answer after which open items of a HIT go to others",
        least=1,
        label="Minutes until open work goes to others",
    )
    cap: int = setting(0, "HITs of one annotator at most; 0: any number", label="HITs at most")
    minimum_seconds: float = setting(
        0.0, "answers given in less time are flagged", label="Seconds below which to flag"
    )
    replace: bool = setting(
        False,
        "items of excluded annotators are judged again by others",
        label="Judge again what is excluded",
    )
    hidden: int = setting(
        0, "gold items for reporting, hidden in every HIT", label="Hidden gold items in a HIT"
    )
    exclude_below: float = setting(
        0.0,
        "share of right answers to hidden gold items below which an annotator's judgements are "
        "left out of analyses; 0: none are",
        label="Exclude below this share",
    )
    completion: str = setting(
        "", "address to return to after the work, with the platform's code", label="Completed"
    )
    screened_out: str = setting("", "address for those who are not admitted", label="Not admitted")
    failed: str = setting("", "address for those who do not pass the test", label="Test failed")
    returned: str = setting("", "address for those who stop before the end", label="Returned")
    frames: tuple[str, ...] = setting(
        (),
        'sites that may show the pages in a frame, such as `"https://www.mturk.com"`',
        label="Sites that show the pages in a frame",
    )
    reward: float = setting(0.0, "money for a HIT", label="Reward per HIT")
    fee: float = setting(0.0, "the platform's fee as a share of rewards", label="Fee, as a share")
    hourly_minimum: float = setting(
        0.0, "warn when median pay per hour is lower", label="Least pay per hour"
    )
    qualification: Qualification = field(default_factory=Qualification)


@dataclass(frozen=True, slots=True)
class Example:
    """A tutorial item: a text, outputs, the expected answer and why.

    The answer is what an annotator would give: by question, or a word for the first one.
    """

    source: str
    texts: tuple[str, ...]
    answer: str | dict[str, Any]
    why: str
    source_language: str = ""
    target_language: str = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """What annotators are told; empty strings mean the translated default."""

    language: str = setting(
        "en",
        "of the pages: `ar`, `de`, `en`, `es`, `fr` or `he`",
        "of the pages: ar, de, en, es, fr or he",
        hint="annotators can choose another one",
        label="Language of the pages",
        first=True,
    )
    contact: str = setting(
        "",
        "contact for annotators",
        hint="a name, a mail address or a telephone number",
        label="Contact for annotators",
        first=True,
    )
    profile: bool = setting(
        True,
        "ask for a short profile first",
        label="Short profile first",
    )
    consent: str = setting(
        "",
        "instead of the standard text that people agree to",
        shown=False,
        label="Consent text",
        long=True,
    )
    instructions: str = setting(
        "",
        "instead of the standard text",
        shown=False,
        label="Instructions",
        long=True,
    )
    deadline: datetime | None = setting(
        None,
        "shown to annotators: a date, or a time such as `2030-05-31T18:00:00Z`",
        shown=False,
        hint="the last day, to its end (UTC); annotators see it",
        label="Deadline",
        first=True,
    )
    tutorial: tuple[Example, ...] = ()
