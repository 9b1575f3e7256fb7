"""What linguistic checkpoints are counted on, read from a folder and the files beside it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.choices import Tokens as TokenRule
from tertium.exceptions import BadInput, Misused, NotFound
from tertium.formats.checkpoint_classes import read_classes
from tertium.formats.folder_texts import FolderTexts, read_folder_texts
from tertium.formats.given import GivenFile
from tertium.formats.kaf import read_instances
from tertium.formats.plain import read_lines
from tertium.formats.tagged import by_segment, is_tagged, read_tagged
from tertium.formats.taggers import tag_texts
from tertium.stats.checkpoints.instances import Instances, find_instances, take_given
from tertium.stats.checkpoints.matches import TranslatedTexts
from tertium.stats.checkpoints.prepare import Alignment, Tokens, given_links
from tertium.stats.told import count
from tertium.text.align import AlignmentScore, Links, read_links, score_alignment
from tertium.text.tagged import TaggedSentence

if TYPE_CHECKING:
    from tertium.table import Spans

_Path = str | PathLike[str]
_YES = ("yes", "true", "1", "y")


@dataclass(frozen=True, slots=True)
class CheckpointTexts:
    """Texts of one language pair; `source` is None where only instances of it are known.

    `phrases` are the words of the reference, segment by segment.
    """

    folder: FolderTexts
    source: tuple[TaggedSentence, ...] | None
    phrases: tuple[tuple[str, ...], ...]
    tokens: Tokens
    notes: tuple[str, ...]

    @property
    def source_words(self) -> list[list[str]]:
        """The words of the source, none where they are not known."""
        return [[word.form for word in one.words] for one in self.source or ()]

    def output(self, segment: str, system: str) -> str | None:
        """Return the text of an output, None if there is none."""
        return self.folder.outputs.get((segment, system))

    def translated(self, links: Sequence[Links]) -> TranslatedTexts:
        """Return the words of references and outputs, with links from the source."""
        outputs = {
            name: tuple(self._words(one.id, name) for one in self.folder.segments)
            for name in self.folder.systems
        }
        return TranslatedTexts(self.phrases, tuple(links), outputs)

    def _words(self, segment: str, system: str) -> tuple[str, ...] | None:
        text = self.output(segment, system)
        return None if text is None else self.tokens.words(text)


def read_checkpoint_texts(
    place: Path,
    *,
    reference: _Path | None,
    native: str | None,
    conllu: _Path | None,
    tagger: str | None,
    model: str,
    extracted: bool,
    spaces: bool,
) -> CheckpointTexts:
    """Read folder, tagged source and reference; `extracted`: instances come instead of a source."""
    if not extracted and (conllu is None) == (tagger is None):
        raise Misused(
            "the source must be tagged",
            fix="Name a tagged file with --conllu, or a tagger with --tagger.",
        )
    folder, file = _folder(place, reference, native)
    pairs = sorted({one.pair for one in folder.segments})
    if len(pairs) > 1:
        raise BadInput(
            f"there are {len(pairs)} language pairs ({', '.join(pairs)})",
            where=str(place),
            fix="Name the folder of one language pair.",
        )
    if not folder.systems:
        raise BadInput(
            "there is no output of any system", where=str(place), fix="Add a file or column for it."
        )
    source, notes = None, list(folder.notes)
    if not extracted:
        source, told = _tagged(folder, conllu, tagger, model)
        notes += told
    tagged = None if file is None or not is_tagged(file) else read_tagged(file)
    tokens = Tokens(spaces or tagged is not None, folder.segments[0].target_language)
    if tagged is not None:
        phrases = [tuple(word.form for word in one.words) for one in tagged]
    elif file is not None:
        phrases = [tokens.words(line) for line in read_lines(file.path)]
    else:
        name = folder.references[0]
        phrases = [tokens.words(folder.outputs.get((one.id, name), "")) for one in folder.segments]
    if len(phrases) != len(folder.segments):
        raise BadInput(
            f"the reference has {len(phrases):,} segments, and the source {len(folder.segments):,}",
            where=str(file),
            fix="Give the reference of each segment, in the same order.",
        )
    notes += _notes(folder, phrases)
    return CheckpointTexts(folder, source, tuple(phrases), tokens, tuple(notes))


def _folder(
    place: Path, reference: _Path | None, native: str | None
) -> tuple[FolderTexts, GivenFile | None]:
    """Read the folder; where the reference is a file of its own, return that too.

    `native` is a column of the texts if it is called like one, else a comment of the source.
    """
    columns = (native,) if native is not None else ()
    path = None if reference is None else Path(reference)
    file = GivenFile(path) if path is not None and path.is_file() else None
    named = (str(reference),) if reference is not None and file is None else ()
    try:
        folder = read_folder_texts(place, references=named, columns=columns)
    except NotFound:
        if native is None:
            raise
        folder = read_folder_texts(place, references=named)
    if file is None and not folder.references:
        raise BadInput(
            "there is no reference",
            where=str(place),
            fix="Call it reference.txt, or name a system or a file with --reference.",
        )
    return folder, file


def _tagged(
    folder: FolderTexts, conllu: _Path | None, tagger: str | None, model: str
) -> tuple[tuple[TaggedSentence, ...], list[str]]:
    texts = [one.source for one in folder.segments]
    if conllu is None:
        language = folder.segments[0].source_language
        return tag_texts(str(tagger), texts, language=language, model=model), []
    found, unlike = by_segment(read_tagged(Path(conllu)), texts, file=str(conllu))
    if not unlike:
        return found, []
    told = count(unlike, "tagged sentence differs", "tagged sentences differ")
    return found, [f"{told} from the source in more than blanks; words were taken as tagged."]


def _notes(folder: FolderTexts, phrases: Sequence[tuple[str, ...]]) -> list[str]:
    """Say where texts are missing."""
    found = []
    without = sum(not words for words in phrases)
    if without:
        found.append(f"{count(without, 'segment has', 'segments have')} no reference.")
    empty = sum(
        not text.strip() for (_, system), text in folder.outputs.items() if system in folder.systems
    )
    if empty:
        found.append(f"{count(empty, 'output is', 'outputs are')} empty: nothing is matched there.")
    return found


def read_class_instances(
    texts: CheckpointTexts, classes: _Path | None, extracted: _Path | None
) -> Instances:
    """Return the instances of all classes, or those that another program extracted."""
    if texts.source is None:
        given = read_instances(GivenFile(Path(str(extracted))))
        return take_given(given, len(texts.folder.segments))
    if classes is None:
        raise Misused(
            "no classes of source words are named",
            fix="Name a file of classes and patterns with --classes.",
        )
    return find_instances(read_classes(Path(classes)), texts.source)


def native_only(instances: Instances, texts: CheckpointTexts, column: str) -> Instances:
    """Keep the instances in segments that were written in the source language."""
    values = texts.folder.columns.get(column)
    if values is None:
        values = tuple(one.about.get(column, "") for one in texts.source or ())
    if not any(values):
        raise NotFound(
            f"neither the texts nor the tagged source have {column!r}",
            where="--native",
            fix="Name a column of the texts, or a comment such as # original = en.",
        )
    languages = {one.source_language.lower() for one in texts.folder.segments} - {""}
    kept = {at for at, value in enumerate(values) if value.strip().lower() in {*languages, *_YES}}
    return replace(instances, found=tuple(one for one in instances.found if one.segment in kept))


def link_texts(
    texts: CheckpointTexts,
    alignment: _Path | None,
    aligned_source: _Path | None,
    aligning: Alignment,
) -> list[Links]:
    """Return the links between source and reference, as given or found."""
    if alignment is not None:
        return given_links(
            read_lines(Path(alignment)),
            texts.source,
            texts.phrases,
            file=str(alignment),
            aligned_source=None if aligned_source is None else read_lines(Path(aligned_source)),
        )
    if texts.source is None:
        raise Misused(
            "the source is not known, so it cannot be aligned",
            fix="Give the alignment of the texts that the instances come from with --alignment.",
        )
    return aligning.links(texts.source_words, texts.phrases)


def measure_links(
    texts: CheckpointTexts, links: Sequence[Links], gold: _Path | None
) -> AlignmentScore | None:
    """Compare links with those made by hand, on the segments that have any."""
    if gold is None or texts.source is None:
        return None
    lines = read_lines(Path(gold))
    if len(lines) != len(links):
        raise BadInput(
            f"there are {len(lines):,} lines for {len(links):,} segments",
            where=str(gold),
            fix="Leave a line empty for each segment without links made by hand.",
        )
    known = [at for at, line in enumerate(lines) if line.strip()]
    by_hand = [
        read_links(
            lines[at],
            len(texts.source[at].words),
            len(texts.phrases[at]),
            where=f"{gold}:{at + 1}",
        )
        for at in known
    ]
    return score_alignment([links[at] for at in known], by_hand)


def read_spans(place: Path, errors: _Path | None, campaign: str | None) -> "Spans | None":
    """Return marked errors: of a file or folder, else those of the campaign, if it has any."""
    from tertium.analyses.judgements import read
    from tertium.formats.campaign import CAMPAIGN_FILE
    from tertium.stats.errors.collected import collected_spans, has_marks
    from tertium.store.locate import FILE

    if errors is None and not ((place / CAMPAIGN_FILE).is_file() and (place / FILE).exists()):
        return None
    judgements = read(place if errors is None else errors, campaign=campaign)
    if has_marks(judgements.table):
        return collected_spans(judgements.table, judgements.campaign)
    if errors is None:
        return None
    raise BadInput(
        "nobody marked errors here", where=str(errors), fix="Name judgements with marked errors."
    )


def spaced(tokens: TokenRule, *links: _Path | None) -> bool:
    """Tell whether words stand between spaces: links that are given count them so."""
    return any(one is not None for one in links) or tokens == "spaces"
