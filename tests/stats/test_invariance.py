"""What is said about systems depends on no name, no order of rows, and no side of the screen.

One study of every kind, each analysed as it is and once more under other names (in another
order of the alphabet), with rows shuffled and both sides of every comparison exchanged.
"""

import json
import re
from collections.abc import Iterator
from functools import partial
from random import Random

import numpy as np
import pytest

from tertium.formats.production import Production, Unit
from tertium.formats.square_model import read_model
from tertium.protocols.rule import SCORINGS
from tertium.rendering.arrange import headline
from tertium.rendering.plain import plain
from tertium.stats.agreement.agree import agree
from tertium.stats.annotators.model import annotators
from tertium.stats.assessment.assess import assess
from tertium.stats.chunks.accuracy import chunk_accuracy
from tertium.stats.chunks.judged import judged_chunks
from tertium.stats.comparison.compare import compare
from tertium.stats.effort.analyse import effort
from tertium.stats.entropy.analyse import translation_entropy
from tertium.stats.entropy.prepare import renderings_of, versions_of
from tertium.stats.error_sets.analyse import sets_of
from tertium.stats.error_sets.found import find_errors
from tertium.stats.errors.analyse import score_errors
from tertium.stats.grading.grade import grade
from tertium.stats.monitoring.monitor import monitor
from tertium.stats.ranking.rank import rank
from tertium.stats.releases.follow import follow
from tertium.stats.square.reviews import gather_reviews
from tertium.stats.square.square import square
from tertium.stats.tournament.dominance import dominance
from tertium.stats.utility.accuracy import measure_edits, utility
from tertium.table import JudgementTable

SYSTEMS, PEOPLE, SEGMENTS = ("ash", "elm", "oak"), ("ann", "bob", "cyd", "dan"), 24
NAMES = (
    {"ash": "walnut", "elm": "larch", "oak": "alder"}
    | {"ann": "zoe", "bob": "mia", "cyd": "abe", "dan": "liv"}
    | {f"s{at}": f"t{50 - at}" for at in range(SEGMENTS)}
    | {f"d{at}": f"e{9 - at}" for at in range(8)}
)
BACK = {new: old for old, new in NAMES.items()}
NAMED = ("annotator", "segment", "document", "system", "versus", "of")
TOKENS = re.compile(r"[a-z]+[0-9]*")


def outputs(systems=SYSTEMS) -> Iterator[dict]:
    """Yield who judged what: everybody every system, on every segment of eight documents."""
    for at in range(SEGMENTS):
        for person in PEOPLE:
            for system in systems:
                yield {
                    "judgement": f"{person}/{at}/{system}",
                    "annotator": person,
                    "document": f"d{at // 3}",
                    "segment": f"s{at}",
                    "system": system,
                }


def quality(one, rng):
    """Return how good an output is: by system, document and annotator, never tied."""
    gain = {"ash": 0.0, "elm": 0.35, "oak": 0.9}[one["system"]]
    strict = {"ann": -0.3, "bob": 0.1, "cyd": 0.4, "dan": 0.0}[one["annotator"]]
    hard = np.sin(int(one["document"][1:]))
    return gain + strict + 0.4 * hard + rng.normal(0, 0.8)


def scores():
    """Return scores from 0 to 100."""
    rng = np.random.default_rng(1)
    return [
        one | {"aspect": "overall", "value": float(np.clip(50 + 14 * quality(one, rng), 0, 100))}
        for one in outputs()
    ]


def preferences(systems=SYSTEMS):
    """Return preferences between all pairs of systems, with ties."""
    rng = np.random.default_rng(2)
    found = []
    for at in range(SEGMENTS):
        for who, person in enumerate(PEOPLE):
            for place, system in enumerate(systems):
                for other in systems[place + 1 :]:
                    one = {"annotator": person, "document": f"d{at // 3}", "system": system}
                    apart = quality(one, rng) - quality(one | {"system": other}, rng)
                    found.append(
                        one
                        | {
                            "judgement": f"{person}/{at}/{system}/{other}",
                            "segment": f"s{at}",
                            "versus": other,
                            "aspect": "preference",
                            "value": 0.0 if abs(apart) < 0.3 else float(np.sign(apart)),
                            "slot": 1 + (at + who) % 2,
                        }
                    )
    return found


def marks(severities=("minor", "major")):
    """Return errors with their texts."""
    rng = np.random.default_rng(3)
    source = "one two three four five six seven"
    found = []
    for one in outputs():
        number = int(rng.poisson(np.exp(0.6 - 0.5 * quality(one, rng))))
        found += [
            one | {"aspect": "overall"},
            one | {"aspect": "source", "text": source},
            one | {"aspect": "target", "text": source},
        ] + [
            one
            | {"aspect": "error", "side": "target", "start": 4 * at, "end": 4 * at + 3}
            | {"category": "accuracy", "severity": severities[int(rng.random() < 0.3)]}
            for at in range(min(number, 6))
        ]
    return found


