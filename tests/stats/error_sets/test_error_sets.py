"""Error sets: joined by what caused them, and what they tell about post-editing."""

import json

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.cli.error_sets import command
from tertium.exceptions import BadInput, NotFound
from tertium.formats.error_sets import read_sets, write_sets
from tertium.formats.judgements import read_judgements
from tertium.stats.error_sets.analyse import sets_of
from tertium.stats.error_sets.found import find_errors
from tertium.stats.error_sets.gather import VersionError, joined
from tertium.stats.error_sets.places import Words, touched, unchanged
from tertium.table import JudgementTable

SOURCES = {
    "1": "the black cat sleeps",
    "2": "the old dog barks",
    "3": "a cat and a dog",
}
TEXTS = {
    ("1", "mt"): "der schwarze Hund schläft",
    ("1", "postedited"): "der schwarze Hund schlummert",
    ("1", "human"): "die schwarze Katze schläft",
    ("2", "mt"): "der alte Hund bellt",
    ("2", "postedited"): "der alte Hund jault",
    ("2", "human"): "der alte Hund bellt",
    ("3", "mt"): "ein Katze und ein Hund",
    ("3", "postedited"): "eine Katze und ein Hund",
    ("3", "human"): "eine Katze und ein Hund",
}
# More of the same, so that the aligner learns the words.
PLENTY = [
    ("the cat", "die Katze"), ("a cat", "eine Katze"), ("the dog", "der Hund"),
    ("a dog", "ein Hund"), ("black", "schwarze"), ("old", "alte"), ("sleeps", "schläft"),
    ("barks", "bellt"), ("and", "und"),
]  # fmt: skip
ERRORS = [
    ("1", "mt", "Hund", "accuracy"),
    ("1", "postedited", "Hund", "accuracy"),  # left as it was
    ("1", "postedited", "schlummert", "style"),  # made by the editor
    ("2", "postedited", "jault", "accuracy"),
    ("3", "mt", "ein Katze", "grammar"),  # repaired
]


def table(errors=ERRORS, plenty=20):
    """Return marked errors with their texts, and clean texts that teach the words."""
    sources, texts = dict(SOURCES), dict(TEXTS)
    for n in range(plenty):
        for m, (source, target) in enumerate(PLENTY):
            sources[f"p{n}-{m}"] = source
            texts |= {(f"p{n}-{m}", kind): target for kind in ("mt", "postedited", "human")}
    rows = []
    for (segment, system), target in texts.items():
        about = {"annotator": "a", "segment": segment, "system": system,
                 "judgement": f"j-{segment}-{system}"}  # fmt: skip
        rows.append(about | {"aspect": "overall"})
        rows.append(about | {"aspect": "source", "text": sources[segment]})
        rows.append(about | {"aspect": "target", "text": target})
        for of, where, quote, category in errors:
            if (of, where) == (segment, system):
                start = target.index(quote)
                rows.append(about | {"aspect": "error", "side": "target", "start": start,
                                     "end": start + len(quote), "category": category,
                                     "severity": "major", "text": quote})  # fmt: skip
    return JudgementTable.from_rows(rows)


def error_sets(spans, versions=None, **how):
    """Return the sets of the errors in some versions."""
    return sets_of(find_errors(spans, versions=versions), **how)


@pytest.fixture(scope="module")
def result():
    """Return the sets of the small example."""
    return error_sets(table().spans(), resamples=200)


def test_errors_are_joined_by_the_source_passage_that_caused_them(result):
    """The wrong animal in the MT and in the post-edited text is one set."""
    told = {
        one.passage: (one.versions, [error.text for error in one.errors]) for one in result.sets
    }
    assert told["cat"] == ("mt+postedited", ["Hund", "Hund"])
    assert told["sleeps"] == ("postedited", ["schlummert"])
    assert told["barks"] == ("postedited", ["jault"])
    assert len(result.sets) == 4


