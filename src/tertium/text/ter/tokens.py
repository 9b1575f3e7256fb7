"""How TER cuts texts into tokens: sacrebleu's options, under sacrebleu's names.

By default a token is what stands between white space, in lower case. Further rules are those of
Tercom's normaliser (Snover et al., 2006), in the order in which it applies them.
"""

import re
from collections.abc import Callable
from functools import cache

Cut = Callable[[str], list[str]]
Rule = tuple[re.Pattern[str], str]


def _rules(*rules: tuple[str, str]) -> tuple[Rule, ...]:
    return tuple((re.compile(pattern), given) for pattern, given in rules)


_ASIAN_PUNCTUATION = (
    "["
    "\u3001\u3002\u3008-\u3011\u3014-\u301f\u30fb\uff61-\uff65"  # ideographic, half width
    "\uff01\uff02\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f"  # full width
    "]"
)
_IDEOGRAPHS = "[\u2e80-\u2eff\u31c0-\u31ef\u3200-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f]"
_NORMALISED = _rules(
    (r"\n-", ""),  # words hyphenated at the end of a line
    (r"\n", " "),
    (r"&quot;", '"'),
    (r"&amp;", "&"),
    (r"&lt;", "<"),
    (r"&gt;", ">"),
    (r"^|$", " "),
    (r"([!-&(-+/:-@\[-`{-~])", r" \1 "),  # ASCII punctuation but for ' , - .
    (r"'s ", " 's "),
    (r"([^0-9])([.,])", r"\1 \2 "),
    (r"([.,])([^0-9])", r" \1 \2"),
    (r"([0-9])-", r"\1 - "),
)
_ASIAN = _rules((f"({_IDEOGRAPHS}|{_ASIAN_PUNCTUATION})", r" \1 "))
_WITHOUT_PUNCTUATION = _rules((r'[.,?:;!"()]', ""))
_WITHOUT_ASIAN_PUNCTUATION = _rules((_ASIAN_PUNCTUATION, ""))


@cache
def tokenisers(
    normalized: bool, no_punct: bool, asian_support: bool, case_sensitive: bool
) -> tuple[Cut, Cut]:
    """Return the functions that cut a hypothesis and a reference into tokens."""
    if not normalized and not no_punct:  # `asian_support` alone changes nothing
        plain = str.split if case_sensitive else _lower_case
        return plain, plain
    rules: list[Rule] = []
    if normalized:
        rules += [*_NORMALISED, *(_ASIAN if asian_support else ())]
    if no_punct:
        rules += [*_WITHOUT_PUNCTUATION, *(_WITHOUT_ASIAN_PUNCTUATION if asian_support else ())]

    def tokenise(text: str) -> list[str]:
        text = text if case_sensitive else text.lower()
        for pattern, given in rules:
            text = pattern.sub(given, text)
        return text.split()

    def hypothesis(text: str) -> list[str]:
        return tokenise(text.rstrip())

    def reference(text: str) -> list[str]:
        # sacrebleu cuts references twice. It shows where the first pass leaves something to
        # cut, such as `'s` before a tab, and two equal texts may then differ.
        return tokenise(" ".join(tokenise(text.rstrip())))

    return hypothesis, reference


def _lower_case(text: str) -> list[str]:
    return text.lower().split()
