"""Results as LaTeX: booktabs tables to paste into a paper.

Needs `\\usepackage{booktabs}` and nothing else; letters outside Latin and Greek
need an engine that knows them (lualatex, xelatex), as everywhere in LaTeX.
"""

from tertium.rendering.arrange import headline, tables
from tertium.rendering.numbers import written
from tertium.rendering.shapes import MOST_ROWS, Table
from tertium.stats.result import LanguagePairs, Result

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$",
    "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "|": r"\textbar{}", "[": "{[}", "]": "{]}", "<": r"\textless{}",
    ">": r"\textgreater{}", '"': "''",
    "–": "--", "—": "---", "−": "$-$", "×": r"$\times$", "≤": r"$\le$", "≥": r"$\ge$",
    "→": r"$\to$", "←": r"$\leftarrow$", "·": r"$\cdot$", "±": r"$\pm$", "…": r"\dots{}",
    "κ": r"$\kappa$", "α": r"$\alpha$", "τ": r"$\tau$", "ρ": r"$\rho$", "σ": r"$\sigma$",
    "’": "'", "‘": "`", "“": "``", "”": "''", "\n": " ", "\t": " ", "\u00a0": "~",
}  # fmt: skip


def to_latex(result: Result) -> str:
    """Return the headline as text and every table as a float with its caption."""
    parts = [
        "% Needs \\usepackage{booktabs}.",
        f"% {_one_line(result.signature)}",
        escaped(headline(result)),
    ]
    if result.warnings:
        parts.append("\n".join(escaped(doubt) for doubt in result.warnings))
    if isinstance(result, LanguagePairs):
        for one in result.language_pairs:
            parts += [f"\\subsection*{{{escaped(one.language_pair)}}}", to_latex(one.result)]
        return "\n\n".join(parts)
    parts += [_table(table) for table in tables(result) if table.rows]
    return "\n\n".join(parts)


def escaped(text: str) -> str:
    """Return text that LaTeX sets as it stands."""
    return "".join(_SPECIAL.get(sign, sign) for sign in text)


def _table(table: Table) -> str:
    align = "".join("l" if column.align == "start" else "r" for column in table.columns)
    heads = " & ".join(escaped(column.title) for column in table.columns)
    rows = [
        " & ".join(
            escaped(written(cell, column.kind))
            for cell, column in zip(row, table.columns, strict=True)
        )
        for row in table.rows[:MOST_ROWS]
    ]
    caption = escaped(table.title)
    said = table.note
    if len(table.rows) > MOST_ROWS:
        said = f"The first {MOST_ROWS:,} of {len(table.rows):,} rows. {said}".strip()
    note = f"\n\n\\par\\smallskip{{\\footnotesize {escaped(said)}}}" if said else ""
    body = "\n".join(f"    {row} \\\\" for row in rows)
    return (
        "\\begin{table}[ht]\n"
        "  \\centering\n"
        f"  \\caption{{{caption}}}\n"
        f"  \\begin{{tabular}}{{{align}}}\n"
        "    \\toprule\n"
        f"    {heads} \\\\\n"
        "    \\midrule\n"
        f"{body}\n"
        "    \\bottomrule\n"
        f"  \\end{{tabular}}{note}\n"
        "\\end{table}"
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())