def chunks():
    """Return judged chunks, five of each output."""
    rng = np.random.default_rng(4)
    return [
        one
        | {"judgement": f"{one['judgement']}/{at}", "unit": str(at), "aspect": "chunk"}
        | {"label": "correct" if quality(one, rng) > -0.4 else "problematic"}
        for one in outputs()
        for at in range(5)
    ]


def reviews():
    """Return ratings and counts of the quality square."""
    rng = np.random.default_rng(5)
    found = []
    for one in outputs():
        for name, (corner, _) in read_model("full").criteria.items():
            value = np.clip(60 + 10 * quality(one, rng), 0, 100) if corner.rated else rng.poisson(1)
            found.append(one | {"aspect": name, "value": float(value)})
    return found


def edits():
    """Return edited texts with the time they took."""
    rng = np.random.default_rng(6)
    words = [f"w{at}" for at in range(12)]
    found = []
    for one in outputs():
        worse = int(np.clip(round(3 - 2 * quality(one, rng)), 0, 9))
        edited = " ".join([*("x" * (at + 1) for at in range(worse)), *words[worse:]])
        texts = (("source", "quelle " * 11), ("mt", " ".join(words)), ("edited", edited))
        found += [one | {"aspect": aspect, "text": text} for aspect, text in texts]
        took = float(np.exp(3 - 0.3 * quality(one, rng)))
        found.append(one | {"aspect": "seconds", "value": took})
    return found


def translations():
    """Return texts in which words are rendered in several ways, by everybody for every system."""
    rng = np.random.default_rng(7)
    ways = [["haus", "heim"], ["garten", "park", "hof"], ["baum"], ["alt", "früh", "betagt"]]
    found = []
    for one in outputs():
        words = [str(rng.choice(way)) for way in ways[: 2 + int(one["segment"][1:]) % 3]]
        source = " ".join(["house", "garden", "tree", "old"][: len(words)])
        texts = (("source", source), ("mt", source), ("edited", " ".join(words)))
        found += [one | {"aspect": aspect, "text": text} for aspect, text in texts]
        found.append(one | {"aspect": "seconds", "value": float(rng.integers(5, 60))})
    return found


def versions():
    """Return errors of several categories and readers in versions of texts that differ."""
    rng = np.random.default_rng(8)
    source, changed = "one two three four five six seven", "one two tree four fife six seven"
    found = []
    for one in outputs(("ash", "oak")):
        text = source if one["system"] == "ash" else changed
        found += [
            one | {"aspect": "overall"},
            one | {"aspect": "source", "text": source},
            one | {"aspect": "target", "text": text},
        ]
        for start, end in ((0, 3), (4, 7), (8, 12), (0, 7)):
            if rng.random() < 0.3:
                category = str(rng.choice(["accuracy", "fluency"]))
                severity = str(rng.choice(["minor", "major"]))
                found.append(
                    one
                    | {"aspect": "error", "side": "target", "start": start, "end": end}
                    | {"category": category, "severity": severity}
                )
    return found


def produced(table):
    """Return edited texts as production of releases, whose order follows from their dates."""
    day = {"ash": "2026-01-05", "elm": "2026-02-03", "oak": "2026-03-04"}
    texts = {}
    for row in table.rows():
        key = row["judgement"], row["document"], row["segment"], row["system"]
        texts.setdefault(key, {})[row["aspect"]] = row["text"]
    return Production(
        tuple(
            Unit(
                place=f"judged:{at}",
                mt=said["mt"],
                final=said["edited"],
                release=system,
                date=day[BACK.get(system, system)],
                document=document,
                segment=segment,
                anchor=judgement.startswith("ann"),
                scenario=("web", "print")[judgement.startswith("bob")],
            )
            for at, ((judgement, document, segment, system), said) in enumerate(texts.items())
        )
    )


