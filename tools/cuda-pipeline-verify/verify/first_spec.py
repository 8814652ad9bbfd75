# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--init: a spec from what the kernel file says of its kernels.

Sizes are small, odd where the kernel checks bounds, and different from each
other, so that rows and columns are not mixed up unnoticed.
"""

import os
import re

from . import Problem
from .expressions import SIZES, Expression
from .spec import path_beside

FILL_IN = "FILL_IN"
ELEMENTS = {"__half": "half", "signed char": "signed char"}
ROUNDED_UP = re.compile(r"\((\w+) \+ (\d+) - 1\) // (\d+)|"
                        r"\((\w+) \+ (\d+)\) // (\d+)")


def readable(text):
    """`(N + 31) // 32` as `ceil(N / 32)`."""
    def ceil(match):
        name, more, by = match[1] or match[4], match[2] or match[5], \
            match[3] or match[6]
        exact = int(by) - (0 if match[1] else 1)
        return "ceil(%s / %s)" % (name, by) if int(more) == exact else \
            match.group()
    return ROUNDED_UP.sub(ceil, text)


def quoted(text):
    """As it may stand in a YAML list."""
    return '"%s"' % text if "," in text else text


def names_of(texts):
    found = {}
    for text in texts:
        if text and FILL_IN not in text:
            tree = Expression(text, "--init")
            for name in re.findall(r"[A-Za-z_]\w*", text):
                if name in tree.names():
                    found[name] = True
    return list(found)


class FirstSpec:
    """Of one kernel."""

    def __init__(self, kernel):
        self.kernel = kernel
        launches = [l for l in kernel["launches"] if l["grid"] and l["block"]]
        self.launch = launches[0] if launches else None
        self.missing = []
        self.grid = self._shape("grid")
        self.block = self._shape("block")
        self.dynamic = readable(self.launch["dynamic"]) if self.launch else "0"
        if not self.dynamic:
            self.dynamic = self._missing("dynamic bytes")
        self.parameters = [self._parameter(at, p)
                           for at, p in enumerate(kernel["parameters"])]
        self.names = names_of(self.grid + self.block + [self.dynamic] + [
            text for _, _, text in self.parameters])

    def _missing(self, what):
        self.missing.append(what)
        return FILL_IN

    def _shape(self, key):
        if self.launch:
            return [readable(text) for text in self.launch[key]]
        if key == "block" and self.kernel["threads"]:
            return [str(self.kernel["threads"])]
        return [self._missing(key)]

    def _parameter(self, at, p):
        """Name, how it is written (a %s for the text), and its text."""
        passed = self.launch["arguments"][at] if self.launch else ""
        if p["element"]:
            role = "input" if not p["written"] else \
                "inout" if p["read"] else "output"
            element = ELEMENTS.get(p["element"], p["element"])
            if element == "void":
                element = self._missing("type of '%s'" % p["name"])
            form = "{%s: %s, count: %%s}" % (role, element)
            return p["name"], form, readable(passed) or self._missing(
                "count of '%s'" % p["name"])
        if p["type"] in ("float", "double", "__half", "half"):
            return p["name"], "%s", passed or "1.5"
        if p["type"].endswith("*") or not re.search(
                r"\b(int|long|short|char|unsigned|bool)\b", p["type"]):
            return p["name"], "{c++: %s}", self._missing(
                "value of '%s'" % p["name"])
        return p["name"], "%s", passed or p["name"]

    def small(self, at, name):
        """A size for tests: more than one tile or block, and a part of one."""
        step = self.kernel["tiles"].get(name)
        parts = [int(by) for text in self.grid for by in re.findall(
            r"\b%s / (\d+)" % name, text) + re.findall(
                r"\b%s // (\d+)" % name, text)]
        odd = name in self.kernel["bounds"]
        if step:
            return 2 * step + (min(step - 1, 3 + 2 * at) if odd else 0)
        if parts:
            return max(parts) + (1 + 3 * at if odd else max(parts))
        if name in self.grid:
            return 2
        return 64

    def text(self):
        k = self.kernel
        name = self.launch["kernel"] if self.launch else k["qualified"] + (
            "<%s>" % self._missing("template arguments") if k["template"]
            else "")
        lines = ["kernel: " + name]
        lines.append("grid: [%s]" % ", ".join(map(quoted, self.grid)) + (
            "    # as in line %d" % self.launch["line"] if self.launch else ""))
        lines.append("block: [%s]" % ", ".join(map(quoted, self.block)))
        if self.dynamic != "0":
            lines.append("dynamic bytes: " + self.dynamic)
        lines.append("parameters:")
        lines += ["  %s: %s" % (n, form % quoted(text))
                  for n, form, text in self.parameters]
        if self.names:
            lines.append("sizes:")
            lines.append("  - {%s}" % ", ".join(
                "%s: %d" % (n, self.small(at, n))
                for at, n in enumerate(self.names)))
        tiles = {n: step for n, step in k["tiles"].items() if n in self.names}
        if tiles:
            lines.append("tiles: {%s}    # also 0, 1, 2, ... tiles of it" %
                         ", ".join("%s: %d" % item for item in tiles.items()))
            odd = [n for n in tiles if n in k["bounds"] and tiles[n] > 1]
            if odd:
                lines.append("ragged: [%s]    # and one element more" %
                             ", ".join(odd))
        if self.names:
            lines.append("timed:")
            lines.append("  - {%s}" % ", ".join("%s: %d" % (
                n, 2 if n in self.grid else 2048) for n in self.names))
        lines += self._work()
        return "\n".join(lines) + "\n"

    def _work(self):
        parts = []
        for p, (_, _, count) in zip(self.kernel["parameters"], self.parameters):
            size = SIZES.get(p["element"].replace("signed char", "char"))
            if p["element"] and size and count != FILL_IN:
                parts.append("%d * %s" % (size, count if re.fullmatch(
                    r"[\w* ]+", count) else "(%s)" % count))
        lines = ["# flops: 2 * ...    # operations, for GFLOP/s"]
        if parts and len(parts) == sum(bool(p["element"])
                                       for p in self.kernel["parameters"]):
            lines.append("bytes: " + " + ".join(parts))
        return lines


def write(file, facts, pattern, path=None):
    """Writes the spec beside the file; returns what to say about it."""
    path = path or path_beside(file)
    if os.path.exists(path):
        raise Problem("'%s' is there already; move it away, or write another "
                      "with --spec=FILE" % path)
    kernels = [k for k in facts if re.search(pattern, k["name"])]
    # Those that are pipelined, if any is.
    kernels = [k for k in kernels if any(loop["rewritten"]
                                         for loop in k["loops"])] or kernels
    if not kernels:
        raise Problem("no kernel%s in '%s'" % (
            " that matches '%s'" % pattern if pattern else "", file))
    specs = [FirstSpec(k) for k in kernels]
    texts = [spec.text() for spec in specs]
    head = "# What cuda-pipeline-verify launches of %s.\n" % \
        os.path.basename(file)
    if len(texts) > 1:
        texts = ["- " + text.rstrip().replace("\n", "\n  ") + "\n"
                 for text in texts]
    with open(path, "w", encoding="utf-8") as out:
        out.write(head + "\n".join(texts))
    said = ["wrote " + path]
    for spec in specs:
        said += ["  %s: fill in the %s" % (spec.kernel["name"], what)
                 for what in spec.missing]
    if len(said) == 1:
        said.append("next: cuda-pipeline-verify " + file)
    return "\n".join(said)
