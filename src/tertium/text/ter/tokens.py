"""How TER cuts texts into tokens: sacrebleu's options, under sacrebleu's names.

By default a token is what stands between white space, in lower case. Every other choice is
made by sacrebleu's own tokeniser, so that there is one reading of its rules.
"""

from collections.abc import Callable
from functools import cache

__all__ = ["tokenisers"]

Cut = Callable[[str], list[str]]


@cache
def tokenisers(
    normalized: bool, no_punct: bool, asian_support: bool, case_sensitive: bool
) -> tuple[Cut, Cut]:
    """Return the functions that cut a hypothesis and a reference into tokens."""
    if not normalized and not no_punct:  # `asian_support` alone changes nothing
        plain = str.split if case_sensitive else _lower_case
        return plain, plain
    from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

    tokenise = TercomTokenizer(
        normalized=normalized,
        no_punct=no_punct,
        asian_support=asian_support,
        case_sensitive=case_sensitive,
    )

    def hypothesis(text: str) -> list[str]:
        return tokenise(text.rstrip()).split()

    def reference(text: str) -> list[str]:
        # sacrebleu cuts references twice. It shows where the first pass leaves something to
        # cut, such as `'s` before a tab, and two equal texts may then differ.
        return tokenise(tokenise(text.rstrip())).split()

    return hypothesis, reference


def _lower_case(text: str) -> list[str]:
    return text.lower().split()
