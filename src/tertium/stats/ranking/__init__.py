"""Systems from comparisons: scores, intervals, rank ranges and clusters.

Read in this order: `matches` (what was compared), `identified` and `strengths` (Bradley and
Terry), `scores` (and the simpler methods), `sandwich` (how sure), `separate` (who is told
apart), `trueskill` (WMT's variant), `position` (does the side matter), `rank` (all of it).
"""
