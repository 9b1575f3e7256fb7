"""How post-editing effort looks: systems, editors, productivity, and agreement with a ranking."""

from dataclasses import replace

from tertium.protocols.conditions import EDITING, SCRATCH
from tertium.rendering.arrange import facts, headline, methods, tables
from tertium.rendering.contrasts import MeasureWords, answer_sentence, lead, ranks
from tertium.rendering.effort_methods import (
    correlations_table,
    indicators_table,
    methods_table,
    sensitivity_table,
    spread_table,
)
from tertium.rendering.names import short_names
from tertium.rendering.numbers import natural, spelled, within, written
from tertium.rendering.shapes import Column, Inner, Kind, Measure, Table, columns, known, listing
from tertium.stats.effort.analyse import Effort, SystemEffort
from tertium.stats.effort.collected import OF, REVISION
from tertium.stats.effort.productivity import ConditionProductivity
from tertium.stats.effort.standings import EffortContrast
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.wording import capital, join, listed, say, term

_UNITS = {"time": "Seconds per word", "keys": "Keys per word", "hter": "HTER"}
_SAID = {"time": "time", "keys": "typing (keystrokes)", "hter": "editing (HTER)"}
_NOUNS = {  # whether revised or post-edited
    True: {"time": "revision time", "keys": "revision keystrokes"},
    False: {"time": "post-editing time", "keys": "post-editing keystrokes"},
}
_FITS = 10  # contrasts that still fit on a screen


@headline.register
def effort_headline(result: Effort) -> str:
    """Say which system takes least time, and what one condition gains over another."""
    if not result.systems:
        said: list[str] = [say("There are no two systems whose effort could be compared.")]
    else:
        said = [effort_verdict(result, measure) for measure in _told(result)]
    for one in result.productivity:
        if one.gain.value is not None:
            said.append(gain_sentence(one, result.level))
    return join(said)


@facts.register
def effort_facts(result: Effort) -> tuple[tuple[str, str], ...]:
    return (
        ("Judgements", f"{result.judgements:,}"),
        ("Editors", f"{result.editors:,}"),
        ("Segments", f"{result.segments:,}"),
        ("Training tasks", f"{result.training:,}"),
    )


@tables.register
def effort_tables(result: Effort) -> tuple[Table, ...]:
    """List systems with their contrasts, productivity, editors, answers, and every detail."""
    return (
        systems_table(result),
        _contrasts(result),
        paces_table(result),
        productivity_table(result),
        _editors(result),
        _answers(result),
        _remarks(result),
        correlations_table(result),
        methods_table(result),
        indicators_table(result),
        spread_table(result),
        sensitivity_table(result),
        _editor_paces(result),
        profiles_table(result),
        _editors_productivity(result),
    )


@methods.register
def effort_methods(result: Effort) -> str:
    """Say how effort was made comparable, and how sure it is."""
    by = {
        "log-ridge": "a ridge regression per editor on the log scale, from source length and all "
        "indicators to what the editors of the training set needed on average",
        "model": "the log model alone",
    }.get(result.recommended, result.recommended)
    return (
        f"{count(result.editors, 'editor')} edited outputs of "
        f"{count(result.segments, 'segment')}. Each measure is compared from its own data: log "
        "effort depends on the system, the length of the source, the position in the work, the "
        "editor and the segment. Comparable effort is what all judgements would have taken with "
        "one system; effort as measured is that of the system’s own judgements. "
        f"{100 * result.level:g}% confidence intervals allow for differences between editors, "
        "documents and segments, and rank ranges over all pairs for the number of pairs (Holm, "
        f"1979). Times were filtered as declared ({result.time_filter.declared}). Beside this "
        "stand the scores of Aziz, Mitkov and Specia (2013), wins / (wins + losses) over outputs "
        f"of one source, ties within a band of {result.tie:g} left out; they recommend {by}."
    )


def _told(result: Effort) -> list[str]:
    """Return the first measure, and the next with a single best system where it has none."""
    first, *others = dict.fromkeys(one.measure for one in result.systems)
    clear = [name for name in others if len(_leaders(result, name)) == 1]
    return [first] if len(_leaders(result, first)) == 1 else [first, *clear[:1]]


def _leaders(result: Effort, measure: str) -> list[str]:
    """Return the systems that may take least effort, all pairs considered together."""
    systems = best_first(result, measure)
    return [one.system for one in systems if one.rank_range_simultaneous[0] == 1]


def best_first(result: Effort, measure: str) -> list[SystemEffort]:
    """Return the systems by one measure, the least effort first."""
    return [one for one in result.systems if one.measure == measure]


