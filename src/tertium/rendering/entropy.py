"""How word translation entropy looks: a sentence, what entropy goes with, thresholds."""

from collections.abc import Iterator
from math import log

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.entropy_tables import (
    bins_table,
    called,
    correlations_table,
    left_out_table,
    segments_table,
    stages_tables,
    summary_table,
    thresholds_table,
    unit_of,
    varied_table,
    words_table,
)
from tertium.rendering.numbers import interval, written
from tertium.rendering.pictures.growth import Series, draw_growth
from tertium.rendering.pictures.sentence import SentenceWord, draw_sentence
from tertium.rendering.shapes import Figure, Table
from tertium.stats.entropy.analyse import Entropy, WordEntropy
from tertium.stats.entropy.correlate import Correlation, Threshold
from tertium.stats.order import by_value
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.text.renderings import JOINER
from tertium.wording import say, term

_SHOWN = 3  # renderings named behind a bar
_NARROWEST = 620


@headline.register
def entropy_headline(result: Entropy) -> str:
    entropy, who = (result.hh, "translators") if result.hh.value is not None else (result.mh, "")
    if entropy.value is None:
        return say("There are too few translations to measure how varied they are.")
    ways = written(2**entropy.value, "ratio")
    around = interval(entropy, "ratio")
    bits = say(
        "{bits} bits, interval {around}" if around else "{bits} bits",
        bits=written(entropy.value, "ratio"),
        around=around,
    )
    if who:
        return say(
            "On average translators choose for a word as if among {ways} equally common "
            "renderings ({bits}); {share} of the words are rendered alike by all.",
            ways=ways,
            bits=bits,
            share=written(result.agreed.value, "share"),
        )
    return say(
        "On average the engine chooses for a word as if among {ways} equally likely "
        "renderings ({bits}).",
        ways=ways,
        bits=bits,
    )


@facts.register
def entropy_facts(result: Entropy) -> tuple[tuple[str, str], ...]:
    return (
        ("Source words", f"{len(result.words):,}"),
        ("Translators", f"{len(result.translators):,}"),
        ("One to one", written(result.one_to_one.value, "share") or "not known"),
        ("In the same order", written(result.same_order.value, "share") or "not known"),
    )


@tables.register
def entropy_tables(result: Entropy) -> tuple[Table, ...]:
    found = [
        summary_table(result),
        correlations_table("What entropy goes with", result.correlations),
        varied_table(result),
        bins_table("Means by bins of entropy", result.correlations),
        thresholds_table(result.thresholds),
        left_out_table(result.correlations),
        *stages_tables(result.stages),
        segments_table(result),
        words_table("Words", result.words),
    ]
    return tuple(table for table in found if table.rows)


@methods.register
def entropy_methods(result: Entropy) -> str:
    return (
        "Entropy of a source word in context is −Σ p log2 p over its renderings by "
        f"{count(len(result.translators), 'translator')} (HH) or in an engine's options (MH), "
        "after Carl and Schaeffer (2014). Every word counts once; intervals are over segments, "
        "because words of one segment go together; they do not hold for other translators. "
        "Correlations are given of single observations and of the means of bins, as in the paper; "
        "the latter are much higher, because averages hide how much words differ. What a group of "
        "words cost is shared out among them."
    )


@figures.register
def entropy_figures(result: Entropy) -> Iterator[Figure]:
    drawn = [one for one in result.words if one.segment == result.shown]
    if drawn:
        yield _sentence(result, drawn)
    for found in result.correlations:
        if found.level == "word" and found.measure in ("seconds", "hh") and found.binned.bins:
            yield _binned(result, found)
    for curve in result.thresholds:
        if curve.measure in ("seconds", "hh"):
            yield _threshold(result, curve)


