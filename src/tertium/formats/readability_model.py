"""A trained model of readability as a JSON file: numbers and names, nothing that is executed."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tertium.exceptions import BadInput
from tertium.formats.files import read_text, replacing
from tertium.text.readability.model import RankingModel, Scale, Weight
from tertium.text.readability.registry import features

_KIND = "tertium-readability-model"
_VERSION = 1
_AGAIN = "Train the model again with `tertium readability train`."


def write_model(model: RankingModel, path: Path) -> None:
    """Write a model in one step."""
    told: dict[str, Any] = {"kind": _KIND, "version": _VERSION, **asdict(model)}
    with replacing(path) as beside:
        beside.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def read_model(path: Path) -> RankingModel:
    """Read a model; one that names features this program does not have is refused."""
    try:
        told = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise BadInput(
            f"this is no JSON file ({error.msg})", where=f"{path}:{error.lineno}", fix=_AGAIN
        ) from None
    if not isinstance(told, dict) or told.get("kind") != _KIND:
        raise BadInput("this is no model of readability", where=str(path), fix=_AGAIN)
    if told.get("version") != _VERSION:
        raise BadInput(
            f"this model has version {told.get('version')!r}, known is {_VERSION}",
            where=str(path),
            fix=_AGAIN,
        )
    try:
        model = _model(told)
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"the model is damaged ({error})", where=str(path), fix=_AGAIN) from None
    for one in model.weights:
        _check_feature(one, path)
    return model


def _model(told: dict[str, Any]) -> RankingModel:
    scale = told["scale"]
    return RankingModel(
        language=str(told["language"]),
        trained=told["trained"],
        corpus=str(told["corpus"]),
        weights=tuple(
            Weight(
                str(one["feature"]),
                int(one["version"]),
                *(float(one[name]) for name in ("mean", "sd", "weight")),
            )
            for one in told["weights"]
        ),
        scale=None if scale is None else Scale(**{**scale, "labels": tuple(scale["labels"])}),
        residuals=tuple(sorted(map(float, told["residuals"]))),
        about=told.get("about"),
    )


def _check_feature(weight: Weight, path: Path) -> None:
    known = features().get(weight.feature)
    if "." in weight.feature:  # of reader or task: data
        return
    if known is None:
        raise BadInput(
            f"the model uses the feature {weight.feature!r}, which is not installed",
            where=str(path),
            fix=f"Install the package that brings it. {_AGAIN}",
        )
    if known.version != weight.version:
        raise BadInput(
            f"the model uses version {weight.version} of the feature {weight.feature!r}, this "
            f"program has version {known.version}",
            where=str(path),
            fix=_AGAIN,
        )
