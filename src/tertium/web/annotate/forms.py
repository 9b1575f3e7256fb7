"""What annotators send, read into the types that also describe it."""

from typing import Any, TypeVar
from urllib.parse import parse_qs

import msgspec

from tertium.exceptions import BadInput
from tertium.store.storable import check_storable

T = TypeVar("T")


def read_form(body: bytes, kind: type[T]) -> T:
    """Read a posted form; empty fields count as not given."""
    try:
        given: dict[str, Any] = {
            name: values[-1].strip()
            for name, values in parse_qs(body.decode("utf-8"), max_num_fields=50).items()
            if values[-1].strip()
        }
    except ValueError:  # not UTF-8, or too many fields
        raise BadInput(
            "the form could not be read", fix="Open the page again; nothing was changed."
        ) from None
    check_storable(given, "the form")
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _not_valid(error) from None


def read_json(body: bytes, decoder: msgspec.json.Decoder[T], *, one_by_one: bool = False) -> T:
    """Read a JSON body; with `one_by_one`, the caller refuses what is no text in its parts."""
    try:
        read = decoder.decode(body)
    except msgspec.ValidationError as error:
        raise _not_valid(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(
            f"the body is not JSON: {error}", fix="Send one JSON object; nothing was stored."
        ) from None
    if not one_by_one:
        refuse_no_text(body)
    return read


def refuse_no_text(body: bytes) -> None:
    """Refuse JSON with a NUL in a text; other characters that are no text are no JSON either."""
    if b"\\u0000" in body:
        check_storable(msgspec.json.decode(body), "the body")


def read_number(text: str) -> int:
    """Read a number of an address; 0, which counts nothing, if it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _not_valid(error: Exception) -> BadInput:
    said = str(error).replace("`", "'")
    return BadInput(
        said[:1].lower() + said[1:], fix="Correct this and send it again; nothing was stored."
    )
