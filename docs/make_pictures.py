"""Draw the pictures of the architecture page: `python docs/make_pictures.py`.

They are SVG with the colours of the pages, light and dark, on a sheet of their own.
"""

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
COLOURS = ("sheet", "paper", "line", "ink", "ink-2", "accent", "accent-wash", "ok", "ok-wash")
WIDTH = 600
EDGE = 16

# The rooms of src/tertium from the ground up: each imports from those before it.
FLOORS: tuple[tuple[tuple[str, str], ...], ...] = (
    (
        ("exceptions", "what to do about it"),
        ("extensions", "what packages bring"),
        ("wording", "sentences to translate"),
    ),
    (
        ("choices", "values of options"),
        ("memory_database", "DuckDB in memory"),
        ("settings", "what can be set"),
    ),
    (
        ("model", "the nouns"),
        ("scale", "ends, answers, best end"),
        ("typology", "errors, their weights"),
    ),
    (("table", "one row per observation; table_rows, table_views and two more"),),
    (
        ("text", "words, TER, alignment"),
        ("formats", "files in and out"),
        ("protocols", "ways of asking"),
    ),
    (
        ("stats", "what judgements mean"),
        ("judges", "programs asked to judge"),
        ("design", "who judges what"),
    ),
    (("store", "where judgements are kept"), ("rendering", "how results look")),
    (("web", "pages of annotators and managers"),),
    (("analyses", "functions: tt.rank, tt.compare, …"),),
    (("cli", "commands: tertium rank, tertium compare, …"),),
)

# One judgement on its way: where it is, what happens, what it looks like there, who does it.
WALK: tuple[tuple[int, str, tuple[str, ...], str], ...] = (
    (0, "Texts become a campaign", ("campaign.toml", "source.txt, two outputs"), "formats"),
    (
        1,
        "The plan: who judges what",
        ("a-7f3 · ann-03 · segment 7", "left release-7, right release-6"),
        "design",
    ),
    (2, "A batch without names", ("a-7f3 · 1: Sollte das …", "2: Wenn das …"), "web"),
    (2, "The answer gets its id here", ("0199c2 · a-7f3 · better: left", "in IndexedDB"), "web"),
    (1, "Checked, stored, confirmed", ("one writer, one commit", "“Saved 10:42”"), "store"),
    (
        1,
        "Read with its assignment",
        ("release-7 against release-6", "preference +1, by ann-03"),
        "protocols",
    ),
    (
        0,
        "A row of the one table",
        ("judgement, annotator, segment,", "system, versus, value"),
        "table",
    ),
    (0, "A result with its signature", ("ratio 1.7 (1.1–2.6)", "compare|answers:five|…"), "stats"),
    (0, "A report", ("text, JSON, CSV, LaTeX,", "HTML, Python"), "rendering"),
)
LANES = ("Files and commands", "Server", "Annotator’s browser")


def colours(theme: int) -> str:
    """Return the colours of the pages, light (0) or dark (1), as CSS variables."""
    css = (ROOT / "src/tertium/web/static/tertium.css").read_text(encoding="utf-8")
    pairs = dict(re.findall(r"--([\w-]+): light-dark\((.+?)\);", css))
    return " ".join(f"--{name}: {pairs[name].split(', ')[theme]};" for name in COLOURS)


