"""The fonts that pages bring: small, licensed, kept by browsers, and only those that are needed."""

import hashlib
import re
import subprocess
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tertium.rendering.fonts import faces, faces_for
from tertium.store import Store
from tertium.web.app import create_app

ROOT = Path(__file__).parents[2]
FOLDER = Path(str(files("tertium") / "web" / "static" / "fonts"))
FILES = sorted(FOLDER.glob("*.woff2"))


@pytest.fixture
def http(tmp_path):
    """Return a client of an empty server."""
    with Store.open(tmp_path / "tertium.db") as store:
        yield TestClient(create_app(store))


def test_all_together_are_small():
    """What the largest page could load is less than one photograph."""
    assert 0 < sum(file.stat().st_size for file in FILES) < 600_000


def test_every_file_is_declared_and_has_its_licence_beside_it():
    assert {face.file for face in faces()} == {file.name for file in FILES}
    for file in FILES:
        licence = (FOLDER / f"{file.name.split('.')[0]}.LICENSE").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
        assert "Copyright" in licence
        assert "Reserved Font Name" not in licence.split("-----")[0]


def test_names_are_made_of_the_content_and_kept_for_good(http):
    for file in FILES:
        assert file.name.split(".")[-2] == hashlib.sha256(file.read_bytes()).hexdigest()[:8]
    answer = http.get(f"/static/fonts/{FILES[0].name}")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "font/woff2"
    assert http.get("/static/fonts.css").headers["cache-control"] == "no-cache"
    missing = http.get("/static/fonts/noto-sans.latin.00000000.woff2")
    assert missing.status_code == 404
    assert "immutable" not in missing.headers["cache-control"]


def test_only_our_own_fonts_are_allowed(http):
    policy = http.get("/manage/sign-in").headers["content-security-policy"]
    assert re.search(r"font-src 'self';", policy)
    assert all(face.rule.count("url(") == 1 for face in faces())


def test_faces_of_a_family_say_the_same_weights():
    """A browser looks for a letter only among the faces whose weights match best."""
    for family in {face.family for face in faces()}:
        rules = [face.rule for face in faces() if face.family == family]
        assert len({re.search(r"font-weight: ([^;]+);", rule)[1] for rule in rules}) == 1


def test_a_page_asks_for_what_its_letters_need(http):
    """The sans for Latin first; other scripts, the reading face and the mono where they stand."""

    def needed(html):
        return {tuple(face.file.split(".")[:2]) for face in faces_for(html)}

    latin = ("noto-sans", "latin")
    assert needed("<p>Plain</p>") == {latin}
    assert needed("<p>κ</p>") == {latin, ("noto-sans", "greek")}
    assert needed('<p>A <span class="x read">שלום</span></p>') == {
        latin,
        ("noto-serif", "latin"),
        ("noto-serif-hebrew", "hebrew"),
    }
    assert needed('<p class="read" lang="ar">قطار</p> .') == {
        latin,
        ("noto-serif", "latin"),
        ("noto-naskh-arabic", "arabic"),
    }
    assert needed('<p>A</p><option value="he" lang="he">עברית</option>') == {latin}
    assert needed('<a href="?language=ar" lang="ar">العربية</a> A') == {latin}
    assert needed("<code>x</code>") == {latin, ("noto-sans-mono", "latin")}
    link = http.get("/nowhere", headers={"accept": "text/html"}).headers["link"]
    assert re.fullmatch(
        r'</static/fonts/noto-sans\.latin\.\w{8}\.woff2>; rel=preload; as=font; type="font/woff2"; '
        r"crossorigin",
        link,
    )


def test_the_wheel_holds_them():
    """All that lies in the package is in the wheel, unless git does not know it."""
    target = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    assert target["targets"]["wheel"] == {"packages": ["src/tertium"]}
    assert FOLDER.is_relative_to(ROOT / "src" / "tertium")
    ignored = subprocess.run(
        ["git", "check-ignore", *map(str, FILES)], cwd=ROOT, capture_output=True, text=True
    )
    assert ignored.stdout == ""
