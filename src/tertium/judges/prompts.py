"""Prompts: files that say what a judge is asked, and of which kind its answers are.

    kind = "score"
    scale = "0..100"
    system = "You assess translations."
    text = '''Source: {source}
    Translation: {output}
    Answer with JSON only: {"score": 0 to 100}'''

Names of texts in braces are filled in; all other braces stay. Three prompts ship: `da` (direct
assessment), `esa` (error spans and a score) and `pairwise`.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tertium.exceptions import NotFound
from tertium.formats.scale_files import read_scale
from tertium.formats.settings import Table, read_settings
from tertium.scale import Scale

Kind = Literal["score", "spans", "pairwise"]
KINDS: tuple[Kind, ...] = ("score", "spans", "pairwise")
SHIPPED = Path(__file__).parent / "prompts"
TEXTS = ("source", "output", "reference", "source_language", "target_language", "document",
         "output_a", "output_b")  # fmt: skip
_NAMED = re.compile(r"\{(" + "|".join(TEXTS) + r")\}")
_SEVERITIES = {"neutral": 0.0, "minor": -1.0, "major": -5.0, "critical": -25.0}


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a judge is asked: a message that sets its role, and the text with places to fill.

    `severities` are those an error may have, with their points; `categories` the allowed ones, any
    if there are none.
    """

    name: str
    kind: Kind
    system: str
    text: str
    scale: Scale
    severities: Mapping[str, float]
    categories: tuple[str, ...]

    @property
    def needs(self) -> frozenset[str]:
        """The texts that the prompt names."""
        return frozenset(_NAMED.findall(self.text) + _NAMED.findall(self.system))

    @property
    def digest(self) -> str:
        """The SHA-256 of everything that is asked, in short."""
        whole = "\x1f".join(
            (self.kind, self.system, self.text, f"{self.scale.lowest}..{self.scale.highest}",
             *self.severities, *self.categories)
        )  # fmt: skip
        return hashlib.sha256(whole.encode()).hexdigest()[:12]

    def filled(self, texts: Mapping[str, str]) -> tuple[str, str]:
        """Return both messages with texts in their places; texts are not read for places again."""

        def text(found: re.Match[str]) -> str:
            return texts.get(found[1], "")

        return _NAMED.sub(text, self.system), _NAMED.sub(text, self.text)


def read_prompt(name: str) -> Prompt:
    """Return a prompt that ships, or one in a file."""
    shipped = SHIPPED / f"{name}.toml"
    path = shipped if shipped.is_file() else Path(name)
    if not path.is_file():
        known = [one.stem for one in SHIPPED.glob("*.toml")]
        raise NotFound.among("prompt", name, known, where="--prompt")
    table = read_settings(path)
    kind = table.choice("kind", KINDS, "score")
    text = table.text("text")
    prompt = Prompt(
        path.stem,
        kind,  # type: ignore[arg-type]
        table.text("system", ""),
        text,
        read_scale(table.text("scale", "0..100")),
        _severities(table),
        table.texts("categories"),
    )
    table.close()
    outputs = ("output_a", "output_b") if kind == "pairwise" else ("output",)
    for needed in outputs:
        if needed not in prompt.needs:
            raise table.bad(
                "text",
                f"a prompt of the kind {kind!r} does not show {{{needed}}}",
                f"Write {{{needed}}} where the text of the translation belongs.",
            )
    return prompt


def _severities(table: Table) -> dict[str, float]:
    names = table.texts("severities") or ("minor", "major")
    for name in names:
        if name not in _SEVERITIES:
            raise NotFound.among("severity", name, _SEVERITIES, where=table.where("severities"))
    return {name: _SEVERITIES[name] for name in names}
