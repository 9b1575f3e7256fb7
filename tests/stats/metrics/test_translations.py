"""References studied: who is chosen, what correlates, what references credit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau, mannwhitneyu, wilcoxon

from tertium.exceptions import BadInput
from tertium.formats.graded_translations import (
    GradedTranslation,
    Rendering,
    read_renderings,
    read_translations,
)
from tertium.stats.metrics.constant import constant_shares
from tertium.stats.metrics.kendall import mean_tau_p, tau_b
from tertium.stats.metrics.renderings import phrase_renderings
from tertium.stats.metrics.translations import study_references
from tertium.text.metrics import text_metric

GRADES = [1, 1.3, 2, 2, 2.7, 3]
BLEU = [0.26, 0.22, 0.25, 0.18, 0.20, 0.15]
METRICS = [text_metric("bleu"), text_metric("chrf")]
numbers = st.lists(st.sampled_from([1.0, 1.3, 2.0, 2.7]), min_size=2, max_size=8)


def graded(number, document="d", seed=0, step=0.3):
    """Return translations, of which every further one has more wrong words and a worse grade."""
    draw = np.random.default_rng(seed)
    words = np.array([f"w{at}" for at in range(30)])
    found = []
    for at in range(number):
        text = words.copy()
        wrong = draw.choice(30, size=min(2 * at, 25), replace=False)
        text[wrong] = [f"x{draw.integers(1000)}" for _ in wrong]
        found.append(GradedTranslation(document, f"t{at}", 1 + step * at, " ".join(text)))
    return found


def test_tau_is_the_golden_one():
    """τ-b, not τ-c (−.694444)."""
    assert tau_b(np.array(GRADES), np.array(BLEU)) == pytest.approx(-0.690066, abs=5e-7)


@given(numbers, st.randoms(use_true_random=False))
def test_tau_is_that_of_scipy(first, random):
    """With ties; undefined where one side is constant."""
    second = [random.choice([1.0, 2.0, 3.0]) for _ in first]
    ours = tau_b(np.array(first), np.array(second))
    assert ours == pytest.approx(kendalltau(first, second).statistic, nan_ok=True)


def test_permutations_find_the_p_of_all_orders():
    """Of one text with four translations the exact p is known: 2 of 24 orders are as extreme."""
    pair = (np.array([1.0, 2, 3, 4]), np.array([4.0, 3, 2, 1]))
    p = mean_tau_p([pair], permutations=20_000, seed=1)
    assert p == pytest.approx(2 / 24, abs=0.01)
    constant = (np.array([1.0, 1]), np.array([1.0, 2]))
    assert mean_tau_p([constant], permutations=10, seed=1) is None


def test_the_permutation_test_keeps_its_level():
    """Where grades say nothing, p below .05 comes in about 5% of studies."""
    draw, low = np.random.default_rng(3), 0
    for trial in range(200):
        pairs = [(draw.integers(1, 4, 6).astype(float), draw.normal(size=6)) for _ in range(4)]
        p = mean_tau_p(pairs, permutations=199, seed=trial)
        low += p is not None and p < 0.05
    assert low <= 20


def test_the_best_and_the_worst_are_references():
    """By grade, of equal ones by name; four must remain beside them."""
    found = study_references(graded(8) + graded(6, "short"), METRICS, best=(1, 3), worst=(3, 5))
    scored = {}
    for one in found.translations:
        if one.metric == "bleu":
            scored.setdefault((one.setup, one.document), set()).add(one.translator)
    assert scored["best-1", "d"] == {f"t{at}" for at in range(1, 8)}
    assert scored["best-3", "d"] == {f"t{at}" for at in range(3, 8)}
    assert scored["worst-3", "d"] == {f"t{at}" for at in range(5)}
    assert ("best-3", "short") not in scored
    assert not any(setup == "worst-5" for setup, _ in scored)
    told = " ".join(found.warnings)
    assert "best-3: texts with fewer than four translations" in told
    assert "worst-5: texts with fewer than four translations" in told
    counts = {(one.setup, one.metric): (one.documents, one.left_out) for one in found.setups}
    assert counts["best-1", "bleu"] == (2, 0)
    assert counts["best-3", "chrf"] == (1, 1)


def test_scores_that_follow_grades_have_a_negative_tau():
    """Grade 1 is best; where a high grade is best it is positive."""
    found = study_references(graded(9) + graded(9, "e", 1), METRICS, best=(1,), worst=())
    assert all(one.tau.value < -0.8 for one in found.setups)
    assert all(one.p < 0.01 for one in found.setups)
    turned = [
        GradedTranslation(one.document, one.translator, 6 - one.grade, one.text)
        for one in graded(9) + graded(9, "e", 1)
    ]
    other = study_references(turned, METRICS, best=(1,), worst=(), best_grade="highest")
    for one, two in zip(found.setups, other.setups, strict=True):
        assert two.tau.value == pytest.approx(-one.tau.value)
        assert two.mean == pytest.approx(one.mean)


def test_a_text_is_scored_as_one_segment():
    """Against all its references; the definition, slowly."""
    texts = graded(7)
    found = study_references(texts, METRICS[:1], best=(2,), worst=())
    for one in found.translations:
        (own,) = (each.text for each in texts if each.translator == one.translator)
        stats = METRICS[0].statistics([[own]], [[texts[0].text], [texts[1].text]])
        assert one.score == pytest.approx(float(METRICS[0].score(stats[0, 0])))
    assert found.signatures["bleu"].startswith("bleu|nrefs:var|")
    assert "smooth:exp" in found.signatures["bleu"]


def test_tau_is_unknown_where_grades_are_the_same():
    """And the set-up has no p."""
    same = graded(6, step=0.0)
    found = study_references(same, METRICS[:1], best=(1,), worst=())
    assert found.documents[0].tau is None
    assert (found.setups[0].tau.value, found.setups[0].p) == (None, None)
    assert "decided by names, in 1 of 1 choices" in " ".join(found.warnings)


def test_setups_are_tested_over_single_translations():
    """The rank-sum test of scipy, and the signed-rank test of those in both."""
    found = study_references(graded(12) + graded(11, "e", 4), METRICS[:1], best=(1, 3), worst=(3,))
    scores = {}
    for one in found.translations:
        scores.setdefault(one.setup, {})[one.document, one.translator] = one.score
    assert [(one.a, one.b) for one in found.tests] == [
        ("best-1", "best-3"), ("best-1", "worst-3"), ("best-3", "worst-3"),
    ]  # fmt: skip
    for one in found.tests:
        a, b = scores[one.a], scores[one.b]
        assert one.p == pytest.approx(mannwhitneyu(list(a.values()), list(b.values())).pvalue)
        both = [a[key] - b[key] for key in a if key in b]
        assert one.shared == len(both)
        assert one.p_paired == pytest.approx(wilcoxon(both).pvalue)
        assert one.p_adjusted >= one.p


def test_constant_elements_are_numbers_and_names_of_all():
    """With a source, what is not in it is no name."""

    def share(source=""):
        texts = [
            GradedTranslation("d", "a", 1, "Peter zahlt 12 Euro im Haus", source),
            GradedTranslation("d", "b", 2, "Im Haus zahlt Peter genau 12 Euro", source),
        ]
        (found,) = constant_shares({"d": texts})
        return found

    plain, known = share(), share("Peter pays 12 euros")
    assert (plain.words, plain.numbers, plain.names) == (13, 2 / 13, 6 / 13)
    assert (known.numbers, known.names) == (2 / 13, 2 / 13)


def test_valid_renderings_are_credited_by_references():
    """Distinct ones, letter case apart; an invalid one of a reference credits nothing."""
    said = [
        ("a", "free", True),
        ("b", "Free", True),
        ("c", "at no cost", True),
        ("d", "gone", False),
    ]
    renderings = [Rendering("p", text, who, valid, "d") for who, text, valid in said]
    one, other = phrase_renderings(renderings, {("best-1", "d"): {"a"}, ("worst-1", "d"): {"d"}})
    assert (one.renderings, one.valid, one.credited) == (3, 2, 1)
    assert (one.translators, one.uncredited) == (3, 1)
    assert (other.valid, other.credited, other.uncredited) == (2, 0, 3)


def test_too_few_translations_are_refused():
    """With what to do."""
    with pytest.raises(BadInput, match="no text has 4 translations beside its references"):
        study_references(graded(4), METRICS)


HEAD = "document,translator,grade,text\n"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (HEAD + "d,a,x,text\n", "the grade 'x' is not a number"),
        (HEAD + "d,a,1,text\nd,a,2,text\n", ":3:.*'a' translates 'd' twice, first in line 2"),
        (HEAD + "d,a,1,\n", "the text is empty"),
        ("document,translator,mark,text\nd,a,1,t\n", "no column 'grade'"),
    ],
)
def test_bad_translations_are_told(tmp_path, rows, message):
    """With file and line."""
    path = tmp_path / "translations.csv"
    path.write_text(rows, encoding="utf-8")
    with pytest.raises(BadInput, match=message):
        read_translations(path)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("d,p,r,z,yes\n", "'z' has no translation of 'd'"),
        (",p,r,t1,yes\n", "names no document, and there are 2"),
        ("d,p,r,t1,maybe\n", "'maybe' is neither yes nor no"),
        ("d,p,r,t1,yes\nd,p,s,t1,no\n", "'t1' renders 'p' twice"),
    ],
)
def test_bad_renderings_are_told(tmp_path, rows, message):
    """With file and line."""
    path = tmp_path / "phrases.csv"
    path.write_text("document,phrase,rendering,translator,valid\n" + rows, encoding="utf-8")
    with pytest.raises(BadInput, match=message):
        read_renderings(path, graded(3) + graded(3, "e"))
