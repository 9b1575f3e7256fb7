"""How a look at a running campaign appears: stop or go on, and the evidence as it grew."""

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.numbers import interval, written
from tertium.rendering.pictures.evidence import EvidencePoint, draw_evidence
from tertium.rendering.shapes import Cell, Column, Figure, Kind, Measure, Table, estimate
from tertium.stats.monitoring.documents import DOCUMENT_BOUND
from tertium.stats.monitoring.result import Monitoring
from tertium.stats.result import Estimate
from tertium.wording import number, say

_UNPLANNED = "not a planned look"

_WIDEST_RATIO, _WIDEST_POINTS, _WIDEST_EVIDENCE = 8.0, 40.0, 1e6


@headline.register
def monitoring_headline(result: Monitoring) -> str:
    return result.sentence


@facts.register
def monitoring_facts(result: Monitoring) -> tuple[tuple[str, str], ...]:
    done = f"{result.judgements:,}"
    if result.planned:
        done = say("{done} of {planned:,}", done=number(done), planned=result.planned)
    last = result.looks[-1] if result.looks else None
    fourth = ("Estimate", written(result.estimate, _kind(result)))
    if result.rule == "anytime-valid" and last is not None:
        fourth = (
            "Evidence",
            say(
                "{done} of {planned}",
                done=written(last.e_value),
                planned=written(result.threshold),
            ),
        )
    elif result.rule == "bayes" and last is not None and last.probability is not None:
        fourth = (f"P({result.advanced} better)", written(last.probability, "share"))
    return (
        ("Decision", result.decision),
        ("Judgements", done),
        ("Annotators", f"{result.annotators:,}"),
        fourth,
    )


@tables.register
def monitoring_tables(result: Monitoring) -> tuple[Table, ...]:
    return (_looks(result), _limits(result), _rests_on(result))


@figures.register
def monitoring_figures(result: Monitoring) -> tuple[Figure, ...]:
    if not result.looks:
        return ()
    grown = (_interval_figure(result),)
    return (_evidence_figure(result), *grown) if result.rule == "anytime-valid" else grown


@methods.register
def monitoring_methods(result: Monitoring) -> str:
    units = "annotators, documents and segments" if result.documents else "annotators and segments"
    return f"What is estimated holds for {units} like these. {_rule_method(result)}"


def _rule_method(result: Monitoring) -> str:
    if result.rule == "anytime-valid":
        return (
            "The e-value compares how well a difference, averaged over its likely sizes, foretold "
            "the judgements with the best explanation without one, annotators then differing with "
            f"a standard deviation of up to {result.bound:g}{_documents(result)}. Without a "
            "difference it ever reaches "
            f"{result.threshold:g} in at most {1 - result.level:.0%} of campaigns, whenever one "
            "looks (Ville, 1939; Robbins, 1970)."
        )
    if result.rule == "bayes":
        alarms = ""
        if result.false_alarms is not None:
            alarms = (
                f" In simulated campaigns of this size without a difference it stops for one in "
                f"{result.false_alarms:.1%}."
            )
        return (
            "The Bayesian rule stops when one system is better with a probability of "
            f"{(1 + result.level) / 2:.1%}, or when the difference lies within {_rope(result)} "
            f"with one of {result.level:.0%}; it does not count looks.{alarms}"
        )
    alarm = next((look.alarm for look in result.looks if look.alarm), 1 - result.level)
    return (
        "Looks were planned in advance, equally spaced. Each uses the crossed interval "
        f"with a level of {100 * (1 - alarm):.2f}%, so that all of them together raise a false "
        f"alarm in at most {1 - result.level:.0%} of campaigns (Pocock, 1977)."
    )


def _documents(result: Monitoring) -> str:
    if not result.documents:
        return ""
    if result.kind == "preferences":
        return f" and documents with one of up to {DOCUMENT_BOUND:g} on the logit scale"
    return " and documents with the one they show"


def _looks(result: Monitoring) -> Table:
    """Arrange the looks, with what the rule reads from them."""
    read = [Column("Level", "number", "alarm")]
    if result.rule == "anytime-valid":
        read = [Column("E-value", "number", "e_value")]
    elif result.rule == "bayes":
        better = say("P({a} better)", a=result.advanced)
        read = [
            Column(better, "share", "probability"),
            Column("P(no difference)", "share", "no_difference"),
        ]
    texts = [Column("Documents", "count", of=lambda look: look.documents or 0)]
    return Table.of(
        "Evidence as it grew",
        result.looks,
        Column("Judgements", of=lambda look: f"{look.judgements:,}"),
        Column("Annotators", "count"),
        *(texts if result.documents else ()),
        Column(
            "Ratio" if _is_ratio(result) else "Difference",
            _kind(result),
            "estimate",
            estimate("estimate"),
        ),
        *read,
        Column("Decision", of=lambda look: look.decision if look.planned else _UNPLANNED),
        note=_note(result),
    )


