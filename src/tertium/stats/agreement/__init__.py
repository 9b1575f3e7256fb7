"""How far annotators agree, with each other and with themselves.

Read in this order: `ratings` (who put what into which category), `kappa` (pairs), `alpha` and
`coefficients` (many raters, with intervals), `majority` and `majorities` (the most popular
answer), `people` (who agrees with whom), `parts` (by length and by how it was asked), `rankings`
and `wmt_kappa` (agreement about ranks), `agree` (all of it).
"""
