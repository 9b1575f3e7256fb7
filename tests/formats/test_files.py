"""Writing files: nothing half-written, and nothing destroyed that is not a plain file."""

import gzip
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.formats.files import replacing, write_text
from tertium.store import Store
from tertium.store.backup import backup
from tests.formats.writers import by_option, by_replacing

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
NOBODY = 65_534

pytestmark = pytest.mark.skipif(os.name != "posix", reason="devices and links of POSIX")


@pytest.fixture
def place():
    """Return a folder in which everybody may write."""
    folder = Path(tempfile.mkdtemp(prefix="tertium-files-"))
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


AS_NOBODY = """
import os, sys, tempfile
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import writers
put = getattr(writers, sys.argv[2])
with tempfile.TemporaryDirectory() as folder:
    put(Path(folder) / "tried")  # all that is imported on the way is read with our own rights
os.setgroups([])
os.setgid(int(sys.argv[4]))
os.setuid(int(sys.argv[4]))
try:
    put(Path(sys.argv[3]))
except Exception as error:
    print(repr(error))
else:
    print("done")
"""


def as_nobody(put, path):
    """Write in a process of a user without rights; return what it raised.

    A process of its own: a forked copy of this one, which has threads, can die without a word.
    """
    if not ROOT:
        pytest.skip("only root can become another user")
    given = [str(Path(__file__).parent), put.__name__, str(path), str(NOBODY)]
    ran = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, *given], capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@pytest.mark.parametrize("put", [by_replacing, by_option])
@pytest.mark.parametrize("user", ["own", "nobody"])
def test_a_device_stays_a_device(place, put, user):
    """What is written goes through it; it is neither replaced nor deleted."""
    device = place / "null"
    if not ROOT:
        pytest.skip("only root makes devices; a terminal is written to below")
    os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))  # one of our own
    device.chmod(0o666)
    try:
        device.write_bytes(b"")
    except PermissionError:
        pytest.skip(f"devices do not work in {place} (mounted with nodev)")
    if user == "own":
        put(device)
    else:
        assert as_nobody(put, device) == "done"
    assert stat.S_ISCHR(device.lstat().st_mode)
    assert os.listdir(place) == ["null"]


@pytest.mark.parametrize("put", [by_replacing, by_option])
def test_a_terminal_is_written_to(put):
    """A device that any user has."""
    ours, theirs = os.openpty()
    try:
        put(Path(os.ttyname(theirs)))
        assert os.read(ours, 100).strip() == b"told"
        assert stat.S_ISCHR(os.stat(os.ttyname(theirs)).st_mode)
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.mark.parametrize("put", [by_replacing, by_option])
@pytest.mark.parametrize("user", ["own", "nobody"])
def test_a_pipe_is_written_to(place, put, user):
    """Whoever reads a named pipe gets everything, and the pipe stays."""
    pipe, got = place / "pipe.csv", []
    os.mkfifo(pipe)
    pipe.chmod(0o666)
    reading = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reading.start()
    if user == "own":
        put(pipe)
    else:
        assert as_nobody(put, pipe) == "done"
    reading.join(10)
    assert got == ["told\n"]
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert os.listdir(place) == ["pipe.csv"]


@pytest.mark.parametrize("put", [by_replacing, by_option])
@pytest.mark.parametrize("before", ["before\n", None])
@pytest.mark.parametrize("user", ["own", "nobody"])
def test_a_symbolic_link_stays_and_its_file_is_written(place, put, before, user):
    """Through two links, relative and absolute, also where the file does not exist yet."""
    (place / "kept").mkdir(mode=0o777)
    (place / "kept").chmod(0o777)
    file, link, outer = place / "kept" / "file.txt", place / "link.txt", place / "outer.txt"
    if before is not None:
        file.write_text(before)
        file.chmod(0o666)
    link.symlink_to("kept/file.txt")
    outer.symlink_to(link)
    if user == "own":
        put(outer)
    else:
        assert as_nobody(put, outer) == "done"
    assert [one.is_symlink() for one in (outer, link, file)] == [True, True, False]
    assert file.read_text() == "told\n"
    assert sorted(os.listdir(place)) == ["kept", "link.txt", "outer.txt"]
    assert os.listdir(place / "kept") == ["file.txt"]


@pytest.mark.parametrize("put", [by_replacing, by_option])
def test_owner_and_permissions_stay(tmp_path, put):
    """A file that only its owner reads is not opened to everybody, nor taken from them."""
    file = tmp_path / "file.txt"
    file.write_text("before")
    file.chmod(0o640)
    if ROOT:
        os.chown(file, NOBODY, NOBODY)
    put(file)
    now = file.stat()
    assert file.read_text() == "told\n"
    assert stat.S_IMODE(now.st_mode) == 0o640
    assert not ROOT or (now.st_uid, now.st_gid) == (NOBODY, NOBODY)


@pytest.mark.parametrize("put", [by_replacing, by_option])
def test_all_names_of_a_file_show_what_was_written(tmp_path, put):
    """Hard links stay one file."""
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("before, and longer")
    os.link(first, second)
    put(first)
    assert second.read_text() == "told\n"
    assert first.samefile(second)


