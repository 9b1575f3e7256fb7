"""All features, by name: ours and those of installed packages, found in the same way.

An entry point of the group `tertium.features` names a `Feature` or several of them.
"""

from collections.abc import Iterable, Mapping
from functools import cache

from tertium.exceptions import BadInput, NotFound
from tertium.extensions import installed, load
from tertium.text.readability.feature import DIMENSIONS, Dimension, Feature
from tertium.text.readability.readable import Readable


@cache
def features() -> Mapping[str, Feature]:
    """Return all features by name, dimension by dimension."""
    found: dict[str, Feature] = {}
    for group in sorted(installed("features")):
        brought = load("features", group)
        for one in (brought,) if isinstance(brought, Feature) else brought:
            if one.name in found:
                raise BadInput(
                    f"two features are called {one.name!r}",
                    where=group,
                    fix="Rename one of them, or uninstall the package that brings it.",
                )
            found[one.name] = one
    order = list(DIMENSIONS)
    return {one.name: one for one in sorted(found.values(), key=lambda f: order.index(f.dimension))}


def feature(name: str) -> Feature:
    """Return a feature by its name."""
    if name not in features():
        raise NotFound.among("feature", name, features())
    return features()[name]


def data_features(texts: Iterable[Readable]) -> tuple[Feature, ...]:
    """Return the features of reader and task that texts bring as data (`reader.age`)."""
    names = dict.fromkeys(name for text in texts for name in text.data)
    return tuple(_data(name) for name in names)


def _data(name: str) -> Feature:
    dimension: Dimension = "reader" if name.startswith("reader.") else "task"
    told = name.partition(".")[2].replace("_", " ")
    return Feature(
        name,
        dimension,
        lambda text: text.data.get(name),
        f"higher {told}",
        f"lower {told}",
        needs="data",
    )
