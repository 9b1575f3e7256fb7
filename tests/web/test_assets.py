"""Scripts and style sheets: joined as they are written, kept for good by what is in them."""

import gzip
import re

import pytest
from starlette.testclient import TestClient

from tertium.store import Store
from tertium.web import assets
from tertium.web.app import create_app
from tertium.web.assets import STATIC, asset, joined


@pytest.fixture
def http(tmp_path):
    """Return a client of an empty server."""
    with Store.open(tmp_path / "tertium.db") as store:
        yield TestClient(create_app(store))


def entries():
    """Return the scripts that templates name."""
    templates = STATIC.with_name("templates").rglob("*.html")
    named = (re.findall(r'set script = "([\w-]+)"', path.read_text("utf-8")) for path in templates)
    return sorted({name for names in named for name in names} | {"page"})


@pytest.mark.parametrize("name", entries())
def test_a_script_is_joined_with_all_that_it_needs(name):
    """Every module it reaches stands in it once, before those that import it; none is left out."""
    text = joined(f"annotate/{name}.js")
    assert not re.search(r"^\s*(import|export)\b", text, re.M)
    defined = re.findall(r"^const (\$\w+) = \(\(\) => \{$", text, re.M)
    assert len(defined) == len(set(defined))
    used = re.findall(r"^const \{[^}]*\} = (\$\w+);$", text, re.M)
    assert set(used) <= set(defined)
    for module in defined:
        first = min((text.find(f"}} = {module};") % len(text), len(text)))
        assert text.index(f"const {module} = ") < first


def test_a_detour_is_told(tmp_path, monkeypatch):
    """Two modules that import each other cannot be joined."""
    (tmp_path / "one.js").write_text("import { b } from './two.js';\nexport const a = 1;\n")
    (tmp_path / "two.js").write_text("import { a } from './one.js';\nexport const b = 2;\n")
    monkeypatch.setattr(assets, "STATIC", tmp_path)
    assets._text.cache_clear()
    with pytest.raises(ValueError, match=r"one\.js imports itself by way of two\.js"):
        joined("one.js")
    assets._text.cache_clear()


def test_names_are_read_and_given_on_as_written(tmp_path, monkeypatch):
    """Renamed imports, lists of exports, and imports for their effect alone."""
    (tmp_path / "one.js").write_text("const a = 1;\nexport { a };\nexport async function f() {}\n")
    (tmp_path / "two.js").write_text(
        "import './one.js';\nimport {\n  a as first, f,\n} from './one.js';\nfirst;\n"
    )
    monkeypatch.setattr(assets, "STATIC", tmp_path)
    assets._text.cache_clear()
    text = joined("two.js")
    assets._text.cache_clear()
    assert "const {\n  a: first, f,\n} = $one;" in text
    assert "return { f, a };" in text
    assert text.count("const a = 1;") == 1


def test_what_is_named_by_its_content_is_kept_for_good(http):
    """Compressed where the browser can read it; the same text either way."""
    made = asset("fonts+tertium+mark.css")
    plain = http.get(made.address, headers={"accept-encoding": "identity"})
    assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert plain.headers["content-type"] == "text/css; charset=utf-8"
    assert "content-encoding" not in plain.headers
    small = http.get(made.address, headers={"accept-encoding": "gzip"})
    assert small.headers["content-encoding"] == "gzip"
    assert small.headers["vary"] == "accept-encoding"
    assert small.content == plain.content == made.plain == gzip.decompress(made.compressed)
    assert len(made.compressed) < len(made.plain) / 3


def test_a_page_from_before_an_upgrade_gets_what_there_is(http):
    """And keeps it for this time only."""
    answer = http.get("/static/annotate/page.0123456789.js")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.content == asset("annotate/page.js").plain


@pytest.mark.parametrize(
    "address",
    [
        "/static/annotate/none.0123456789.js",
        "/static/fonts+none.0123456789.css",
        "/static/%2e%2e/app.0123456789.js",
        "/static/+.0123456789.css",
        "/static/annotate/page.0123456789.css",
    ],
)
def test_what_is_not_there_is_not_found(http, address):
    """An address that somebody made up."""
    assert http.get(address).status_code == 404
