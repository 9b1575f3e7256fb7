"""Systems from comparisons: scores, intervals, rank ranges and clusters.

Read in this order: `matches` (what was compared), `identified` and `strengths` (Bradley and
Terry), `scores` (and the simpler methods), `trueskill` (WMT's variant), `judged` (how sure, and who
is told apart), `result`, `rank` (all of it, and whether the side matters) and `warnings`.
"""
