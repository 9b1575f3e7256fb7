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
