"""Taggers: programs that say lemma, tag, features and head of each word.

A tagger is a function of source texts, their language and a model's name that returns a tagged
sentence for each text. They are found through the entry points `tertium.taggers`, ours among them:
spaCy and stanza where these packages are installed, UDPipe where its program is. Nothing is
downloaded: models must be installed.
"""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tertium.exceptions import BadInput, NotFound
from tertium.extensions import installed, load
from tertium.formats.conllu import conllu_sentences
from tertium.formats.tagged import by_segment
from tertium.text.tagged import TaggedSentence, TaggedWord, joined_sentences

Tagger = Callable[[Sequence[str], str, str], Sequence[TaggedSentence]]
UDPIPE = "udpipe"


def tag_texts(
    name: str, texts: Sequence[str], *, language: str, model: str
) -> tuple[TaggedSentence, ...]:
    """Tag texts with a tagger that is installed."""
    if name not in installed("taggers"):
        raise NotFound.among("tagger", name, installed("taggers"), where="--tagger")
    tagger: Tagger = load("taggers", name)
    found = tuple(tagger(texts, language, model))
    if len(found) != len(texts):
        raise BadInput(
            f"the tagger {name!r} returned {len(found)} sentences for {len(texts)} texts",
            fix="A tagger returns one tagged sentence per text.",
        )
    return found


def _package(name: str) -> Any:
    """Return a package that is no dependency of ours."""
    try:
        return import_module(name)
    except ImportError:
        raise BadInput(
            f"the package {name} is not installed",
            where="--tagger",
            fix=f"Install it (pip install {name}) with a model, or tag the sources elsewhere and "
            "name the file with --conllu.",
        ) from None


def _no_model(model: str, name: str, how: str) -> BadInput:
    return BadInput(
        f"{name} has no model {model!r}" if model else f"no model of {name} is named",
        where="--model",
        fix=f"Name an installed one, such as --model {how}. Nothing is downloaded.",
    )


def tag_with_spacy(texts: Sequence[str], language: str, model: str) -> list[TaggedSentence]:
    """Tag with a pipeline of spaCy: the name of an installed one, or its folder."""
    spacy = _package("spacy")
    if not model:
        raise _no_model(model, "spaCy", "en_core_web_sm")
    try:
        pipeline = spacy.load(model)
    except OSError:
        raise _no_model(model, "spaCy", "en_core_web_sm") from None
    return [_of_spacy(document) for document in pipeline.pipe(texts)]


def _of_spacy(document: Any) -> TaggedSentence:
    tokens = [token for token in document if not token.is_space]
    place = {token.i: at for at, token in enumerate(tokens)}
    return TaggedSentence(
        tuple(
            TaggedWord(
                form=token.text,
                lemma=token.lemma_,
                tag=token.pos_ or token.tag_,
                xpos=token.tag_,
                features=token.morph.to_dict(),
                head=None if token.head.i == token.i else place.get(token.head.i),
                relation=token.dep_,
            )
            for token in tokens
        )
    )


def tag_with_stanza(texts: Sequence[str], language: str, model: str) -> list[TaggedSentence]:
    """Tag with stanza; `model` is the folder of its models, by default where stanza keeps them."""
    stanza = _package("stanza")
    if not language:
        raise BadInput(
            "stanza needs the language of the sources",
            fix="Call the file source.en.txt, or use the folder of a campaign.",
        )
    options = {"dir": model} if model else {}
    try:
        pipeline = stanza.Pipeline(language, download_method=None, verbose=False, **options)
    except Exception as error:  # of several kinds, depending on what is missing
        raise _no_model(model or language, "stanza", "stanza_resources") from error
    return [_of_conllu(format(pipeline(text), "C"), text) for text in texts]


def tag_with_udpipe(texts: Sequence[str], language: str, model: str) -> list[TaggedSentence]:
    """Tag with the program udpipe and the file of a model."""
    program = shutil.which(UDPIPE)
    if program is None:
        raise BadInput(
            f"the program {UDPIPE} is not installed",
            where="--tagger",
            fix="Install it, or tag the sources elsewhere and name the file with --conllu.",
        )
    if not Path(model).is_file():
        raise _no_model(model, "UDPipe", "english-ewt-ud-2.5.udpipe")
    with TemporaryDirectory(prefix="tertium-tag-") as folder:
        given = Path(folder) / "source.txt"
        given.write_text("\n\n".join(" ".join(text.split()) for text in texts) + "\n", "utf-8")
        asked = [program, "--tokenize", "--tag", "--parse", model, str(given)]
        ran = subprocess.run(asked, capture_output=True, text=True, encoding="utf-8", check=False)
    if ran.returncode:
        reason = (ran.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise BadInput(
            f"{UDPIPE} stopped with exit code {ran.returncode} ({reason})",
            fix="Run it on the same texts by hand.",
        )
    return list(by_segment(conllu_sentences(ran.stdout, UDPIPE), texts, file=UDPIPE)[0])


def _of_conllu(text: str, source: str) -> TaggedSentence:
    """Return all sentences of one text as one; a text without words has none."""
    return joined_sentences(conllu_sentences(text, "stanza")) if source.strip() else _NOTHING


_NOTHING = TaggedSentence(())
