"""Formulas by golden values, and where their numbers are not to be relied on."""

from dataclasses import replace

import pytest

from tertium.text.readability.formulas import BY_NAME, FORMULAS, usual_formula
from tertium.text.readability.readable import Counts, Knowledge, Readable

COUNTS = Counts(
    words=200, sentences=10, characters=940, letters=940, long_words=46, syllables=300,
    polysyllables=24, monosyllables=130, unfamiliar=18,
)  # fmt: skip
GOLDEN = {
    "flesch": 59.635, "flesch-kincaid": 9.91, "fog": 12.8, "smog": 11.979248, "ari": 10.707,
    "coleman-liau": 10.356, "dale-chall-1948": 6.0496, "dale-chall-1995": 41.65, "lix": 43,
    "rix": 4.6, "amstad": 72.25, "wiener-1": 5.6486, "wiener-2": 6.1513, "wiener-3": 6.2512,
    "wiener-4": 6.9118, "kandel-moles": 76.3, "fernandez-huerta": 96.44,
    "fernandez-huerta-printed": 111.74, "szigriszt-pazos": 93.385, "gulpease": 57,
}  # fmt: skip


def test_every_formula_has_its_golden_value():
    """Computed by hand from the constants of the papers, for 200 words in ten sentences."""
    assert set(GOLDEN) == set(BY_NAME)
    for name, value in GOLDEN.items():
        assert BY_NAME[name].of(COUNTS) == pytest.approx(value, abs=5e-7), name


@pytest.mark.parametrize("formula", FORMULAS, ids=lambda one: one.name)
def test_harder_texts_go_in_the_direction_that_is_declared(formula):
    """Longer words and rarer words; the misprinted formula is wrong about sentences only."""
    harder = replace(
        COUNTS, characters=1100, letters=1100, syllables=400, polysyllables=60, monosyllables=80,
        long_words=80, unfamiliar=50,
    )  # fmt: skip
    apart = formula.of(harder) - formula.of(COUNTS)
    assert apart < 0 if formula.direction == "high is easy" else apart > 0


def test_the_misprint_makes_longer_sentences_easier():
    """Why the corrected formula is the one for Spanish texts."""
    longer = replace(COUNTS, sentences=5)
    printed, corrected = BY_NAME["fernandez-huerta-printed"], BY_NAME["fernandez-huerta"]
    assert printed.of(longer) > printed.of(COUNTS)
    assert corrected.of(longer) < corrected.of(COUNTS)


def test_digits_count_for_one_index_only():
    """The Automated Readability Index counts digits, Coleman–Liau letters alone."""
    text = Readable("In 1984 there were 1200 ferries.", "en")
    assert text.counts.characters - text.counts.letters == 8


def test_what_is_not_known_has_no_value():
    """No syllables in Polish, no list of familiar words unless the user brings one."""
    polish = Readable("Ala ma kota. Kot ma dom.", "pl").counts
    assert BY_NAME["flesch"].of(polish) is None
    assert BY_NAME["lix"].of(polish) is not None
    assert BY_NAME["dale-chall-1948"].of(Readable("A cat sat.", "en").counts) is None
    known = Readable("A cat sat.", "en", knowledge=Knowledge(familiar=frozenset({"a", "cat"})))
    assert known.counts.unfamiliar == 1
    assert BY_NAME["flesch"].of(Readable("…", "en").counts) is None


def test_each_language_has_its_usual_formula():
    """LIX where there is none."""
    found = [usual_formula(one).name for one in ("en-GB", "de", "fr", "es", "it", "sv", "")]
    assert found == [
        "flesch", "amstad", "kandel-moles", "szigriszt-pazos", "gulpease", "lix", "lix"
    ]  # fmt: skip
