"""How an annotator likes the pages: size, face, colours, language, keys. Kept with the link."""

import msgspec
from starlette.responses import Response

from tertium.web.annotate.forms import read_json
from tertium.web.annotate.schemas import Preferences
from tertium.web.annotate.visit import Visit, json_of

_decoder = msgspec.json.Decoder(Preferences)


def show_preferences(visit: Visit) -> Response:
    """GET preferences.json: what is kept now."""
    return json_of(visit.preferences)


def set_preferences(visit: Visit) -> Response:
    """POST preferences: keep them; they replace the former ones."""
    preferences = read_json(visit.body, _decoder)
    visit.check_language(preferences.language)
    visit.store.annotators.set_preferences(
        visit.visitor.campaign, visit.visitor.annotator, msgspec.to_builtins(preferences)
    )
    return json_of(preferences)
