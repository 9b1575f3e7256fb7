"""Every format of the manual's table: recognised among all others, read, broken in many ways."""

import random
import re
import signal
from collections import Counter
from contextlib import contextmanager

import pytest

from tertium.exceptions import TertiumError
from tertium.formats.catalogue import every_kind
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.formats.judgements import kind_of, read_judgements
from tertium.formats.known_formats import FORMATS
from tertium.formats.recognise import TextFormat, read_texts
from tests.formats.samples import NAMES, sample

KINDS = {kind.name: kind for kind in every_kind()}
JUDGED = [name for name in NAMES if not isinstance(KINDS[name], TextFormat)]
MUTATED = 50  # files of each format; a study breaks a thousand
LONGEST = 10  # seconds for one of them
TOKEN = re.compile(rb'"[^"]*"|-?\d+(?:\.\d+)?|[a-z]+|\[\]|\{\}')
VALUES = (*b'null 5 -3 "x" [] {} true 1e99 [[1]] {"a":1} nan x 1.5'.split(), b"", b"9" * 400)
ODD = (*b"\",;\n\r\t\\{}[]:<>&=#'|\0\x1f\xe9\xff 1a-.", *"é😀".encode())


def test_every_format_has_a_sample():
    """Names are said once, and a new format comes with a file."""
    assert len(KINDS) == len(every_kind())
    assert set(NAMES) == set(KINDS)


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_read(tmp_path, name):
    """Each row of the manual's table: so many rows of each aspect, or texts."""
    made = sample(name, tmp_path)
    path = made.write(tmp_path)
    if isinstance(KINDS[name], TextFormat):
        assert len(read_texts(path).entries) >= 1
    else:
        found = Counter(row["aspect"] for row in read_judgements(path).rows())
        assert found == made.rows


def test_formats_are_told_apart(tmp_path):
    """The confusion matrix: every file of judgements is recognised as what it is, by one format."""
    confusion = {}
    for number, name in enumerate(JUDGED):
        folder = tmp_path / str(number)
        folder.mkdir()
        file = GivenFile(sample(name, folder).write(folder))
        kind = kind_of(file)
        confusion[name] = kind.name if kind is not None else None
        claimed = [one.name for one in FORMATS if one.fits(file)]
        assert claimed == ([name] if isinstance(KINDS[name], Format) else []), name
    assert confusion == {name: name for name in JUDGED}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in JUDGED])
def test_texts_are_no_judgements(tmp_path, name):
    """A file of sources and outputs is not taken for a file of judgements, jobs of PET aside."""
    kind = kind_of(sample(name, tmp_path).write(tmp_path))
    assert kind is None or (name, kind.name) in {
        ("PET jobs", "PET results"), ("XLIFF", "XLIFF with marked errors")
    }  # fmt: skip


def mutated(content: bytes, draw: random.Random) -> bytes:
    """Return a file with other values, or with a few bytes put in, taken out, doubled, swapped."""
    if draw.random() < 0.5 and (tokens := list(TOKEN.finditer(content))):
        found = draw.choice(tokens)
        return content[: found.start()] + draw.choice(VALUES) + content[found.end() :]
    for _ in range(draw.randint(1, 4)):
        at, other = sorted(draw.randrange(len(content) + 1) for _ in range(2))
        match draw.randrange(5):
            case 0:
                content = content[:at] + bytes([draw.choice(ODD)]) + content[at:]
            case 1:
                content = content[:at] + content[at + draw.randint(1, 6) :]
            case 2:
                content = content[:at] + content[at : at + 20] + content[at:]
            case 3:
                content = content[:at] + bytes([draw.choice(ODD)]) + content[at + 1 :]
            case _:
                content = content[:at] if draw.random() < 0.2 else (
                    content[:at] + content[other : other + 5] + content[at:]
                )  # fmt: skip
    return content


@contextmanager
def at_most(seconds):
    """End what takes longer."""

    def late(*_):
        raise AssertionError(f"longer than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def break_often(name, folder, times, seed=0):
    """Read broken copies of a sample; return those that end otherwise than in a sentence."""
    path = sample(name, folder).write(folder)
    content = path.read_bytes()
    read = read_texts if isinstance(KINDS[name], TextFormat) else read_judgements
    draw = random.Random(f"{name}{seed}")
    faults = []
    for _ in range(times):
        broken = mutated(content, draw)
        path.write_bytes(broken)
        try:
            with at_most(LONGEST):
                read(path)
        except TertiumError as error:
            if not (error.what and error.fix):
                faults.append((broken, error))
        except Exception as error:
            faults.append((broken, error))
    return faults


@pytest.mark.parametrize("name", NAMES)
def test_broken_files_get_a_sentence(tmp_path, name):
    """Whatever is wrong: no traceback, no hang."""
    faults = break_often(name, tmp_path, MUTATED)
    assert faults == []
