"""The chunks of texts, as a campaign keeps them.

They are cut by rule, or come from a corrected file, and are frozen with the first answer:
nobody cuts a text after seeing how it is judged.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tertium.model import Assignment, parts_of
from tertium.text.chunks import Chunk

ANSWERS = "chunks"  # the question that labels answer, and the option that holds the chunks
SIDES = ("target", "source")
Key = tuple[str, str, str]  # segment, side, system ("" for the source)
Pieces = tuple[tuple[str, tuple[tuple[int, int], ...], str], ...]  # name, ranges, text
Cut = Mapping[Key, Pieces]


def kept_chunks(
    key: Key, text: str, chunks: Iterable[Chunk], makers: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return the chunks of one text as a campaign keeps them; `makers` corrected some, by name."""
    told = [
        {"name": one.name, "ranges": [list(two) for two in one.ranges], "text": one.text(text)}
        | ({"by": makers[one.name]} if makers and makers.get(one.name) else {})
        for one in chunks
    ]
    return {"segment": key[0], "side": key[1], "system": key[2], "chunks": told}


def chunks_of(cut: Cut, assignment: Assignment, side: str) -> Pieces:
    """Return the chunks that an assignment shows."""
    system = parts_of(assignment.slots[0])[0] if side == "target" else ""
    return cut.get((assignment.segment, side, system), ())


class _Cuts(Mapping[Key, Pieces]):
    """Chunks as a campaign keeps them, each text read when somebody asks for it.

    A page or an answer needs one text of thousands.
    """

    def __init__(self, content: Sequence[Mapping[str, Any]]) -> None:
        self._entries = {(one["segment"], one["side"], one["system"]): one for one in content}

    def __getitem__(self, key: Key) -> Pieces:
        return tuple(
            (chunk["name"], tuple((int(a), int(b)) for a, b in chunk["ranges"]), chunk["text"])
            for chunk in self._entries[key]["chunks"]
        )

    def __iter__(self) -> Iterator[Key]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def cuts_of(options: Mapping[str, Any]) -> Cut:
    """Return the chunks that the reader of a campaign has put into its options."""
    content = options.get(ANSWERS)
    return _Cuts(content) if isinstance(content, list | tuple) else {}


def only_adds(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Tell whether options say the same, but for chunks of texts that were not there before."""
    known, now = cuts_of(before), cuts_of(after)
    if not known:
        return before == after
    rest = (
        {name: said for name, said in options.items() if name != ANSWERS}
        for options in (before, after)
    )
    return next(rest) == next(rest) and all(now.get(key) == cut for key, cut in known.items())
