"""Write the table of formats in docs/file-formats.md: `python docs/make_formats.py`.

It follows from where formats are declared, so that the manual cannot say something else.
"""

import re
from pathlib import Path

from tertium.formats.catalogue import HEADER, catalogue

PAGE = Path(__file__).parent / "file-formats.md"
_BLOCK = re.compile(r"(<!-- formats -->\n).*?(<!-- end of formats -->)", re.DOTALL)


def filled(page: str) -> str:
    """Return the page with the table as it is declared."""
    lines = [HEADER, ("---",) * len(HEADER), *catalogue()]
    table = "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)
    return _BLOCK.sub(lambda block: f"{block[1]}\n{table}\n\n{block[2]}", page)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
