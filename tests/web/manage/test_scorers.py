"""Quality control by annotator on the live page: agreement, control items, flags; who is paid."""

import csv
import io
import json
import re
from dataclasses import fields, replace

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from tertium.design import build_plan
from tertium.scale import HUNDRED
from tertium.stats.assessment.control import control_tests
from tertium.stats.assessment.rows import ROLES
from tertium.table import Codes, Scores
from tertium.web.manage import findings
from tertium.web.manage.scorers import scales_of, scores_of
from tests.web.manage.scored import SYSTEMS, judge, score, scored_campaign

HERE = "/manage/campaigns/scores"


def view(rows):
    """Return scores (annotator, segment, system, value[, role]) as the page reads them."""
    who, segment, system, value = ([row[at] for row in rows] for at in range(4))
    role = [row[4] if len(row) > 4 else "real" for row in rows]
    of = [one if played != "real" else None for one, played in zip(segment, role, strict=True)]
    given = {
        "annotator": who, "segment": segment, "system": system, "role": role, "of": of,
        "value": value, "batch": [1] * len(rows),
    }  # fmt: skip
    return Scores(
        **{
            field.name: Codes.of(given.get(field.name, [None] * len(rows)))
            if field.type in (Codes, "Codes")
            else np.array(given.get(field.name, [np.nan] * len(rows)), dtype=float)
            for field in fields(Scores)[:-1]
        },
        scale=HUNDRED,
    )


def look(rows):
    """Return what the page tells about some scores."""
    return scores_of(view(rows), "overall")


RNG = np.random.default_rng(2)
MATRIX = np.clip(
    RNG.normal(60, 15, 30)[None, :] + RNG.normal(0, 8, (3, 30)) + [[0], [6], [-4]], 0, 100
).round()
TABLE = [(f"a{who}", f"s{at}", "x", MATRIX[who, at]) for who in range(3) for at in range(30)]


def test_agreement_is_krippendorffs_alpha():
    """As the library has it; scores of a second look and of worsened copies do not count."""
    noise = [("a0", f"s{at}", "x", 99, role) for at in range(8) for role in ("repeat", "degraded")]
    found = look(TABLE + noise)
    assert found.alpha == pytest.approx(krippendorff.alpha(MATRIX, level_of_measurement="interval"))
    assert found.low < found.alpha < found.high
    assert (found.shared, found.annotators, found.groups) == (30, 3, 1)


def test_going_with_others_is_a_correlation():
    """With the mean of the others, and Fisher's interval."""
    found = look(TABLE)
    for who, one in enumerate(found.scorers):
        others = np.delete(MATRIX, who, axis=0).mean(axis=0)
        expected = scipy_stats.pearsonr(MATRIX[who], others)
        assert one.going.value == pytest.approx(expected.statistic)
        interval = expected.confidence_interval(0.95)
        assert (one.going.low, one.going.high) == pytest.approx((interval.low, interval.high))


def test_references_are_tested_against_the_outputs_of_their_segments():
    """As the signed-rank test of SciPy has it, one-sided."""
    outputs = [("a0", f"s{at}", "x", 40 + at) for at in range(12)]
    references = [("a0", f"s{at}", "human", 45 + at % 5 * 7, "reference") for at in range(12)]
    (found,) = look(outputs + references).scorers
    above = np.array([45 + at % 5 * 7 - 40 - at for at in range(12)])
    kept = above[above != 0]
    assert found.reference.n == 12
    assert found.reference.effect == pytest.approx(above.mean())
    # Ties are counted out here, which SciPy does by permutation.
    expected = scipy_stats.wilcoxon(
        kept, alternative="greater", method=scipy_stats.PermutationMethod(n_resamples=np.inf)
    )
    assert found.reference.p == pytest.approx(expected.pvalue)


def test_repeats_are_told_as_points_apart():
    """Whichever way somebody moved."""
    first = [("a0", f"s{at}", "x", 50 + at) for at in range(6)]
    again = [("a0", f"s{at}", "x", 50 + at + (-1) ** at * 4, "repeat") for at in range(6)]
    found = look(first + again)
    assert (found.repeats, found.apart) == (6, 4.0)
    assert found.scorers[0].repeat.effect == 4.0


