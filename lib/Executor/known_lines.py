# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a kernel has printed before: an original is run once, not once for each
of its rewritten forms.

Kept beside the program, with a digest of every file that it was built from.
"""

import hashlib
import json
import os
import re


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def from_rule(text):
    """The files that a make rule of a compiler depends on."""
    names = text.replace("\\\n", " ").split(": ", 1)[1]
    return [re.sub(r"\\(.)", r"\1", name).replace("$$", "$")
            for name in re.findall(r"(?:\\.|\S)+", names)]


class KnownLines:
    """What a program of `sources` has printed. `home` is the executor that it
    was built with, `asked` all else that the lines depend on."""

    def __init__(self, work, sources, home, asked):
        here = os.path.dirname(os.path.abspath(__file__))
        self.sources, self.home = sources, os.path.join(home, "")
        self.sources += [os.path.join(here, name)
                         for name in ("cuda_to_cpp.py", "cpu_program.py")]
        asked = [os.getcwd(), home, sources, asked] + sorted(
            pair for pair in os.environ.items()
            if pair[0].startswith("CUDAPIPE_"))
        name = hashlib.sha256(repr(asked).encode()).hexdigest()[:16]
        self.path = os.path.join(work, "known-" + name + ".json")

    def read(self):
        """The lines; None if they are not known, or a file has changed."""
        try:
            with open(self.path, encoding="utf-8") as file:
                known = json.load(file)
            if all(digest(path) == was for path, was in known["files"].items()):
                return known["lines"]
        except (OSError, ValueError):
            pass
        return None

    def write(self, lines, rule):
        """`rule` names a file with the compiler's make rule."""
        with open(rule, encoding="utf-8") as file:
            read = [path for path in from_rule(file.read())
                    if not path.startswith(self.home)]
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump({"files": {path: digest(path)
                                 for path in self.sources + read},
                       "lines": lines}, file)
