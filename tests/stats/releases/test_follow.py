"""An engine followed: distances, shares, drift, scenarios, feedback."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr, spearmanr

from studies.operations import drift_coverage, made
from tertium.exceptions import BadInput
from tertium.formats.feedback import Change, Remark
from tertium.stats.contrasts.record import against
from tertium.stats.releases.drift import distances, ratio, steps
from tertium.stats.releases.follow import follow
from tertium.stats.releases.parts import _correlation, by_scenario
from tertium.stats.resampling import Resampling
from tertium.stats.result import Estimate
from tertium.stats.shares import wilson
from tertium.stats.utility.accuracy import measure, utility
from tertium.text.fuzzy import fuzzy
from tertium.text.ter import ter
from tests.stats.releases.made import edited, production, unit


def many(seed=1, releases=3, documents=4, *, anchor=False):
    """Return production with random edits."""
    rng = np.random.default_rng(seed)
    units = []
    for release in range(releases):
        for document in range(documents):
            for segment in range(2):
                mt, final = edited(rng, 12, 0.25)
                name = f"d{document}" if anchor else f"r{release}-{document}"
                units.append(unit(f"r{release}", mt, final, document=name,
                                  segment=f"{name}.{segment}", anchor=anchor,
                                  scenario=("web", "law")[document % 2]))  # fmt: skip
    return units


@pytest.mark.parametrize("distance", ["ter", "words", "characters"])
def test_distances_are_sums_of_edits_over_sums_of_sizes(distance):
    """A slow version, segment by segment, with the normaliser that the signature names."""
    units = many()
    found = follow(production(*units), distance=distance, resamples=50)
    for row in found.releases:
        own = [one for one in units if one.release == row.release]
        edits = size = 0.0
        for one in own:
            if distance == "ter":
                score = ter(one.mt, one.final)
                edits, size = edits + score.edits, size + score.length
            else:
                a, b = ((one.mt.split(), one.final.split()) if distance == "words"
                        else (one.mt, one.final))  # fmt: skip
                edits += round((1 - fuzzy(one.mt, one.final, unit=distance)) * max(len(a), len(b)))
                size += max(len(a), len(b))
        assert row.distance.value == pytest.approx(edits / size)
    assert f"distance:{distance}/" in found.signature


def test_shares_count_segments_and_words_at_or_above_the_threshold():
    """By hand: 0.75 itself counts; words are those of the final text."""
    found = follow(
        production(
            unit("r1", "a b c x", "a b c d", document="1"),
            unit("r1", "x y z", "e f g h i j", document="2"),
            unit("r1", "k", "k", document="3"),
        ),
        threshold=0.75,
        unit="words",
    )
    (row,) = found.releases
    assert row.share_segments.value == pytest.approx(2 / 3)
    assert row.share_words.value == pytest.approx(5 / 11)
    assert row.unchanged == pytest.approx(1 / 3)
    assert (row.words, row.segments, row.documents, row.empty) == (11, 3, 3, 0)


def test_empty_and_unchanged_mt_are_data():
    """An engine that gave nothing, and one that needed nothing."""
    (row,) = follow(production(unit("r1", "", "a b"), unit("r1", "a", "a"))).releases
    assert (row.empty, row.unchanged, row.distance.value) == (1, 0.5, pytest.approx(2 / 3))


def test_the_anchor_tells_quality_from_material():
    """By hand: production got 10 points worse, the anchor 10 better: material is 20 worse."""
    words = " ".join(f"w{at}" for at in range(20))

    def wrong(number):
        return " ".join(["x"] * number + words.split()[number:])

    units = []
    for document in ("1", "2", "3"):
        for release, delivered, fixed in (("r1", 4, 6), ("r2", 6, 4)):
            units.append(unit(release, wrong(delivered), words, document=f"{release}-{document}"))
            units.append(unit(release, wrong(fixed), words, document=document, segment=document,
                              anchor=True))  # fmt: skip
    (step,) = follow(production(*units)).steps
    assert (step.release, step.before) == ("r2", "r1")
    assert step.production.value == pytest.approx(0.1)
    assert step.quality.value == pytest.approx(-0.1)
    assert step.material.value == pytest.approx(0.2)


@given(st.integers(0, 50), st.floats(-0.1, 0.1))
def test_a_change_of_quality_everywhere_is_no_change_of_material(seed, change):
    """Production and anchor that move together leave the material where it was."""
    rng = np.random.default_rng(seed)
    size = rng.integers(20, 90, 20).astype(float)
    rate = rng.uniform(0.2, 0.5, 20)
    release, document = np.repeat([0, 1], 10), np.tile(np.arange(10), 2)
    size, rate = np.tile(size[:10], 2), np.tile(rate[:10], 2) + change * release
    data = made(release, document, rate * size, size)
    both = distances(data, 0.95, where="anywhere")
    (step,) = steps(data.releases, both, both)
    assert step.quality.value == pytest.approx(change, abs=1e-9)
    assert step.material.value == pytest.approx(0, abs=1e-9)
    # Points are moved alike, not shares of what is edited, so documents differ a little in logs.
    if step.quality.low is not None:
        assert step.quality.low - 1e-9 <= step.quality.value <= step.quality.high + 1e-9
        assert step.material.low <= 0 <= step.material.high


def anchored(seed=1):
    """Return production and an anchor set whose second release is better by far."""
    rng = np.random.default_rng(seed)
    units = many(seed)
    for release, rate in (("r0", 0.4), ("r1", 0.15), ("r2", 0.38)):
        for document in range(6):
            for segment in range(2):
                mt, final = edited(rng, 30, rate)
                units.append(unit(release, mt, final, document=f"a{document}", anchor=True,
                                  segment=f"a{document}.{segment}"))  # fmt: skip
    return units


def test_releases_are_contrasted_as_systems_are():
    """On the anchor set, the newer release less the older one, as `utility` contrasts systems."""
    units = anchored()
    found = follow(production(*units))
    assert [(one.a, one.b) for one in found.contrasts] == [("r1", "r0"), ("r2", "r0"), ("r2", "r1")]
    assert found.estimand.quantity == "edit distance on the anchor set"
    assert (found.estimand.annotators, found.estimand.texts) == ("nobody", "documents like these")
    assert (found.estimand.units.documents, found.estimand.units.segments) == (6, 12)
    fixed = [one for one in units if one.anchor]
    alone = utility(
        measure(
            [one.mt for one in fixed],
            [one.final for one in fixed],
            system=[one.release for one in fixed],
            document=[one.document for one in fixed],
        )
    )
    for one in found.contrasts:
        (same,) = [other for other in against(alone.contrasts, one.b) if other.a == one.a]
        assert (one.difference, one.low, one.high, one.p, one.p_adjusted) == pytest.approx(
            (-same.difference, -same.high, -same.low, same.p, same.p_adjusted)
        )
        assert (one.p < 0.05) == (one.low > 0 or one.high < 0)
    assert found.steps[0].quality == Estimate(
        found.contrasts[0].difference, found.contrasts[0].low, found.contrasts[0].high
    )
    assert found.releases[1].anchor.value < found.releases[0].anchor.value


def test_without_an_anchor_set_contrasts_are_those_of_production():
    """And the estimand says so; one document is a reason, not an interval."""
    found = follow(production(*many(), unit("r3", "a x", "a b", document="only")))
    assert found.contrasts == found.production_contrasts
    assert found.estimand.quantity == "edit distance in production"
    reasons = {(one.a, one.b): one.reason for one in found.contrasts}
    assert reasons[("r3", "r0")] == "there is only one document of r3"
    assert reasons[("r2", "r0")] is None
    assert found.steps[-1].production.low is None
    assert found.contrasts[0].annotators is None


def test_very_many_releases_are_contrasted_with_the_one_before_and_the_first():
    data = made(np.repeat(np.arange(50), 2), np.arange(100), np.arange(100) % 7, [30] * 100)
    found = distances(data, 0.95, where="in production").contrasts
    assert len(found) == 49 + 48
    assert [(one.a, one.b) for one in found[:3]] == [("r1", "r0"), ("r2", "r0"), ("r2", "r1")]


def test_deleted_machine_translation_counts_although_nothing_is_left():
    """A document without a final word has edits but no size; another document carries them."""
    document, above, below = np.array([0, 1, 2]), np.array([2.0, 3.0, 4.0]), np.array([9.0, 9.0, 0])
    assert ratio(document, above, below, 0.95).value == pytest.approx(0.5)


@pytest.mark.parametrize("documents", [2, 4, 8])
def test_intervals_of_a_ratio_cover_with_few_documents(documents):
    """A small round of documents of different lengths, nominal 95%."""
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(300):
        size = rng.integers(150, 300, documents).astype(float)
        edits = rng.normal(0.3, 0.08, documents) * size
        found = ratio(np.arange(documents), edits, size, 0.95)
        covered += found.low <= 0.3 <= found.high
    assert 0.91 <= covered / 300 <= 0.99


def test_shares_stay_between_nothing_and_everything():
    """Also at both ends, where documents are single cases; one document has no interval."""
    document, ten = np.arange(2), np.full(2, 10.0)
    found = ratio(document, np.array([9.0, 2.0]), ten, 0.95, share=True)
    assert (found.low, found.high) == (0.0, 1.0)
    assert ratio(document, np.array([11.0, 2.0]), ten, 0.95).high > 1
    assert ratio(document, ten, ten, 0.95, share=True) == wilson(2, 2, level=0.95)
    assert ratio(document, 0 * ten, ten, 0.95) == wilson(0, 2, level=0.95)
    assert ratio(document[:1], ten[:1] / 2, ten[:1], 0.95) == Estimate(0.5)
    assert ratio(document, ten, 0 * ten, 0.95) == Estimate(None)


def test_intervals_of_quality_and_material_cover():
    """A small round of the study: eight documents each, changes of −5 and +8 points."""
    assert min(drift_coverage(8, 150)) >= 0.89


def test_correlations_are_those_of_scipy():
    """Spearman over segments, Pearson over releases, in each scenario and over all."""
    rng = np.random.default_rng(6)
    number = 120
    release = np.arange(number) % 6
    near = rng.random(number).round(1)
    size = rng.integers(5, 30, number)
    edits = np.round(size * np.clip(1 - near + rng.normal(0, 0.2, number), 0, 1))
    data = replace(
        made(release, np.arange(number) // 4, edits, size),
        fuzzy=near,
        scenario=tuple(np.where(np.arange(number) % 8 < 4, "web", "law")),
    )
    found = by_scenario(data, 0.7, Resampling(resamples=200))
    assert [one.scenario for one in found] == ["all", "law", "web"]
    for one in found:
        rows = [at for at in range(number) if one.scenario in ("all", data.scenario[at])]
        expected = spearmanr(edits[rows] / size[rows], near[rows]).statistic
        assert one.by_segment.value == pytest.approx(expected)
        assert one.by_segment.low < expected < one.by_segment.high
        pairs = [
            (
                edits[own].sum() / size[own].sum(),
                size[own][near[own] >= 0.7].sum() / size[own].sum(),
            )
            for own in (np.array([at for at in rows if release[at] == r]) for r in range(6))
        ]
        test = pearsonr(*np.array(pairs).T)
        assert one.by_release.value == pytest.approx(test.statistic)
        interval = test.confidence_interval(0.95)
        assert (one.by_release.low, one.by_release.high) == pytest.approx(
            (interval.low, interval.high)
        )


def test_correlations_of_resamples_are_those_of_the_drawn_segments():
    """From sums of numbers that are not centred."""
    rng = np.random.default_rng(2)
    x, y = rng.normal(3, 1, 40), rng.normal(-5, 2, 40)
    sums = np.stack([np.ones(40), x, y, x * x, y * y, x * y], axis=1).sum(0)
    assert _correlation(sums[None])[0] == pytest.approx(np.corrcoef(x, y)[0, 1])


def test_matches_of_the_memory_take_the_place_of_likeness():
    """Where every source has one."""
    units = [unit("r1", "a x", "a b", document=str(at), match=at / 4) for at in range(4)]
    found = follow(production(*units), threshold=0.5)
    assert found.against == "memory"
    assert found.releases[0].memory_words.value == pytest.approx(0.5)
    assert follow(production(*units, unit("r1"))).against == "final"


def test_releases_are_ordered_by_date_or_as_people_count():
    """r10 after r9; a date decides where all have one."""
    names = [row.release for row in follow(production(unit("r10"), unit("r9"))).releases]
    assert names == ["r9", "r10"]
    dated = production(unit("old", date="2026-01"), unit("new", date="2025-12"))
    assert [row.release for row in follow(dated).releases] == ["new", "old"]


@pytest.mark.parametrize(
    ("every", "names"), [("year", ["2025", "2026"]), ("month", ["2025-12", "2026-01", "2026-02"])]
)
def test_dates_make_releases_where_none_are_named(every, names):
    """By year, month or day."""
    units = [unit("", date=date) for date in ("2026-02-03", "2025-12-30", "2026-01-01")]
    assert [row.release for row in follow(production(*units), every=every).releases] == names
    with pytest.raises(BadInput, match="it is not known which release"):
        follow(production(unit("")))


def test_inputs_and_years_are_told_apart_with_their_levels():
    """Clean and recognised sources, by the year of the date or of the release's name."""
    wrong = {"clean": "a b c x", "recognised": "a x y z"}
    units = [unit("2025-11", wrong[kind], "a b c d", input=kind, document=f"{kind}{at}")
             for kind in wrong for at in range(2)]  # fmt: skip
    found = follow(production(*units))
    assert [(p.input, p.year, p.distance.value, p.level) for p in found.parts] == [
        ("clean", "2025", 0.25, "gist"),
        ("recognised", "2025", 0.75, "none"),
    ]
    assert follow(production(unit("r1"))).parts == ()
    assert follow(production(*units), distance="words").parts[0].level == ""


