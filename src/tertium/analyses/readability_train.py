"""Models of readability: trained on ordered texts, tested on texts they have not seen."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tertium.analyses.analysis import Analysis, analysis
from tertium.analyses.arguments import GivenPath, Help, Level, NewFile, Seed
from tertium.exceptions import BadInput, NotFound

if TYPE_CHECKING:
    from tertium.formats.readable_texts import TextVersion
    from tertium.stats.readability.corpus import Comparisons, Corpus
    from tertium.stats.readability.fitness import CorpusFitness
    from tertium.stats.readability.train import ReadabilityTraining

Levels = Annotated[
    str,
    Help(
        "Levels, the easiest first, separated by commas. [default: numbers or CEFR levels in order]"
    ),
]
Column = Annotated[str, Help("Column that holds the texts.")]
LevelColumn = Annotated[str, Help("Column with the level of each text.")]
Easiness = Annotated[
    str | None, Help("Column with a score of each text instead of levels: high is easy.", "COLUMN")
]
By = Annotated[
    str | None,
    Help(
        "Column of what belongs together and is tested together. "
        "[default: title, document, author or source]",
        "COLUMN",
    ),
]
Language = Annotated[str, Help("Language of the texts. [default: recognised]", "CODE")]
_GROUPS = ("title", "document", "author", "source", "id")


@analysis
def readability_train(
    corpus: GivenPath,
    /,
    *,
    model: NewFile | None = None,
    levels: Levels = "",
    column: Column = "text",
    level_column: LevelColumn = "level",
    easiness: Easiness = None,
    by: By = None,
    language: Language = "",
    transfer: Annotated[
        tuple[GivenPath, ...],
        Help("Another corpus to test on, and to train on the other way round. May be repeated."),
    ] = (),
    level: Level = 0.95,
    seed: Seed = 0,
) -> "ReadabilityTraining":
    """Train a ranking model of readability, and test it on texts it has not seen.

    CORPUS is a table with the columns text and level (or a score: `easiness`), or the folder of a
    campaign in which annotators compared texts ("which text is easier to read?"). Prints how
    well texts are ordered that were held out by title or author, beside formulas and length; how
    far predictions are off, and how often their interval holds the truth.

    Args:
        model: Write the model to this JSON file, and a card beside it.

    """
    from tertium.formats.readability_model import write_model
    from tertium.stats.readability.train import train

    chosen = _Options(column, level_column, easiness, by, levels, language)
    own = _corpus(Path(corpus), chosen)
    others = tuple(_other(Path(one), chosen) for one in transfer)
    found = train(own, others=others, level=level, seed=seed)
    if model is None:
        return found.result
    path = Path(model)
    write_model(found.model, path)
    card = path.with_suffix(".card.md")
    _write_card(card, found.result)
    told = (f"Wrote {path} and {card}.",)
    return Analysis(found.result, told)  # type: ignore[return-value]


@analysis
def readability_check(
    corpus: GivenPath,
    /,
    *,
    card: NewFile | None = None,
    levels: Levels = "",
    column: Column = "text",
    level_column: LevelColumn = "level",
    easiness: Easiness = None,
    by: By = None,
    language: Language = "",
    seed: Seed = 0,
) -> "CorpusFitness":
    """Check whether a corpus is fit to train a model of readability on.

    Does difficulty go together with length, source, author or topic? How many texts has each
    level? How far do annotators agree, and is it known what readers understood?

    Args:
        card: Write the card of the corpus to this Markdown file.

    """
    from tertium.stats.readability.fitness import fitness

    chosen = _Options(column, level_column, easiness, by, levels, language)
    found = fitness(_corpus(Path(corpus), chosen), seed=seed)
    if card is None:
        return found
    _write_card(Path(card), found)
    return Analysis(found, (f"Wrote {card}.",))  # type: ignore[return-value]


def _write_card(path: Path, result: "ReadabilityTraining | CorpusFitness") -> None:
    from tertium.analyses.files import write_whole
    from tertium.rendering import render
    from tertium.stats.readability.train import ReadabilityTraining

    parts = [("Corpus card", result)]
    if isinstance(result, ReadabilityTraining):
        parts = [("Model card", result), ("Corpus card", result.fitness)]
    text = "\n\n".join(
        f"# {title}: {one.corpus}\n\n```text\n{render(one, 'text').rstrip()}\n```"
        for title, one in parts
    )
    write_whole(path, text)


class _Options:
    """How a corpus is read."""

    def __init__(
        self,
        column: str,
        level: str,
        easiness: str | None,
        by: str | None,
        levels: str,
        language: str,
    ) -> None:
        self.column, self.level, self.easiness = column, level, easiness
        self.by, self.language = by, language
        self.levels = [one.strip() for one in levels.split(",") if one.strip()]


def _other(path: Path, chosen: _Options) -> "Corpus":
    """Read another corpus: the same columns where it has them, else those of the usual names."""
    from tertium.formats.given import GivenFile

    header = () if path.is_dir() else GivenFile(path).header
    easiness = next(
        (one for one in (chosen.easiness, "easiness", "BT_easiness") if one in header), None
    )
    if chosen.level in header:
        easiness = None
    column = next((one for one in (chosen.column, "text", "Excerpt") if one in header), "text")
    by = chosen.by if chosen.by in header else None
    return _corpus(
        path, _Options(column, chosen.level, easiness, by, ",".join(chosen.levels), chosen.language)
    )


def _corpus(path: Path, chosen: _Options) -> "Corpus":
    from tertium.formats.readable_texts import read_text_versions

    if path.is_dir():
        return _compared(path, chosen)
    given = read_text_versions(path, column=chosen.column, language=chosen.language)
    return _table(path, given.texts, chosen, given.notes)


def _table(
    path: Path, texts: "Sequence[TextVersion]", chosen: _Options, notes: tuple[str, ...]
) -> "Corpus":
    """Return a corpus of a table, whose texts have a level or a score."""
    import numpy as np

    from tertium.stats.readability.corpus import check_levels, measure_corpus, order_levels
    from tertium.text.readability.readable import Readable

    name = path.name
    header = tuple(texts[0].columns)
    wanted = chosen.easiness or chosen.level
    if wanted not in header:
        raise BadInput(
            f"no column {wanted!r}, so it is not known which texts are harder",
            where=str(path),
            fix="Name it: --level-column COLUMN, or --easiness COLUMN for scores.",
        )
    language = chosen.language or texts[0].language or _language(texts)
    cells = [one.columns[wanted] for one in texts]
    groups, by = _groups(path, texts, chosen.by)
    columns = {column: tuple(one.columns[column] for one in texts) for column in header}
    readable = [
        Readable(one.body, one.language or language, one.layout, (), one.data) for one in texts
    ]
    names = [one.text for one in texts]
    if chosen.easiness:
        scores = np.array([_number(one, chosen.easiness) for one in texts])
        return measure_corpus(
            name, readable, names, trained="easiness", language=language, hard=-scores,
            groups=groups, by=by, direction="high is easy", columns=columns, notes=notes,
        )  # fmt: skip
    labels = order_levels(cells, chosen.levels, name)
    check_levels(cells, labels, name)
    hard = np.array([float(labels.index(cell)) for cell in cells])
    return measure_corpus(
        name, readable, names, trained="levels", language=language, hard=hard, groups=groups,
        by=by, labels=labels, columns=columns, notes=notes,
    )  # fmt: skip


def _number(text: "TextVersion", column: str) -> float:
    cell = text.columns[column]
    try:
        return float(cell)
    except ValueError:
        raise BadInput(
            f"the {column} {cell!r} is not a number", where=text.where, fix="Write a number."
        ) from None


def _groups(path: Path, texts: "Sequence[TextVersion]", by: str | None) -> tuple[list[str], str]:
    """Return what each text belongs to; a text without a name of it is a group of its own."""
    header = {name.lower(): name for name in texts[0].columns}
    if by is not None and by not in texts[0].columns:
        raise NotFound.among("column", by, texts[0].columns, where=f"{path}: --by")
    column = by or next((header[name] for name in _GROUPS if name in header), None)
    if column is None:
        return [f"{at}" for at in range(len(texts))], "text"
    found = [one.columns[column] or f"(text {at})" for at, one in enumerate(texts, start=1)]
    return found, column


def _language(texts: "Sequence[TextVersion]") -> str:
    from tertium.text.readability.languages import guess
    from tertium.text.words import words

    body = " ".join(one.body for one in texts[:20])
    return guess([word.lower() for word in words(body)])


def _compared(folder: Path, chosen: _Options) -> "Corpus":
    """Return a corpus of a campaign in which annotators compared texts."""
    import numpy as np

    from tertium.analyses.judgements import read
    from tertium.formats.readable_texts import SOURCE, read_text_versions
    from tertium.stats.readability.corpus import measure_corpus
    from tertium.text.readability.readable import Readable

    judgements = read(folder)
    texts = [
        one
        for one in read_text_versions(folder, language=chosen.language).texts
        if one.version != SOURCE
    ]
    place = {(one.segment, one.version): at for at, one in enumerate(texts)}
    pairs = _pairs(judgements.table.comparisons(), place, folder)
    language = chosen.language or texts[0].language or _language(texts)
    return measure_corpus(
        folder.name,
        [Readable(one.body, one.language or language) for one in texts],
        [f"{one.text}/{one.version}" for one in texts],
        trained="comparisons",
        language=language,
        hard=np.full(len(texts), np.nan),
        groups=[one.document or one.segment for one in texts],
        by="document",
        comparisons=pairs,
        notes=judgements.notes,
    )


def _pairs(found: object, place: dict[tuple[str, str], int], folder: Path) -> "Comparisons":
    """Return preferences as pairs of texts: what is preferred is easier, a tie is half of each."""
    import numpy as np

    from tertium.stats.readability.corpus import Comparisons
    from tertium.table import Comparisons as Preferences

    assert isinstance(found, Preferences)
    easier, harder, weight = [], [], []
    for row in range(len(found)):
        value = float(found.value[row])
        if np.isnan(value):
            continue
        segment = found.segment.names[found.segment.codes[row]]
        names = [one.names[one.codes[row]] for one in (found.system, found.versus)]
        one, two = (place.get((segment, name)) for name in names)
        if one is None or two is None:
            continue
        for left, right, share in ((one, two, (1 + value) / 2), (two, one, (1 - value) / 2)):
            if share:
                easier.append(left)
                harder.append(right)
                weight.append(share)
    if not easier:
        raise BadInput(
            "there are no comparisons of texts in this campaign yet",
            where=str(folder),
            fix="Collect them with ab, tournament or ranking, asking which text is easier to read.",
        )
    return Comparisons(np.array(easier), np.array(harder), np.array(weight, dtype=float))
