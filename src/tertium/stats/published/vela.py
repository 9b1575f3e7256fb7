"""Grades of students' translations: what a sum means, and how many texts were graded.

Vela, Schumann and Wurm (2014), "Human Translation Evaluation and its Coverage by Automatic
Scores": a sum around zero is a 2, a 1 needs a surplus of good solutions; tables 2 to 4 list the
graded translations of each text that are left when 1, 3 or 5 of them serve as references. The
medians of grades are means of two neighbouring steps where a text has an even number.
"""

from dataclasses import replace
from statistics import median

from tertium.formats.grade_scale import read_scale
from tertium.stats.grading import strict_sum
from tertium.stats.published.claim import Claim

__all__ = ["CLAIMS"]

PAPER = "Vela, Schumann and Wurm (2014)"
# Translations of each text in tables 2, 3 and 4.
LEFT = {
    1: (7, 12, 12, 12, 10, 11, 9, 5, 7, 4, 6, 4, 21, 13, 7, 7, 5),
    3: (5, 10, 10, 10, 8, 9, 7, 5, 4, 19, 11, 5, 5),
    5: (8, 8, 8, 6, 7, 5, 17, 9),
}


def _kept(references: int) -> int:
    """Count what is left of table 2 with more references; texts with fewer than 4 are left out."""
    left = [number - (references - 1) for number in LEFT[1]]
    return sum(number for number in left if number >= 4)


def _grade(plus: float, minus: float) -> float:
    scale = read_scale()
    return float(scale.grade(float(strict_sum(plus, minus, 0))))


CLAIMS: tuple[Claim, ...] = tuple(
    replace(claim, paper=PAPER)
    for claim in (
        Claim("Grade of a sum of zero", 2.0, lambda: _grade(10, 10), 0.0),
        Claim(
            "Grade with a surplus of good solutions", 1.0, lambda: _grade(12, 6), 0.0,
            "Where the grades between begin is our choice; the paper does not print it.",
        ),
        Claim("Translations graded, one reference", 152, lambda: _kept(1), 0.0),
        Claim("Translations graded, three references", 108, lambda: _kept(3), 0.0),
        Claim("Translations graded, five references", 68, lambda: _kept(5), 0.0),
        Claim("Median of an even number of grades", 2.15, lambda: median((2.0, 2.3)), 5e-3),
    )
)  # fmt: skip
