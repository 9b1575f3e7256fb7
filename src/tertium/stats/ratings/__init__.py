"""Ratings on a scale of a few ordered categories: shares, a latent scale, and how people answer.

Read in this order: `rated` (answers as categories), `links` and `cumulative` (the cumulative link
model and its maximum), `intercepts` (severity as a random intercept), `moved` (what each judgement
adds to an estimate, for the intervals of `stats.contrasts`), `latent` (systems on the latent
scale), `shares`, `proportional`, `people`, `parts`, `analyse` (the whole).
"""
