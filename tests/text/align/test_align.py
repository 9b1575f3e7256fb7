"""Both aligners, symmetrised, given and measured."""

import stat
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import BadInput, NotFound
from tertium.text.align import (
    PROGRAM,
    align,
    grow_diag_final_and,
    read_links,
    score_alignment,
)

links = st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=10)

STAND_IN = """
import sys
options = dict(zip(sys.argv[1::2], sys.argv[2::2]))
sources = open(options["-s"], encoding="utf-8").read().splitlines()
targets = open(options["-t"], encoding="utf-8").read().splitlines()
assert all(sources) and all(targets)
for option in ("-f", "-r"):
    with open(options[option], "w") as out:
        for s, t in zip(sources, targets):
            both = min(len(s.split()), len(t.split()))
            print(*(f"{k}-{k}" for k in range(both)), file=out)
"""


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Return a function that puts a stand-in for eflomal on the path."""

    def install(code):
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        path = folder / PROGRAM
        path.write_text(f"#!{sys.executable}\n{code}", encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", str(folder))

    return install


def test_a_regular_language_is_aligned_without_error():
    """Word for word, in reverse order: a hundred sentences are enough for the built-in aligner."""
    sources = [[f"s{(7 * n + k * k) % 40}" for k in range(3 + n % 6)] for n in range(100)]
    targets = [[word.replace("s", "t") for word in reversed(words)] for words in sources]
    given_ = [{(len(s) - 1 - t, t) for t in range(len(s))} for s in sources]
    found = score_alignment(align(sources, targets), given_)
    assert found.error_rate < 0.1


def test_empty_sentences_have_no_links():
    """A translation that is missing shifts nothing, and nothing at all is nothing."""
    found = align([["a", "b"], [], ["a"], []], [["x", "y"], ["x"], [], []])
    assert [bool(links) for links in found] == [True, False, False, False]
    assert align([], []) == []
    assert align([[]], [[]]) == [frozenset()]


def test_links_lie_inside_their_sentences():
    """Sentences of very different lengths get links that exist."""
    sources = [["a"] * n for n in range(1, 8)]
    targets = [["x"] * n for n in range(7, 0, -1)]
    for s, t, found in zip(sources, targets, align(sources, targets), strict=True):
        assert all(a < len(s) and b < len(t) for a, b in found)


def test_letter_case_does_not_matter():
    """Sentences in capitals are aligned as in small letters."""
    sources, targets = [["das", "haus"], ["das", "buch"]], [["the", "house"], ["the", "book"]]
    loud = [[word.upper() for word in words] for words in sources]
    assert align(loud, targets) == align(sources, targets)


@given(links, links)
def test_symmetrised_links_lie_between_intersection_and_union(one, two):
    """grow-diag-final-and keeps what both have and adds nothing that neither has."""
    found = grow_diag_final_and(one, two)
    assert one & two <= found <= one | two
    assert found == grow_diag_final_and(two, one) or one != two


def test_grow_diag_final_and_by_hand():
    """Neighbours grow from common links; far links come in only between free words."""
    forward = {(0, 0), (1, 1), (4, 4), (0, 6)}
    backward = {(0, 0), (1, 2), (6, 6), (4, 0)}
    # (1, 1) and (1, 2) grow from (0, 0); (4, 4) and (6, 6) join words that are both free.
    found = grow_diag_final_and(forward, backward)
    assert found == {(0, 0), (1, 1), (1, 2), (4, 4), (6, 6)}


@given(st.lists(st.tuples(links, links), min_size=1, max_size=4))
def test_error_rate_is_one_minus_f(pairs):
    """With sure links only the alignment error rate is 1 − F1."""
    score = score_alignment([a for a, _ in pairs], [b for _, b in pairs])
    if not score.both:
        assert score.error_rate in (None, 1.0)
        return
    f1 = 2 * score.precision * score.recall / (score.precision + score.recall)
    assert score.error_rate == pytest.approx(1 - f1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0-0 2-0", "the link '2-0' points outside the source sentence of 2 words"),
        ("0-3", "the link '0-3' points outside the target sentence of 3 words"),
        ("0:0", "'0:0' is not a link of an alignment"),
        ("-1-0", "'-1-0' is not a link of an alignment"),
    ],
)
def test_links_outside_the_sentence_are_refused_with_their_place(text, told):
    """One sentence with file and line."""
    with pytest.raises(BadInput, match=told) as caught:
        read_links(text, 2, 3, where="edits.csv:7")
    assert str(caught.value).startswith("edits.csv:7: ")


def test_eflomal_is_run_as_a_program(program):
    """Both directions come back as files; empty sentences are not sent."""
    program(STAND_IN)
    found = align([["a", "b c"], [], ["d"]], [["x", "y", "z"], ["x"], ["w"]], aligner="eflomal")
    assert found == [{(0, 0), (1, 1)}, frozenset(), {(0, 0)}]
    assert align([[]], [["x"]], aligner="eflomal") == [frozenset()]


def test_a_missing_eflomal_is_told_with_a_remedy(tmp_path, monkeypatch):
    """Whoever asks for it without having it learns how to get it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadInput, match=r"eflomal-align is not installed.*pip install eflomal"):
        align([["a"]], [["b"]], aligner="eflomal")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (
            "import sys\nprint('out of memory', file=sys.stderr)\nsys.exit(3)",
            "exit code 3 \\(out of",
        ),
        ("import sys\nsys.exit(3)", "exit code 3 \\(no reason given\\)"),
        (STAND_IN.replace("zip(sources, targets)", "[]"), "aligned 0 of 1 sentence pairs"),
    ],
)
def test_trouble_in_eflomal_is_told(program, code, told):
    """Its exit code and last words are passed on, and a short answer is not taken."""
    program(code)
    with pytest.raises(BadInput, match=told):
        align([["a"]], [["b"]], aligner="eflomal")


def test_an_unknown_aligner_is_refused():
    """The known ones are listed."""
    with pytest.raises(NotFound, match="builtin, eflomal"):
        align([], [], aligner="giza")
