"""Typography: what headings, lists, paragraphs and emphasis do for a reader."""

from collections.abc import Callable

from tertium.text.readability.feature import Feature
from tertium.text.readability.readable import Readable


def paragraph_length(text: Readable) -> float:
    """Return words per paragraph."""
    return len(text.words) / text.paragraphs


def capitals(text: Readable) -> float:
    """Return the share of letters that are capital letters."""
    letters = [letter for letter in text.composed if letter.isalpha()]
    return sum(map(str.isupper, letters)) / len(letters) if letters else 0.0


def _marked(name: str, per: str = "words") -> Callable[[Readable], float | None]:
    """Return how something that is marked up is counted, per 100 words or letters."""

    def share(text: Readable) -> float | None:
        if text.layout is None:
            return None
        whole = len(text.words) if per == "words" else len(text.composed)
        return float(100 * getattr(text.layout, name) / whole)

    return share


FEATURES = (
    Feature(
        "words_per_paragraph", "typography", paragraph_length, "longer paragraphs",
        "shorter paragraphs", grows=True, spaced=True,
    ),
    Feature(
        "capitals", "typography", capitals, "more capital letters", "fewer capital letters",
        spaced=True,
    ),
    *(
        Feature(
            name, "typography", _marked(name), f"more {said}", f"fewer {said}", needs="layout"
        )
        for name, said in (
            ("headings", "headings"), ("items", "list items"), ("tables", "tables"),
            ("images", "pictures"), ("links", "links"),
        )
    ),
    Feature(
        "emphasised", "typography", _marked("emphasised", "letters"), "more emphasis",
        "less emphasis", needs="layout",
    ),
)  # fmt: skip
