# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The spec beside a kernel: what to launch, with which data, in which sizes.

    kernel: matmul
    grid: [ceil(N / 32), ceil(M / 32)]
    block: [32, 32]
    parameters:
      A: {input: float, count: M * K}
      C: {output: float, count: M * N}
      K: K
    sizes:
      - {M: 33, N: 65, K: 70}

All keys are in docs/verify.md.
"""

import difflib
import os
import re

from . import Problem
from .expressions import Expression

KEYS = ("kernel", "grid", "block", "dynamic bytes", "rewritten dynamic bytes",
        "parameters", "sizes", "timed", "tiles", "ragged", "flops", "bytes",
        "tolerance", "flags", "reference")
ROLES = ("input", "output", "inout")
BUFFER_KEYS = ROLES + ("count", "range", "tolerance")

# Absolute and relative, where --tolerance or `tolerance: default` asks.
TOLERANCES = {"float": (1e-3, 1e-3), "double": (1e-9, 1e-9),
              "half": (1e-2, 1e-2), "bfloat16": (2e-2, 2e-2),
              "integer": (0.5, 0.1)}


def tolerance_of(element):
    """The default tolerance for an element type."""
    name = element.replace("__nv_", "").replace("__", "")
    for prefix in ("float", "double", "half", "bfloat16"):
        if re.match(prefix + r"[1-4]?$", name):
            return TOLERANCES[prefix]
    if name.startswith("fp8"):
        return 0.1, 0.1
    return TOLERANCES["integer"]


def unknown(where, word, known):
    near = difflib.get_close_matches(str(word), known, 1)
    return Problem("%s: unknown key '%s'%s" % (
        where, word, ", did you mean '%s'?" % near[0] if near else
        "; it is one of: " + ", ".join(known)))


def read_tolerance(value, element, where):
    """None (bit for bit), or an absolute and a relative part."""
    if value is None or value == "exact":
        return None
    if value == "default":
        return tolerance_of(element)
    if isinstance(value, dict) and set(value) <= {"abs", "rel"}:
        value = [value.get("abs", 0), value.get("rel", 0)]
    if isinstance(value, (int, float, str)):
        value = [value, value]
    try:
        absolute, relative = (float(part) for part in value)
        return absolute, relative
    except (TypeError, ValueError):
        raise Problem("%s: tolerance is a number, {abs: A, rel: R}, default or "
                      "exact" % where) from None


class Buffer:
    """A parameter that points to memory."""

    def __init__(self, name, wish, where):
        roles = [role for role in ROLES if role in wish]
        for key in wish:
            if key not in BUFFER_KEYS:
                raise unknown(where, key, BUFFER_KEYS)
        if len(roles) != 1:
            raise Problem("%s: say one of 'input: TYPE', 'output: TYPE' and "
                          "'inout: TYPE'" % where)
        if wish.get("count") is None:
            raise Problem("%s: say how many elements it has, such as "
                          "'count: M * K'" % where)
        self.name, self.role = name, roles[0]
        self.element = str(wish[self.role])
        self.count = Expression(wish["count"], where + ": count")
        span = wish.get("range", [1, 0])
        if not isinstance(span, list) or len(span) != 2:
            raise Problem("%s: range is [LOW, HIGH]" % where)
        self.range = [Expression(end, where + ": range") for end in span]
        self.tolerance = read_tolerance(wish.get("tolerance"), self.element,
                                        where)

    def expressions(self):
        return [self.count] + self.range


class Scalar:
    """A parameter that is passed by value."""

    def __init__(self, name, text, where):
        self.name, self.value = name, Expression(text, where)

    def expressions(self):
        return [self.value]


class Literal:
    """A parameter whose value is C++: {c++: Params{1, 2}}."""

    def __init__(self, name, text):
        self.name, self.text = name, text

    def expressions(self):
        return []


def read_parameter(name, wish, where):
    where = "%s: parameter '%s'" % (where, name)
    if isinstance(wish, dict):
        if set(wish) == {"c++"}:
            return Literal(name, str(wish["c++"]))
        return Buffer(name, wish, where)
    if wish is None or isinstance(wish, list):
        raise Problem("%s: give a scalar's value, or a buffer such as "
                      "{input: float, count: M * K}" % where)
    return Scalar(name, wish, where)


class Spec:
    """One kernel's."""

    def __init__(self, data, where):
        self.where = where
        if not isinstance(data, dict):
            raise Problem("%s: it is no mapping with 'kernel:', 'grid:', "
                          "'block:', ..." % where)
        for key in data:
            if key not in KEYS:
                raise unknown(where, key, KEYS)
        if "FILL_IN" in repr(data):
            raise Problem("%s: it says FILL_IN in places that only you know" %
                          where)
        for key in ("kernel", "grid", "block", "parameters"):
            if data.get(key) in (None, [], {}):
                raise Problem("%s: '%s:' is missing" % (where, key))
        self.data = data
        self.kernel = str(data["kernel"])
        self.grid = self._shape("grid")
        self.block = self._shape("block")
        self.dynamic = Expression(data.get("dynamic bytes", 0),
                                  where + ": dynamic bytes")
        self.rewritten_dynamic = self._optional("rewritten dynamic bytes")
        self.flops, self.bytes = self._optional("flops"), self._optional("bytes")
        if not isinstance(data["parameters"], dict):
            raise Problem("%s: 'parameters:' is a mapping, in the order of the "
                          "kernel's" % where)
        self.parameters = [read_parameter(str(name), wish, where)
                           for name, wish in data["parameters"].items()]
        self.sizes = self._sizes("sizes") or [{}]
        self.timed = self._sizes("timed")
        self.tiles = self._tiles()
        self.ragged = self._ragged()
        self.flags = [str(flag) for flag in data.get("flags") or []]
        self.tolerance = data.get("tolerance")
        self.reference, self.reference_file = self._reference()
        self._check_names()

    def _reference(self):
        """A function with the kernel's parameters, and the file that it is in, if
        that is not the kernel's."""
        wish = self.data.get("reference")
        if wish is None or isinstance(wish, str):
            return wish, None
        if not isinstance(wish, dict) or not wish.get("function") or \
                not set(wish) <= {"function", "file"}:
            raise Problem("%s: 'reference:' is the name of a function, or "
                          "{function: NAME, file: FILE}" % self.where)
        return str(wish["function"]), wish.get("file")

    def base_name(self):
        return re.sub(r"<.*", "", self.kernel).split("::")[-1].strip()

    def buffers(self):
        return [p for p in self.parameters if isinstance(p, Buffer)]

    def use_tolerance(self, value):
        """What the command line or the spec says for all buffers that have
        none of their own."""
        for buffer in self.buffers():
            if buffer.tolerance is None and \
                    (buffer.name not in self.data["parameters"] or "tolerance"
                     not in self.data["parameters"][buffer.name]):
                buffer.tolerance = read_tolerance(value, buffer.element,
                                                  self.where)

    def _optional(self, key):
        text = self.data.get(key)
        return None if text is None else Expression(
            text, "%s: %s" % (self.where, key))

    def _shape(self, key):
        value = self.data[key]
        parts = value if isinstance(value, list) else [value]
        if len(parts) > 3:
            raise Problem("%s: '%s:' has at most three dimensions" %
                          (self.where, key))
        return [Expression(part, "%s: %s" % (self.where, key))
                for part in parts + [1] * (3 - len(parts))]

    def _sizes(self, key):
        value = self.data.get(key) or []
        value = value if isinstance(value, list) else [value]
        for size in value:
            if not isinstance(size, dict) or not all(
                    isinstance(number, (int, float)) and
                    not isinstance(number, bool) for number in size.values()):
                raise Problem("%s: '%s:' is a list such as {M: 64, N: 64}" %
                              (self.where, key))
            if value and set(size) != set(value[0]):
                raise Problem("%s: '%s:' must all name the same sizes" %
                              (self.where, key))
        return [dict(size) for size in value]

    def _tiles(self):
        tiles = self.data.get("tiles") or {}
        for name, step in tiles.items() if isinstance(tiles, dict) else [(0, 0)]:
            if name not in self.sizes[0] or not isinstance(step, int) or \
                    step < 1:
                raise Problem("%s: 'tiles:' says how much of a size one tile "
                              "takes, such as {K: 32}" % self.where)
        return tiles

    def _ragged(self):
        """Sizes of `tiles` that need not be whole tiles."""
        value = self.data.get("ragged") or []
        value = list(self.tiles) if value is True else value
        if not isinstance(value, list) or not set(value) <= set(self.tiles):
            raise Problem("%s: 'ragged:' lists sizes of 'tiles:'" % self.where)
        return value

    def _check_names(self):
        everything = self.grid + self.block + [self.dynamic] + [
            e for p in self.parameters for e in p.expressions()] + [
                e for e in (self.flops, self.bytes, self.rewritten_dynamic) if e]
        for sizes in [self.sizes[0]] + self.timed[:1]:
            for expression in everything:
                for name in sorted(expression.names() - set(sizes)):
                    raise Problem("%s: '%s' names '%s', which is not among the "
                                  "sizes (%s)" % (
                                      expression.where, expression, name,
                                      ", ".join(sizes)))


