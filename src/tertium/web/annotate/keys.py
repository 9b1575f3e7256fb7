"""The single keys of the task page: which place on the keyboard asks for what.

Places are those of `KeyboardEvent.code`, named after what a keyboard from the
United States prints there, and therefore hold on every layout. Digits, Enter,
Tab, Space, arrows and modifiers have meanings of their own and are no choice.
"""

from typing import Literal, get_args

import msgspec

Letter = Literal[
    "KeyA", "KeyB", "KeyC", "KeyD", "KeyE", "KeyF", "KeyG", "KeyH", "KeyI", "KeyJ", "KeyK", "KeyL",
    "KeyM", "KeyN", "KeyO", "KeyP", "KeyQ", "KeyR", "KeyS", "KeyT", "KeyU", "KeyV", "KeyW", "KeyX",
    "KeyY", "KeyZ",
]  # fmt: skip
Mark = Literal[
    "Backquote", "Backslash", "BracketLeft", "BracketRight", "Comma", "Equal", "IntlBackslash",
    "IntlRo", "IntlYen", "Minus", "Period", "Quote", "Semicolon", "Slash",
]  # fmt: skip
Code = Literal[Letter, Mark]

# What is printed where the browser does not tell the layout.
_PRINTED: dict[str, str] = {code: code[-1] for code in get_args(Letter)} | dict(
    zip(get_args(Mark), "`\\[],=<\\¥-.';/", strict=True)
)


class KeyCodes(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The place of the key for each act; no two acts share one.

    Help is asked for by whatever writes a question mark, and an equal place by whatever
    writes an equals sign, until a place on the keyboard is chosen for it.
    """

    comment: Code = "KeyC"
    undo: Code = "KeyZ"
    differences: Code = "KeyD"
    earlier: Code = "KeyB"
    later: Code = "KeyN"
    help: Literal[Code, "?"] = "?"
    sort: Code = "KeyS"
    tie: Literal[Code, "="] = "="

    def __post_init__(self) -> None:
        """Refuse one key for two acts."""
        acts: dict[str, str] = {}
        for act, code in self.by_act().items():
            if code in acts:
                raise ValueError(f"the key '{code}' cannot be both '{acts[code]}' and '{act}'")
            acts[code] = act

    def by_act(self) -> dict[str, str]:
        """Return the place for every act, chosen or standard."""
        return msgspec.structs.asdict(self)

    def printed(self, act: str) -> str:
        """Return what to print for an act before a script knows the layout."""
        code = self.by_act()[act]
        return _PRINTED.get(code, code)

    def for_scripts(self) -> dict[str, dict[str, str]]:
        """Return what the page's scripts need to change keys: the standard, and what to print."""
        return {"standard": KeyCodes().by_act(), "printed": _PRINTED}
