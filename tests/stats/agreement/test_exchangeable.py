"""Comparisons among many systems: names of systems, people and segments decide nothing."""

from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.stats.agreement.agree import agree
from tertium.table import JudgementTable

# Segment → pair → what three raters answered: a system's name, or = for a tie.
GOLDEN = {
    "s1": {"ab": "aa=", "ac": "aac", "bc": "bcc"},
    "s2": {"ab": "bbb", "ac": "aa=", "bc": "==b"},
    "s3": {"ab": "aab", "ac": "ccc", "bc": "bbb"},
    "s4": {"ab": "=bb", "ac": "aaa", "bc": "cbc"},
}


def compared(rows):
    """Build a table of (annotator, segment, system, versus, value, document)."""
    return JudgementTable.from_rows(
        {"annotator": who, "segment": segment, "system": one, "versus": two, "value": value,
         "aspect": "preference", "document": document}
        for who, segment, one, two, value, document in rows
    )  # fmt: skip


def golden_rows(names=None):
    """List the judgements of the example; systems may be given other names."""
    names = names or dict.fromkeys("abc")
    names = {name: other or name for name, other in names.items()}
    return [
        (
            f"e{who}",
            segment,
            names[pair[0]],
            names[pair[1]],
            {pair[0]: 1.0, pair[1]: -1.0, "=": 0.0}[answer],
            None,
        )
        for segment, pairs in GOLDEN.items()
        for pair, answers in pairs.items()
        for who, answer in enumerate(answers)
    ]


@pytest.mark.parametrize("names", [None, {"a": "z", "b": "m", "c": "a"}])
def test_the_golden_value_comes_out_under_every_naming(names):
    """κ .271347 (−.360858 to .609853): segments are left out whole, chance knows no names."""
    found = agree(compared(golden_rows(names)))
    assert found.exchangeable.equal == pytest.approx(0.555556, abs=5e-7)
    assert found.exchangeable.chance == pytest.approx(0.390046, abs=5e-7)
    expected = pytest.approx((0.271347, -0.360858, 0.609853), abs=5e-7)
    assert (found.fleiss.value, found.fleiss.low, found.fleiss.high) == expected
    assert found.exchangeable.value == found.fleiss.value
    assert found.exchangeable.cohen.value == found.cohen.mean


def test_chance_is_averaged_over_every_way_of_naming():
    """Cohen's, weighted and Krippendorff's form equal the mean over all turns of the items."""
    rng = np.random.default_rng(3)
    one, two = rng.choice(3, (2, 200), p=[0.5, 0.2, 0.3])  # 0 and 1 are sides, 2 is a tie
    rows = []
    for at in range(200):
        pair = ("abc"[at % 3], "abc"[(at + 1) % 3])
        for who, answer in (("x", one[at]), ("y", two[at])):
            rows.append((who, f"s{at}", *pair, [1.0, -1.0, 0.0][answer], None))
    found = agree(compared(rows))
    share = [np.bincount(side, minlength=3) / 200 for side in (one, two)]
    decided = [1 - s[2] for s in share]
    chance = share[0][2] * share[1][2] + decided[0] * decided[1] / 2
    assert found.cohen.mean == pytest.approx(((one == two).mean() - chance) / (1 - chance))
    place = np.array([1.0, -1.0, 0.0])
    cost = ((place[one] - place[two]) ** 2).mean()
    expected = share[0][2] * decided[1] + decided[0] * share[1][2] + decided[0] * decided[1] * 2.0
    assert found.weighted_quadratic == pytest.approx(1 - cost / expected)
    neutral = int((one == 2).sum() + (two == 2).sum())
    n, d = 400, 400 - neutral
    alike = (neutral * (neutral - 1) + d * (d - 1) / 2) / (n * (n - 1))
    assert found.krippendorff.value == pytest.approx(1 - (one != two).mean() / (1 - alike))


def test_two_systems_keep_their_named_kappa_beside_the_exchangeable_one():
    """Who always prefers the better system agrees by chance too: named κ is lower."""
    rng = np.random.default_rng(8)
    rows = [
        (who, f"s{at}", "new", "old", float(rng.choice([1.0, -1.0], p=[0.9, 0.1])), None)
        for at in range(100)
        for who in "xy"
    ]
    found = agree(compared(rows))
    assert found.categories[:2] == ("new", "old")
    assert abs(found.cohen.mean) < 0.2
    assert found.exchangeable.cohen.value > 0.5