def specs_of(data, where):
    """A file holds one spec or a list of them."""
    if isinstance(data, list) and data:
        return [Spec(one, "%s, kernel %d" % (where, at + 1))
                for at, one in enumerate(data)]
    return [Spec(data, where)]


def path_beside(kernel_file):
    return os.path.splitext(kernel_file)[0] + ".verify.yaml"


def read_specs(path):
    """The specs of a YAML file."""
    try:
        import yaml
    except ImportError:
        raise Problem("reading '%s' takes PyYAML (pip install pyyaml; Debian: python3-yaml)" %
                      path) from None
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        data = yaml.safe_load(text)
    except OSError as error:
        raise Problem("cannot read '%s': %s" % (
            path, error.strerror.lower())) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = ":%d" % (mark.line + 1) if mark else ""
        raise Problem("%s%s: not YAML: %s" % (
            path, place, getattr(error, "problem", error))) from None
    open_lines = [(at + 1, line.strip()) for at, line in
                  enumerate(text.split("\n"))
                  if "FILL_IN" in line.split("#", 1)[0]]
    if open_lines:
        raise Problem("%s:%d: FILL_IN stands where only you know the value: %s" % (
            path, open_lines[0][0],
            "; ".join(line for _, line in open_lines)))
    return specs_of(data, path)