def picture(title: str, height: int, parts: Iterator[str]) -> str:
    """Return an SVG of the usual width; its title is read out where it cannot be seen."""
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" \
width="{WIDTH}" height="{height}" role="img">
<title>{escape(title)}</title>
<style>
svg {{ {colours(0)} }}
@media (prefers-color-scheme: dark) {{ svg {{ {colours(1)} }} }}
text {{ font: 12.5px system-ui, "Noto Sans", "DejaVu Sans", sans-serif; fill: var(--ink-2); }}
.name {{ font-weight: 600; font-size: 14px; fill: var(--ink); }}
.what {{ font-family: ui-monospace, Menlo, "DejaVu Sans Mono", monospace; font-size: 11.5px; }}
.lane {{ font-weight: 600; fill: var(--ink-2); }}
.middle {{ text-anchor: middle; }}
.end {{ text-anchor: end; fill: var(--accent); }}
.sheet {{ fill: var(--sheet); }}
.band {{ fill: var(--paper); }}
.box {{ fill: var(--sheet); stroke: var(--line); stroke-width: 1.5; }}
.key {{ fill: var(--accent-wash); stroke: var(--accent); stroke-width: 1.5; }}
.saved {{ fill: var(--ok-wash); stroke: var(--ok); stroke-width: 1.5; }}
.way {{ fill: none; stroke: var(--accent); stroke-width: 2; }}
.tip {{ fill: var(--accent); }}
</style>
<rect class="sheet" width="{WIDTH}" height="{height}" rx="12"/>
{chr(10).join(parts)}
</svg>
"""


def box(x: float, y: float, width: float, height: float, kind: str = "box") -> str:
    """Return a rounded box."""
    size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect class="{kind}" {size} rx="7"/>'


def text(x: float, y: float, words: str, kind: str = "") -> str:
    """Return a line of text."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(words)}</text>'


def rooms() -> str:
    """Draw the rooms, the ground floor at the bottom, and testing beside them all."""
    tall, gap, beside = 46, 8, 92
    height = 2 * EDGE + len(FLOORS) * (tall + gap) - gap

    def parts() -> Iterator[str]:
        for number, floor in enumerate(reversed(FLOORS)):
            y = EDGE + number * (tall + gap)
            wide = (WIDTH - 2 * EDGE - beside - gap * len(floor)) / len(floor)
            for place, (name, what) in enumerate(floor):
                x = EDGE + place * (wide + gap)
                yield box(x, y, wide, tall, "key" if name == "table" else "box")
                yield text(x + wide / 2, y + 19, name, "name middle")
                yield text(x + wide / 2, y + 36, what, "middle")
        x, middle = WIDTH - EDGE - beside, WIDTH - EDGE - beside / 2
        yield box(x, EDGE, beside, height - 2 * EDGE)
        for line, words in enumerate(("testing", "contract", "checks,", "simulated", "annotators")):
            yield text(middle, height / 2 - 30 + 18 * line, words, f"{'name ' * (not line)}middle")

    return picture(
        "The rooms of Tertium, from what everything uses to the commands", height, parts()
    )


def walk() -> str:
    """Draw what becomes of one answer, from the texts to the report."""
    tall, gap, top, wide = 84, 22, 42, 252
    height = top + len(WALK) * (tall + gap) - gap + EDGE
    lane = (WIDTH - 2 * EDGE) / len(LANES)

    def left(place: int) -> float:
        return EDGE + place * (WIDTH - 2 * EDGE - wide) / (len(LANES) - 1)

    def parts() -> Iterator[str]:
        for place, name in enumerate(LANES):
            yield box(EDGE + place * lane, 8, lane - 6 * (place < 2), height - 16, "band")
            yield text(EDGE + lane * (place + 0.5), 28, name, "lane middle")
        for number, (place, title, lines, room) in enumerate(WALK):
            x, y = left(place), top + number * (tall + gap)
            if number:
                start = left(WALK[number - 1][0]) + wide / 2
                yield arrow(start, y - gap, x + wide / 2, y)
            kind = {"table": "key", "store": "saved"}.get(room, "box")
            yield box(x, y, wide, tall, kind)
            yield text(x + 12, y + 22, f"{number + 1}  {title}", "name")
            yield text(x + wide - 12, y + tall - 9, room, "end")
            for line, words in enumerate(lines):
                yield text(x + 12, y + 42 + 17 * line, words, "what")

    return picture("The walk of one judgement, from the texts to the report", height, parts())


def arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    """Return an arrow that leaves and arrives from above."""
    bend = (y + to_y) / 2 - 2
    line = f"M{x:g} {y:g} V{bend:g} H{to_x:g} V{to_y - 6:g}"
    tip = f"M{to_x - 5:g} {to_y - 8:g} h10 l-5 8 z"
    return f'<path class="way" d="{line}"/><path class="tip" d="{tip}"/>'


PICTURES = {"rooms.svg": rooms, "judgement-walk.svg": walk}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (IMAGES / name).write_text(draw(), encoding="utf-8")
