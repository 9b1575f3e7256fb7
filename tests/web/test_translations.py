"""The message files: complete, alike in all languages, and nothing said that is not in them."""

import re
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter
from typing import get_args
from unicodedata import bidirectional

import pytest
from starlette.requests import Request

import tertium.web
from tertium.protocols.preferences import ANSWERS, VARIANTS
from tertium.protocols.protocol import PROBLEMS
from tertium.web.annotate.schemas import StopReason
from tertium.web.annotate.steps import CONSENT_SENTENCES
from tertium.web.annotate.wording import INSTRUCTION_PARAGRAPHS, moment_in_words
from tertium.web.languages import (
    LANGUAGES,
    direction,
    language_of,
    languages_of_managers,
    messages,
    messages_in_file,
    translator,
)
from tertium.wording import plural

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


def asking(path, accepted):
    """Return the request of a browser that asks for languages."""
    headers = [(b"accept-language", accepted.encode())]
    return Request({"type": "http", "path": path, "headers": headers, "server": ("localhost", 80)})


def test_all_languages_are_there():
    """Annotators have two languages more than managers, which run from right to left."""
    assert set(languages_of_managers()) >= {"de", "en", "es", "fr"}
    assert set(LANGUAGES) - set(languages_of_managers()) == {"ar", "he"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything_with_the_same_placeholders(language):
    """No key of the annotators' side is missing or left over, nor any {name}.

    A file that says something to managers says everything to them.
    """
    english, other = messages_in_file("en"), messages_in_file(language)
    for_managers = language in languages_of_managers()
    assert set(other) == {key for key in english if for_managers or not key.startswith("manage.")}
    for key, message in other.items():
        if isinstance(message, dict) and "other" not in message:
            continue  # a list of names, such as languages
        assert isinstance(message, type(english[key])), key
        assert placeholders(message) == placeholders(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_the_language(language):
    """A form that no number takes is a mistake; `other` stands for those left out."""
    taken = {plural(language, n) for n in (*range(201), 1.5)} | {"other"}
    for key, message in messages_in_file(language).items():
        if isinstance(message, dict) and "other" in message:
            assert set(message) <= taken, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_from_right_to_left_begin_with_their_own_letters(language):
    """Where paragraphs run as their first letter does, a Latin one would turn them round."""
    if direction(language) != "rtl":
        return
    for key, message in messages_in_file(language).items():
        for form in message.values() if isinstance(message, dict) else [message]:
            letters = [bidirectional(sign) for sign in re.sub(r"\{\w+\}", "", form)]
            strong = [one for one in letters if one in ("L", "R", "AL")]
            assert strong[:1] != ["L"] or not {"R", "AL"} & set(strong), key


def test_what_fills_a_sentence_from_right_to_left_keeps_its_direction():
    """A name or an address begins and ends by itself; a number needs no help."""
    assert "\u2068a@b.example\u2069" in translator("ar")("page.contact", contact="a@b.example")
    assert translator("he")("task.position", number=3, count=10) == "3 מתוך 10"
    assert "\u2068" not in translator("de")("page.contact", contact="a@b.example")


def test_arabic_and_hebrew_count_as_their_grammar_does():
    """Two of something is a form of its own; eleven and a hundred take the singular."""
    arabic = [translator("ar")("compare.messages", n=n) for n in (0, 1, 2, 3, 11, 100)]
    assert arabic == [
        "لا رسائل", "رسالة واحدة", "رسالتان", "3 رسائل", "11 رسالة", "100 رسالة",
    ]  # fmt: skip
    hebrew = [translator("he")("compare.messages", n=n) for n in (0, 1, 2, 3)]
    assert hebrew == ["0 הודעות", "הודעה אחת", "שתי הודעות", "3 הודעות"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_sorted_and_not_empty(language):
    """Files that two people edit stay easy to merge."""
    found = messages_in_file(language)
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
    known = messages_in_file(language)
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
        ("ar-EG,ar;q=0.9,en;q=0.8", "ar"),
        ("he-IL", "he"),
        ("de;q=nonsense, es", "es"),
    ],
)
def test_the_browsers_wish_decides(header, expected):
    """The best language we speak, English if there is none."""
    assert language_of(asking("/a/link", header)) == expected


@pytest.mark.parametrize(
    ("header", "expected"),
    [("ar", "en"), ("ar-EG, he;q=0.9, fr;q=0.5", "fr"), ("es, ar;q=0.5", "es")],
)
def test_managers_get_the_next_language_that_their_pages_have(header, expected):
    """Arabic and Hebrew are there for annotators only."""
    assert language_of(asking("/manage/campaigns", header)) == expected


def test_days_and_times_are_written_as_in_the_language():
    """Digits are those on the keys; the words between them are the language's."""
    moment = datetime(2026, 11, 4, 9, 5, tzinfo=UTC)
    told = {code: moment_in_words(code, moment) for code in LANGUAGES}
    plain = {code: re.sub("[\u2068\u2069]", "", text) for code, text in told.items()}
    assert plain["en"] == "4 November 2026, 09:05 UTC"
    assert plain["de"] == "4. November 2026, 09:05 UTC"
    assert plain["ar"] == "4 نوفمبر 2026، الساعة 09:05 بالتوقيت العالمي"
    assert plain["he"] == "4 בנובמבר 2026, בשעה 09:05 (זמן אוניברסלי)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_heard_holds_what_is_seen(language):
    """Who speaks to a page says what stands on a button."""
    known = messages(language)
    assert known["help.open"] in known["help.label"]
    assert "Aa" in known["settings.open"]
