"""How results speak of numbers."""

from collections.abc import Sequence

from tertium.text.told import count
from tertium.wording import number, say

__all__ = ["coefficient", "confidence", "count", "percent", "some_of"]

_NAMED = 5  # in one sentence


def coefficient(value: float) -> str:
    """Write κ, α or a correlation: `.57`, `−.06`, `1.00`.

    >>> coefficient(0.5712), coefficient(-0.06), coefficient(1.0), coefficient(-0.001)
    ('.57', '−.06', '1.00', '.00')
    """
    text = f"{abs(value):.2f}"
    sign = "−" if value < 0 and float(text) else ""
    return number(sign + (text[1:] if text.startswith("0") else text))


def confidence(low: float | None, high: float | None, level: float) -> str:
    """Write the interval of a coefficient: `95% CI .45–.62`, `95% CI −.10 to .62`.

    >>> confidence(0.45, 0.62, 0.95), confidence(-0.1, 0.62, 0.9), confidence(None, None, 0.95)
    ('95% CI .45–.62', '90% CI −.10 to .62', '')
    """
    if low is None or high is None:
        return ""
    return say(
        "{level:g}% CI {low}–{high}" if low >= 0 else "{level:g}% CI {low} to {high}",
        level=100 * level,
        low=coefficient(low),
        high=coefficient(high),
    )


def percent(share: float) -> str:
    """Write a share: `98.3%`."""
    return number(f"{100 * share:.1f}%")


def some_of(names: Sequence[str]) -> str:
    """Write the first five names, and how many more there are.

    >>> some_of(["a", "b"]), some_of(list("abcdefg"))
    ('a, b', 'a, b, c, d, e and 2 more')
    """
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
