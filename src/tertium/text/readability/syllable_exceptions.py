"""Words whose syllables the rules of their language do not find, by their number."""

from collections.abc import Mapping


def _listed(*texts: str) -> dict[str, int]:
    """Return words with their number of syllables: those of the first text have one."""
    return {word: number for number, text in enumerate(texts, start=1) for word in text.split()}


EXCEPTIONS: Mapping[str, Mapping[str, int]] = {
    "en": _listed(
        "yield yields pier piers priest priests st fierce seize league aisle",
        "mr mrs dr uk eu tvs ok uv business fluid fluids naked sacred hundred hatred wicked fuel "
        "fuels soldier soldiers maybe ruin ruins ruined chocolate marriage carriage wednesday "
        "cement argue argues argued louis louise leopard leopards premier recent cashier frontier "
        "forehead spaceship lion lions colonel pharaoh pharaohs genius quiet bias biased crooked "
        "wretched rugged rely relies somewhat therefore glacier glaciers conscience beloved behold "
        "lifeguard nineteen livestock household lifestyle iceland spokesman cruel duel jewel poem "
        "poems noel creature creatures moisture someday ocean korean diamond diamonds sovereign "
        "ideal bluetooth whereby inbred catholic",
        "idea ideas area areas dna rna hiv atm usa bbc mri cpu everyone anyone businesses hyena "
        "hyenas vegetable vegetables nuclear linear museum museums nucleus nuclei recipe recipes "
        "parliament familiar vienna virginia beautiful civilian peculiar apache aegean civilians "
        "behaviour behavior behaviors behaviours moreover ratio ratios alliance spokeswoman korea "
        "spokesperson likelihood loneliness australia belgium alien genuine heroic christian "
        "diagnosed cereal cereals comfortable valuable",
        "california italian european europeans unfamiliar beautifully enthusiasm diabetes "
        "appreciate oceanic catastrophe nevertheless laboratory kilometre kilometres january "
        "photovoltaic petroleum antioxidant",
        "laboratories christianity microorganism vocabulary negotiations antioxidants",
        "mediterranean microorganisms physiological",
    ),
    "de": _listed("", "beere beeren", "museen"),
    "fr": _listed("août oui hier", "monsieur hiver client clients pays", "oublier"),
    "es": _listed(""),
}