TWO = {"baseline": "ash", "advanced": "oak"}
ANALYSES = {
    "compare": (preferences, lambda table, names: compare(table.comparisons(), **names)),
    "monitor": (preferences, lambda table, names: monitor(table, rule="planned", **names)),
    "monitor scores": (
        scores,
        lambda table, names: monitor(table, rule="planned", aspect="overall", **names),
    ),
    "rank": (preferences, lambda table, _: rank(table.comparisons())),
    "rank by wins": (preferences, lambda table, _: rank(table.comparisons(), method="wins")),
    "rank by expected wins": (
        preferences,
        lambda table, _: rank(table.comparisons(), method="expected-wins"),
    ),
    "dominance": (preferences, lambda table, _: dominance(table.comparisons())),
    "agree": (preferences, lambda table, _: agree(table.comparisons())),
    "agree on scores": (scores, lambda table, _: agree(table.scores())),
    "assess": (scores, lambda table, _: assess(table.scores())),
    "assess raw": (scores, lambda table, _: assess(table.scores(), recipe="raw")),
    "annotators": (scores, lambda table, _: annotators(table.scores())),
    "grade": (partial(marks, ("minus-1", "minus-4")), lambda table, _: grade(table.spans())),
    "chunks": (chunks, lambda table, _: chunk_accuracy(judged_chunks(table))),
    "square": (
        reviews,
        lambda table, _: square(
            gather_reviews(table, read_model("full")), model=read_model("full")
        ),
    ),
    "utility": (edits, lambda table, _: utility(measure_edits(table.edits()))),
    "effort": (edits, lambda table, _: effort(table.edits())),
    "entropy": (
        translations,
        lambda table, names: translation_entropy(
            renderings_of(versions_of(table.edits(), system=names["advanced"]))
        ),
    ),
    "releases": (edits, lambda table, _: follow(produced(table))),
    "sets": (
        versions,
        lambda table, names: sets_of(
            find_errors(
                table.spans(),
                versions={"mt": names["baseline"], "postedited": names["advanced"]},
            )
        ),
    ),
} | {
    f"errors {scoring}": (
        marks,
        lambda table, _, scoring=scoring: score_errors(table.spans(), scoring=scoring),
    )
    for scoring in SCORINGS
    if scoring not in ("j2450", "lisa")  # whose categories are others; the same code
}
# What belongs to a place on the screen or in the file; and what is chosen by name among equals.
APART = {"signature", "position", "judgement", "slot", "answers", "examples", "problems", "shown"}
# Simulated anew for every study, and printed with their Monte-Carlo error.
APART |= {"false_alarms"}
ORDERED = ("monitor", "monitor scores")  # who judged when is what they look at


def renamed(rows, random):
    """Return rows under other names, shuffled, with both sides of comparisons exchanged."""
    found = []
    for row in rows:
        new = {
            key: NAMES.get(value, value) if key in NAMED else value for key, value in row.items()
        }
        if "versus" in row:
            sides = {"system": new["versus"], "versus": new["system"], "slot": 3 - row["slot"]}
            new |= sides | {"value": -row["value"]}
        found.append(new)
    if random is not None:
        random.shuffle(found)
    return found


def canonical(value, names):
    """Return numbers, rounded, with names translated, and lists in an order of their own."""
    if isinstance(value, float):
        return float(f"{value:.4g}") + 0.0 if abs(value) > 1e-9 else 0.0
    if isinstance(value, str):
        value = re.sub(r"\('[^)]*'\)", "", value)  # for example the first of them
        return TOKENS.sub(lambda found: names.get(found[0], found[0]), value)
    if isinstance(value, dict):
        return _pair(
            {
                canonical(key, names): canonical(part, names)
                for key, part in value.items()
                if key not in APART
            }
        )
    if isinstance(value, list):
        found = [canonical(part, names) for part in value]
        records = any(isinstance(part, dict | str) for part in found)
        return sorted(found, key=lambda one: json.dumps(one, sort_keys=True)) if records else found
    return value


def _pair(record):
    """Name two annotators, or two systems that are tied, in the order of their names."""
    equals = record.get("a") in PEOPLE or record.get("difference") == 0
    if equals and record.get("a", "") > record.get("b", ""):
        record |= {"a": record["b"], "b": record["a"]}
    if isinstance(
        record.get("counts"), list
    ):  # of what two people answered: no matter who is which
        table = np.array(record["counts"])
        record["counts"] = (table + table.T).tolist()
    return record


@pytest.fixture(scope="module", params=ANALYSES)
def analysed(request):
    """Return one analysis as it is, and of the study under other names."""
    made, analyse = ANALYSES[request.param]
    rows = made()
    there = analyse(JudgementTable.from_rows(rows), TWO)
    other = renamed(rows, None if request.param in ORDERED else Random(request.param))
    names = {role: NAMES[system] for role, system in TWO.items()}
    return there, analyse(JudgementTable.from_rows(other), names)


def test_names_rows_and_sides_change_nothing(analysed):
    """Every number of the result, its warnings and its headline."""
    there, other = analysed
    told = TOKENS.sub(lambda found: BACK.get(found[0], found[0]), headline(other))
    assert canonical(plain(other), BACK) == canonical(plain(there), {})
    assert sorted(told) == sorted(headline(there))  # two that share a lead stand by name


def inside(value) -> Iterator[dict]:
    """Yield every record with the ends of an interval; control limits hold for no value."""
    if isinstance(value, dict):
        if {"low", "high"} <= set(value) and "alarm" not in value:
            yield value
        for part in value.values():
            yield from inside(part)
    elif isinstance(value, list):
        for part in value:
            yield from inside(part)


def test_a_value_lies_in_its_interval_and_p_says_the_same(analysed):
    """P < 1 − level exactly where the interval of a contrast excludes no difference."""
    there, _ = analysed
    seen = 0
    for one in inside(plain(there)):
        value = next(
            (one[k] for k in ("difference", "value", "score", "estimate") if k in one), None
        )
        low, high = one["low"], one["high"]
        if value is None or low is None or high is None:
            continue
        seen += 1
        assert low - 1e-9 <= value <= high + 1e-9, one
        if "difference" in one and "p_adjusted" in one and one["p"] is not None:
            assert (one["p"] < 1 - there.level) == (low > 0 or high < 0), one
    assert seen
