"""Letters to annotators: invitations and reminders, with merge fields, to copy or to mail.

The server sends no mail: a letter is copied, or opened in the manager's own mail program.
"""

import re
from typing import Annotated, Literal
from urllib.parse import quote

from msgspec import Meta, Struct

from tertium.exceptions import BadInput
from tertium.model import Campaign
from tertium.store import AnnotatorState
from tertium.store.letters import Letter
from tertium.web.languages import LANGUAGES, translator
from tertium.web.manage.attention import is_idle, is_open
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.payments import price_of
from tertium.web.manage.people import link_of
from tertium.web.manage.visit import Done, DoneBody, Visit, base_url
from tertium.web.manage.words import Words
from tertium.web.manage.zones import deadline_words
from tertium.web.openapi import Endpoint

_HERE = "/manage/campaigns/{campaign}/letters"
FIELDS = ("name", "title", "link", "open", "deadline", "pay", "contact")
_FIELD = re.compile(r"\{(\w+)\}")
Kind = Literal["invitation", "reminder"]
Text = Annotated[str, Meta(max_length=10_000)]


class LettersQuery(Struct, frozen=True):
    """Which letter, in which language, for whom first."""

    kind: Kind = "invitation"
    language: str = ""
    to: str = ""


class Recipient(Struct, frozen=True):
    """One annotator with the letter filled in; `mailto` opens it in a mail program."""

    annotator: str
    name: str
    mail: str
    open: int
    idle: bool
    subject: str
    body: str
    mailto: str


class LettersPage(Struct, frozen=True):
    """A letter with its merge fields, and everybody it goes to. `own`: it is not the default."""

    head: Head
    kind: Kind
    language: str
    languages: tuple[str, ...]
    subject: str
    body: str
    own: bool
    fields: tuple[str, ...]
    recipients: tuple[Recipient, ...]


class NewLetter(Struct, frozen=True):
    """A letter in the campaign's own words; without any, the default again."""

    kind: Kind
    language: str
    subject: Annotated[str, Meta(max_length=300)] = ""
    body: Text = ""
    before_subject: Annotated[str, Meta(max_length=300)] = ""
    before_body: Text = ""


def _language(campaign: Campaign, asked: str) -> str:
    wanted = asked or campaign.wording.language
    return wanted if wanted in LANGUAGES else "en"


def default_letter(kind: Kind, language: str) -> Letter:
    """Return the words that a letter has before anybody changes them; fields stay in braces."""
    t = translator(language)
    fields = {name: f"{{{name}}}" for name in FIELDS}
    return Letter(t(f"letter.{kind}.subject", **fields), t(f"letter.{kind}.body", **fields))


def filled(text: str, values: dict[str, str]) -> str:
    """Return a text with its fields filled in, without lines that have a field without a value."""
    lines = []
    for line in text.replace("\r\n", "\n").split("\n"):
        named = _FIELD.findall(line)
        if all(values.get(name, "") for name in named if name in FIELDS):
            lines.append(_FIELD.sub(lambda found: values.get(found[1], found[0]), line))
    told = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return told[:1].upper() + told[1:]  # where the greeting is left out


def letters_page(visit: Visit) -> LettersPage:
    """GET …/letters."""
    name, store, query = visit.path["campaign"], visit.store, visit.query
    head = head_of(store, name)
    campaign, state = store.campaigns.get(name), store.campaigns.state(name)
    language = _language(campaign, query.language)
    own = store.letters.all(name).get((query.kind, language))
    letter = own or default_letter(query.kind, language)
    words = Words(language, visit.now)
    price, currency = price_of(store, name)
    shared = {
        "title": campaign.title,
        "contact": campaign.wording.contact,
        "deadline": deadline_words(state, language),
    }

    def recipient(person: AnnotatorState) -> Recipient:
        values = shared | {
            "name": person.name,
            "link": link_of(base_url(visit.request), person.token),
            "open": words.number(person.assigned - person.done),
            "pay": words.money(price * person.assigned, currency) if price else "",
        }
        subject, body = filled(letter.subject, values), filled(letter.body, values)
        sent = f"subject={quote(subject)}&body={quote(body.replace(chr(10), chr(13) + chr(10)))}"
        return Recipient(
            annotator=person.id,
            name=person.name,
            mail=person.mail,
            open=person.assigned - person.done,
            idle=is_idle(person, state, visit.now),
            subject=subject,
            body=body,
            mailto=f"mailto:{quote(person.mail, safe='@')}?{sent}",
        )

    people = [
        person
        for person in store.annotators.all(name)
        if (is_open(person) if query.kind == "reminder" else person.state != "revoked")
    ]
    people.sort(
        key=lambda one: (
            one.id != query.to,
            query.kind == "reminder" and not is_idle(one, state, visit.now),
        )
    )
    return LettersPage(
        head=head,
        kind=query.kind,
        language=language,
        languages=tuple(LANGUAGES),
        subject=letter.subject,
        body=letter.body,
        own=own is not None,
        fields=FIELDS,
        recipients=tuple(map(recipient, people)),
    )


def change(visit: Visit) -> Done:
    """POST …/letters: keep a letter in the campaign's own words, or go back to the default."""
    name, store, sent = visit.path["campaign"], visit.store, visit.body
    if sent.language not in LANGUAGES:
        raise BadInput(
            f"there are no letters in {sent.language!r}",
            where="the form",
            fix=f"Choose one of {', '.join(LANGUAGES)}.",
        )
    letter = None
    if sent.subject or sent.body:
        letter = Letter(sent.subject, sent.body.replace("\r\n", "\n"))
        _check(store.campaigns.get(name), letter)
    default = default_letter(sent.kind, sent.language)
    before = Letter(sent.before_subject, sent.before_body.replace("\r\n", "\n"))
    store.letters.put(
        name,
        sent.kind,
        sent.language,
        None if letter == default else letter,
        before=None if before in (default, Letter("", "")) else before,
        by=visit.manager,
        at=visit.now,
    )
    here = f"/manage/campaigns/{name}/letters?kind={sent.kind}&language={sent.language}"
    return Done("letter" if letter else "letter_default", here)


def _check(campaign: Campaign, letter: Letter) -> None:
    """Refuse a letter without the link, with an unknown field, or that names a system."""
    text = f"{letter.subject}\n{letter.body}"
    unknown = [name for name in _FIELD.findall(text) if name not in FIELDS]
    if unknown:
        raise BadInput(
            f"there is no merge field {{{unknown[0]}}}",
            where="the letter",
            fix=f"Use {', '.join(f'{{{name}}}' for name in FIELDS)}; nothing was changed.",
        )
    if "{link}" not in letter.body:
        raise BadInput(
            "the letter has no link",
            where="the letter",
            fix="Write {link} where the personal link should stand; nothing was changed.",
        )
    names = [re.escape(system.name) for system in campaign.systems if len(system.name) > 2]
    if names and re.search(rf"(?<!\w)({'|'.join(names)})(?!\w)", text, re.I):
        raise BadInput(
            "the letter has a word that is the name of a system, and annotators must not know it",
            where="the letter",
            fix="Word it without names of systems; nothing was changed.",
        )


endpoints = (
    Endpoint(
        "GET",
        _HERE,
        "Invitations and reminders, filled in for everybody",
        letters_page,
        query=LettersQuery,
        gives=LettersPage,
        template="manage/letters.html",
    ),
    Endpoint(
        "POST", _HERE, "Word a letter for this campaign", change, takes=NewLetter, gives=DoneBody
    ),
)
