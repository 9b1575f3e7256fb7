"""Compile the search for shifts of TER, where the machine that installs has a compiler.

`src/tertium/text/ter/search.py` runs as it stands, with the same results. Compiled it is
about a hundred times as fast, so this hook tries, and says so when it does not succeed.
"""

import shutil
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULE = "tertium.text.ter.search"
DIRECTIVES = {
    "annotation_typing": False,  # search.pxd gives the types of the compiled version
    "boundscheck": False,
    "cdivision": True,
    "initializedcheck": False,
    "language_level": 3,
    "wraparound": False,
}


class CompileSearch(BuildHookInterface[Any]):
    """Adds the compiled module to a wheel, or puts it beside its source for `pip install -e`."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into a folder of its own, which `finalize` removes."""
        if self.target_name != "wheel":
            return
        self.folder = Path(tempfile.mkdtemp(prefix="tertium-build-"))
        source = Path(self.root, "src", *MODULE.split(".")).with_suffix(".py")
        name = source.stem + sysconfig.get_config_var("EXT_SUFFIX")
        if version == "editable":  # an older compiled version would hide the source
            source.with_name(name).unlink(missing_ok=True)
        try:
            built = self.compile(source)
        except (Exception, SystemExit) as reason:  # no compiler, no headers, a broken compiler …
            self.app.display_warning(f"TER will not be compiled, only slower: {reason}")
            return
        if version == "editable":
            shutil.copy(built, source.with_name(name))
        else:
            inside = "/".join([*MODULE.split(".")[:-1], name])
            build_data["force_include"][str(built)] = inside
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def compile(self, source: Path) -> Path:
        """Return the compiled module."""
        from Cython.Build import cythonize
        from setuptools import Distribution, Extension

        extensions = cythonize(
            # Symbols for debugging would be six times as long as the module.
            [Extension(MODULE, [str(source)], extra_compile_args=["-g0"])],
            build_dir=str(self.folder / "c"),
            compiler_directives=DIRECTIVES,
            quiet=True,
        )
        command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(self.folder / "lib"), str(self.folder / "temp")
        command.ensure_finalized()
        command.run()
        return Path(command.get_outputs()[0])

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was only needed while building."""
        if self.target_name == "wheel":
            shutil.rmtree(self.folder, ignore_errors=True)
