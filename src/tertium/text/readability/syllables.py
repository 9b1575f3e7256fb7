"""Syllables of a word, as it is spoken, by the rules of its language.

A syllable has one vowel sound, so vowel groups are counted, less those that are silent, and more
where two vowels that stand together are spoken apart. Where to hyphenate is another question
(i-dea is never divided). Words that no rule gets right are listed with their number. The rules
`syllables@1` know English, German, French and Spanish; French is counted as it is spoken today, so
a final mute e is no syllable. Another language has no number rather than a wrong one.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from tertium.text.readability.languages import primary
from tertium.text.readability.syllable_exceptions import EXCEPTIONS

SYLLABLE_RULE = "syllables@1"
_PARTS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+")
_VOWELS = re.compile("[aeiouyàâäáåãéèêëíìîïóòôöõúùûüœæýÿ]", re.IGNORECASE)


def countable(language: str) -> bool:
    """Tell whether syllables of this language can be counted."""
    return primary(language) in _RULES


def count_syllables(word: str, language: str) -> int | None:
    """Return how many syllables a word has; None in a language without rules.

    A word is one syllable at least; a number counts as one, as formulas count it.

    >>> [count_syllables(one, "en") for one in ("idea", "rhythm", "walked", "well-known")]
    [3, 2, 1, 2]
    >>> count_syllables("Lesbarkeit", "de"), count_syllables("lisible", "fr")
    (3, 2)
    >>> count_syllables("łódź", "pl") is None
    True
    """
    known = primary(language)
    return syllables_by_rule(word, known) if known in _RULES else None


@lru_cache(maxsize=100_000)
def syllables_by_rule(word: str, language: str) -> int:
    """Return the syllables of a word of one of `LANGUAGES`."""
    rule, listed = _RULES[language], EXCEPTIONS[language]
    total = 0
    for part in _PARTS.findall(word.lower().replace("’", "'")):
        number = listed.get(part)
        total += number if number is not None else max(1, rule(part))
    return max(1, total)


# English ------------------------------------------------------------------------------------

_SILENT = (
    r"(?<=[^aeiouy])e$(?<![^aeiouylr][lr]e)",  # make, but table, centre
    r"(?<=[^aeiouyszcgxh])es$(?<![^aeiouylr][lr]es)|(?<=[^aeiouycs]h)es$",  # but boxes
    r"(?<=[^aeiouytd])ed$(?<![^aeiouyrl]led)",  # walked, but wanted
    r"(?<=[^aeiouy])e(?=(?:ly|less|ness|ments?|ful|fully)$)(?<![bt]le)(?<!^ele)(?<!ple)",  # lately
    r"(?<=[^aeiouyl])e(?=(?:times?|holds?|m[ae]n|wom[ae]n|land|style|craft|stone|works?|way|thing|"
    r"body|one|person|what|how|where|wise|spread|length|book|ty)$)(?<!ie)(?<!th)",  # sometimes
    r"(?<=[gq])ues?$",  # unique, tongue
    r"(?<=ev)e(?=ry)|e(?=n(?:ing|ings)$)(?<=^eve)",  # everything, evening
    r"a(?=lly$)(?<=ica)",  # basically
)
_APART = (
    r"(?<![ctgsx])i(?=a)(?!ag(?:$|es?$))(?<!lli)",  # social has one, piano two
    r"^[^aeiouy]*[ctg]i(?=a)|(?<=c)i(?=at(?:e[sd]?|ing|ion)$)",  # giant, associate
    r"(?<![ctgsxn])i(?=o)(?<!lli)(?<!shi)(?!our)",  # radio, but nation, million, behaviour
    r"i(?=u)|u(?=ou)|a(?=o)|y(?=i)|i(?=ing)|u(?=ing$)(?<![qg]u)",
    r"i(?=et(?!h))|(?<=sc)i(?=en)|(?<![ctgh])i(?=en[tc])|^[^aeiouy]*i(?=en[tc])",  # diet, client
    r"i(?=e(?:rs?|st)$)",  # easier
    r"(?<!p)(?<!g)e(?=o)|(?<=g)e(?=o[glm])",  # video, but people, surgeon
    r"(?<![qg])u(?=a)(?!ad)(?!as)|(?<=[^aeiouyqg])u(?=e[tn][^h])(?<!fu)",  # actual, duet
    r"o(?=i(?:ng|st))|e(?=i(?:ng|ty))|o(?=e[tm])",  # going, being, poet
    r"(?<=cr)e(?=at(?!ur))|(?<=^r)e(?=a(?:ct|l[ity]))|(?<=th)e(?=at)(?!at[hs])",
    r"(?<=[aou])y(?=[aeo])(?!es$)(?!ed$)(?!age)|(?<=e)y(?=o)",  # royal, beyond
    r"(?:[aeiouyr]s|th)m(?=s?$)",  # -ism, rhythm
)
_COUNTS = re.compile("|".join(f"(?:{one})" for one in _APART))
_DROPPED = re.compile("|".join(f"(?:{one})" for one in _SILENT))


def _english(word: str) -> int:
    extra = 0
    if word.endswith("n't"):
        extra, word = int(word[-4:-3] in "dts"), word[:-3]
    elif "'" in word:
        word, _, tail = word.partition("'")
        sibilant = tail == "s" and re.search(r"(?:[sxz]|ch|sh|[cgsz]e)$", word)
        extra = int(bool(sibilant) or (tail in ("ve", "ll") and word[-1:] not in "aeiouy"))
    if word in EXCEPTIONS["en"]:
        return EXCEPTIONS["en"][word] + extra
    if not re.search("[aeiouy]", word):  # spelled: TV, DVD
        return len(word) if len(word) < 4 else 1
    cut = _DROPPED.sub("", word) if len(word) > 2 else word
    groups = len(re.findall("[aeiouy]+", re.sub("^y(?=[aeiou])", "j", cut)))
    return max(1, groups + len(_COUNTS.findall(cut))) + extra


# German -------------------------------------------------------------------------------------

_GERMAN_PARTED = (
    r"ie(?=n(?:$|fest|haus|mitglied))(?<!^wie)(?<!schie)(?<!^die)(?<!knie)",  # Fe-ri-en
    r"(?:famil|lin|akt|ser|mater|stud|fol|kastan|lil|pin|tragöd|komöd|best|host|präm|ar)ie(?!r)",
    r"eu(?=ms?$)(?<=[slz]eu)|(?<=^b)ee(?=n)|(?<=^g)ee|(?<=^b)ei(?=nh)",  # Mu-se-um, be-ei-len
)
_GERMAN_APART = re.compile("|".join(_GERMAN_PARTED))
_GERMAN_VOWELS = re.compile("aa|ee|oo|ie|ei|ey|ai|ay|au|eu|äu|oi|(?<=q)u[aeiouäöü]|[aeiouäöüyéàè]")


def _german(word: str) -> int:
    return len(_GERMAN_VOWELS.findall(word)) + len(_GERMAN_APART.findall(word))


# French -------------------------------------------------------------------------------------

_SOUNDED = re.compile(  # -ent is a syllable in nouns, adjectives and adverbs, mute in verbs
    r"ment$(?<!aiment)(?<!forment)(?<!nomment)(?<!dorment)(?<!priment)(?<!firment)|"
    r"[iué]dent$(?<!aident)(?<!guident)|(?:[aeu]r|li|a|^)gent$|[éeo]cent$|ient$(?<!aient)|"
    r"^(?:vent|cent|dent|lent|sou|souvent|couvent|talent|violent|excellent|content|parent|présent|"
    r"absent|différent|apparent|fréquent|conséquent|compétent|torrent|accent|innocent)$"
)
_FRENCH_VOWELS = re.compile(
    "eau|œu|œi?|eu|oui|ou|oi|oî|ai|aî|ei|au|ui|[aeiouyàâäéèêëîïôöûùüæ]", re.IGNORECASE
)
_FRENCH_SOUND = "aeiouyàâäéèêëîïôöûùüœæ"


def _french(word: str) -> int:
    word = re.sub(r"(?<=[qg])u(?=[aeiouéèêîâ])|(?<=g)e(?=[aoâôu])", "", word.rpartition("'")[2])
    single = word[:-1] if word.endswith("s") and len(word) > 3 else word
    if _SOUNDED.search(single):
        word = single
    else:
        mute = re.sub(r"(?<=ai)ent$|(?<=[^aoê])e(?:s|nt)?$", "", word)
        word = mute if any(letter in _FRENCH_SOUND for letter in mute) else word
    word = re.sub(r"^y(?=[aeo])|(?<=[aeou])il(?=l|s?$)", "l", word)  # yeux, travail, bouteille
    word = re.sub(r"(?<=[aeou])y(?=[aeiouéèê])", "-", word)  # pa-yer
    word = re.sub(r"(?<![bcdfgptv][rl])(?<!^cl)i(?=[aeouéèêœ])", "", word)  # pied, but cri-er
    word = re.sub(r"(?<=[bcdfgptv][rl])i(?=[aeouéèêœ])", "i-", word)
    return len(_FRENCH_VOWELS.findall(word))


# Spanish ------------------------------------------------------------------------------------

_SPANISH_VOWELS = re.compile(
    "[iuü]?[aeoáéó](?:[iuü](?![aeoáéó])|y(?![aeiouáéíóú]))?|[íú]|[iuü]{1,2}y?|y(?![aeiouáéíóú])"
)


def _spanish(word: str) -> int:
    return len(_SPANISH_VOWELS.findall(re.sub(r"(?<=[qg])u(?=[eéií])", "", word)))


_RULES: Mapping[str, Callable[[str], int]] = {
    "en": _english,
    "de": _german,
    "fr": _french,
    "es": _spanish,
}
LANGUAGES = tuple(_RULES)
