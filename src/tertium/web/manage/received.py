"""Files as a browser sends them, written into a folder: never outside it, never too much."""

import gzip
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from errno import EDQUOT, ENOSPC
from pathlib import Path, PurePosixPath
from typing import IO, Any, BinaryIO

from starlette.datastructures import UploadFile

from tertium.exceptions import BadInput, Unavailable
from tertium.formats.files import GZIP

MAX_UNPACKED = 256_000_000  # bytes; a zip must not fill the disk
MAX_ENTRIES = 2_000
SOURCES = {"source", "src"}  # what the file of the source is called
_CHUNK = 1 << 20


def save_texts(
    files: Mapping[str, Sequence[UploadFile]],
    folder: Path,
    *,
    many: bool = False,
    replace: bool = False,
) -> dict[str, str]:
    """Write the uploaded texts into a folder; return what the names say about two releases.

    Either any number of `files` (tables, workbooks, XLIFF, TMX, plain text, zips), or one that
    holds `texts`, or plain text: `source`, with `baseline` and `advanced`, or with any number of
    `outputs`. Among `many` systems none is the baseline. With `replace`, a file takes the place
    of an earlier one of its name.
    """
    if "files" in files:
        if len(files) > 1:
            raise BadInput("files were sent in two ways", fix="Send all of them together.")
        for upload in files["files"]:
            _save_any(upload, folder, replace=replace)
        return {}
    for part in ("texts", "source", "baseline", "advanced"):
        if len(files.get(part, ())) > 1:
            raise BadInput(f"several files for {part!r}", fix="Choose one.")
    if "texts" in files:
        if len(files) > 1:
            raise BadInput("both one file and three files were sent", fix="Send one or the other.")
        (upload,) = files["texts"]
        _save_any(upload, folder, replace=replace)
        return {}
    if many or "outputs" in files:
        _save_outputs(files, folder)
        return {}
    missing = [part for part in ("source", "baseline", "advanced") if part not in files]
    if missing:
        raise BadInput(
            f"no file for {missing[0]!r}",
            fix="Choose the files: a workbook, a table, XLIFF, TMX, text files or a zip.",
        )
    stems = {part: _stem(files[part][0]) for part in ("baseline", "advanced")}
    clash = stems["baseline"] == stems["advanced"] or SOURCES & {
        stem.lower() for stem in stems.values()
    }
    systems = {part: part if clash else stem for part, stem in stems.items()}
    for part, name in (("source", "source"), *systems.items()):
        _write_plain(files[part][0], folder, name)
    return systems


def _save_any(upload: UploadFile, folder: Path, *, replace: bool) -> None:
    """Write a file, or what a zip holds, and no more than a limit in all."""
    name = _plain_name(upload)
    if name.lower().endswith(".zip"):
        unpack(upload.file, folder)
        return
    path = folder / name
    if replace:
        path.unlink(missing_ok=True)
        path.with_name(name.removesuffix(".gz")).unlink(missing_ok=True)
    there = sum(one.stat().st_size for one in folder.rglob("*") if one.is_file())
    _copy(upload.file, path, MAX_UNPACKED - there)


def remove_files(folder: Path, names: Sequence[str]) -> None:
    """Delete files of a folder, by their names as the folder lists them."""
    known = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    for name in names:
        path = known.get(name)
        if path is not None and path.is_file():
            path.unlink()


def _save_outputs(files: Mapping[str, Sequence[UploadFile]], folder: Path) -> None:
    """Write a source and the outputs of many systems, each called after its file."""
    outputs = [*files.get("baseline", ()), *files.get("advanced", ()), *files.get("outputs", ())]
    if "source" not in files or not outputs:
        missing = "outputs" if "source" in files else "source"
        raise BadInput(
            f"no file for {missing!r}",
            fix="Choose the source and one text file per system, or one table or zip file.",
        )
    taken = {"source"}
    _write_plain(files["source"][0], folder, "source")
    for upload in outputs:
        name = _stem(upload)
        if name.lower() in taken | SOURCES:
            raise BadInput(
                f"two files are called {name!r}",
                fix="Call each file after its system; the names become those of the systems.",
            )
        taken.add(name.lower())
        _write_plain(upload, folder, name)


def _stem(upload: UploadFile) -> str:
    return _plain_name(upload).split(".")[0]


