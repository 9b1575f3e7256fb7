"""How many annotators chose the most popular answer, and how many would by chance."""

from functools import cache
from math import comb

__all__ = ["majority_chance"]


def majority_chance(annotators: int, at_least: int, options: int) -> float:
    """Return the chance that some answer is given by `at_least` of the annotators.

    Everybody draws one of the options with equal probability; all ways to do so are
    counted, exactly.

    >>> round(majority_chance(16, 9, 3), 3)
    0.15
    """

    @cache
    def without_majority(people: int, left: int) -> int:
        """Count the ways in which no answer is given by that many people."""
        if not left:
            return int(people == 0)
        most = min(at_least - 1, people)
        return sum(
            comb(people, chosen) * without_majority(people - chosen, left - 1)
            for chosen in range(most + 1)
        )

    every: int = options**annotators
    return (every - without_majority(annotators, options)) / every
