"""Builds the pages before a wheel is packed from a checkout, so that an installed copy needs Python alone."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildPages(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        built = root / "src/hoofspiel/static/index.html"
        if version == "editable" or built.exists() or os.environ.get("HOOFSPIEL_WITHOUT_PAGES"):
            return
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("Building the pages needs Node 20 or later; HOOFSPIEL_WITHOUT_PAGES=1 leaves them out.")
        subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=root, check=True)
        subprocess.run([npm, "run", "build"], cwd=root, check=True)