def effort_verdict(result: Effort, measure: str) -> str:
    """Say which system takes least effort by one measure, by how much and how sure."""
    systems = best_first(result, measure)
    contrasts = [one for one in result.contrasts if one.measure == measure]
    what, short = say(_SAID.get(measure, measure)), short_names([one.system for one in systems])
    if len({one.component for one in systems}) > 1:
        return answer_sentence(
            systems, contrasts, MeasureWords(what, "ratio", "ratio"), result.level
        )
    first, second = systems[:2]
    one = next(pair for pair in contrasts if (pair.a, pair.b) == (first.system, second.system))
    revised = _revised(result)
    told = {
        "work": say("Revising") if revised else say("Post-editing"),
        "a": short[first.system],
        "b": short[second.system],
        "within": _within(one, result.level),
    }
    two = len(systems) == 2 and one.p is not None and one.ratio is not None
    if len(_leaders(result, measure)) == 1 and one.ratio is not None:
        less = _percent(one.ratio)
        if two:
            return say(
                "{work} {a} takes {less} {what}{within} than {b}.", **told, less=less, what=what
            )
        return say(
            "{work} {a} takes the least {what} of {number} systems: {less}{within} than {b}, the "
            "next.",
            **told,
            what=what,
            number=spelled(len(systems)),
            less=less,
        )
    noun = say(_NOUNS[revised].get(measure, unit_of(measure)))
    if two and one.ratio is not None:
        del told["work"]
        return say(
            "No significant difference in {noun} between {a} and {b}: with {a} it is "
            "{less}{within}.",
            **told,
            noun=noun,
            less=_percent(one.ratio),
        )
    return say("{noun}: {lead}", noun=capital(noun), lead=lead(systems, contrasts, result.level))


def _within(one: EffortContrast, level: float) -> str:
    """Write the interval of a ratio of efforts: ` (95% CI 4% to 19% less)`."""
    if one.ratio_low is None or one.ratio_high is None:
        return ""
    low, high = one.ratio_high, one.ratio_low
    if low < 1 and high < 1:
        return say(
            " ({level:g}% CI {low:.0f}% to {high})",
            level=100 * level,
            low=abs(100 * (1 - low)),
            high=_percent(high),
        )
    return say(
        " ({level:g}% CI {low} to {high})",
        level=100 * level,
        low=_percent(high),
        high=_percent(low),
    )


def _percent(ratio: float) -> str:
    share = 100 * (1 - ratio)
    return say("{n:.0f}% less" if share >= 0 else "{n:.0f}% more", n=abs(share))


def _revised(result: Effort) -> bool:
    """Tell whether what people wrote was edited, rather than outputs of systems."""
    done = [one.condition for one in result.productivity]
    return any(name.startswith(REVISION) for name in done)


def gain_sentence(one: ConditionProductivity, level: float) -> str:
    """Say how much faster work in a condition is than from scratch, or in another."""
    return say(
        "{work} is {times} times as fast as {other}{within}.",
        work=capital(_condition(one.condition)),
        times=written(one.gain.value, "ratio"),
        other=_condition(one.against),
        within=within(one.gain, "ratio", level),
    )


def _condition(name: str) -> str:
    """Call a condition as readers would: revision with glossary."""
    names = {EDITING: "post-editing", SCRATCH: "translating from scratch", REVISION: "revision"}
    now, _, earlier = name.partition(OF)
    work, *given = now.split("+")
    called = say(names[work]) if work in names else say("work in “{condition}”", condition=work)
    called = say("{work} with {aids}", work=called, aids=listed(given)) if given else called
    if not earlier:
        return called
    if earlier == EDITING:
        return say("{work} of post-edited texts", work=called)
    work, *given = earlier.split("+")
    made = {EDITING: "post-edited", SCRATCH: "translated from scratch"}.get(work, work)
    if not given:
        return say("{work} of texts {made}", work=called, made=say(made))
    return say(
        "{work} of texts {made} with {aids}", work=called, made=say(made), aids=listed(given)
    )


def gain_column(result: Effort) -> Column:
    """Return the heading of gains: over which condition."""
    against = next((one.against for one in result.productivity if one.against), SCRATCH)
    named = _condition(against) if OF in against else term(against)
    return Column(say("Gain over {condition}", condition=named), "ratio", "gain")


def unit_of(measure: str) -> str:
    """Return the heading of a measure: its unit."""
    return _UNITS.get(measure, measure)


def kind_of(measure: str) -> Kind:
    """Return how scores of a measure are written."""
    return "share" if measure == "hter" else "ratio"


