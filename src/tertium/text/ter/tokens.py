"""How TER cuts texts into tokens: sacrebleu's options, under sacrebleu's names.

By default a token is what stands between white space, in lower case. Every other choice is
made by sacrebleu's own tokeniser, so that there is one reading of its rules.
"""

from collections.abc import Callable
from functools import cache

__all__ = ["tokeniser"]


@cache
def tokeniser(
    normalized: bool, no_punct: bool, asian_support: bool, case_sensitive: bool
) -> Callable[[str], list[str]]:
    """Return the function that cuts a text into tokens."""
    if not normalized and not no_punct:  # `asian_support` alone changes nothing
        return str.split if case_sensitive else _lower_case
    from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

    cut = TercomTokenizer(
        normalized=normalized,
        no_punct=no_punct,
        asian_support=asian_support,
        case_sensitive=case_sensitive,
    )
    return lambda text: cut(text.rstrip()).split()


def _lower_case(text: str) -> list[str]:
    return text.lower().split()