def test_a_file_that_may_not_be_written_is_not_replaced(place):
    """Not even where the folder would allow it; another user's file that may be, is written to."""
    locked, open_ = place / "locked", place / "open"
    for file, mode in ((locked, 0o444), (open_, 0o666)):
        file.write_text("before")
        file.chmod(mode)
    if ROOT:
        assert "permission denied" in as_nobody(by_option, locked)
        place.chmod(0o755)
        assert as_nobody(by_option, open_) == "done"
        place.chmod(0o1777)
        open_.write_text("before")
        assert as_nobody(by_option, open_) == "done"
        assert open_.stat().st_uid == 0
    else:
        with pytest.raises(BadInput, match="permission denied"):
            by_option(locked)
        by_option(open_)
    assert locked.read_text() == "before"
    assert open_.read_text() == "told\n"


def test_standard_output_is_written_where_it_stands(tmp_path):
    """What the shell sends to the same file before and after stays."""
    out = tmp_path / "out.txt"
    code = (
        "from pathlib import Path; from tertium.cli.common import write\n"
        "import sys; print('before'); write('told', Path(sys.argv[1])); print('after')"
    )
    for name in ("/dev/stdout", "/dev/fd/1"):
        with out.open("wb") as opened:
            ran = [sys.executable, "-c", code, name]
            subprocess.run(ran, stdout=opened, stderr=subprocess.DEVNULL, check=True, timeout=60)
        assert out.read_text() == "before\ntold\nafter\n"
    link = tmp_path / "link"
    link.symlink_to("/dev/stdout")
    ran = [sys.executable, "-c", code, str(link)]
    told = subprocess.run(ran, capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout == "before\ntold\nafter\n"
    assert link.is_symlink()


def test_a_reader_that_has_enough_ends_a_command_quietly():
    """`tertium … -o /dev/stdout | head`."""
    ours, theirs = os.pipe()
    os.close(ours)
    try:
        with pytest.raises(BrokenPipeError), replacing(Path(f"/dev/fd/{theirs}")) as beside:
            beside.write_text("told")
    finally:
        os.close(theirs)


def test_what_fails_leaves_everything_as_it_was(tmp_path):
    """The old file, no other file, and a sentence."""
    file = tmp_path / "file.txt"
    file.write_text("before")

    def fails(path):
        with replacing(path) as beside:
            beside.write_text("half")
            raise OSError(28, "No space left on device")

    with pytest.raises(BadInput, match="no space left"):
        fails(file)
    assert file.read_text() == "before"
    assert os.listdir(tmp_path) == ["file.txt"]
    for path, kind in (
        (tmp_path, BadInput),
        (tmp_path / "none" / "file.txt", NotFound),
        (tmp_path / "loop", BadInput),
    ):
        if path.name == "loop":
            path.symlink_to("loop")
        with pytest.raises(kind):
            by_option(path)
    assert (tmp_path / "loop").is_symlink()


def test_nobody_chooses_where_the_first_half_lies(tmp_path):
    """A link that waits under the name of the unfinished file leads nowhere."""
    other = tmp_path / "other"
    other.write_text("precious")
    for name in (".part-file.txt", ".file.txt.part"):
        (tmp_path / name).symlink_to(other)
    by_replacing(tmp_path / "file.txt")
    by_option(tmp_path / "file.txt")
    assert other.read_text() == "precious"


def test_what_a_killed_process_left_is_cleared_away(tmp_path):
    """Its unfinished file goes when the same file is written next; that of others stays."""
    ended = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"],
                           capture_output=True, text=True, check=True)  # fmt: skip
    left = tmp_path / f".part-{ended.stdout.strip()}-00000000-file.txt"
    others = tmp_path / f".part-{os.getppid()}-00000000-file.txt"
    left.write_text("half")
    others.write_text("half")
    by_option(tmp_path / "file.txt")
    assert sorted(os.listdir(tmp_path)) == [others.name, "file.txt"]


def test_a_file_that_is_mounted_by_itself_is_written_to(tmp_path, monkeypatch):
    """As in a container: such a file cannot be replaced, but written."""
    file = tmp_path / "file.txt"
    file.write_text("before")

    def busy(self, target):
        raise OSError(16, "Device or resource busy")

    monkeypatch.setattr(Path, "replace", busy)
    by_option(file)
    assert file.read_text() == "told\n"


def test_a_long_name_and_a_packed_file(tmp_path):
    """Names up to the file system's limit work, and the ending decides about packing."""
    file = tmp_path / f"{'x' * 248}.txt.gz"[-255:]
    with replacing(file) as beside:
        write_text(beside, "told\n")
    assert gzip.decompress(file.read_bytes()) == b"told\n"


def test_a_backup_follows_links_and_goes_through_pipes(tmp_path):
    """The copy of a database is written as everything else is."""
    with closing(Store.open(tmp_path / "tertium.db")):
        pass
    link, pipe = tmp_path / "link.db", tmp_path / "pipe"
    link.symlink_to("copy.db")
    backup(tmp_path / "tertium.db", link)
    assert link.is_symlink()
    assert (tmp_path / "copy.db").read_bytes()[:15] == b"SQLite format 3"
    os.mkfifo(pipe)
    got = []
    reading = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reading.start()
    backup(tmp_path / "tertium.db", pipe)
    reading.join(10)
    assert got[0][:15] == b"SQLite format 3"
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "link.db", "pipe", "tertium.db"]