def systems_table(result: Effort) -> Table:
    """Return the systems by every measure: comparable, as measured, and ranked."""
    apart = len({one.component for one in result.systems}) > 1
    note = "Comparable: as if the same editors had edited the same segments; less is better."
    return Table.of(
        "Systems by effort",
        result.systems,
        Column("Measure", of=lambda one: unit_of(one.measure)),
        Column("System"),
        Column(
            "Comparable",
            "ratio",
            "score",
            of=lambda one: Measure(Estimate(one.score, one.low, one.high), kind_of(one.measure)),
        ),
        Column(
            "As measured", "ratio", "raw", of=lambda one: Measure(one.raw, kind_of(one.measure))
        ),
        *ranks(result.systems),
        *([Column("Group", "count", "component")] if apart else []),
        Column("Judgements", "count"),
        note=note if result.systems else "",
    ).without_empty()


def _contrasts(result: Effort) -> Table:
    return Table.of(
        "Contrasts",
        result.contrasts,
        Column("Measure", of=lambda one: unit_of(one.measure)),
        Column("System", of=lambda one: one.a),
        Column("Against", of=lambda one: one.b),
        Column(
            "Ratio",
            "ratio",
            of=lambda one: (
                None if one.ratio is None else Estimate(one.ratio, one.ratio_low, one.ratio_high)
            ),
        ),
        Column("p", "p"),
        Column("Holm", "p", "p_adjusted"),
        Column("Why not", field="reason"),
        note="Ratio: effort with the first system over that with the second."
        if result.contrasts
        else "",
        detail=len(result.contrasts) > _FITS,
    ).without_empty()


paces_table = listing(
    "Words per hour by system",
    lambda result: [one for one in result.systems if one.words_per_hour.value is not None],
    Column("System"),
    Column("Comparable", "number", "words_per_hour"),
    Column("As measured", "number", "raw_words_per_hour"),
    Column("Editors", "count", "annotators"),
    Column("Judgements", "count"),
)

_editor_paces = listing(
    "Words per hour by system and editor",
    lambda result: sorted(result.paces, key=lambda one: (one.system, natural(one.annotator))),
    Column("System"),
    Column("Editor", of=lambda one: one.annotator),
    Column("Words", "count"),
    Column("Hours", "ratio"),
    Column("Words per hour", "number"),
    detail=True,
)

_answers = listing(
    "Answers after batches",
    "answers",
    *columns("words", "Question", "Answer"),
    Column("Times", "count", "n"),
    Column("Share", "share"),
)

_remarks = listing(
    "Answers in own words",
    lambda result: [one for one in result.remarks if one.text],
    Column("Question"),
    Column("Editor", of=lambda one: one.annotator),
    Column("In own words", "auto", "text"),
    detail=True,
)


def productivity_table(result: Effort) -> Table:
    """Return words per hour by condition."""
    return Table.of(
        "Productivity",
        result.productivity,
        Column("Condition"),
        *columns("count", "Editors", "Judgements"),
        Column("Words per hour", "number"),
        Column("Raw times", "number", "raw_words_per_hour"),
        replace(gain_column(result), of=known("gain")),
        Column("Mean rating", "ratio", "rating"),
    ).without_empty()


_editors = listing(
    "Editors",
    lambda result: sorted(result.annotators, key=lambda one: natural(one.annotator)),
    Column("Editor", of=lambda one: one.annotator),
    *columns("count", "Judgements", "Training"),
    Column("Seconds per word", "ratio"),
    Column("Words per hour", "number"),
    Column("Keys per word", "ratio", "keystrokes_per_word"),
    Column("HTER", "coefficient"),
    Column("Rating", "ratio"),
    *columns("count", "Unchanged", "Capped"),
    Column("Speed", "ratio"),
).without_empty()


def profiles_table(result: Effort, indicator: str = "") -> Table:
    """Return the effort of every editor with every system, before and after."""
    title = (
        say("Effort by editor and system, {indicator}", indicator=term(indicator))
        if indicator
        else "Effort by editor and system"
    )
    return Table.of(
        title,
        [one for one in result.profiles if indicator in ("", one.indicator)],
        Column("Indicator"),
        Column("Editor", of=lambda one: one.annotator),
        Column("System"),
        Column("As measured", "ratio", "as_is"),
        Column("Made comparable", "ratio", "comparable"),
        detail=True,
    )


def _editors_productivity(result: Effort) -> Table:
    return Table.of(
        "Productivity by editor",
        [
            Inner(person, one)
            for one in result.productivity
            for person in sorted(one.annotators, key=lambda person: natural(person.annotator))
        ],
        Column("Condition"),
        Column("Editor", of=lambda one: one.annotator),
        Column("Words", "count"),
        Column("Hours", "ratio"),
        Column("Words per hour", "number"),
        gain_column(result),
        Column("Mean rating", "ratio", "rating"),
        detail=True,
    ).without_empty()
