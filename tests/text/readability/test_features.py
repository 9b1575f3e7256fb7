"""Features: what each measures, by small texts, and what all of them promise."""

from itertools import pairwise

import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.formats.conllu import conllu_sentences
from tertium.text.readability.feature import DIMENSIONS, Feature
from tertium.text.readability.languages import guess
from tertium.text.readability.markup import read_markdown
from tertium.text.readability.passages import hardest
from tertium.text.readability.readable import Knowledge, Readable
from tertium.text.readability.registry import data_features, feature, features

EASY = "The cat sat on the mat. It saw a dog. The dog ran away. The cat was glad."
HARD = (
    "Notwithstanding considerable institutional resistance, the commission, which had deliberated "
    "extensively, recommended comprehensive restructuring of administrative responsibilities."
)
PARSED = """# newdoc id = a
1\tThe\tthe\tDET\t_\t_\t3\tdet\t_\t_
2\told\told\tADJ\t_\t_\t3\tamod\t_\t_
3\tferry\tferry\tNOUN\t_\t_\t5\tnsubj:pass\t_\t_
4\twas\tbe\tAUX\t_\t_\t5\taux:pass\t_\t_
5\tsold\tsell\tVERB\t_\t_\t0\troot\t_\t_
6\twhen\twhen\tADV\t_\t_\t8\tadvmod\t_\t_
7\tit\tit\tPRON\t_\t_\t8\tnsubj\t_\t_
8\tleaked\tleak\tVERB\t_\t_\t5\tadvcl\t_\t_
9\t.\t.\tPUNCT\t_\t_\t5\tpunct\t_\t_

1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_
2\tferry\tferry\tNOUN\t_\t_\t3\tnsubj\t_\t_
3\tsank\tsink\tVERB\t_\t_\t0\troot\t_\t_
"""


def value(name, text, **more):
    return feature(name).of(text if isinstance(text, Readable) else Readable(text, "en", **more))


def test_harder_texts_have_longer_words_and_sentences():
    """The measures that formulas are made of."""
    for name in ("words_per_sentence", "letters_per_word", "long_words", "syllables_per_word",
                 "polysyllables", "commas_per_sentence", "content_words"):  # fmt: skip
        assert value(name, HARD) > value(name, EASY), name
    assert value("monosyllables", HARD) < value("monosyllables", EASY)
    assert value("words_per_sentence", EASY) == 18 / 4
    assert value("numbers", "In 1984 we met.") == 1 / 4


def test_cohesion_is_counted_in_the_language_of_the_text():
    """A connective of several words counts once; neighbouring sentences share a noun."""
    assert value("causal_connectives", "It rained. As a result, we left.") == pytest.approx(100 / 7)
    german = Readable("Es regnete, deshalb gingen wir.", "de")
    assert value("causal_connectives", german) == 20
    assert value("sentence_overlap", "The ferry left. The ferry sank. Nobody saw.") == 1 / 2
    assert value("pronouns", "He saw it.") == pytest.approx(200 / 3)
    assert value("causal_connectives", Readable("Det regnade.", "sv")) is None


def test_syntax_follows_the_parse():
    """By hand on two sentences; without a parse there is no value."""
    text = Readable("The old ferry was sold when it leaked. The ferry sank.", "en",
                    trees=conllu_sentences(PARSED, "a.conllu"))  # fmt: skip
    assert value("tree_depth", text) == (2 + 2) / 2
    assert value("clauses", text) == (2 + 1) / 2
    assert value("passives", text) == (1 + 0) / 2
    assert value("noun_phrase_length", text) == ((3 + 1) / 2 + 2) / 2
    assert value("dependency_distance", text) == ((2 + 1 + 2 + 1 + 2 + 1 + 3) / 7 + 1) / 2
    assert value("shared_nouns", text) == 1
    assert value("clauses", EASY) is None


def test_users_bring_terms_and_norms():
    """Terms of several words; norms that know too few words say nothing."""
    known = Knowledge(
        terms=frozenset({"life jacket", "ferry"}),
        norms={"concreteness": {"ferry": 5.0, "jacket": 4.0}, "age_of_acquisition": {"x": 9.0}},
    )
    text = Readable("The ferry has a life jacket.", "en", knowledge=known)
    assert value("terms", text) == pytest.approx(200 / 6)
    assert value("concreteness", text) == 4.5
    assert value("age_of_acquisition", text) is None
    frequent = Knowledge(norms={"frequency": {"ferry": 4.0, "jacket": 2.0}})
    text = Readable("The ferry has a jacket.", "en", knowledge=frequent)
    assert (value("word_frequency", text), value("rare_words", text)) == (3.0, 0.5)


def test_layout_is_that_of_the_file():
    """Headings per 100 words; a plain text has none to count."""
    plain, layout = read_markdown("# One\n\ntwo three four\n\n- five")
    assert value("headings", Readable(plain, "en", layout=layout)) == 20
    assert value("headings", "one two") is None


def test_readers_and_tasks_come_as_data():
    """A column becomes a feature of its dimension."""
    text = Readable("A text.", "en", data={"reader.age": 9.0, "task.minutes": 5.0})
    age, minutes = data_features([text])
    assert (age.dimension, age.of(text), age.more) == ("reader", 9.0, "higher age")
    assert minutes.dimension == "task"


@pytest.mark.parametrize("one", features().values(), ids=lambda one: one.name)
def test_no_feature_fails_on_strange_texts(one):
    """One word, no end of a sentence, Chinese, marks alone, nothing: a number or none."""
    for text in ("word", "no end of it", "我喜欢苹果。你呢？", "… !", "", "123 456", HARD * 9):
        for language in ("en", "de", "fr", "es", "zh", "sv", ""):
            found = one.of(Readable(text, language))
            assert found is None or isinstance(found, int | float)


def test_every_feature_is_declared_whole():
    """A dimension of the framework, words for both directions, and a valid set of languages."""
    for one in features().values():
        assert one.dimension in DIMENSIONS
        assert one.more
        assert one.less
        assert one.more != one.less
    assert {one.dimension for one in features().values()} == set(DIMENSIONS) - {"reader", "task"}


def test_a_wrong_feature_is_refused():
    """Its dimension must be one of the framework; an unknown name has a near one."""
    with pytest.raises(BadInput, match="has the dimension 'style'"):
        Feature("x", "style", lambda text: 0.0, "more", "less")
    with pytest.raises(NotFound, match="long_words"):
        feature("long_wrds")


def test_the_language_is_guessed_by_function_words():
    """Four languages, and nothing for names alone."""
    said = {
        "en": "the captain of the ferry said that it was late",
        "de": "der Kapitän der Fähre sagte dass es zu spät war",
        "fr": "le capitaine du bateau a dit qu'il est en retard et que la mer est calme",
        "es": "el capitán del barco dijo que era tarde y que la mar estaba en calma",
    }
    assert {code: guess(text.lower().split()) for code, text in said.items()} == {
        code: code for code in said
    }
    assert guess("Anna Berta Cäsar Dora Emil".lower().split()) == ""


def test_the_hardest_passage_is_found():
    """Three sentences in a row, none of which overlaps another that was chosen."""
    text = Readable(" ".join([EASY, HARD, HARD, HARD, EASY, EASY]), "en")
    several = hardest(text, feature("long_words").of)
    found = max(several, key=lambda one: one.difficulty)
    assert len(several) == 2
    assert found.text == " ".join([HARD] * 3)
    assert text.composed[found.start : found.end] == found.text
    assert all(one.end <= two.start for one, two in pairwise(several))
    assert hardest(Readable(EASY[:23], "en"), feature("long_words").of) == ()
