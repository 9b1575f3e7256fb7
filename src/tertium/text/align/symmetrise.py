"""One alignment from two: grow-diag-final-and (Och and Ney, 2003; Koehn et al., 2005).

It begins with the links that both directions have, adds neighbours (diagonal ones too) that
one of them has as long as one of the two words has no link yet, and at last links of either
direction between words of which neither has one.
"""

from collections.abc import Iterable

Link = tuple[int, int]  # source word, target word, both from 0
Links = frozenset[Link]

_AROUND = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def grow_diag_final_and(forward: Iterable[Link], backward: Iterable[Link]) -> Links:
    """Return the symmetrised alignment of links found in the two directions.

    >>> sorted(grow_diag_final_and({(0, 0), (1, 1)}, {(0, 0), (1, 2)}))
    [(0, 0), (1, 1), (1, 2)]
    """
    one, two = set(forward), set(backward)
    either = one | two
    links = one & two
    source = {s for s, _ in links}
    target = {t for _, t in links}
    grown = True
    while grown:
        grown = False
        for s, t in sorted(links):
            for down, right in _AROUND:
                new = (s + down, t + right)
                free = new[0] not in source or new[1] not in target
                if free and new in either:
                    links.add(new)
                    source.add(new[0])
                    target.add(new[1])
                    grown = True
    for found in (one, two):
        for s, t in sorted(found):
            if s not in source and t not in target:
                links.add((s, t))
                source.add(s)
                target.add(t)
    return frozenset(links)
