"""Campaigns made for one test."""

import pytest

from tertium.model import Campaign, Design, Prices, Segment, System, Wording


def _campaign(
    segments=20,
    *,
    pairs=("en-de",),
    domains=("",),
    seed=1,
    same=(),
    systems=("old", "new"),
    options=None,
    title="Comparing translations",
    prices=None,
    wording=None,
    **design,
):
    """Build a campaign with so many segments per pair, domains in turn, outputs that differ.

    Segments are called `en-de.0`, …; those whose number is in `same` have identical outputs.
    """
    made = []
    outputs = {}
    for pair in pairs:
        source, _, target = pair.partition("-")
        for n in range(segments):
            name = f"{pair}.{n}"
            made.append(
                Segment(
                    name,
                    f"This is sentence number {n} of the text.",
                    position=n,
                    domain=domains[n % len(domains)],
                    source_language=source,
                    target_language=target,
                )
            )
            for system in systems:
                outputs[name, system] = f"Satz {n}" if n in same else f"Satz {n} von {system}"
    parts = ("baseline", "advanced")
    return Campaign(
        name="spring",
        title=title,
        protocol="ab@1",
        options=options or {},
        seed=seed,
        systems=tuple(System(name, part) for name, part in zip(systems, parts, strict=True)),
        segments=tuple(made),
        outputs=outputs,
        design=Design(**design),
        prices=prices or Prices(),
        wording=wording or Wording(),
    )


@pytest.fixture(scope="session")
def campaign():
    """Return the function that builds campaigns."""
    return _campaign


def _many(
    segments=20,
    *,
    protocol="tournament",
    systems=("a", "b", "c", "d", "e"),
    references=(),
    withdrawn=(),
    equal=None,
    missing=None,
    pairs=("en-de",),
    seed=1,
    options=None,
    title="Comparing translations",
    prices=None,
    **design,
):
    """Build a campaign of many systems, whose outputs differ but for two exceptions.

    `equal` maps the number of a segment to systems that say the same there, up to case;
    `missing` maps it to systems that say nothing.
    """
    names = (*systems, *references)
    made, outputs = [], {}
    for pair in pairs:
        source, _, target = pair.partition("-")
        for n in range(segments):
            name = f"{pair}.{n}"
            text = f"This is sentence number {n} of the text."
            made.append(
                Segment(name, text, position=n, source_language=source, target_language=target)
            )
            for place, system in enumerate(names):
                if system in (missing or {}).get(n, ()):
                    continue
                same = system in (equal or {}).get(n, ())
                said = f"Satz {n} von {'allen' if same else system}"
                outputs[name, system] = said.upper() if same and place % 2 else said
    return Campaign(
        name="many",
        title=title,
        protocol=f"{protocol}@1",
        options=options or {},
        seed=seed,
        systems=(
            *(System(name, "system", name in withdrawn) for name in systems),
            *(System(name, "reference", name in withdrawn) for name in references),
        ),
        segments=tuple(made),
        outputs=outputs,
        design=Design(**design),
        prices=prices or Prices(),
    )


@pytest.fixture(scope="session")
def many():
    """Return the function that builds campaigns of many systems."""
    return _many