def _write_plain(upload: UploadFile, folder: Path, name: str) -> None:
    packed = _plain_name(upload).endswith(".gz")
    _write(upload, folder / f"{name}.txt{'.gz' if packed else ''}")


def _plain_name(upload: UploadFile) -> str:
    """Return the file's own name without any folder and without surprising characters."""
    name = re.split(r"[/\\]", upload.filename or "")[-1]
    name = re.sub(r"[^\w.-]+", "-", name).lstrip(".-")
    return name or "texts"


def _write(upload: UploadFile, path: Path) -> None:
    _copy(upload.file, path, MAX_UNPACKED)


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """Tell in one sentence what is wrong with an archive, or with a file sent twice."""
    try:
        yield
    except FileExistsError:
        raise BadInput(f"{name!r} was sent twice", fix="Send every file once.") from None
    except OSError as error:
        if error.errno in (ENOSPC, EDQUOT):
            raise Unavailable(
                "the server's disk is full", fix="Make room there, and send it again."
            ) from None
        raise BadInput(
            f"{name!r} cannot be unpacked", fix="Pack it again, without a password."
        ) from error
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError) as error:
        raise BadInput(
            f"{name!r} cannot be unpacked", fix="Pack it again, without a password."
        ) from error


def _copy(inside: IO[bytes], path: Path, left: int) -> int:
    """Write a stream, unpacked if it is gzipped, and refuse to write more than is left."""
    packed = path.name.endswith(".gz")
    stream: Any = gzip.GzipFile(fileobj=inside, mode="rb") if packed else inside
    target = path.with_name(path.name.removesuffix(".gz"))
    written = 0
    with _readable(target.name), target.open("xb") as out:
        while chunk := stream.read(_CHUNK):
            if not written and chunk.startswith(GZIP):  # readers would unpack it without limit
                raise BadInput(
                    f"{target.name!r} is gzipped inside", fix="Pack it once, and name it .gz."
                )
            written += len(chunk)
            if written > left:
                raise BadInput(
                    f"the files unpack to more than {MAX_UNPACKED // 1_000_000} MB",
                    where=target.name,
                    fix="Send less at once.",
                )
            out.write(chunk)
    return written


def unpack(file: BinaryIO, folder: Path) -> None:
    """Unpack a zip: plain files only, inside the folder, and no more than a limit in all.

    A single folder around everything is taken off. The sizes that count are
    those that come out, not those the zip claims.
    """
    try:
        packed = zipfile.ZipFile(file)
    except zipfile.BadZipFile:
        raise BadInput("this is not a zip file", fix="Pack the folder again.") from None
    with packed:
        entries = [entry for entry in packed.infolist() if _wanted(entry)]
        if len(entries) > MAX_ENTRIES:
            raise BadInput(
                f"the zip holds {len(entries)} files", fix=f"Pack at most {MAX_ENTRIES} of them."
            )
        paths = [_safe(entry) for entry in entries]
        around = {path.parts[0] for path in paths}
        skip = 1 if len(around) == 1 and all(len(path.parts) > 1 for path in paths) else 0
        left = MAX_UNPACKED
        for entry, path in zip(entries, paths, strict=True):
            target = folder.joinpath(*path.parts[skip:])
            with _readable(entry.filename), packed.open(entry) as inside:
                target.parent.mkdir(parents=True, exist_ok=True)
                left -= _copy(inside, target, left)


def _wanted(entry: zipfile.ZipInfo) -> bool:
    parts = PurePosixPath(entry.filename).parts
    hidden = any((part.startswith(".") and part != "..") or part == "__MACOSX" for part in parts)
    # Judgements are kept by this server; a database that came along would take its place.
    kept = bool(parts) and parts[-1].startswith("tertium.")
    return not entry.is_dir() and not hidden and not kept


def _safe(entry: zipfile.ZipInfo) -> PurePosixPath:
    path = PurePosixPath(entry.filename)
    link = stat.S_ISLNK(entry.external_attr >> 16)
    outside = path.is_absolute() or ".." in path.parts or "\\" in entry.filename
    if link or outside or not path.parts or ":" in path.parts[0]:
        raise BadInput(
            f"{entry.filename!r} leads out of the zip's own folder",
            fix="Pack plain files and folders only.",
        )
    return path
