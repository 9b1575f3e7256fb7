"""Grade scales as files."""

import math

import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.formats.scale_files import read_grades, scale_names


def test_the_german_scale_has_steps_of_three_and_seven_tenths():
    """From 1.0 to 6.0, the best first, and every sum has a grade."""
    scale = read_grades()
    grades = [step.grade for step in scale.steps]
    assert grades == [f"{n}.{d}" for n in range(1, 6) for d in (0, 3, 7)] + ["6.0"]
    assert [scale.grade(points) for points in (99, 3, 2.99, 0, -1, -1.01, -99)] == [
        "1.0", "1.0", "1.3", "2.0", "2.0", "2.3", "6.0",
    ]  # fmt: skip
    assert scale.steps[-1].least == -math.inf
    assert scale_names("grades") == ("german",)


def test_a_grade_begins_at_its_number_whatever_rounding_does():
    """Thirty tenths of a point are three points."""
    assert read_grades().grade(sum([0.1] * 30)) == "1.0"


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ("name: x\ngrades:\n  - {grade: a, from: 1}\n", "begins at a number", 3),
        ("name: x\ngrades:\n  - {grade: a}\n  - {grade: b}\n", "no key 'from'", 3),
        ("name: x\ngrades:\n  - {grade: a, from: 1}\n  - {grade: b, from: 2}\n  - {grade: c}\n",
         "does not begin below", 4),
        ("name: x\ngrades:\n  - {grade: a, from: 1}\n  - {grade: a}\n", "there twice", 4),
        ("name: x\ngrades:\n  - {grade: a, from: much}\n  - {grade: b}\n", "not a number", 3),
        ("name: x\ngrades:\n  - {grade: b}\n", "fewer than two", 2),
        ("name: x\nsum: mild\ngrades: [{grade: a, from: 1}, {grade: b}]\n", "kind of sum", 2),
        ("name: x\nwords: 5\ngrades: [{grade: a, from: 1}, {grade: b}]\n", "unknown key", 2),
    ],
)  # fmt: skip
def test_mistakes_are_told_with_their_line(text, what, line, tmp_path):
    """A teacher finds the place."""
    file = tmp_path / "own.yaml"
    file.write_text(text)
    with pytest.raises(BadInput, match=what) as error:
        read_grades(file)
    assert f"own.yaml:{line}" in str(error.value)


def test_an_unknown_scale_is_answered_with_the_known_ones():
    """A name that is neither shipped nor a file."""
    with pytest.raises(NotFound, match="german"):
        read_grades("germn")
