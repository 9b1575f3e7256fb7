"""How usefulness appears: accuracies beside their levels, and thresholds that users set."""

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.contrasts import MeasureWords, answer_sentence, contrast_table, ranks
from tertium.rendering.names import short_names
from tertium.rendering.numbers import interval, natural, within, written
from tertium.rendering.pictures.bars import Part, Stack, draw_stacks
from tertium.rendering.pictures.growth import Mark, Series, draw_growth
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.pictures.theme import token
from tertium.rendering.shapes import Column, Figure, Measure, Table, columns, inner, known, listing
from tertium.stats.order import by_value
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.stats.utility.accuracy import SystemUtility, Utility
from tertium.stats.utility.levels import NONE
from tertium.stats.utility.thresholds import Threshold, Thresholds
from tertium.wording import join, listed, say, term

_USE = {"triage": "triage", "gist": "gisting", "edit": "editing", NONE: "none of the uses"}
_COLOURS = (("neutral", "sheet"), ("line", "ink"), ("c2", "sheet"), ("c1", "sheet"))
_MEASURED = MeasureWords("accuracy", "share", "points")
_WORDS = {"edited": "words of the corrected text", "source": "words of the source"}


# Accuracy and levels -------------------------------------------------------------------


@headline.register
def utility_headline(result: Utility) -> str:
    if len(result.systems) == 1:
        (one,) = result.systems
        found = _chosen(one, result)
        if found.value is None:
            return say("There are no words to be accurate about.")
        around = within(found, "share", result.level)
        accurate = say(
            "{a} is accurate to {x}{within}: good for {use}.",
            a=_called(one.system),
            x=written(found.value, "share"),
            within=around,
            use=_good_for(one.level),
        )
        sure = say(
            "The interval also holds accuracies that are good for {use}.",
            use=_good_for(one.surely),
        )
        return join((accurate, sure if around and one.surely != one.level else ""))
    known = [one for one in result.systems if _chosen(one, result).value is not None]
    if not known:
        return say("There are no words to be accurate about.")
    best = _best_first(result)
    told = answer_sentence(best, result.contrasts, _MEASURED, result.level)
    if len({one.level for one in known}) == 1:
        return join((told, say("All are good for {use}.", use=_good_for(best[0].level))))
    use = _good_for(best[0].level)
    return join((told, say("{a} is good for {use}.", a=_called(best[0].system), use=use)))


@facts.register
def utility_facts(result: Utility) -> tuple[tuple[str, str], ...]:
    return (
        ("Documents", f"{len(result.documents):,}"),
        ("Segments", f"{sum(one.segments for one in result.systems):,}"),
        ("Words", f"{sum(one.words for one in result.systems):,.0f}"),
        ("Edits", f"{sum(one.edits for one in result.systems):,.0f}"),
    )


@tables.register
def utility_tables(result: Utility) -> tuple[Table, ...]:
    return (
        _systems(result),
        contrast_table("Contrasts of systems", result.contrasts, "points", further=False),
        _edited(result),
        _reach(result),
        _documents(result),
    )


@figures.register
def utility_figures(result: Utility) -> tuple[Figure, ...]:
    if not any(_chosen(one, result).value is not None for one in result.systems):
        return ()
    return (_accuracies(result), _reached(result))


@methods.register
def utility_methods(result: Utility) -> str:
    named = listed([f"{one.name} from {one.at:.0%}" for one in result.levels])
    return (
        "Accuracy is one minus the edits that lead from the machine translation to its own "
        f"corrected text, divided by the {_WORDS[result.denominator]}; edits are insertions, "
        "deletions and substitutions of a word and moves of adjacent words (TER). Over many "
        "segments it is one minus all edits over all words. Levels of use: "
        f"{named}; the number belongs to the level. Confidence intervals of accuracy and of "
        "contrasts let documents vary, on the log scale of edit rates; those of shares of "
        "documents are Wilson's. The levels are those that users set in the study of Christianson, "
        "Dorr and Olive (2014), unless others are named."
    )


def _chosen(one: SystemUtility, result: Utility) -> Estimate:
    return one.accuracy if result.denominator == "edited" else one.accuracy_source


def _best_first(result: Utility) -> list[SystemUtility]:
    return by_value(result.systems, lambda one: _chosen(one, result).value, lambda one: one.system)


