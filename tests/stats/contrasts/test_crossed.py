"""The crossed interval: golden numbers, a slow twin, what must not matter, and coverage."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.stats.contrasts.crossed import CrossedEstimates, Prior, crossed, squares
from tertium.stats.contrasts.layout import Layout
from tests.stats.contrasts.plain import plain_crossed

TABLE = np.array([[3, 1, 6, 2], [5, 0, 7, 6], [-1, -2, 4, 1]], dtype=float)
VOTES = ("++0 +-+ +++ 0+-", "+++ --+ ++0 ++-", "+0+ -+- +++ -+0")


def believed(y, annotator, document, segment, *, weight=None, prior=None, this=False):
    y = np.asarray(y, dtype=float)
    layout = Layout.of(
        np.ones(len(y)) if weight is None else np.asarray(weight, dtype=float),
        np.asarray(annotator),
        np.asarray(segment),
        None if document is None else np.asarray(document),
    )
    if this:
        layout = replace(layout, documents_known=False)
    return layout, crossed(layout, squares(layout, y[:, None]), prior=prior or Prior())


def ends(found: CrossedEstimates, level: float = 0.95) -> tuple[float, float, float, float]:
    reach = float(found.reach(level)[0])
    value = float(found.estimate[0])
    return value, value - reach, value + reach, float(found.p()[0])


def log_ratio(won: np.ndarray) -> np.ndarray:
    a, b = won.sum(), (1 - won).sum()
    p = (a + 0.5) / (a + b + 1)
    return np.log(p / (1 - p)) + (won - a / (a + b)) / (p * (1 - p))


def crossed_votes():
    rows = [
        ({"+": 1, "-": -1, "0": 0}[answer], person, text, 3 * text + place)
        for person, line in enumerate(VOTES)
        for text, part in enumerate(line.split())
        for place, answer in enumerate(part)
    ]
    return (np.array(column) for column in zip(*rows, strict=True))


def five_annotators():
    won, who, value, voter = [], [], [], []
    for person, (a, b) in enumerate(zip((44, 16, 23, 12, 40), (30, 11, 11, 7, 20), strict=True)):
        won += [1.0] * a + [0.0] * b
        who += [person] * (a + b)
        value += [1] * a + [-1] * b + [0] * (100 - a - b)
        voter += [person] * 100
    return np.array(won), np.array(who), np.array(value), np.array(voter)


def points():
    rows = []
    blocks = [
        (0, 0, (0, 5, 1)),
        (0, 1, (-1, 0, 6, 1)),
        (1, 2, (2, 0)),
        (1, 3, (0, 0, -5)),
        (1, 4, (1, 1, 0)),
        (2, 5, (10, 0, 1)),
    ]
    for person, text, values in blocks:
        rows += [(value, person, text) for value in values]
    return (np.array(column) for column in zip(*rows, strict=True))


def test_one_segment_per_document_is_the_document():
    person, text = (index.ravel() for index in np.indices(TABLE.shape))
    layout, found = believed(TABLE.ravel(), person, text, text)
    assert ends(found) == pytest.approx((2.666667, -2.009298, 7.342631, 0.256124), abs=1e-6)
    assert found.rest[0] == pytest.approx(4.003558, abs=1e-6)
    assert layout.annotator_freedom == pytest.approx(2)
    assert layout.seen_annotators == pytest.approx(0.222222, abs=1e-6)


def test_preferences_without_documents():
    won, who, value, voter = five_annotators()
    layout, found = believed(log_ratio(won), who, None, np.arange(len(won)))
    assert ends(found) == pytest.approx((0.533215, 0.115396, 0.951034, 0.021783), abs=1e-6)
    assert layout.annotator_share == pytest.approx(0.247227, abs=1e-6)
    assert layout.annotator_freedom == pytest.approx(2.398450, abs=1e-6)
    _, found = believed(value, voter, None, np.arange(len(value)))
    assert ends(found) == pytest.approx((0.112, 0.027355, 0.196645, 0.018861), abs=1e-6)


def test_preferences_on_shared_documents():
    value, person, text, segment = crossed_votes()
    decided = value != 0
    layout, found = believed(
        log_ratio((value[decided] > 0).astype(float)),
        person[decided],
        text[decided],
        segment[decided],
    )
    assert ends(found) == pytest.approx((1.016934, -0.742365, 2.776233, 0.218111), abs=1e-6)
    assert layout.seen_across == pytest.approx(0.001988, abs=1e-6)
    assert layout.seen_documents == pytest.approx(0.184638, abs=1e-6)
    assert layout.document_freedom == pytest.approx(2.905804, abs=1e-6)
    _, found = believed(value, person, text, segment)
    assert ends(found) == pytest.approx((0.416667, -0.148742, 0.982075, 0.128288), abs=1e-6)


def test_nested_documents_and_unequal_loads():
    value, person, text = points()
    layout, found = believed(value, person, text, np.arange(len(value)))
    assert ends(found) == pytest.approx((1.222222, -0.925026, 3.369471, 0.246069), abs=1e-6)
    assert layout.annotator_freedom == pytest.approx(1.471811, abs=1e-6)
    assert layout.document_freedom == pytest.approx(2.722703, abs=1e-6)


def test_one_document_speaks_of_itself_or_of_others():
    table = np.array([[4, -1, 3, 6, 0], [2, 1, 5, 3, -2]])
    person, segment = (index.ravel() for index in np.indices(table.shape))
    nowhere = np.zeros(table.size, dtype=int)
    _, found = believed(table.ravel(), person, nowhere, segment, this=True)
    assert ends(found) == pytest.approx((2.1, -1.058768, 5.258768, 0.191686), abs=1e-6)
    _, found = believed(table.ravel(), person, nowhere, segment)
    assert ends(found) == pytest.approx((2.1, -1.543981, 5.743981, 0.246774), abs=1e-6)


def test_one_annotator_speaks_alone_or_for_others():
    value, text = (3, 1, 4, -1, 5, 2, 2, 0, 3), np.repeat([0, 1, 2], 3)
    alone = np.zeros(9, dtype=int)
    _, found = believed(value, alone, text, np.arange(9), prior=Prior(annotators=0.0))
    assert ends(found) == pytest.approx((2.111111, 0.249251, 3.972971, 0.026811), abs=1e-6)
    _, found = believed(value, alone, text, np.arange(9))
    assert ends(found) == pytest.approx((2.111111, 0.021457, 4.200765, 0.047858), abs=1e-6)


@st.composite
def unbalanced(draw):
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    people, texts = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    size = draw(st.integers(1, 4))
    person, text, place = (i.ravel() for i in np.indices((people, texts, size)))
    kept = random.random(len(person)) < draw(st.sampled_from([1.0, 0.7, 0.4]))
    kept[:2] = True
    y = np.round(random.normal(size=kept.sum()) * 3, 2)
    if np.ptp(y) == 0:
        y = np.arange(len(y), dtype=float)
    weight = random.uniform(0.2, 1, kept.sum())
    codes = [
        np.unique(column[kept], return_inverse=True)[1]
        for column in (person, text, text * size + place)
    ]
    return y, weight, *codes


@given(unbalanced())
def test_it_equals_its_slow_twin(data):
    y, weight, person, text, segment = data
    if segment.max() == 0:  # one segment says nothing about others
        return
    _, found = believed(y, person, text, segment, weight=weight)
    assert ends(found) == pytest.approx(plain_crossed(y, weight, person, text, segment), rel=1e-6)


@given(unbalanced(), st.integers(0, 1000), st.sampled_from([0.8, 0.95, 0.99]))
def test_names_order_sign_and_scale_do_not_matter(data, seed, level):
    y, weight, person, text, segment = data
    random = np.random.default_rng(seed)
    _, found = believed(y, person, text, segment, weight=weight)
    value, low, high, p = ends(found, level)
    if np.isnan(low):
        return
    assert low <= value <= high
    assert (p < 1 - level) == (low > 0 or high < 0)
    order = random.permutation(len(y))
    names = [random.permutation(50)[column] for column in (person, text, segment)]
    moved = [column[order] for column in names]
    _, again = believed(-3 * y[order], *moved, weight=7 * weight[order])
    assert ends(again, level) == pytest.approx((-3 * value, -3 * high, -3 * low, p), rel=1e-6)


@pytest.mark.parametrize(("people", "texts"), [(2, 5), (3, 10), (5, 4)])
@pytest.mark.parametrize("strong", [False, True])
def test_it_covers_where_annotators_and_documents_differ(people, texts, strong):
    """The truth is 0 in the population; 95% of intervals should hold it, here at least 90%."""
    random = np.random.default_rng(people * 100 + texts)
    by_person, by_text = (0.25, 0.35) if strong else (0.1, 0.15)
    person, text, place = (i.ravel() for i in np.indices((people, texts, 6)))
    segment = text * 6 + place
    layout = Layout.of(np.ones(len(person)), person, segment, text)
    runs = 300
    y = random.normal(size=(len(person), runs)) * 0.84
    y += random.normal(size=(texts * 6, runs))[segment] * 0.54
    y += random.normal(size=(people, runs))[person] * by_person
    y += random.normal(size=(texts, runs))[text] * by_text
    held = 0
    for run in range(runs):
        found = crossed(layout, squares(layout, y[:, run : run + 1]))
        held += int(abs(found.estimate[0]) <= found.reach(0.95)[0])
    assert held / runs >= 0.91


@pytest.mark.parametrize("annotators", [4, 300], ids=["few annotators", "many annotators"])
def test_many_documents_are_compared_by_texts_or_by_annotators(annotators):
    """Whichever way has fewer products, the sums are those of full tables."""
    rng = np.random.default_rng(0)
    segment = np.repeat(np.arange(1000), 3)
    who = (rng.integers(0, annotators, 1000)[:, None] + np.arange(3)).ravel() % annotators
    layout = Layout.of(np.ones(3000), who, segment, segment // 4)
    assert layout.documents == 250
    by_document, by_segment = layout_tables(layout)
    own = by_document / by_document.sum(1, keepdims=True)
    beside = np.diag(by_document.sum(0)) - own.T @ by_document
    assert layout.seen_documents == pytest.approx((beside**2).sum())
    inside = np.zeros((250, 1000))
    inside[layout.document, layout.segment] = 1
    shared = inside * by_segment.sum(0) - own.T @ by_segment
    found = layout.noise_in_documents(np.zeros(1), np.ones(1))
    assert found == pytest.approx((shared**2).sum())


def layout_tables(layout):
    """Return the shares of annotators in documents and in segments."""
    by_document = np.zeros((layout.annotators, layout.documents))
    by_segment = np.zeros((layout.annotators, layout.segments))
    np.add.at(by_document, (layout.annotator, layout.document), layout.weight)
    np.add.at(by_segment, (layout.annotator, layout.segment), layout.weight)
    return by_document, by_segment
