"""A judge at an HTTP address that speaks the common protocol of chat completions.

`POST …/chat/completions` with `model`, `messages` and `temperature`; the answer is in
`choices[0].message.content`, its cost in `usage`. The key, if one is needed, is read from an
environment variable and never written anywhere. Redirects are not followed, so that the key goes
nowhere else.
"""

import json
import os
import time
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from tertium.exceptions import BadInput
from tertium.judges.door import GivesUp, Message, Reply, TryAgain

KEY = "TERTIUM_JUDGE_KEY"
_PATH = "/chat/completions"
_MOST = 1_000_000  # bytes of a reply
_CHUNK = 65_536
_REFUSED = {401: "the key is not accepted", 403: "access is denied", 404: "there is no such place"}
_LATER = {408, 409, 425, 429}  # and all from 500 on


@dataclass(frozen=True, slots=True)
class AddressDoor:
    """A judge behind an address."""

    address: str
    model: str
    temperature: float
    timeout: float

    def __post_init__(self) -> None:
        """Refuse what is no address."""
        parts = urlsplit(self.address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadInput(
                f"{self.address!r} is no HTTP address",
                where="--address",
                fix="Write for example --address http://localhost:8000/v1.",
            )

    @property
    def identity(self) -> str:
        """Model and temperature; another address of the same model answers alike."""
        return f"{self.model}\x1f{self.temperature:g}"

    def ask(self, message: Message) -> Reply:
        """Send one message and wait for the reply, no longer than `timeout` in all."""
        roles = (("system", message.system), ("user", message.text))
        body = {
            "model": self.model,
            "messages": [{"role": role, "content": text} for role, text in roles if text],
            "temperature": self.temperature,
        }
        status, wait, content = self._post(json.dumps(body).encode())
        if status in _LATER or status >= 500:
            raise TryAgain(f"status {status}", wait=wait)
        if status in _REFUSED:
            raise BadInput(
                f"the judge answers {status}: {_REFUSED[status]}",
                where=self.address,
                fix=f"Check the address and the model, and put the key into {KEY}.",
            )
        if status != 200:
            raise GivesUp(f"status {status}")
        return _reply(content)

    def close(self) -> None:
        """Nothing is kept open."""

    def _post(self, body: bytes) -> tuple[int, float, bytes]:
        """Return status, seconds to wait, and content."""
        parts = urlsplit(self.address)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        path = parts.path.rstrip("/")
        path = path if path.endswith(_PATH) else path + _PATH
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if key := os.environ.get(KEY):
            headers["Authorization"] = f"Bearer {key}"
        until = time.monotonic() + self.timeout
        connection = kind(parts.hostname or "", parts.port, timeout=self.timeout)
        try:
            connection.request("POST", path + (f"?{parts.query}" if parts.query else ""),
                               body, headers)  # fmt: skip
            response = connection.getresponse()
            content = self._content(response, connection, until)
        except TimeoutError:
            raise TryAgain("no answer in time") from None
        except (OSError, HTTPException) as error:
            raise TryAgain(f"no connection ({type(error).__name__})") from None
        finally:
            connection.close()
        return response.status, _seconds(response.getheader("Retry-After")), content

    def _content(self, response: HTTPResponse, connection: HTTPConnection, until: float) -> bytes:
        """Read a reply piece by piece: one that drips in must not take for ever."""
        found = b""
        while len(found) < _MOST:
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError
            if connection.sock is not None:
                connection.sock.settimeout(left)
            piece = response.read1(_CHUNK)
            if not piece:
                break
            found += piece
        return found


def _seconds(text: str | None) -> float:
    """Return what `Retry-After` asks for, in seconds; a date is not read."""
    return float(text) if text and text.isascii() and text.isdigit() else 0.0


def _reply(content: bytes) -> Reply:
    """Return the text of a completion; one that is cut or damaged may be asked for again."""
    try:
        given = json.loads(content)
        choice = given["choices"][0]
        text, ended = choice["message"]["content"], choice.get("finish_reason")
        usage = given.get("usage") or {}
    except (ValueError, LookupError, TypeError, AttributeError):
        raise TryAgain("damaged reply") from None
    if not isinstance(text, str):
        raise TryAgain("reply without text")
    if ended == "length":
        raise GivesUp("answer cut off")
    return Reply(
        text,
        str(given.get("model") or ""),
        _tokens(usage, "prompt_tokens"),
        _tokens(usage, "completion_tokens"),
    )


def _tokens(usage: Any, name: str) -> int:
    number = usage.get(name) if isinstance(usage, dict) else None
    return number if isinstance(number, int) and number > 0 else 0