def _called(system: str) -> str:
    return system or say("The translation")


def _good_for(level: str) -> str:
    return term(_USE.get(level, level))


def _systems(result: Utility) -> Table:
    return Table.of(
        "Accuracy and what it is good for",
        result.systems,
        Column("System", of=lambda one: one.system or "all"),
        Column("Accuracy", "share"),
        Column("By source words", "share", "accuracy_source", known("accuracy_source")),
        Column("Good for", field="level"),
        Column("Surely"),
        *ranks(result.systems),
        note=f"Levels go by the {_WORDS[result.denominator]}.",
    ).without_empty()


_edited = listing(
    "What was edited",
    "systems",
    Column("System", of=lambda one: one.system or "all"),
    *columns("count", "Documents", "Segments"),
    *columns("number", "Edits", "Words"),
)

_reach = listing(
    "Documents that reach each level",
    lambda result: inner(result.systems, "reach"),
    Column("System", of=lambda one: one.system or "all"),
    Column("Level"),
    Column("From", "share", "at"),
    Column("Documents", "count"),
    Column("Share of documents", "share", "share"),
)

_documents = listing(
    "Each document",
    lambda result: sorted(result.documents, key=lambda one: (one.system, natural(one.document))),
    *columns("words", "Document", "System"),
    Column("Segments", "count"),
    *columns("number", "Edits", "Words"),
    Column("Accuracy", "share"),
    Column("By source words", "share", "accuracy_source"),
    Column("Level"),
    fits=20,
).without_empty()


def _accuracies(result: Utility) -> Figure:
    short = short_names([one.system for one in result.systems])
    lines = [
        Line(short[one.system] or "all", _chosen(one, result), beside=one.level)
        for one in _best_first(result)
    ]
    return Figure(
        name="accuracy",
        title=headline(result),
        spec=draw_intervals(lines, kind="share", heading="Accuracy", beside="Good for"),
        table=_systems(result),
        caption=f"Accuracy with its {100 * result.level:g}% interval, by the "
        f"{_WORDS[result.denominator]}.",
        alt=f"One line per system with its accuracy. {headline(result)}",
    )


def _reached(result: Utility) -> Figure:
    names = [NONE, *(one.name for one in result.levels)]
    looks = [_COLOURS[min(at, len(_COLOURS) - 1)] for at in range(len(names))]
    parts = [Part(name, token(colour), token(ink))
             for name, (colour, ink) in zip(names, looks, strict=True)]  # fmt: skip
    top = result.levels[-1].name
    stacks = []
    reached: dict[str, tuple[int, int]] = {}
    for one in result.systems:
        own = [each.level for each in result.documents if each.system == one.system]
        stacks.append(Stack(one.system or "all", tuple(own.count(n) / len(own) for n in names)))
        reached[one.system] = own.count(top), len(own)
    best = max(reached, key=lambda name: reached[name][0] / reached[name][1])
    number, documents = reached[best]
    most = f", most of all those of {best}" if len(reached) > 1 and number else ""
    title = f"Good for {_good_for(top)}: {number:,} of {count(documents, 'document')}{most}."
    return Figure(
        name="levels",
        title=title,
        spec=draw_stacks(parts, stacks),
        table=_reach(result),
        caption="Documents by the highest level that each reaches.",
        alt=f"One bar per system, divided by the highest level its documents reach. {title}",
    )


# Thresholds --------------------------------------------------------------------------------


@headline.register
def thresholds_headline(result: Thresholds) -> str:
    told: list[str] = []
    for one in result.uses:
        found = one.threshold
        if found.value is not None:
            told.append(
                say(
                    "{use} from {x}",
                    use=_good_for(one.use),
                    x=written(found.value, "share"),
                )
            )
        elif one.separated:
            told.append(
                say(
                    "{use} from somewhere in {around}",
                    use=_good_for(one.use),
                    around=interval(found, "share"),
                )
            )
    if not told:
        return say("From which accuracy users say yes cannot be estimated from these answers.")
    return say("Half of the answers are yes to {uses} of accuracy.", uses=listed(told))


@facts.register
def thresholds_facts(result: Thresholds) -> tuple[tuple[str, str], ...]:
    return (
        ("Annotators", f"{result.annotators:,}"),
        ("Documents", f"{len({one.document for one in result.documents}):,}"),
        ("Answers", f"{sum(one.answers for one in result.uses):,}"),
        ("Yes", f"{sum(one.yes for one in result.uses):,}"),
    )


