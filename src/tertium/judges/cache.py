"""Replies that were paid for already, kept by the content of what was asked."""

import hashlib
import sqlite3
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from tertium.exceptions import BadInput
from tertium.judges.door import Message, Reply

_TABLE = (
    "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, text TEXT NOT NULL, "
    "model TEXT NOT NULL, tokens_in INTEGER NOT NULL, tokens_out INTEGER NOT NULL)"
)


def content_key(identity: str, message: Message) -> str:
    """Return the name of a question: the same judge and the same words have the same."""
    whole = "\x1e".join((identity, message.system, message.text))
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


class ReplyCache:
    """A file of replies; each is on the disk before it is used."""

    def __init__(self, path: Path | None) -> None:
        """Open a file, or keep replies for this run only."""
        self._lock = threading.Lock()
        try:
            self._database = sqlite3.connect(path or ":memory:", check_same_thread=False)
            self._database.execute(_TABLE)
            self._database.commit()
        except sqlite3.Error as error:
            raise BadInput(
                f"this file cannot hold replies ({error})",
                where=str(path),
                fix="Name a new file, or one that an earlier run wrote.",
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self._database.close()

    def get(self, key: str) -> Reply | None:
        """Return the reply to a question, if it was asked before."""
        asked = "SELECT text, model, tokens_in, tokens_out FROM replies WHERE key = ?"
        with self._lock:
            found = self._database.execute(asked, (key,)).fetchone()
        return None if found is None else Reply(*found)

    def put(self, key: str, reply: Reply) -> None:
        """Keep a reply; a later one to the same question takes its place."""
        row = (key, reply.text, reply.model, reply.tokens_in, reply.tokens_out)
        with self._lock:
            self._database.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?)", row)
            self._database.commit()