def test_feedback_is_counted_traced_and_its_orphans_listed():
    """Every change names who asked for it, or is told as an orphan."""
    remarks = [Remark("f1", "term", "r1"), Remark("f2", "term", "r1"), Remark("f3", "form", "r9")]
    changes = [Change("c1", "r2", ("f1", "f7")), Change("c2", "r3", ())]
    found = follow(production(*many()), remarks=remarks, changes=changes, resamples=50)
    assert [(one.category, one.release, one.remarks, one.answered) for one in found.feedback] == [
        ("form", "r9", 1, 0),
        ("term", "r1", 2, 1),
    ]
    assert [(one.change, one.categories) for one in found.changes] == [
        ("c1", ("term",)),
        ("c2", ()),
    ]
    assert found.changes[0].distance == found.steps[1].production
    assert {(one.kind, one.name, one.of) for one in found.orphans} == {
        ("unknown feedback", "f7", "c1"),
        ("change", "c2", "r3"),
        ("unknown release", "r3", "c2"),
        ("feedback", "f2", "term"),
        ("feedback", "f3", "form"),
        ("unknown release", "r9", "f3"),
    }


def test_doubts_are_told():
    """One release, one document, what was left out, five categories, no anchor, unequal sets."""
    told = " ".join(follow(production(unit("r1"), without_mt=3, unfinished=2)).warnings)
    assert "one release only" in told
    assert "3 segments without a machine translation" in told
    assert "2 segments without a final text" in told
    assert "no intervals for: r1" in told
    remarks = [Remark(f"f{at}", f"c{at}") for at in range(5)]
    told = " ".join(follow(production(*many()), remarks=remarks, resamples=50).warnings)
    assert "5 categories" in told
    assert "Without an anchor set" in told
    fixed = [one for one in many(2, anchor=True) if (one.release, one.document) != ("r1", "d0")]
    told = " ".join(follow(production(*many(), *fixed), resamples=50).warnings)
    assert "4 segments of the anchor set are not there in every release" in told
    assert "different final texts" in told


@pytest.mark.parametrize(
    ("units", "options", "what"),
    [
        ([unit("r1", anchor=True, segment="1")], {}, "all segments belong to the anchor set"),
        ([unit("r1"), unit("r1", anchor=True)], {}, "neither an id nor a source"),
        ([unit("r1"), unit("r7", anchor=True, segment="1")], {}, "belongs to none of the releases"),
        ([unit("r1"), unit("r2"), unit("r1", anchor=True, segment="1"),
          unit("r2", anchor=True, segment="2")], {}, "translated by every release"),
        ([unit("r1")], {"threshold": 75}, "a fuzzy match of 75 is not possible"),
    ],
)  # fmt: skip
def test_what_cannot_be_followed_is_refused(units, options, what):
    """With the reason and a remedy."""
    with pytest.raises(BadInput, match=what):
        follow(production(*units), **options)