def test_degraded_copies_are_tested_as_in_the_analysis():
    """The page shows the numbers of `control_tests`."""
    outputs = [("a0", f"s{at}", "x", 60 + at % 7) for at in range(10)]
    worse = [("a0", f"s{at}", "x", 30 + at % 3, "degraded") for at in range(10)]
    rows = outputs + worse
    (found,) = look(rows).scorers
    (test,) = control_tests(view(rows))
    assert (found.degraded.n, found.degraded.effect, found.degraded.p) == (
        test.n, test.effect, test.p,
    )  # fmt: skip
    assert found.passed is True


@pytest.mark.parametrize(
    ("rows", "missing"),
    [
        ([], "scores"),
        ([("a", "s", "x", 50)], "annotators"),
        ([("a", "s", "x", 50), ("b", "t", "x", 60)], "shared"),
        ([("a", "s", "x", 50), ("b", "s", "x", 50)], "constant"),
        ([("a", "s", "x", 50), ("b", "s", "x", 130)], "outside"),
    ],
)
def test_why_there_is_no_agreement_is_told(rows, missing):
    """Nothing, one person, nothing shared, all equal, no scale: each has its word."""
    found = look(rows)
    assert found.missing == missing
    assert found.alpha is None
    assert "nan" not in json.dumps([one.sd for one in found.scorers]).lower()


def test_people_who_share_nothing_are_counted_in_groups():
    """Two pairs of people: a strict pair cannot be told from bad outputs."""
    rows = [(who, f"{part}{at}", "x", 50 + at) for part, people in (("s", "ab"), ("t", "cd"))
            for at in range(3) for who in people]  # fmt: skip
    found = look(rows)
    assert found.groups == 2
    assert found.alpha is not None


SCORES = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.sampled_from(["s", "t", "u"]),
        st.sampled_from(["x", "y"]),
        st.integers(0, 100),
        st.sampled_from(["real", "repeat", "degraded", "reference"]),
    ),
    max_size=25,
)


@settings(deadline=None, max_examples=60)
@given(SCORES)
def test_whatever_is_scored_no_number_is_missing_without_a_word(rows):
    """No NaN anywhere, and nothing changes if the two systems are exchanged."""
    found = look(rows)
    flat = re.findall(r"nan|inf", str(found).lower())
    assert not flat, found
    turned = [(who, segment, {"x": "y", "y": "x"}[system], value, role)
              for who, segment, system, value, role in rows]  # fmt: skip
    again = look(turned)
    assert again.alpha == pytest.approx(found.alpha)
    assert [(one.annotator, one.flags, one.passed) for one in again.scorers] == [
        (one.annotator, one.flags, one.passed) for one in found.scorers
    ]


def test_offsets_are_told_in_points():
    """Who gives 20 points more than others is seen to do so."""
    rows = [(who, f"s{at}", "x", 30 + at % 40 + more + (at * 7 + len(who)) % 5)
            for at in range(60) for who, more in (("low", 0), ("high", 20))]  # fmt: skip
    found = scales_of(view(rows))
    assert found["high"].offset - found["low"].offset == pytest.approx(20, abs=3)
    assert 0 < found["low"].noise < 10


def test_careless_people_are_flagged_and_nobody_is_deleted(manager, store, clock):
    """Constant, fast, and one who reads: the page says it, and all scores stay."""
    campaign = scored_campaign()
    plan = build_plan(campaign)
    store.campaigns.put(campaign, plan, at=clock())

    def given(one):
        if one.annotator == "ann-01":
            return 80
        return (30 if one.role == "degraded" else 60) + sum(map(ord, one.segment)) % 17

    score(store, campaign, plan, given, at=clock(), seconds=2.0)
    found = manager.data(HERE)["figures"]["scores"]
    flags = {one["annotator"]: one["flags"] for one in found["scorers"]}
    assert "constant" in flags["ann-01"]
    assert all("fast" in marked for marked in flags.values())
    assert "constant" not in flags["ann-02"]
    page = manager.get(HERE).text
    assert "scores hardly vary" in page
    assert "under 3 s per item" in page
    assert "Nothing is deleted because of a flag." in page
    assert len(store.table("scores").scores(roles=ROLES)) == found["scores"]


def test_a_campaign_without_control_items_says_so(manager, store, clock):
    """Nobody's reading can be tested; no flag pretends otherwise."""
    judge(store, scored_campaign(degraded=0, references=0, repeats=0), at=clock())
    page = manager.get(HERE).text
    assert "quality control is not possible" in page
    assert "few quality-control items" not in page


