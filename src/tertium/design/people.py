"""The annotators of a campaign: opaque ids, each in the group of one language pair."""

from collections.abc import Mapping

from tertium.exceptions import BadInput, NotFound
from tertium.model import Annotator, Campaign


def annotators_of(
    campaign: Campaign, pairs: Mapping[str, str], known: tuple[Annotator, ...] = ()
) -> tuple[Annotator, ...]:
    """Return the annotators of these language pairs: those already known, then the new ones.

    `pairs` gives the target language of each. A number stands for that many per pair,
    called `ann-01` …, or, with several pairs, `de-01` … after the target language
    (`en-de-01` where that is not enough).
    """
    given = campaign.design.annotators
    if isinstance(given, int):
        return (*known, *_numbered(pairs, given, known))
    people = [_named(name, tuple(pairs)) for name in given]
    for pair in pairs:
        if not any(person.group == pair for person in (*known, *people)):
            raise BadInput(
                f"no annotator judges {pair}",
                where="[design] annotators",
                fix=f'Add annotators for it, for example "{pair}/anna".',
            )
    ids = {person.id for person in known}
    return (*known, *(person for person in people if person.id not in ids))


def _numbered(
    pairs: Mapping[str, str], number: int, known: tuple[Annotator, ...]
) -> list[Annotator]:
    targets = list(pairs.values())
    used = {person.id for person in known}
    people = []
    for pair, target in pairs.items():
        prefix = "ann"
        if len(pairs) > 1:
            prefix = target if targets.count(target) == 1 else pair
        missing = number - sum(1 for person in known if person.group == pair)
        count = 1
        while missing > 0:
            name = f"{prefix}-{count:02d}"
            count += 1
            if name not in used:
                used.add(name)
                people.append(Annotator(name, pair))
                missing -= 1
    return people


def _named(name: str, pairs: tuple[str, ...]) -> Annotator:
    pair, _, plain = name.rpartition("/")
    if pair:
        if pair not in pairs:
            raise NotFound.among("language pair", pair, pairs, where="[design] annotators")
        return Annotator(plain, pair)
    if len(pairs) > 1:
        raise BadInput(
            f"it is not said which language pair {plain!r} judges",
            where="[design] annotators",
            fix=f'Write for example "{pairs[0]}/{plain}", or a table: '
            f'annotators = {{"{pairs[0]}" = ["{plain}"], …}}.',
        )
    return Annotator(plain, pairs[0])