def test_what_came_from_the_mt_is_told_from_what_the_editor_made(result):
    """One of three errors was left, one of two was repaired; counted by hand."""
    assert result.inherited.value == pytest.approx(1 / 3)
    assert result.survived.value == pytest.approx(1 / 2)
    assert [(one.kind, one.errors) for one in result.versions] == [
        ("mt", 2), ("postedited", 3), ("human", 0),
    ]  # fmt: skip
    left = [
        (error.kind, error.text) for one in result.sets for error in one.errors if error.from_mt
    ]
    assert left == [("postedited", "Hund")]
    assert {one.versions: one.sets for one in result.combinations} == {
        "postedited": 2, "mt+postedited": 1, "mt": 1,
    }  # fmt: skip


def test_categories_are_counted_by_kind_of_version(result):
    """The commonest first; rates are per 1,000 words of the source."""
    words = sum(len(Words.of(text).words) for text in SOURCES.values()) + 20 * 13
    found = {(one.kind, one.category): one for one in result.categories}
    assert found["postedited", "accuracy"].errors == 2
    assert found["postedited", "accuracy"].from_mt == 1
    assert found["postedited", "accuracy"].per_1000.value == pytest.approx(2000 / words)
    assert found["mt", "grammar"].share.value == pytest.approx(0.5)


def test_another_category_at_the_same_place_is_not_inherited():
    """What was renamed, or touched, is an error of its own."""
    renamed = [("1", "mt", "Hund", "accuracy"), ("1", "postedited", "Hund", "style")]
    assert error_sets(table(renamed).spans(), resamples=10).inherited.value == 0
    touched_ = [("1", "mt", "schläft", "style"), ("1", "postedited", "schlummert", "style")]
    assert error_sets(table(touched_).spans(), resamples=10).inherited.value == 0


def test_sets_are_corrected_by_hand(result, tmp_path):
    """What alignment joined is split, what it split is joined; everything else stays."""
    spans = table().spans()
    hund = ("1", "mt", "target", 13, 17, "accuracy")
    sleeps = ("1", "postedited", "target", 18, 28, "style")
    after = error_sets(spans, given={hund: "x", sleeps: "x"}, resamples=10)
    told = {one.set: [error.text for error in one.errors] for one in after.sets}
    assert told["x"] == ["Hund", "schlummert"]
    assert after.corrected == 2
    assert after.inherited == error_sets(spans, resamples=10).inherited
    with pytest.raises(NotFound, match="Change only the column set"):
        error_sets(spans, given={("1", "mt", "target", 0, 1, "accuracy"): "x"}, resamples=10)


def test_versions_must_be_there():
    """Two kinds at least, of systems that exist, with texts."""
    spans = table().spans()
    for versions in ({"mt": "mt"}, {"mt": "mt", "human": "mt"}):
        with pytest.raises(BadInput, match="two or more versions"):
            error_sets(spans, versions=versions)
    with pytest.raises(NotFound, match="no kind of version"):
        error_sets(spans, versions={"mt": "mt", "draft": "human"})
    with pytest.raises(NotFound, match="no system"):
        error_sets(spans, versions={"mt": "mt", "human": "nobody"})
    bare = JudgementTable.from_rows(
        [{"annotator": "a", "segment": "1", "system": name, "aspect": "overall"}
         for name in ("mt", "human")]
    )  # fmt: skip
    with pytest.raises(BadInput, match="add the columns source and target"):
        error_sets(bare.spans())


def test_intervals_follow_the_segments():
    """Errors of one segment come and go together, as a slow bootstrap shows too."""
    rng = np.random.default_rng(5)
    errors = [
        (f"p{n}-{m}", kind, PLENTY[m][1], "style")
        for n in range(20)
        for m in range(len(PLENTY))
        for kind in ("mt", "human")
        if rng.random() < 0.3
    ]
    found = error_sets(table(errors).spans(), resamples=4000, seed=1)
    (one,) = [one for one in found.categories if one.kind == "mt"]
    counts, words = [], []
    for n in range(20):
        for m, (source, _) in enumerate(PLENTY):
            counts.append(sum(1 for e in errors if e[:2] == (f"p{n}-{m}", "mt")))
            words.append(len(source.split()))
    counts = np.array([*counts, 0, 0, 0])
    words = np.array([*words, *(len(text.split()) for text in SOURCES.values())])
    drawn = []
    for _ in range(4000):
        rows = rng.integers(len(words), size=len(words))
        drawn.append(1000 * counts[rows].sum() / words[rows].sum())
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert one.per_1000.low == pytest.approx(low, rel=0.06)
    assert one.per_1000.high == pytest.approx(high, rel=0.06)


