"""Texts in spreadsheets: a cell that begins like a formula is computed, whoever wrote it.

A comment such as `=HYPERLINK(…)` could so act in the name of whoever opens an
export. An apostrophe before it makes it text again, for spreadsheets and for
people. What begins like a guarded text is guarded too, so that taking one
apostrophe away gives back what was written.
"""

import re

# How texts begin that must be guarded; a regular expression, also for the database.
FORMULA = r"'*[=+@\t\r\n-]"
_FORMULA = re.compile(FORMULA)


def guarded(text: str) -> str:
    """Return a text that no spreadsheet computes.

    >>> guarded("=1+1"), guarded("'=1+1"), guarded("1+1")
    ("'=1+1", "''=1+1", '1+1')
    """
    return f"'{text}" if _FORMULA.match(text) else text
