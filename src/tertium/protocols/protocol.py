"""How we ask: a protocol is a frozen value.

It declares its questions once (*asks*); the page draws them, the server checks
answers against them, and `observe` reads a judgement as observations. What every
protocol shares lives here: a comment is always possible, and so is "cannot
judge / report a problem", which replaces the answer.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tertium.errors import BadInput, NotFound
from tertium.model import Assignment, Judgement, Observation

__all__ = ["MAX_COMMENT", "PROBLEMS", "Ask", "Choice", "Protocol", "Text"]

# Why an item cannot be judged; also the reason codes of comments.
PROBLEMS = ("context", "source", "segmentation", "near_identical", "language", "other")
MAX_COMMENT = 5_000


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several labels; digits 1, 2, … in this order are the keys."""

    name: str
    labels: tuple[str, ...]
    comment_required: tuple[str, ...] = ()  # labels that need a comment
    widget: str = "choice"

    def read(self, value: Any) -> str:
        """Return the label, or say which ones may be given."""
        if value not in self.labels:
            raise BadInput(
                f"{value!r} is not an answer to {self.name!r}",
                fix=f"Allowed: {', '.join(self.labels)}.",
            )
        return str(value)


@dataclass(frozen=True, slots=True)
class Text:
    """Free text, optional unless another answer requires it."""

    name: str
    widget: str = "text"

    def read(self, value: Any) -> str:
        """Return the text without surrounding blanks."""
        if not isinstance(value, str) or len(value) > MAX_COMMENT:
            raise BadInput(
                f"{self.name!r} must be text of at most {MAX_COMMENT} characters",
                fix="Shorten it.",
            )
        return value.strip()


Ask = Choice | Text


def _no_options(protocol: "Protocol", options: Mapping[str, Any]) -> "Protocol":
    for name in options:
        raise NotFound.among("option", name, (), where=protocol.name)
    return protocol


@dataclass(frozen=True, slots=True)
class Protocol:
    """A way of asking. `configure` turns a campaign's options into a variant of itself."""

    name: str
    version: int
    title: str
    systems: int  # outputs on one screen
    parts: tuple[str, ...]  # the parts systems play, such as baseline and advanced
    asks: tuple[Ask, ...]
    observe: Callable[[Judgement, Assignment], Iterator[Observation]]
    cite: str
    template: str = "task.html"
    configure: Callable[["Protocol", Mapping[str, Any]], "Protocol"] = _no_options
    settings: Mapping[str, Any] = field(default_factory=dict)  # what the page needs to know

    def read(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """Check an answer as it came from a browser and return it in its kept form.

        Either `{"problem": reason, "comment": …}` or one entry per question,
        with `comment` always possible. Anything else is refused.
        """
        if not isinstance(answer, Mapping):
            raise BadInput("the answer is not an object", fix="Send one entry per question.")
        comment = Text("comment").read(answer.get("comment") or "")
        if "problem" in answer:
            kept = {"problem": Choice("problem", PROBLEMS).read(answer["problem"])}
            known = {"problem", "comment"}
        else:
            kept = {}
            for ask in self.asks:
                if ask.name not in answer:
                    raise BadInput(f"no answer to {ask.name!r}", fix="Answer every question.")
                kept[ask.name] = ask.read(answer[ask.name])
                needs = isinstance(ask, Choice) and kept[ask.name] in ask.comment_required
                if needs and not comment:
                    raise BadInput(
                        f"{kept[ask.name]!r} needs a comment", fix="Say why in the comment."
                    )
            known = {"comment", *(ask.name for ask in self.asks)}
        for name in answer:
            if name not in known:
                raise NotFound.among("question", name, known)
        return kept | ({"comment": comment} if comment else {})

    def observations(self, judgement: Judgement, assignment: Assignment) -> Iterator[Observation]:
        """Read a judgement: what the protocol observes, or the problem that was reported."""
        if "problem" in judgement.answer:
            yield Observation(
                "problem",
                label=judgement.answer["problem"],
                comment=judgement.answer.get("comment"),
            )
        else:
            yield from self.observe(judgement, assignment)
