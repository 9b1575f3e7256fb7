"""What a response tells a reader, for tests that look for hidden names in it."""

from pathlib import Path

from playwright.sync_api import Response

import tertium.web

FONTS = Path(tertium.web.__file__).parent / "static" / "fonts"


def text_of(response: Response) -> str:
    """Return the text of a response; a font has none, and is the same for everybody."""
    if "/static/fonts/" in response.url:
        assert response.body() == (FONTS / response.url.rpartition("/")[2]).read_bytes()
        return ""
    return response.text()
