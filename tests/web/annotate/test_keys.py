"""The annotators' own keys: what is kept, and what is refused in words."""

import pytest

from tertium.web.annotate.keys import KeyCodes


def test_chosen_keys_are_kept_with_the_link(person):
    """Only what differs from the standard is kept; the page prints it before any script runs."""
    person.ready()
    address = f"/a/{person.token}/preferences"
    assert 'data-act="comment" aria-hidden="true">C</kbd>' in person.at("/tasks").text
    chosen = {"codes": {"comment": "KeyX", "undo": "KeyC", "help": "Comma"}}
    sent = {"codes": KeyCodes().by_act() | chosen["codes"]}
    assert person.http.post(address, json=sent).status_code == 200
    assert person.at("/preferences.json").json() == chosen
    page = person.at("/tasks").text
    assert 'data-act="comment" aria-hidden="true">X</kbd>' in page
    assert 'data-act="undo" aria-hidden="true">C</kbd>' in page
    assert 'data-act="help" aria-hidden="true">,</kbd>' in page
    assert '"comment": "KeyX", "differences": "KeyD"' in page


@pytest.mark.parametrize(
    ("codes", "what"),
    [
        ({"comment": "Digit1"}, "invalid enum value 'Digit1' - at '$.codes.comment'"),
        ({"comment": "Enter"}, "invalid enum value 'Enter' - at '$.codes.comment'"),
        ({"undo": "ShiftLeft"}, "invalid enum value 'ShiftLeft' - at '$.codes.undo'"),
        ({"comment": "?"}, "invalid enum value '?' - at '$.codes.comment'"),
        ({"save": "KeyS"}, "object contains unknown field 'save' - at '$.codes'"),
        (
            {"comment": "KeyX", "later": "KeyX"},
            "the key 'KeyX' cannot be both 'comment' and 'later' - at '$.codes'",
        ),
        (
            {"comment": "KeyZ"},
            "the key 'KeyZ' cannot be both 'comment' and 'undo' - at '$.codes'",
        ),
    ],
)
def test_a_key_that_is_reserved_or_in_use_is_refused_in_words(person, codes, what):
    """Digits, Enter and modifiers are no choice; nor is the key of another act, chosen or not."""
    person.ready()
    kept = {"codes": {"comment": "KeyY"}}
    address = f"/a/{person.token}/preferences"
    person.http.post(address, json=kept)
    refused = person.http.post(address, json={"codes": codes})
    assert refused.status_code == 422
    assert refused.json()["what"] == what
    assert person.at("/preferences.json").json() == kept
