"""How far annotators agree, with each other and with themselves.

Read in this order: `ratings` (who put what into which category), `kappa`, `pairs` and `cohen` (two
raters), `counts`, `alpha`, `jackknife` and `coefficients` (many raters, with intervals), `answers`
and `majority` (the most frequent answer), `people` (who agrees with whom), `parts` (by length and
by how it was asked), `rankings` and `wmt_kappa` (agreement about ranks), `sentence` (the headline),
`agree` (all of it).
"""