@tables.register
def thresholds_tables(result: Thresholds) -> tuple[Table, ...]:
    return (_uses(result), _answers(result))


@figures.register
def thresholds_figures(result: Thresholds) -> tuple[Figure, ...]:
    return (_shares(result), _estimates(result))


@methods.register
def thresholds_methods(result: Thresholds) -> str:
    return (
        "The threshold of a use is the accuracy at which half of the answers are yes. It is where "
        "a logistic curve over accuracy crosses one half, with the interval of Fieller (1954) and "
        "a variance that lets annotators differ; an end that stays open means that the answers "
        "hardly rise with accuracy. Without a curve (isotonic regression) the annotators' own "
        "thresholds are averaged, with Student's interval. The accuracy of the documents is "
        "known because they were made by correcting one machine translation step by step; "
        "the thresholds hold for this text and for users like these."
    )


def _uses(result: Thresholds) -> Table:
    note = "A range without a value is the gap between the last no and the first yes."
    return Table.of(
        "From which accuracy users say yes",
        result.uses,
        Column("Use"),
        Column("Threshold", "share"),
        Column("Annotators' own, mean", "share", "own"),
        *columns("share", "All no below", "All yes above"),
        Column("Study of 2014", "share", "published"),
        *columns("count", "Answers", "Yes"),
        note=note if any(one.separated for one in result.uses) else "",
    ).without_empty()


def _answers(result: Thresholds) -> Table:
    uses = [one.use for one in result.uses]
    columns = (
        Column("Document", "words", "document"),
        Column("Accuracy", "share", "accuracy"),
        *(Column(say("Yes to {use}", use=term(use)), "share", use) for use in uses),
        Column("Answers", "count", "answers"),
    )
    found = {(one.document, one.use): one for one in result.documents}
    documents = dict.fromkeys(
        one.document for one in sorted(result.documents, key=lambda one: one.accuracy)
    )
    rows = []
    for document in documents:
        own = [found.get((document, use)) for use in uses]
        known = [one for one in own if one is not None]
        rows.append(
            (
                document,
                known[0].accuracy,
                *(None if one is None else one.share for one in own),
                sum(one.answers for one in known),
            )
        )
    return Table("Answers by document", columns, tuple(rows))


def _shares(result: Thresholds) -> Figure:
    series = [
        Series(
            _good_for(one.use),
            tuple(
                (round(100 * each.accuracy, 1), Estimate(each.share))
                for each in result.documents
                if each.use == one.use
            ),
        )
        for one in result.uses
    ]
    return Figure(
        name="yes-by-accuracy",
        title=headline(result),
        spec=draw_growth(
            series,
            across="accuracy of the document, %",
            kind="share",
            marks=(Mark("half", 0.5),),
            at_least=-0.04,
            at_most=1.04,
            include=0.0,
        ),
        table=_answers(result),
        caption="Share of users who say yes to each use of a document, by its accuracy.",
        alt=f"Rising lines of the share of yes over accuracy, one per use. {headline(result)}",
    )


def _estimates(result: Thresholds) -> Figure:
    lines = [Line(one.use, one.threshold, beside=_published(one)) for one in result.uses]
    return Figure(
        name="thresholds",
        title=_beside_the_study(result),
        spec=draw_intervals(lines, kind="share", heading="Threshold", beside="Study of 2014"),
        table=_uses(result),
        caption=f"Thresholds with their {100 * result.level:g}% intervals.",
        alt=f"One line per use with its threshold. {_beside_the_study(result)}",
    )


def _published(one: Threshold) -> str:
    return "" if one.published is None else written(Measure(one.published, "share"))


def _beside_the_study(result: Thresholds) -> str:
    """Say which published thresholds lie outside the intervals found here."""
    outside = [
        one.use
        for one in result.uses
        if one.published is not None
        and one.threshold.low is not None
        and one.threshold.high is not None
        and not one.threshold.low <= one.published <= one.threshold.high
    ]
    if outside:
        return f"The thresholds of 2014 for {listed(outside)} lie outside these intervals."
    return "No threshold of 2014 lies outside these intervals."
