"""What is registered for a kind of result is found when a result of that kind is shown."""

import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules

import tertium.rendering
from tertium.rendering.arrange import TOLD_IN, facts, figures, headline, methods, tables


def test_every_file_that_tells_a_kind_is_listed_under_it():
    """A file that is not listed would never be imported, and its kind be told like any other."""
    for module in iter_modules(tertium.rendering.__path__, "tertium.rendering."):
        import_module(module.name)
    registered = {
        (kind.__name__, answer.__module__.removeprefix("tertium.rendering."))
        for told in (facts, figures, headline, methods, tables)
        for kind, answer in told._told.registry.items()
        if kind is not object and answer.__module__.startswith("tertium.rendering.")
    }
    assert registered == {(kind, file) for kind, files in TOLD_IN.items() for file in files}


def test_a_result_is_told_in_its_own_way_from_the_first_call():
    """In a fresh process nothing is registered until the first result asks for it."""
    code = (
        "import sys\n"
        "from tertium.rendering import headline\n"
        "from tertium.stats.reproduce import reproduce\n"
        "assert 'tertium.rendering.reproduction' not in sys.modules\n"
        "print(headline(reproduce(())))\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() not in ("", "Reproduction")
