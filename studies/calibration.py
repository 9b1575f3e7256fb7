"""Does the comparison of two campaigns by anchors tell the truth as often as it says?

Two campaigns are simulated in which nothing but the anchors is common: other annotators, who
are more lenient and use less of the scale, other texts, other systems. The 95% interval of
the difference between a system of this campaign and one of the earlier should hold the true
difference in 95 of 100 campaigns, whatever the drift, however few annotators there are,
and however the anchors were picked.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from studies._corrupted import DATA, real_sets
from studies._crowds import scores_of
from tertium.stats.calibration.calibrate import calibrate
from tertium.stats.result import signature
from tertium.table import Codes, Scores

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

RUNS, SPLITS = 1000, 40
_EARLIER, _NOW = np.array([60.0, 55.0, 65.0]), np.array([65.0, 58.0])


@dataclass(frozen=True, slots=True)
class Years:
    """How two campaigns are drawn.

    The sds are typical ones of past campaigns, in points: 6 between segments, 10 between
    outputs, 11 between annotators, `taste` between annotator and system, `noise` per score,
    which differs between annotators of this campaign. These are more lenient by `shift`, and
    react to quality with slopes of mean `slope` and sd .25. `picked` anchors are the best
    and the worst by their earlier scores, others are drawn.
    """

    people: int = 8
    earlier_people: int = 10
    segments: int = 100
    judges: int = 1
    earlier_judges: int = 2
    anchors: int = 30
    each: int = 20
    shift: float = 8.0
    slope: float = 0.8
    gap: float = 0.0
    taste: float = 2.5
    noise: float = 16.0
    picked: bool = False


def two_campaigns(years: Years, seed: int) -> tuple[Scores, Scores, float]:
    """Return this campaign, the earlier one, and the true difference of new-0 and old-0."""
    rng = np.random.default_rng(seed)
    before = _qualities(rng, _EARLIER, years.segments)
    person, segment = _dealt(rng, years.segments, years.earlier_people, years.earlier_judges)
    person, segment = (np.repeat(codes, len(_EARLIER)) for codes in (person, segment))
    system = np.resize(np.arange(len(_EARLIER)), len(person))
    level = rng.normal(0, 11, years.earlier_people)
    taste = rng.normal(0, years.taste, (years.earlier_people, len(_EARLIER)))
    value = before[system, segment] + level[person] + taste[person, system]
    value += rng.normal(0, years.noise, len(value))
    earlier = _scores("e", person, "s", segment, "old", system, value)
    anchors = _anchors(rng, years, system * years.segments + segment, value)
    now, truth = _this_campaign(rng, years, before, anchors)
    return now, earlier, truth


def _this_campaign(
    rng: np.random.Generator, years: Years, before: Floats, anchors: Ints
) -> tuple[Scores, float]:
    people = years.people
    level = 60 + years.shift + rng.normal(0, 11, people)
    slope = np.maximum(years.slope + rng.normal(0, 0.25, people), 0.1)
    noise = years.noise * np.exp(rng.normal(0, 0.3, people))
    levels = _NOW + np.array([years.gap, 0.0])
    quality = _qualities(rng, levels, years.segments)
    person, segment = _dealt(rng, years.segments, people, years.judges)
    person, segment = (np.repeat(codes, len(_NOW)) for codes in (person, segment))
    system = np.resize(np.arange(len(_NOW)), len(person))
    each = min(years.each, len(anchors))
    met = np.concatenate([rng.permutation(anchors)[:each] for _ in range(people)])
    who = np.repeat(np.arange(people), each)
    old, text = met // years.segments, met % years.segments
    liked = quality[system, segment] + rng.normal(0, years.taste, (people, 2))[person, system]
    known = before[old, text] + rng.normal(0, years.taste, (people, 3))[who, old]
    good, whose = np.concatenate([liked, known]), np.concatenate([person, who])
    value = level[whose] + slope[whose] * (good - 60) + noise[whose] * rng.normal(size=len(good))
    names = [*_named("t", segment), *(f"anchor.s{code}" for code in text.tolist())]
    systems = [*_named("new-", system), *_named("old-", old)]
    now = scores_of(
        annotator=Codes.of(_named("n", whose)),
        segment=Codes.of(names),
        system=Codes.of(systems),
        role=Codes.of(["real"] * len(person) + ["anchor"] * len(who)),
        of=Codes.of([""] * len(person) + _named("s", text)),
        value=value,
    )
    return now, float(levels[0] - _EARLIER[0])


def _qualities(rng: np.random.Generator, levels: Floats, segments: int) -> Floats:
    """Draw the quality of every output: by system and segment, and its own."""
    return np.asarray(
        levels[:, None] + rng.normal(0, 6, segments) + rng.normal(0, 10, (len(levels), segments))
    )


def _dealt(rng: np.random.Generator, segments: int, people: int, judges: int) -> tuple[Ints, Ints]:
    """Give every segment to so many people, equally many to each."""
    person = np.stack([np.resize(rng.permutation(people), judges) for _ in range(segments)])
    return person.ravel(), np.repeat(np.arange(segments), judges)


def _anchors(rng: np.random.Generator, years: Years, item: Ints, value: Floats) -> Ints:
    mean = np.bincount(item, value) / np.bincount(item)
    if not years.picked:
        return rng.permutation(len(mean))[: years.anchors]
    order = np.argsort(mean)
    half = years.anchors // 2
    return np.concatenate([order[:half], order[-half:]])


def _named(before: str, codes: Ints) -> list[str]:
    return [f"{before}{code}" for code in codes.tolist()]


def _scores(
    who: str, person: Ints, text: str, segment: Ints, what: str, system: Ints, value: Floats
) -> Scores:
    return scores_of(
        annotator=Codes.of(_named(who, person)),
        segment=Codes.of(_named(text, segment)),
        system=Codes.of(_named(f"{what}-", system)),
        role=Codes.of(["real"] * len(value)),
        value=value,
    )


def compared(seed: int, years: Years) -> tuple[bool, float, float, float]:
    """Return whether the interval covers, its width, its error, and that of plain means."""
    now, earlier, truth = two_campaigns(years, seed)
    found = calibrate(now, earlier)
    one = next(d for d in found.differences if (d.system, d.earlier) == ("new-0", "old-0"))
    low, high, value = one.difference.low, one.difference.high, one.difference.value
    assert low is not None
    assert high is not None
    assert value is not None
    return low <= truth <= high, high - low, value - truth, one.raw - truth


def split_in_two(scores: Scores, seed: int) -> tuple[Scores, Scores]:
    """Make two campaigns of one: other annotators, other segments, some of them as anchors.

    Half of the annotators are the earlier ones. Of the segments a half belongs to the earlier
    campaign, and half of these are anchors.
    """
    rng = np.random.default_rng(seed)
    scores = scores.take(np.array([*scores.role.names, ""])[scores.role.codes] == "real")
    person, segment = scores.annotator.codes, scores.segment.codes
    people, texts = rng.permutation(np.unique(person)), rng.permutation(np.unique(segment))
    before = np.isin(person, people[: len(people) // 2])
    earlier = np.isin(segment, texts[: len(texts) // 2])
    anchor = np.isin(segment, texts[: len(texts) // 4])
    mine = ~before & (anchor | ~earlier)
    role = Codes(np.where(anchor[mine], 0, 1), ("anchor", "real"))
    return replace(scores.take(mine), role=role), scores.take(before & earlier)


def halves(scores: Scores, seed: int) -> list[tuple[bool, float, float]]:
    """Compare every system with itself: whether 0 is covered, the width, and the error."""
    found = calibrate(*split_in_two(scores, seed)).differences
    return [
        (low <= 0 <= high, high - low, value)
        for one in found
        if one.system == one.earlier
        for low, high, value in [(one.difference.low, one.difference.high, one.difference.value)]
        if low is not None and high is not None and value is not None
    ]


_DRAWN = Years()
CELLS = {
    "8 annotators, 20 anchors each": _DRAWN,
    "3 annotators": replace(_DRAWN, people=3),
    "5 annotators": replace(_DRAWN, people=5),
    "20 annotators, 200 segments": replace(_DRAWN, people=20, segments=200),
    "12 annotators, two judges": replace(_DRAWN, people=12, judges=2),
    "3 annotators in both campaigns": replace(_DRAWN, people=3, earlier_people=3),
    "no drift": replace(_DRAWN, shift=0.0, slope=1.0),
    "a drift of 20 points": replace(_DRAWN, shift=20.0, slope=0.6),
    "a system 20 points better": replace(_DRAWN, gap=15.0),
    "5 anchors each": replace(_DRAWN, each=5),
    "8 anchors in all": replace(_DRAWN, anchors=8, each=8),
    "the best and worst as anchors": replace(_DRAWN, picked=True),
    "100 anchors, three earlier judges": replace(_DRAWN, anchors=100, earlier_judges=3),
    "noisy annotators (sd 25)": replace(_DRAWN, people=20, noise=25.0, segments=200),
    "tastes of sd 5": replace(_DRAWN, taste=5.0),
}


def run() -> Evidence:
    """Simulate every cell with two processes."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # of the processes to come, which are enough
    lines = []
    worst = 1.0
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for name, years in CELLS.items():
            found = np.array(
                list(pool.map(partial(compared, years=years), range(RUNS), chunksize=50))
            )
            covers, width, error, raw = found.T
            worst = min(worst, float(covers.mean()))
            lines.append(
                f"| {name} | {100 * covers.mean():.1f} | {np.median(width):.1f} | "
                f"{error.mean():+.1f} | {error.std():.1f} | {raw.mean():+.1f} |"
            )
    real = _real_page() if DATA.is_dir() else []
    body = "\n".join(
        [
            "Two campaigns with nothing in common but anchors: this campaign has other annotators, "
            "more lenient by 8 points and with slopes of 0.8 (sd 0.25) unless said otherwise, "
            "other texts and other systems. Each is drawn as past campaigns were (points): sd 6 "
            "between segments, 10 between outputs, 11 between annotators, 2.5 between annotator "
            "and system, 16 per score. Unless said otherwise 8 annotators of 100 segments, with "
            "20 of 30 anchors each, against 10 annotators with two judges per segment. The true "
            "difference of two systems is looked for in its 95% interval.",
            "",
            f"{RUNS:,} pairs of campaigns in each row; nominal 95%, Monte-Carlo error ± "
            f"{100 * 1.96 * (0.95 * 0.05 / RUNS) ** 0.5:.1f}. The lowest is {100 * worst:.1f}%. "
            "The last column is what plain means of both campaigns would say, which take the "
            "drift of annotators for progress.",
            "",
            "| | covers, % | width (median) | bias | sd of the estimate | bias of plain means |",
            "|---|---|---|---|---|---|",
            *lines,
            "",
            *real,
        ]
    )
    return Evidence(
        "Comparing campaigns by anchors",
        body,
        signature("calibration-study", runs=RUNS, seed=0),
    )


def _real_page() -> list[str]:
    """Split published crowds in two, and compare their systems with themselves."""
    found: dict[str, list[tuple[bool, float, float]]] = {}
    for name, _, scores in real_sets():
        if name != "wmt21-da":  # one score per output: two halves would have no anchors
            rows = found.setdefault(name, [])
            for seed in range(SPLITS if name == "hume-da-ende" else SPLITS // 8):
                rows.extend(halves(scores, seed))
    lines = []
    for name, rows in found.items():
        covers, width, error = np.array(rows).T
        lines.append(
            f"| {name} | {len(rows):,} | {100 * covers.mean():.1f} | {np.median(width):.1f} | "
            f"{error.mean():+.1f} | {error.std():.1f} |"
        )
    return [
        "Published crowds, split at random into two campaigns with other annotators and other "
        "segments, of which half of the earlier ones are anchors. Every system is compared with "
        "itself, so the true difference is 0 but for the texts. Halves of one crowd differ less "
        "than two crowds do, and systems of one split share their anchors.",
        "",
        "| data set | comparisons | covers, % | width (median) | bias | sd of the estimate |",
        "|---|---|---|---|---|---|",
        *lines,
    ]