def _note(result: Monitoring) -> str:
    if result.rule == "anytime-valid":
        return (
            "Intervals hold at every look at once. The rule looks after every judgement at first, "
            "then about every 3% more; some looks are shown."
        )
    if result.rule == "bayes":
        return ""
    return "Level: the chance of a false alarm that one look may take."


def _limits(result: Monitoring) -> Table:
    """Arrange what limits the answer; empty where nobody stands anywhere yet."""
    limits = result.limits
    rows: tuple[tuple[Cell, ...], ...] = ()
    if limits is not None:
        endless = Estimate(None, limits.low, limits.high)
        items = limits.by == "items"
        rows = (
            ("Limited by", "few documents or segments" if items else f"few {limits.by}"),
            ("Part that judgements without end would leave", Measure(limits.share, "share")),
            ("Interval they would give", interval(endless, _kind(result)) or "without ends"),
        )
        if not items:
            rows += (
                ("More judgements by these annotators", _needed(limits.judgements, result)),
                ("More annotators, judging as much each", _needed(limits.annotators, result)),
            )
    return Table(
        "What limits the answer",
        (Column("Fact"), Column("Value", "count", "value")),
        rows,
        "If the truth is as it looks now: about how many more of either would decide." if rows
        else "",
    )  # fmt: skip


def _needed(number: int | None, result: Monitoring) -> Cell:
    if number is not None:
        return number
    return "not needed" if result.stopped_at else "no number would do"


def _rests_on(result: Monitoring) -> Table:
    rows: list[tuple[Cell, ...]] = [
        ("Judgements", result.judgements),
        ("Judgements that say something", result.decided),
        ("Documents", result.documents or "not known"),
        ("Judgements planned", result.planned or "not said"),
        ("Stopped after", result.stopped_at or "not yet"),
        ("Annotators may differ by (sd)", Measure(result.bound, "number")),
    ]
    if result.false_alarms is not None:
        told = "False alarms in simulated campaigns like this"
        rows.append((told, Measure(result.false_alarms, "share")))
    columns = (Column("Fact"), Column("Value", "count", "value"))
    return Table("What it rests on", columns, tuple(rows))


def _interval_figure(result: Monitoring) -> Figure:
    points = [
        EvidencePoint(look.judgements, look.estimate, look.low, look.high, look.planned)
        for look in result.looks
    ]
    ratio = _is_ratio(result)
    last = result.looks[-1]
    now = written(Estimate(last.estimate, last.low, last.high), _kind(result))
    what = "ratio of preferences" if ratio else "difference of scores"
    hollow = " Hollow points were not planned." if not all(p.counts for p in points) else ""
    return Figure(
        name="monitoring-interval",
        title=_interval_finding(result),
        spec=draw_evidence(
            points,
            mark=1.0 if ratio else 0.0,
            called="no difference",
            logarithmic=ratio,
            widest=_WIDEST_RATIO if ratio else _WIDEST_POINTS,
        ),
        table=_looks(result),
        caption=f"The {what} with its interval after so many judgements; above the dashed line "
        f"{result.advanced} is ahead, below it {result.baseline}.{hollow}",
        alt=f"The {what} after {last.judgements:,} judgements: {now}.",
    )


def _interval_finding(result: Monitoring) -> str:
    last = result.looks[-1]
    equal = 1.0 if _is_ratio(result) else 0.0
    if last.low is not None and last.low > equal:
        return f"The interval lies on the side of {result.advanced}."
    if last.high is not None and last.high < equal:
        return f"The interval lies on the side of {result.baseline}."
    return "The interval still holds “no difference”."


def _evidence_figure(result: Monitoring) -> Figure:
    points = [EvidencePoint(look.judgements, look.e_value) for look in result.looks]
    threshold = result.threshold or 1.0
    last = written(result.looks[-1].e_value)
    reached = (
        f"The evidence reached {written(threshold)} after {result.stopped_at:,} judgements."
        if result.stopped_at
        else f"The evidence has not reached {written(threshold)} yet."
    )
    return Figure(
        name="monitoring-evidence",
        title=reached,
        spec=draw_evidence(
            points,
            mark=threshold,
            called=say("stop at {x}", x=written(threshold)),
            logarithmic=True,
            widest=_WIDEST_EVIDENCE,
        ),
        table=_looks(result),
        caption="The e-value after so many judgements, on a logarithmic scale. It may be looked at "
        "whenever one likes.",
        alt=f"The e-value after {result.judgements:,} judgements is {last}.",
    )


def _is_ratio(result: Monitoring) -> bool:
    return result.kind == "preferences"


def _kind(result: Monitoring) -> Kind:
    return "ratio" if _is_ratio(result) else "number"


def _rope(result: Monitoring) -> str:
    if _is_ratio(result):
        return f"{result.rope:.3g} to 1 either way"
    return f"{result.rope:.3g} points either way"
