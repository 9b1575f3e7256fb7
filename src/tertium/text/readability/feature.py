"""One thing that can be measured of a text, and the dimensions that things belong to.

The dimensions are those of the survey by Vajjala (2022): form and words of the text, how it hangs
together, what it is about, how it looks, who reads it and what for. A *feature* is a small
function with a name, a dimension, the languages it is valid for and a reference. Packages bring
more of them ([how](extending.md)).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from tertium.exceptions import BadInput
from tertium.text.readability.readable import Readable

Dimension = Literal[
    "form", "lexis", "syntax", "cohesion", "concepts", "typography", "reader", "task"
]
Need = Literal["", "parse", "layout", "terms", "norms", "data"]

DIMENSIONS: Mapping[Dimension, str] = {
    "form": "length of sentences, words and syllables, punctuation",
    "lexis": "how varied, long and frequent the words are",
    "syntax": "how sentences are built",
    "cohesion": "how sentences belong together",
    "concepts": "terms of a field, abstract words, words that are learnt late",
    "typography": "headings, lists, paragraphs, emphasis",
    "reader": "who reads: age, language level, knowledge",
    "task": "what the text is read for, and how",
}
NEEDS: Mapping[Need, str] = {
    "": "the text alone",
    "parse": "parsed texts: --conllu",
    "layout": "files in Markdown or HTML",
    "terms": "a list of terms: --terms",
    "norms": "numbers for words: --norms",
    "data": "columns of the table: reader.NAME, task.NAME",
}


@dataclass(frozen=True, slots=True)
class Feature:
    """One thing that is measured: `measure` returns a number, None where it cannot be measured.

    `more` and `less` say in words what a higher and a lower value mean (“longer sentences”).
    `languages` are those it is valid for, all if there are none; `grows` is said of what grows with
    the length of a text, which no model is trained on; `marks` of what counts
    punctuation, which files may lose. `needs` says what must be there beside
    the text. `least` is the number of words from which on the value is steady.
    """

    name: str
    dimension: Dimension
    measure: Callable[[Readable], float | None]
    more: str
    less: str
    reference: str = ""
    languages: tuple[str, ...] = ()
    needs: Need = ""
    grows: bool = False
    spaced: bool = False  # needs words between blanks
    least: int = 0
    marks: bool = False
    version: int = 1

    def __post_init__(self) -> None:
        """Refuse a dimension that the framework does not have."""
        if self.dimension not in DIMENSIONS:
            raise BadInput(
                f"the feature {self.name!r} has the dimension {self.dimension!r}",
                fix=f"Use one of: {', '.join(DIMENSIONS)}.",
            )

    def valid_for(self, text: Readable) -> bool:
        """Tell whether it means anything in the language and script of a text."""
        if self.spaced and text.unspaced:
            return False
        return not self.languages or text.primary in self.languages

    def of(self, text: Readable) -> float | None:
        """Return its value for a text; None where it is not valid or cannot be measured."""
        if not text.words or not self.valid_for(text):
            return None
        return self.measure(text)
