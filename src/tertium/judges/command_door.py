"""A judge that is a command: it reads a JSON line on its input and writes one on its output.

A line to it is `{"id": …, "system": …, "text": …, "model": …, "temperature": …}`; a line from it
`{"id": …, "text": …}`, with `model`, `tokens_in` and `tokens_out` if it knows them, or
`{"id": …, "error": …}`. The command runs as long as there are questions, once for each question
that is asked at the same time; one that stalls or ends is started again.
"""

import json
import os
import shlex
import signal
import subprocess
import threading
from dataclasses import dataclass, field
from itertools import count
from queue import Empty, Queue
from typing import IO

from tertium.exceptions import BadInput
from tertium.judges.door import GivesUp, Message, Reply, TryAgain


@dataclass(frozen=True, slots=True)
class _Running:
    """A process, and the lines that it has written so far; None says that it has ended."""

    process: "subprocess.Popen[str]"
    lines: "Queue[str | None]"

    def end(self) -> None:
        """Stop the process and what it started."""
        if self.process.poll() is None:
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


@dataclass(frozen=True, slots=True)
class CommandDoor:
    """A judge behind a command."""

    command: str
    model: str
    temperature: float
    timeout: float
    _free: "Queue[_Running]" = field(default_factory=Queue)
    _numbers: "count[int]" = field(default_factory=count)

    def __post_init__(self) -> None:
        """Refuse a command that cannot be read."""
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise BadInput(
                f"the command cannot be read ({error})", where="--command", fix="Close the quotes."
            ) from None
        if not words:
            raise BadInput("the command is empty", where="--command", fix="Name a program.")

    @property
    def identity(self) -> str:
        """Command, model and temperature."""
        return f"{self.command}\x1f{self.model}\x1f{self.temperature:g}"

    def ask(self, message: Message) -> Reply:
        """Ask a process that is free, or a new one."""
        number = next(self._numbers)
        line = {
            "id": number,
            "system": message.system,
            "text": message.text,
            "model": self.model,
            "temperature": self.temperature,
        }
        running = self._take()
        try:
            assert running.process.stdin is not None
            running.process.stdin.write(json.dumps(line) + "\n")
            running.process.stdin.flush()
            answer = running.lines.get(timeout=self.timeout)
        except Empty:
            running.end()
            raise TryAgain("no answer in time") from None
        except OSError:
            running.end()
            raise TryAgain("the command ended") from None
        if answer is None:
            running.end()
            raise TryAgain(f"the command ended with exit code {running.process.returncode}")
        try:
            reply = _reply(answer, number)
        except TryAgain:
            running.end()  # what it writes next may belong to this question
            raise
        except GivesUp:
            self._free.put(running)
            raise
        self._free.put(running)
        return reply

    def close(self) -> None:
        """End all processes."""
        while not self._free.empty():
            self._free.get().end()

    def _take(self) -> _Running:
        try:
            return self._free.get_nowait()
        except Empty:
            return _started(self.command)


def _started(command: str) -> _Running:
    try:
        process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise BadInput(
            f"the command cannot be started ({(error.strerror or str(error)).lower()})",
            where="--command",
            fix="Name a program that is installed, with its options.",
        ) from None
    lines: Queue[str | None] = Queue()
    assert process.stdout is not None
    threading.Thread(target=_read, args=(process.stdout, lines), daemon=True).start()
    return _Running(process, lines)


def _read(stream: IO[str], lines: "Queue[str | None]") -> None:
    try:
        for line in stream:
            lines.put(line)
    except ValueError:  # closed while it was read
        pass
    lines.put(None)


def _reply(line: str, number: int) -> Reply:
    try:
        given = json.loads(line)
    except ValueError:
        raise TryAgain("the command wrote no JSON") from None
    if not isinstance(given, dict) or given.get("id") != number:
        raise TryAgain("the command answered another question")
    if "error" in given:
        raise GivesUp(str(given["error"])[:100])
    text = given.get("text")
    if not isinstance(text, str):
        raise TryAgain("the command wrote no text")
    tokens = [given.get(name) for name in ("tokens_in", "tokens_out")]
    first, second = (one if isinstance(one, int) and one > 0 else 0 for one in tokens)
    return Reply(text, str(given.get("model") or ""), first, second)