# Properties ---------------------------------------------------------------------------------

marks = st.lists(
    st.tuples(
        st.sampled_from(sorted(TEXTS)), st.integers(0, 3), st.integers(1, 2),
        st.sampled_from(["accuracy", "style"]),
    ),
    max_size=12,
)  # fmt: skip


def drawn_errors(drawn):
    """Turn places in words into marks."""
    found = []
    for (segment, system), first, length, category in drawn:
        spans = Words.of(TEXTS[segment, system]).spans
        part = spans[first : first + length]
        if part:
            quote = TEXTS[segment, system][part[0][0] : part[-1][1]]
            found.append((segment, system, quote, category))
    return found


@settings(max_examples=12)
@given(marks)
def test_every_error_is_in_one_set_and_nothing_is_invented(drawn):
    """Sets part the distinct errors; shares of combinations sum to one."""
    errors = drawn_errors(drawn)
    found = error_sets(table(errors, plenty=1).spans(), resamples=20)
    inside = [
        (one.segment, error.system, error.text, error.category)
        for one in found.sets
        for error in one.errors
    ]
    assert sorted(inside) == sorted(set(errors))
    assert sum(one.errors for one in found.versions) == len(inside)
    if found.sets:
        assert sum(one.share.value for one in found.combinations) == pytest.approx(1)
        assert sum(one.sets for one in found.combinations) == len(found.sets)
    for one in found.sets:
        assert len({error.kind for error in one.errors}) == len(one.versions.split("+"))


words = st.frozensets(st.integers(0, 5), max_size=2)


@given(st.lists(st.tuples(st.sampled_from("ab"), words), max_size=10), st.data())
def test_sets_are_what_hangs_together(drawn, data):
    """Compared with a slow version that joins until nothing changes; a file has the last word."""
    errors = [
        VersionError(
            (segment, "x", "target", n, n + 1, "c"), "mt", "minor", "", frozenset(), touches
        )
        for n, (segment, touches) in enumerate(drawn)
    ]
    named = {
        one.key: data.draw(st.sampled_from(["one", "two"]))
        for one in errors
        if data.draw(st.booleans())
    }
    groups = [{n} for n in range(len(errors))]

    def together(a, b):
        if errors[a].segment != errors[b].segment:
            return False
        here, there = named.get(errors[a].key), named.get(errors[b].key)
        if here or there:
            return here == there
        return bool(errors[a].source & errors[b].source)

    changed = True
    while changed:
        changed = False
        for one in groups:
            for other in groups:
                if one is not other and any(together(a, b) for a in one for b in other):
                    one |= other
                    groups.remove(other)
                    changed = True
                    break
            if changed:
                break
    names = joined(errors, {}, named)
    found = {}
    for n, one in enumerate(errors):
        found.setdefault((one.segment, names[one.key]), set()).add(n)
    assert sorted(map(sorted, found.values())) == sorted(map(sorted, groups))