def test_a_new_campaign_says_that_there_are_no_scores_yet(manager, store, clock):
    """Every tile has its words before the first answer."""
    campaign = scored_campaign()
    store.campaigns.put(campaign, build_plan(campaign), at=clock())
    page = manager.get(HERE).text
    for words in ("No evidence yet.", "No scores yet.", "when two annotators have scored the same"):
        assert words in page


def paid(manager, here=HERE):
    """Return the payment list as rows."""
    answer = manager.get(f"{here}/export/payment.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.text)))


def test_work_is_paid_whether_or_not_it_is_used(manager, store, clock):
    """Who gives every output the same is paid for each screen, and not used."""
    campaign = scored_campaign()
    plan = build_plan(campaign)
    store.campaigns.put(campaign, plan, at=clock())
    score(
        store, campaign, plan,
        lambda one: 80 if one.annotator == "ann-01" else 30 if one.role == "degraded" else 60,
        at=clock(),
    )  # fmt: skip
    rows = {row["annotator"]: row for row in paid(manager)}
    work = {person.id: person.assigned for person in store.annotators.all("scores")}
    for annotator, row in rows.items():
        assert row["paid"] == "yes"
        assert float(row["amount"]) == pytest.approx(0.25 * work[annotator])
        assert (row["tasks"], row["currency"]) == (str(work[annotator]), "EUR")
    assert rows["ann-01"]["used"] == "no"
    assert "degraded copies not scored significantly lower than originals" in rows["ann-01"]["why"]
    assert "constant" in rows["ann-01"]["flags"]
    assert rows["ann-02"]["used"] == "yes"


def test_without_control_items_all_scores_are_used(manager, store, clock):
    """No test was possible, so none was failed."""
    judge(store, scored_campaign(degraded=0, references=0, repeats=0), at=clock())
    assert {row["used"] for row in paid(manager)} == {"yes"}


def test_comparisons_are_paid_too(manager, campaign, answer):
    """Who did nothing is not on the list."""
    answer(0)
    (row,) = paid(manager, "/manage/campaigns/spring")
    assert (row["tasks"], row["paid"], row["used"], row["amount"]) == ("1", "yes", "yes", "0.50")
    assert row["scores"] == ""


def test_no_spreadsheet_computes_a_payment_list(manager, store, clock):
    """An annotator, or a currency, called like a formula stays text."""
    campaign = scored_campaign(annotators=("-1+1", "two"))
    campaign = replace(campaign, prices=replace(campaign.prices, currency="=EUR"))
    judge(store, campaign, at=clock())
    first, _ = paid(manager)
    assert (first["annotator"], first["currency"]) == ("'-1+1", "'=EUR")


def test_the_list_is_on_the_page_before_the_reveal(manager, store, clock):
    """It names no system, and can be had at any time."""
    judge(store, scored_campaign(), at=clock())
    page = manager.get(f"{HERE}/export").text
    assert "Download payment.csv" in page
    assert not any(name in manager.get(f"{HERE}/export/payment.csv").text for name in SYSTEMS)


def test_the_report_of_scores_has_all_its_results(manager, store, clock):
    """Systems and annotators, each with its kind."""
    judge(store, scored_campaign(), at=clock(), share=0.5)
    manager.post(f"{HERE}/reveal", {"sure": "yes"})
    found = manager.data(f"{HERE}/report")
    assert found["comparison"] is None
    assert len(found["results"]) == 2


def test_how_everybody_uses_the_scale_appears_when_it_was_found(manager, store, clock, monkeypatch):
    """The page is of use before; then it has offsets in points."""
    judge(store, scored_campaign(), at=clock())
    assert manager.data(HERE)["figures"]["scales"] is None
    assert "are found by tertium annotators" in manager.get(HERE).text
    monkeypatch.setattr(findings, "MOST_SCORES", 5000)
    assert manager.data(HERE)["figures"]["scales"] == {}
    kept = manager.client.app.state.looked["scores"].scales
    assert kept.idle.wait(60)
    found = manager.data(HERE)["figures"]["scales"]
    assert set(found) == {"ann-01", "ann-02", "ann-03", "ann-04"}
    assert "Offset: points above others." in manager.get(HERE).text