def test_ties_everywhere_leave_an_interval():
    """Nineteen ties and one decided answer: the interval is wide, not missing or a point."""
    rows = [(who, f"s{at}", "abc"[at % 3], "abc"[(at + 1) % 3], 0.0, None) for at in range(20)
            for who in "xy"]  # fmt: skip
    rows[0] = (*rows[0][:4], 1.0, None)
    found = agree(compared(rows))
    assert found.fleiss.high - found.fleiss.low > 0.5


tables = st.lists(
    st.tuples(
        st.sampled_from("wxyz"),
        st.sampled_from("pqrstu"),
        st.sampled_from([("a", "b"), ("b", "c"), ("a", "c"), ("c", "d")]),
        st.sampled_from([1.0, -1.0, 0.0]),
    ),
    max_size=40,
    unique_by=lambda row: row[:3],
)


def told(found):
    """Return all numbers of a result, without names and their order."""
    kept = asdict(found)
    people = {name: kept.pop(name) for name in ("by_annotator", "disagreements", "confusions")}
    kept["cohen"].pop("pairs")
    kept["intra"].pop("pairs")
    for name in ("drift", "unanimous", "warnings"):
        kept.pop(name)
    return kept, people


def flat(value):
    """List the numbers and words of a nested result, rounded, None as a word."""
    if isinstance(value, dict):
        return [(name, *flat(inner)) for name, inner in value.items()]
    if isinstance(value, list | tuple):
        return [tuple(flat(inner)) for inner in value]
    return [round(value, 9) + 0.0 if isinstance(value, float) else value]


@pytest.mark.parametrize("systems", [2, 4])
@pytest.mark.parametrize("documents", [False, True])
@settings(max_examples=25)
@given(tables, st.permutations("abcd"), st.permutations("wxyz"), st.randoms(use_true_random=False))
def test_renaming_reordering_and_mirroring_change_no_number(
    systems, documents, rows, names, people, random
):
    """Systems, annotators and segments under other names, rows shuffled, sides exchanged."""
    if systems == 2:
        rows = [row for row in rows if row[2] == ("a", "b")]
    document = {name: f"d{ord(name) % 3}" for name in "pqrstu"}
    plain = [(w, s, *pair, v, document[s] if documents else None) for w, s, pair, v in rows]
    renamed = dict(zip("abcd", names, strict=True))
    person = dict(zip("wxyz", people, strict=True))
    other = []
    for w, s, (one, two), v in rows:
        sides = (renamed[one], renamed[two], v)
        if random.random() < 0.5:
            sides = (renamed[two], renamed[one], 0.0 - v)
        where = f"{ord(s) * 7 % 6}{s}"
        other.append((person[w], where, *sides, f"z{document[s]}" if documents else None))
    random.shuffle(other)
    before, after = agree(compared(plain)), agree(compared(other))
    (one, mine), (two, theirs) = told(before), told(after)
    named = "one_side" not in before.categories
    if named:
        for kept in (one, two):  # categories and answers carry the names of the two systems
            for name in ("categories", "answers", "positive", "negative", "most_frequent"):
                kept.pop(name)
            kept.pop("sentence")
    assert flat(one) == flat(two)
    back = {person[name]: name for name in person}
    for theirs_of in theirs["by_annotator"]:
        (mine_of,) = [
            m for m in mine["by_annotator"] if m["annotator"] == back[theirs_of["annotator"]]
        ]
        for number in ("kappa", "intra", "ratings"):
            assert flat(mine_of[number]) == flat(theirs_of[number])
        assert sorted(mine_of["shares"].values()) == pytest.approx(
            sorted(theirs_of["shares"].values())
        )
    if not named:
        assert sorted(map(_turned, mine["confusions"])) == sorted(
            _turned(table, back) for table in theirs["confusions"]
        )


def _turned(table, back=None):
    """Return how often two people chose the same side, opposite sides, or were neutral."""
    counts = np.array(table["counts"])
    names = sorted((back or {}).get(table[end], table[end]) for end in "ab")
    return (*names, int(counts[0, 0]), int(counts[0, 1]), int(counts[2:, 2:].trace()))
