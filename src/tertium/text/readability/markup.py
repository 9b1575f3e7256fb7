"""Plain text and layout of a file in Markdown or HTML.

What is read is kept, what only shows it (tags, `#`, `**`, addresses of links) is counted and left
out: a formula must not take a tag for a word. Code, scripts and styles are not read.
"""

import re
from collections import Counter
from dataclasses import dataclass
from html.parser import HTMLParser

from tertium.text.readability.languages import word_set

_BLOCKS = word_set(
    "p div section article header footer main aside nav ul ol li dl dt dd table tr "
    "td th h1 h2 h3 h4 h5 h6 blockquote figure figcaption br hr pre"
)
_UNREAD = word_set("script style code pre template noscript head")
_COUNTED = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "headings"),
    "li": "items",
    "table": "tables",
    "img": "images",
    "a": "links",
}
_EMPHASIS = word_set("b strong i em u mark")
_FENCE = re.compile(r"^(```|~~~).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$", re.MULTILINE)
_UNDERLINED = re.compile(r"^(\S.*)\n(?:=+|-{2,})[ \t]*$", re.MULTILINE)
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+", re.MULTILINE)
_IMAGE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])")
_STRONG = re.compile(r"(\*\*|__|\*|_)(?=\S)(.+?)(?<=\S)\1")
_RULER = re.compile(r"^[ \t]*(?:[-*_][ \t]*){3,}$|^[|: -]+$", re.MULTILINE)
_QUOTE = re.compile(r"^[ \t]*>[ \t]?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Layout:
    """What a file marks up: headings, list items, tables, images, links, emphasised letters."""

    headings: int = 0
    items: int = 0
    tables: int = 0
    images: int = 0
    links: int = 0
    emphasised: int = 0


def read_markdown(text: str) -> tuple[str, Layout]:
    """Return what is read of a text in Markdown, and its layout.

    >>> read_markdown("# Ferries\\n\\nThe **old** ferry [leaves](x.md).\\n\\n- one\\n- two")[0]
    'Ferries\\n\\nThe old ferry leaves.\\n\\none\\n\\ntwo'
    """
    text = _FENCE.sub("", text.replace("\r\n", "\n"))
    images, links = len(_IMAGE.findall(text)), 0
    text = _IMAGE.sub(r"\1", text)
    links = len(_LINK.findall(text))
    text = _LINK.sub(r"\1", text)
    headings = len(_HEADING.findall(text)) + len(_UNDERLINED.findall(text))
    text = _UNDERLINED.sub(r"\1\n", _HEADING.sub(r"\1\n", text))
    tables = len(re.findall(r"^\|?[ :|-]*-[ :|-]*\|[ :|-]*$", text, re.MULTILINE))
    text = _RULER.sub("", text)
    items = len(_ITEM.findall(text))
    text = _ITEM.sub("\n", text)
    emphasised = sum(len(found[1]) for found in _STRONG.findall(text))
    text = _STRONG.sub(r"\2", _QUOTE.sub("", text)).replace("`", "").replace("|", " ")
    plain = re.sub(r"\n{3,}", "\n\n", text).strip()
    return plain, Layout(headings, items, tables, images, links, emphasised)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.counted = Counter[str]()
        self._unread = 0
        self._emphasis = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if name := _COUNTED.get(tag):
            self.counted[name] += 1
        self._unread += tag in _UNREAD
        self._emphasis += tag in _EMPHASIS
        if tag in _BLOCKS:
            self.pieces.append("\n\n")

    def handle_endtag(self, tag: str) -> None:
        self._unread = max(0, self._unread - (tag in _UNREAD))
        self._emphasis = max(0, self._emphasis - (tag in _EMPHASIS))
        if tag in _BLOCKS:
            self.pieces.append("\n\n")

    def handle_data(self, data: str) -> None:
        if self._unread:
            return
        self.pieces.append(re.sub(r"\s+", " ", data))
        if self._emphasis:
            self.counted["emphasised"] += len(data.strip())


def read_html(text: str) -> tuple[str, Layout]:
    """Return what is read of a page in HTML, and its layout.

    >>> read_html("<h1>Ferries</h1><p>The <b>old</b> ferry&nbsp;leaves.</p>")[0]
    'Ferries\\n\\nThe old ferry leaves.'
    """
    reader = _Reader()
    reader.feed(text)
    reader.close()
    lines = "".join(reader.pieces).replace("\u00a0", " ").split("\n")
    plain = re.sub(r"\n{3,}", "\n\n", "\n".join(line.strip() for line in lines)).strip()
    return plain, Layout(**reader.counted)
