"""Made readings with marks in texts of many scripts, for the round trips of formats."""

import random

from tertium.formats.readings import Mark, Reading, tabled

# Letters, combining marks, emoji of several parts, right-to-left, Chinese, zero-width, quotes.
PIECES = [
    *"aäßéñ ", *"\"'`“”,;|<>&#{}[]\\/=+-@%_", "e\u0301", "क्षि", "👩\u200d👩\u200d👧", "👍🏽", "🇩🇪",
    "שלום", "مرحبا", "\u200f", "\u202b", "中文", "翻译。", "\u200b", "\u200d", "\ufeff", "\u00a0",
    "\u2028", "\u0085", "𝔘", "ﬁ", "İ", "<v", "v>", "&amp;", "]]>", "null", "NaN",
]  # fmt: skip
BREAKS = ["\t", "\n", "\n\n", "  "]
SEVERITIES = ("Minor", "Major", "critical", "neutral")
CATEGORIES = ("Accuracy/Mistranslation", "fluency/grammar", "Other", "стиль/неуклюже")


def made_text(draw: random.Random, pieces: list[str]) -> str:
    return "".join(draw.choice(pieces) for _ in range(draw.randint(1, 14)))


def made_mark(draw: random.Random, source: str, target: str, notes: list[str]) -> Mark:
    """Draw a passage anywhere, also inside a character or without length."""
    side = draw.choice(["target", "target", "source"])
    text = target if side == "target" else source
    start = draw.randint(0, len(text))
    end = draw.randint(start, min(len(text), start + 6))
    comment = draw.choice([None, None, made_text(draw, notes)])
    return Mark(side, start, end, draw.choice(CATEGORIES), draw.choice(SEVERITIES),
                text[start:end] or None, comment)  # fmt: skip


def made_readings(
    seed: int, *, breaks: bool, score: bool = False, size: int = 10, most: int = 4
) -> list[Reading]:
    """Draw a page of readings; `breaks` allows tabs and line breaks in texts.

    Each has up to `most` marks.
    """
    draw = random.Random(seed)
    pieces = PIECES + (BREAKS if breaks else ["  "])
    found = []
    for number in range(size):
        source, target = made_text(draw, pieces), made_text(draw, pieces)
        marks = [made_mark(draw, source, target, PIECES + BREAKS)
                 for _ in range(draw.randint(0, most))]  # fmt: skip
        about = {
            "judgement": f"output-{number + 1}",
            "annotator": f"ann-{number % 3}",
            "document": f"doc {number // 5}",
            "segment": str(number + 1),
            "system": draw.choice(["Online-B", "Süd=1", "参考"]),
        }
        given = float(draw.randint(0, 100)) if score else None
        found.append(Reading(about, tuple(marks), given, source, target))
    return found


def made_table(seed: int, *, breaks: bool, score: bool = False):
    return tabled(made_readings(seed, breaks=breaks, score=score))