def _sentence(result: Entropy, words: list[WordEntropy]) -> Figure:
    def height(one: WordEntropy) -> float:
        return one.hh if one.hh is not None else one.mh or 0.0

    most = by_value(words, height)[0]
    name = f"“{most.word}”" if most.word else f"Word {most.position}"
    engine = any(one.mh is not None for one in words)
    title = (
        f"{name} is rendered in {count(most.kinds, 'way')} by "
        f"{count(most.translations, 'translator')}."
        if most.kinds
        else f"{name} leaves the engine most to choose."
    )
    corrected = result.correction == "none" and any(one.kinds > 1 for one in words)
    return Figure(
        name="entropy-sentence",
        title=title,
        spec=draw_sentence([_drawn(one, corrected=corrected) for one in words]),
        table=words_table(say("Words of segment {segment}", segment=result.shown), words),
        caption="Entropy in bits along the segment, with the most frequent renderings, how often "
        "each was chosen."
        + " The thin line is what the Miller–Madow correction would add." * corrected
        + " Diamonds are the engine’s entropy." * engine,
        alt=f"Entropy along segment {result.shown}, word by word. {title}",
        narrowest=_NARROWEST,
    )


def _drawn(one: WordEntropy, *, corrected: bool) -> SentenceWord:
    shown = [
        f"{each.rendering.replace(JOINER, ' ') or '–'} {each.times}×"
        for each in one.renderings[:_SHOWN]
    ]
    if len(one.renderings) > _SHOWN:
        shown.append(f"+{len(one.renderings) - _SHOWN}")
    more = (one.kinds - 1) / (2 * one.translations * log(2)) if one.translations else 0.0
    return SentenceWord(
        word=one.word or str(one.position),
        people=one.hh,
        at_most=one.hh + more if corrected and one.hh is not None else None,
        machine=one.mh,
        renderings=", ".join(shown),
    )


def _binned(result: Entropy, found: Correlation) -> Figure:
    points = tuple((one.at, one.mean) for one in found.binned.bins)
    r, single = found.binned.r, found.pearson.value
    means = f"r {written(r, 'coefficient')}" if r is not None else "too few bins for a correlation"
    of, measure = called(found.of), called(found.measure)
    title = (
        f"Means of {measure} by {of}: {means}; single words: r {written(single, 'coefficient')}."
        if single is not None
        else f"Means of {measure} by {of}: {means}."
    )
    return Figure(
        name=f"entropy-{found.of}-{found.measure}",
        title=title,
        spec=draw_growth(
            [Series(measure, points)],
            across=say(
                "{of}, bits (bins of {width})", of=of, width=written(found.binned.width, "ratio")
            ),
            kind="number",
            include=0.0,
            called=_short([at for at, _ in points]),
        ),
        table=bins_table(say("Means of {measure} by {of}", measure=term(measure), of=of), (found,)),
        caption=f"Mean {measure} {unit_of(found.measure)} of "
        f"{count(found.observations, 'observation')}, with intervals over segments. Averages hide "
        "how much words differ.",
        alt=f"Mean {measure} by bins of {of}. {title}",
        half=True,
    )


def _threshold(result: Entropy, curve: Threshold) -> Figure:
    of, measure = called(curve.of), called(curve.measure)
    middle = min(curve.points, key=lambda point: abs(point.share - 0.5))
    title = (
        f"Up to {written(middle.at, 'ratio')} bits stand {written(middle.share, 'share')} of the "
        f"words, with a mean {measure} of {_value(middle.up_to)}; the others have "
        f"{_value(middle.beyond)}."
    )
    series = [
        Series("up to it", tuple((point.at, point.up_to) for point in curve.points)),
        Series("beyond", tuple((point.at, point.beyond) for point in curve.points)),
    ]
    return Figure(
        name=f"entropy-threshold-{curve.of}-{curve.measure}",
        title=title,
        spec=draw_growth(
            series,
            across=say("threshold on {of}, bits", of=of),
            kind="number",
            include=0.0,
            called=_short([point.at for point in curve.points]),
        ),
        table=thresholds_table(
            (curve,),
            say("{measure} up to and beyond thresholds on {of}", measure=term(measure), of=of),
        ),
        caption=f"Mean {measure} {unit_of(curve.measure)} of words up to a threshold on their "
        f"{of}, and of those beyond it.",
        alt=f"Mean {measure} on both sides of a threshold on {of}. {title}",
        half=True,
    )


def _short(places: list[float]) -> dict[float, str]:
    """Return thirds of a bit with two digits, which say enough."""
    return {at: f"{at:.2f}".rstrip("0").rstrip(".") or "0" for at in places}


def _value(estimate: Estimate) -> str:
    return written(estimate.value, "ratio")
