"""Stretching, shifting or turning a scale changes no conclusion, of any analysis of scores."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.rendering.plain import plain
from tertium.scale import Scale
from tertium.stats.agreement.agree import agree
from tertium.stats.annotators.model import annotators
from tertium.stats.assessment.assess import assess
from tertium.stats.assessment.control import control_tests
from tertium.stats.assessment.ranking import rank_scores
from tertium.stats.calibration.calibrate import calibrate
from tertium.stats.monitoring.monitor import monitor
from tertium.stats.redundancy.redundancy import redundancy
from tertium.table import JudgementTable

LOW, HIGH = 1.0, 5.0
_APART = {"signature", "warnings", "sentence", "scale"}  # they name the scale


def rows(seed, *, role="real", people=4, segments=24):
    """Return scores of two systems from 1 to 5: everybody scores everything, some of it twice."""
    rng = np.random.default_rng(seed)
    lenient = rng.normal(0, 0.4, people)
    listed = []
    for at in range(segments):
        quality = rng.normal(3.0, 0.8)
        for system, gain in (("x", 0.0), ("y", 0.3)):
            for person in range(people):
                noise = rng.normal(0, 0.5)
                value = float(np.clip(np.round(quality + gain + lenient[person] + noise), 1, 5))
                about = {
                    "annotator": f"p{person}", "segment": f"s{at}", "document": f"d{at // 4}",
                    "system": system, "aspect": "overall", "batch": 1,
                }  # fmt: skip
                listed.append(about | {"value": value, "role": role})
                if role == "real" and at < 6:
                    worse = max(1.0, value - 1)
                    of = {"of": f"s{at}", "segment": f"bad{at}", "role": "degraded"}
                    listed.append(about | of | {"value": worse})
    return listed


def on(listed, scale, *, stretch=1.0, shift=0.0):
    """Return the table of scores that were stretched and shifted, on a scale that says so."""
    moved = [row | {"value": stretch * row["value"] + shift} for row in listed]
    return JudgementTable.from_rows(moved).on_scale(scale)


def _calibrated(make):
    now = [
        *((row | {"segment": f"n{row['segment']}", "system": f"{row['system']}2"}) for row in
          rows(1, role="real") if row["role"] == "real"),
        *(row | {"role": "anchor"} for row in rows(2, role="anchor")),
    ]  # fmt: skip
    return calibrate(make(now), make(rows(3)))


def _monitored(rule):
    return lambda make: monitor(make(rows(0)), baseline="x", advanced="y", rule=rule, planned=300)


def _anytime(make):
    """Everybody has documents of one's own, so that all scores are evidence."""
    mine = [
        row
        for row in rows(0, people=3, segments=120)
        if int(row["document"][1:]) % 3 == int(row["annotator"][1:])
    ]
    found = monitor(make(mine), baseline="x", advanced="y", rule="anytime-valid")
    assert any(look.e_value != 1 for look in found.looks)
    return found


ANALYSES = {
    **{
        f"rank-{recipe}": lambda make, recipe=recipe: rank_scores(make(rows(0)), method=recipe)
        for recipe in ("z", "raw", "wmt-z", "wmt24", "wmt25", "wmt26")
    },
    "rank-passed": lambda make: assess(make(rows(0)), passing="passed"),
    "control": lambda make: control_tests(make(rows(0))),
    "annotators-ep": lambda make: annotators(make(rows(0)), engine="ep"),
    "annotators-gibbs": lambda make: annotators(make(rows(0)), engine="gibbs"),
    "annotators-censored": lambda make: annotators(make(rows(0)), censored=True),
    "agree": lambda make: agree(make(rows(0)), aspect="overall"),
    **{f"monitor-{rule}": _monitored(rule) for rule in ("planned", "bayes")},
    "monitor-any-time": _anytime,
    "calibrate": _calibrated,
    "redundancy": lambda make: redundancy(make(rows(0, people=3, segments=10)), draws=2),
}


@cache
def as_given(name):
    """Return the result of the scores from 1 to 5."""
    return ANALYSES[name](lambda listed: on(listed, Scale(LOW, HIGH)))


def moved(one, two, stretch, shift, place="result"):
    """Assert that each number is the same, a difference that was stretched, or a score."""
    if isinstance(one, dict) and all(name.lstrip("-").isdigit() for name in one):  # by scores
        moved(list(one.values()), list(two.values()), stretch, shift, place)
    elif isinstance(one, dict):
        assert one.keys() == two.keys(), place
        for name in one.keys() - _APART:
            moved(one[name], two[name], stretch, shift, f"{place}.{name}")
        if "warnings" in one:
            assert len(one["warnings"]) == len(two["warnings"]), (one["warnings"], two["warnings"])
    elif isinstance(one, list):
        assert len(one) == len(two), place
        for at, (first, second) in enumerate(zip(one, two, strict=True)):
            moved(first, second, stretch, shift, f"{place}[{at}]")
    elif isinstance(one, float):
        images = (one, stretch * one, stretch * one + shift)
        assert any(math.isclose(two, image, rel_tol=1e-4, abs_tol=1e-6) for image in images), (
            f"{place}: {one} became {two}"
        )
    elif not _names_a_score(place):
        assert one == two, place


def _names_a_score(place):
    """Categories of agreement are the scores themselves."""
    words = ("categor", "answer", "label", "majorit", "confus", "unanimous")
    return any(word in place for word in words)


@pytest.mark.parametrize("name", ANALYSES)
@settings(max_examples=2, deadline=None)
@given(stretch=st.sampled_from([20.0, 0.05, 3.0]), shift=st.sampled_from([0.0, -7.0, 100.0]))
def test_a_stretched_and_shifted_scale_changes_nothing(name, stretch, shift):
    """Priors, flags and rules are parts of the scale, not points."""
    ends = (stretch * LOW + shift, stretch * HIGH + shift)
    there = ANALYSES[name](lambda listed: on(listed, Scale(*ends), stretch=stretch, shift=shift))
    moved(plain(as_given(name)), plain(there), stretch, shift)


@pytest.mark.parametrize("name", ANALYSES)
def test_a_turned_scale_changes_nothing(name):
    """Where 1 is best the same answers, mirrored, give the same result to the last digit."""
    up = as_given(name)
    down = ANALYSES[name](
        lambda listed: on(listed, Scale(LOW, HIGH, best="lowest"), stretch=-1, shift=LOW + HIGH)
    )
    same, turned = plain(up), plain(down)
    if isinstance(same, dict):
        assert str(down.scale) == "5..1"
        assert any("1 is best" in told for told in turned["warnings"])
        for name in ("signature", "warnings", "scale"):
            del same[name], turned[name]
    assert same == turned


def test_an_observed_range_needs_no_points():
    """Where the scale is not known, stretching still changes nothing: no prior is in points."""
    listed = [row | {"value": float(np.clip(row["value"], 2, 4))} for row in rows(0)]
    for rule in ("planned", "anytime-valid", "bayes"):
        one, two = (
            monitor(
                JudgementTable.from_rows(row | {"value": k * row["value"]} for row in listed),
                baseline="x", advanced="y", rule=rule, planned=300,
            )
            for k in (1.0, 0.7)
        )  # fmt: skip
        assert (one.scale.source, two.scale.source) == ("observed", "observed")
        blank = {"scale": None, "sentence": "", "signature": "", "warnings": ()}
        moved(plain(replace(one, **blank)), plain(replace(two, **blank)), 0.7, 0.0)
