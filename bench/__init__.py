"""Benchmarks: speed as a ratio to a peer or a limit in the same run.

A benchmark is a module here with a function `run() -> Evidence` (of `studies`) and a
line in `NAMES`; `python -m bench` runs all of them and writes
`docs/evidence/bench-<name>.md`.
"""

NAMES = (
    "agreement", "annotator_layouts", "annotators", "commands", "contrasts", "correlate",
    "cumulative_link", "curves", "dominance", "first_item", "fuzzy", "house", "import_errors",
    "judges", "large", "marks_page", "spans", "start", "strengths", "submissions", "ter",
)  # fmt: skip
