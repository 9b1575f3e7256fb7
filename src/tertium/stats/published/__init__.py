"""Published numbers, as tables: one file per source in `numbers/`, a line per number.

A line says where a number is printed, which kind it is for us, and how it is obtained:
`quaff.ratio(Health)` calls a function of `quaff.py`, which names the analysis it runs;
`161 / 82` is arithmetic on what the same paper prints. Adding a number is adding a line.
Tables that a paper prints, and that analyses begin with, stand beside as TOML.
"""
