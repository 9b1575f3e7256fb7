"""Agreement when one answer is rare: golden numbers, refusals, and what is said instead."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.formats.judgements import read_judgements
from tertium.stats.agreement.agree import agree
from tertium.stats.agreement.kappa import kappa_bounds
from tertium.stats.errors.collected import has_marks
from tertium.table import JudgementTable

WORDS = ("good", "weak", "wrong")


def answered(items, document=None):
    """Build a table of answers in words; an item is what each annotator said, such as "001"."""
    return JudgementTable.from_rows(
        {
            "annotator": f"e{who}",
            "segment": f"s{at:03}",
            "document": document(at) if document else None,
            "system": "sys",
            "aspect": "overall",
            "label": WORDS[int(answer)],
        }
        for at, item in enumerate(items)
        for who, answer in enumerate(item)
        if answer != "."
    )


def crossed(table):
    """Return the items of two raters whose answers make this table."""
    return [
        f"{row}{column}"
        for row, line in enumerate(table)
        for column, number in enumerate(line)
        for _ in range(number)
    ]


def approximately(estimate):
    return pytest.approx(estimate, abs=5e-7)


THREE = ["000"] * 30 + ["111"] * 3 + ["001"] * 2 + ["010"] + ["110"] * 2 + ["222", "002"]


@pytest.mark.parametrize(
    ("items", "cohen", "fleiss", "ac1"),
    [
        (crossed([[40, 2], [3, 5]]), (0.608150, 0.086907, 0.827060),
         (0.607843, 0.087300, 0.826740), (0.865772, 0.660362, 0.946952)),
        (["000"] * 39 + ["001"], (0.0, -1.0, 0.983971),
         (-0.008403, -1.0, 0.974135), (0.983053, 0.871795, 0.997760)),
        (THREE, (0.655337, 0.247593, 0.844950),
         (0.651163, 0.235406, 0.844411), (0.883268, 0.739400, 0.947712)),
        (crossed([[20, 5, 10], [5, 40, 15], [15, 10, 30]]), (0.390863, 0.258176, 0.499345),
         None, (0.404713, 0.273179, 0.512442)),
    ],
    ids=["two by two", "one of forty", "three raters", "three by three"],
)  # fmt: skip
def test_the_golden_intervals_come_out(items, cohen, fleiss, ac1):
    """κ with two half-items, AC1 without: value, low and high to six digits."""
    found = agree(answered(items))
    assert (found.cohen.mean, found.cohen.low, found.cohen.high) == approximately(cohen)
    assert (found.ac1.value, found.ac1.low, found.ac1.high) == approximately(ac1)
    if fleiss is not None:
        got = found.fleiss
        assert (got.value, got.low, got.high) == approximately(fleiss)
    if len(items[0]) == 2:
        (pair,) = found.cohen.pairs
        assert (pair.kappa, pair.low, pair.high) == approximately(cohen)


def test_equal_answers_are_said_to_be_equal():
    """Complete agreement is not "nothing was rated twice": AC1 tells how sure it is."""
    found = agree(answered(["000"] * 40))
    assert found.cohen.mean is None
    assert found.fleiss.value is None
    assert (found.ac1.value, found.ac1.low, found.ac1.high) == approximately((1.0, 0.905517, 1.0))
    assert found.sentence == (
        "All 120 ratings are the same answer. Annotators agree completely (AC1 1.00, at least "
        ".91); whether beyond chance cannot be determined, because no other answer was given."
    )
    assert not any("rated twice" in note for note in found.warnings)


def test_kappa_is_refused_on_fewer_than_five_other_answers():
    """One odd item of forty measures nothing, and that is the headline."""
    found = agree(answered(["000"] * 39 + ["001"]))
    assert not found.measurable
    assert found.words == ""
    assert found.sentence == (
        "Only 1 of 40 items had any other answer than “good”. κ cannot be measured on so few "
        "(95% CI −1.00 to .98). Equal answers: 98.3%; AC1 .98 (95% CI .87–1.00)."
    )


def test_few_other_answers_are_counted_in_the_headline():
    """From five to fourteen the value stands with the number of items it rests on."""
    found = agree(answered(crossed([[40, 2], [3, 5]])))
    assert found.measurable
    assert (found.most_frequent.others, found.most_frequent.agreed) == (10, 5)
    assert found.sentence == (
        "Inter-annotator agreement: Cohen’s κ .61 (95% CI .09–.83); only 10 items had another "
        "answer than “good”, and annotators agreed on 5 of them. Equal answers: 90.0%; "
        "AC1 .87 (95% CI .66–.95)."
    )


def test_both_given_that_one_is_counted_by_hand():
    """Positive agreement of the rare answer is 2·5 / (2·5 + 2 + 3)."""
    found = agree(answered(crossed([[40, 2], [3, 5]])))
    positive, negative = found.positive, found.negative
    assert (positive.answer, positive.both, positive.one) == ("weak", 5, 5)
    assert positive.agreement == pytest.approx(10 / 15)
    assert (negative.answer, negative.both) == ("good", 40)
    assert negative.agreement == pytest.approx(80 / 85)


def test_a_word_needs_an_interval_of_two_neighbouring_words():
    """From "poor" to "almost perfect" no adjective is true; a narrow interval earns one."""
    wide = agree(answered(crossed([[40, 2], [3, 5]])))
    narrow = agree(answered(crossed([[200, 50, 100], [50, 400, 150], [150, 100, 300]])))
    assert wide.words == ""
    assert narrow.words == "fair"
    assert narrow.sentence.startswith("Inter-annotator agreement is fair: Cohen’s κ .39 (95% CI ")


def test_documents_are_left_out_whole():
    """Sentences of a document are alike: with documents the interval is that over documents."""
    rng = np.random.default_rng(5)
    items = []
    for _ in range(12):
        hard = rng.random() < 0.5
        items += [
            f"{x}{int(x) ^ int(rng.random() < (0.5 if hard else 0.02))}"
            for x in map(str, rng.integers(0, 2, 10))
        ]
    plain = agree(answered(items))
    known = agree(answered(items, lambda at: f"d{at // 10}"))
    assert known.cohen.mean == plain.cohen.mean
    assert known.cohen.high - known.cohen.low > plain.cohen.high - plain.cohen.low
    assert "ci:document-jackknife" in known.signature
    # Documents of one sentence each change nothing but the name.
    single = agree(answered(items, lambda at: f"d{at}"))
    assert (single.cohen.low, single.cohen.high) == approximately(
        (plain.cohen.low, plain.cohen.high)
    )
    assert (single.fleiss.low, single.fleiss.high) == approximately(
        (plain.fleiss.low, plain.fleiss.high)
    )


def slow_kappas(items, categories, weight):
    """Return the mean κ of pairs, from weighted items that nobody skipped."""
    answers = np.array([[int(a) for a in item] for item in items])
    found = []
    for a in range(answers.shape[1]):
        for b in range(a):
            table = np.zeros((categories, categories))
            np.add.at(table, (answers[:, a], answers[:, b]), weight)
            table /= table.sum()
            chance = table.sum(0) @ table.sum(1)
            found.append((np.trace(table) - chance) / (1 - chance))
    return float(np.mean(found))


def slow_error(items, documents):
    """Return θ′ and its jackknife error, every unit left out by hand."""
    answers = [[int(a) for a in item] for item in items]
    total = np.bincount(np.concatenate(answers))
    rare, frequent = int(total.argmin()), int(total.argmax())
    m = len(items[0])
    odd = [[rare if i == j else frequent for i in range(m)] for j in range(m)]
    rows = [*answers, [rare] * m, *odd]
    weight = np.array([1.0] * len(items) + [0.5] + [0.5 / m] * m)
    unit = np.array([*documents, -1, *[-2] * m])
    mass = {u: 0.5 if u < 0 else 1.0 for u in unit.tolist()}
    theta = slow_kappas(rows, len(total), weight)
    change, masses = [], []
    for one, own in mass.items():
        kept = np.flatnonzero(unit != one)
        left = slow_kappas([rows[k] for k in kept], len(total), weight[kept])
        change.append((left - theta) / own)
        masses.append(own)
    change, masses = np.array(change), np.array(masses)
    n = masses.sum()
    middle = (masses * change).sum() / n
    return theta, ((n - 1) / n * (masses * (change - middle) ** 2).sum()) ** 0.5, n


def test_the_mean_of_pairs_is_jackknifed_by_document():
    """The quick way through (pair, unit) sums equals leaving every document out by hand."""
    rng = np.random.default_rng(1)
    truth = rng.choice(3, 40, p=[0.7, 0.2, 0.1])
    items = ["".join(str(t if rng.random() < 0.8 else rng.integers(3)) for _ in range(4))
             for t in truth]  # fmt: skip
    found = agree(answered(items, lambda at: f"d{at // 5}"))
    theta, error, n = slow_error(items, [at // 5 for at in range(40)])
    low, high = kappa_bounds(*(np.array(x) for x in (theta, error, n, n - 1)))
    assert (found.cohen.low, found.cohen.high) == pytest.approx((float(low), float(high)))


skewed = st.lists(
    st.lists(st.sampled_from("00000012."), min_size=3, max_size=3).map("".join),
    min_size=1,
    max_size=15,
)


@given(skewed)
def test_an_interval_is_never_missing_and_holds_its_value(items):
    """Whatever is rare or missing: where there is a value, it lies inside a finite interval.

    Items rated once change how frequent answers are, so that Fleiss' κ may be below −1.
    """
    found = agree(answered(items))
    alpha, fleiss = found.krippendorff, found.fleiss
    mean = (found.cohen.mean, found.cohen.low, found.cohen.high)
    for value, low, high in (mean, (alpha.value, alpha.low, alpha.high)):
        if value is not None:
            assert -1 <= low <= value <= high <= 1
    if fleiss.value is not None:
        once = any(len(item.replace(".", "")) == 1 for item in items)
        assert (-9 if once else -1) <= fleiss.low <= fleiss.value <= fleiss.high <= 1
    for pair in found.cohen.pairs:
        if pair.kappa is not None:
            assert -1 <= pair.low <= pair.kappa <= pair.high <= 1


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval"])
def test_alpha_with_missing_ratings_has_an_interval_on_every_scale(metric):
    """Grades of which nearly all are the best: α has an interval, whatever its metric."""
    rng = np.random.default_rng(7)
    rows = [
        {"annotator": who, "segment": f"s{at}", "system": "x", "aspect": "overall", "value": value}
        for at in range(20)
        for who in "abc"
        if rng.random() < 0.8
        for value in [4.0 if at and rng.random() < 0.95 else 2.0]
    ]
    found = agree(JudgementTable.from_rows(rows), metric=metric)
    assert found.krippendorff.low <= found.krippendorff.value <= found.krippendorff.high
    assert (found.ac2.value is None) == (metric == "nominal")


def test_a_file_of_labels_is_read_and_measured(tmp_path):
    """Answers without numbers are ratings like any other, with no need of an aspect."""
    path = tmp_path / "labels.csv"
    path.write_text(
        "annotator,segment,system,label\n"
        + "".join(
            f"{who},s{at},x,{'good' if at % 3 or who == 'a' else 'bad'}\n"
            for at in range(12)
            for who in "ab"
        )
    )
    table = read_judgements(path)
    assert not has_marks(table)
    found = agree(table)
    assert found.items == 12
    assert found.percent == pytest.approx(8 / 12)
    assert "on:label" in found.signature
