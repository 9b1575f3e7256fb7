"""The message files: complete, alike in all languages, and nothing said that is not in them."""

import re
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

import tertium.web
from tertium.protocols.preferences import ANSWERS, VARIANTS
from tertium.protocols.protocol import PROBLEMS
from tertium.web.annotate.schemas import StopReason
from tertium.web.annotate.steps import CONSENT_SENTENCES
from tertium.web.annotate.wording import INSTRUCTION_PARAGRAPHS
from tertium.web.languages import LANGUAGES, language_of, messages, translator

WEB = Path(tertium.web.__file__).parent
TEMPLATES = sorted((WEB / "templates").rglob("*.html"))
SCRIPTS = sorted((WEB / "static" / "annotate").glob("*.js"))
PYTHON = sorted(WEB.rglob("*.py"))


def placeholders(message):
    """Return the names in braces; those of the plural forms together."""
    forms = message.values() if isinstance(message, dict) else [message]
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


def used():
    """Return the keys that pages and scripts name, and the beginnings of those they build."""
    whole, beginnings = set(), set()
    for path in [*TEMPLATES, *SCRIPTS, *PYTHON]:
        text = path.read_text(encoding="utf-8")
        for quote, key, after in re.findall(r"""(["'`])([a-z_]+\.[\w.{}$-]*)\1(\s*~)?""", text):
            start = re.split(r"[{$]", key)[0]
            if after or start != key:
                beginnings.add(start)
            elif quote:
                whole.add(key)
    return whole, beginnings


def test_all_languages_are_there():
    """English, French, Spanish and German, at least."""
    assert set(LANGUAGES) >= {"de", "en", "es", "fr"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything_with_the_same_placeholders(language):
    """No key is missing or left over; every {name} of English is in the translation."""
    english, other = messages("en"), messages(language)
    assert set(other) == set(english)
    for key, message in english.items():
        if isinstance(message, dict) and set(message) != {"one", "other"}:
            continue  # a list of names, such as languages
        assert isinstance(other[key], type(message)), key
        assert placeholders(other[key]) == placeholders(message), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_sorted_and_not_empty(language):
    """Files that two people edit stay easy to merge."""
    found = messages(language)
    assert list(found) == sorted(found)
    for key, message in found.items():
        assert message, key


def test_every_key_that_is_used_exists():
    """A page never meets a key without words."""
    whole, beginnings = used()
    known = set(messages("en"))
    groups = {key.split(".")[0] for key in known}
    # Other dotted names in the sources (files, attributes) do not look like our keys.
    named = {
        key
        for path in TEMPLATES
        for key in re.findall(r'\bt\("([^"]+)"(?!\s*~)', path.read_text(encoding="utf-8"))
    } | {
        key
        for path in SCRIPTS
        for call in re.findall(r"\bt\(([^()]*)", path.read_text(encoding="utf-8"))
        for key in re.findall(r"'([a-z_]+\.[\w.]+)'", call)
    }
    assert named - known == set()
    assert named <= whole
    for start in beginnings:
        if start.split(".")[0] in groups and start.endswith("."):
            assert any(key.startswith(start) for key in known), start


def test_every_message_of_the_annotators_side_is_used():
    """Words that nobody says any more are taken out."""
    whole, beginnings = used()
    built = tuple(start for start in beginnings if start.count(".") >= 1)
    for key in messages("en"):
        if not key.startswith("manage."):
            assert key in whole or key.startswith(built), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_that_are_built_from_parts_exist(language):
    """Reasons, problems, sentences and answers of all variants have words in every language."""
    known = messages(language)
    wanted = [
        f"stop.{reason}.{part}" for reason in get_args(StopReason) for part in ("what", "fix")
    ]
    wanted += [f"problem.{reason}" for reason in PROBLEMS]
    wanted += [f"consent.{name}" for name in CONSENT_SENTENCES]
    wanted += [f"instructions.{name}" for name in INSTRUCTION_PARAGRAPHS]
    wanted += [f"answer.better.{answer}" for answer in ANSWERS]
    wanted += [f"page.language.{code}" for code in LANGUAGES]
    wanted += [f"note.better.{variant}" for variant in ("binary", "post-edit")]
    assert [key for key in wanted if key not in known] == []
    assert set(VARIANTS) == {"five", "binary", "ternary", "post-edit"}


def test_french_counts_nothing_as_one():
    """Plurals follow the language."""
    assert translator("fr")("thanks.count", n=0).endswith("0 élément.")
    assert translator("en")("thanks.count", n=0).endswith("0 items.")
    assert translator("de")("thanks.count", n=1).endswith("1 Beispiel beurteilt.")


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("", "en"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("nl, de;q=0.5, es;q=0.9", "es"),
        ("ja", "en"),
        ("de;q=nonsense, es", "es"),
    ],
)
def test_the_browsers_wish_decides(header, expected):
    """The best language we speak, English if there is none."""

    class Asking:
        headers = {"accept-language": header}  # noqa: RUF012 (a stand-in for a request)

    assert language_of(Asking()) == expected
