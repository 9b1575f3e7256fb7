"""What tests of HITs share: campaigns whose outputs are scored, and how to look at plans."""

from collections import defaultdict

import numpy as np

from tertium.model import Anchor, Campaign, Design, Segment, System

WORDS = [f"w{n}" for n in range(300)]


def scored(
    segments=20,
    *,
    systems=3,
    references=1,
    per_document=0,
    domains=("",),
    missing=None,
    equal=None,
    withdrawn=(),
    pairs=("en-de",),
    seed=1,
    options=None,
    said=None,
    anchors=0,
    **design,
):
    """Build a campaign of direct assessment; every output has twelve words of its own.

    `missing` maps the number of a segment to systems without an output there, `equal` to
    systems that say the same; `said` is what all outputs say, if they say the same. Of the
    `anchors` every second one was made by the first system.
    """
    names = [f"s{n}" for n in range(systems)]
    humans = [f"ref{n}" for n in range(references)]
    made, outputs = [], {}
    for pair in pairs:
        source, _, target = pair.partition("-")
        for n in range(segments):
            name = f"{pair}.{n}"
            made.append(
                Segment(
                    name,
                    f"This is sentence number {n} of the text.",
                    document=f"d{n // per_document}" if per_document else "",
                    position=n,
                    domain=domains[n % len(domains)] if not per_document else "",
                    source_language=source,
                    target_language=target,
                )
            )
            for place, system in enumerate([*names, *humans]):
                if system in (missing or {}).get(n, ()):
                    continue
                same = system in (equal or {}).get(n, ())
                draw = np.random.default_rng([n, 99 if same else place])
                outputs[name, system] = said or " ".join(draw.choice(WORDS, 12))
    known = []
    for n in range(anchors):
        name, system = f"anchor.old-{n}", ("s0", "earlier")[n % 2]
        source, _, target = pairs[n % len(pairs)].partition("-")
        text = f"This was sentence number {n}."
        made.append(
            Segment(name, text, document=name, source_language=source, target_language=target)
        )
        outputs[name, system] = f"Das war Satz {n}."
        known.append(Anchor(name, system, float(n * 37 % 101)))
    return Campaign(
        name="scores",
        title="Judging translations",
        protocol="slider@1",
        options=options or {},
        seed=seed,
        systems=(
            *(System(name, "system", name in withdrawn) for name in names),
            *(System(name, "reference", name in withdrawn) for name in humans),
            *([System("earlier", "anchor")] if anchors else []),
        ),
        segments=tuple(made),
        outputs=outputs,
        design=Design(**{"kind": "hits", "min_words": 1, "max_words": 1000} | design),
        anchors=tuple(known),
    )


def hits_of(plan):
    """Return the assignments of every HIT, in their order."""
    found = defaultdict(list)
    for one in sorted(plan.assignments, key=lambda one: one.order):
        found[one.annotator, one.batch].append(one)
    return found


def by_role(hit, role):
    return [one for one in hit if one.role == role]