@settings(max_examples=12)
@given(marks, st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_nothing(drawn, random):
    """Arrival is chance; what errors have in common is not."""
    errors = drawn_errors(drawn)
    first = error_sets(table(errors, plenty=1).spans(), resamples=20)
    random.shuffle(errors)
    again = error_sets(table(errors, plenty=1).spans(), resamples=20)
    assert (again.inherited, again.survived) == (first.inherited, first.survived)

    def parts(result):
        return {
            frozenset((e.system, e.start, e.end, e.category) for e in one.errors) | {one.segment}
            for one in result.sets
        }

    assert parts(again) == parts(first)


@given(
    st.lists(st.sampled_from("abcd"), max_size=12), st.lists(st.sampled_from("abcd"), max_size=12)
)
def test_unchanged_words_are_the_same_words_in_order(before, after):
    """The map goes up, and both ends say the same."""
    one, two = (Words((), tuple(words)) for words in (before, after))
    same = unchanged(one, two)
    assert all(before[a] == after[b] for b, a in same.items())
    assert [same[b] for b in sorted(same)] == sorted(same.values())
    assert unchanged(one, one) == {n: n for n in range(len(before))}


@given(st.text(alphabet="ab ", max_size=20), st.integers(0, 20), st.integers(0, 20))
def test_a_passage_touches_what_it_overlaps(text, one, two):
    """Compared with a slow version, letter by letter."""
    start, end = min(one, two, len(text)), min(max(one, two), len(text))
    spans = Words.of(text).spans
    if start < end:
        slow = {n for n, (a, b) in enumerate(spans) if set(range(a, b)) & set(range(start, end))}
        assert touched(spans, start, end) == slow
    else:
        assert len(touched(spans, start, start)) <= 3


# Files and data -----------------------------------------------------------------------------


def test_a_file_of_sets_goes_round(result, tmp_path):
    """Written, read, given back: the same sets."""
    file = tmp_path / "errors.csv"
    lines = ["annotator,segment,system,side,start,end,category,severity,source,target"]
    for (segment, system), target in TEXTS.items():
        own = [e for e in ERRORS if e[:2] == (segment, system)]
        about = f"a,{segment},{system}"
        texts = f"{SOURCES[segment]},{target}"
        for _, _, quote, category in own:
            at = target.index(quote)
            lines.append(f"{about},target,{at},{at + len(quote)},{category},major,{texts}")
        if not own:
            lines.append(f"{about},,,,,,{texts}")
    file.write_text("\n".join(lines) + "\n")
    sets = tmp_path / "sets.csv"
    run = CliRunner().invoke
    first = run(command, [str(file), "--write", str(sets), "--format", "json", "--resamples", "50"])
    assert first.exit_code == 0, first.output
    again = run(command, [str(file), "--sets", str(sets), "--format", "json", "--resamples", "50"])
    one, two = (json.loads(told.stdout) for told in (first, again))
    assert one["sets"] == two["sets"]
    assert two["corrected"] == len(ERRORS)
    assert len(read_sets(sets)) == len(ERRORS)
    for fmt in ("text", "csv", "latex", "html"):
        told = run(command, [str(file), "--format", fmt, "--resamples", "50"])
        assert told.exit_code == 0, told.output
    wrong = run(command, [str(file), "--versions", "mt"])
    assert isinstance(wrong.exception, BadInput)
    rows = sets.read_text().splitlines()
    sets.write_text("\n".join([*rows, "y," + rows[1].split(",", 1)[1]]) + "\n")
    with pytest.raises(BadInput, match="two sets"):
        read_sets(sets)


def test_a_formula_is_no_formula_in_the_file(tmp_path):
    """Names that a spreadsheet would compute come back as they were."""
    file = tmp_path / "sets.csv"
    row = dict.fromkeys(("kind", "severity", "text", "passage", "from_mt"), "")
    row |= {"set": "=1", "segment": "=2", "system": "+a", "side": "target", "start": 0, "end": 1}
    write_sets([row | {"category": "-x"}], file)
    assert read_sets(file) == {("=2", "+a", "target", 0, 1, "-x"): "=1"}


def test_published_errors_of_mt_and_human_translation(shared_data):
    """On WMT's TED talks the human version errs less often than the MT, in every resample."""
    file = shared_data / "mqm-ted-ende" / "mqm_ted_ende.tsv.gz"
    spans = read_judgements(file).spans()
    found = error_sets(spans, versions={"mt": "Online-W", "human": "ref"}, resamples=500)
    machine, human = found.versions
    assert (found.segments, machine.kind, human.kind) == (529, "mt", "human")
    assert sum(len(one.errors) for one in found.sets) == machine.errors + human.errors
    both = next(one for one in found.combinations if one.versions == "mt+human")
    assert 0 < both.share.value < 0.3
    assert human.per_1000.value < machine.per_1000.value
    assert found.inherited.value is None
