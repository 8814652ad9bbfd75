# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What all parts of one kernel share: features, sizes, names, random picks."""

import random
import re

from elements import ELEMENTS, Element, MIX
from kinds import PARTIAL_GUARDS, PIPES, PLANES, VECTORS
from settle import settle


PIPE = "cuda::pipeline<cuda::thread_scope_thread>"


def grouped(text):
    """`text`, safe as an operand."""
    return text if re.fullmatch(r"\w+|\w+\[\w+\]", text) else "(" + text + ")"


def indent(lines, by=1):
    return ["  " * by + line if line else line for line in lines]


def block(head, lines):
    """`head` and its body, with braces only where they are needed."""
    if len(lines) == 1:
        return [head] + indent(lines)
    return [head + " {"] + indent(lines) + ["}"]


def in_template(f):
    return f["place"] in ("template", "device_template")


class Context:
    def __init__(self, seed, features):
        self.seed = seed
        self.f = settle(dict(features))
        self.element = ELEMENTS[self.f["element"]]
        self.source = {"half_source": ELEMENTS["half"],
                       "char_source": ELEMENTS["char"]}.get(
                           self.f["value"], self.element)
        self.template = in_template(self.f)
        #  In a template its parameter stands for the type.
        self.T = "E" if self.template else self.element.name
        self.S = "E" if self.template else self.source.name
        self.R = self.element.result
        self.prologue = []  # Of the kernel, what loads need in front of it.
        self.globals = []  # Macros, structs and functions before the kernel.
        self._sizes()
        #  Variables in scope of the loop body: name -> type. `moving` ones
        #  differ from trip to trip.
        self.variables = {
            "A": "const %s *" % self.S, "B": "const %s *" % self.S,
            "I": "const int *", "O": "%s *" % self.R, "n": "int", "ld": "int",
            "count": "int", "tid": "int", "tx": "int", "ty": "int"}
        if self.f["trap"] in ("outer_half", "outer_guard"):
            self.variables["o"] = "int"
        if self.f["value"] in PIPES:
            self.variables["pipe"] = PIPE + " &"
        if self.f["value"] == "group_copy" or self.f["sync"] in (
                "block_group", "group_sync"):
            self.variables["group"] = "cooperative_groups::thread_block"
        self.moving = set()
        self.names = {}  # The shared arrays.

    def pick(self, name, choices):
        """The same pick, whatever the other features are."""
        return random.Random("%d/%s" % (self.seed, name)).choice(choices)

    def name(self, stem):
        return "%s_%d" % (stem, self.seed)

    def declare(self, name, kind, moving=False):
        self.variables[name] = kind
        if moving:
            self.moving.add(name)

    def mix(self, x):
        return "acc = " + MIX[self.R].format(x) + ";"

    def _sizes(self):
        f = self.f
        self.threads = self.pick("threads", [32, 32, 32, 64])
        if f["shape"] == "square_block":
            self.threads = self.pick("threads", [16, 64])
            if f["compute"] == "shuffle":
                self.threads = 64
        self.unit = 4 if f["value"] in VECTORS else 1
        loop = f["loop"]
        if loop == "unrolled":
            self.per = 2
        elif loop in ("one", "some", "halo", "halves"):
            self.per = 1
        else:
            self.per = self.pick("per", [2, 2, 3, 4])
        self.elements = self.threads * self.per * self.unit
        if loop in ("some", "halves"):
            self.elements //= 2
        if f["value"] == "two_stores":
            self.elements *= 2
        self.rows = 1
        if f["shape"] == "square_block":
            self.rows = {16: 4, 64: 8}[self.threads]
        elif f["shape"] != "row":
            self.rows = self.pick("rows", [2, 4, 8])
        self.columns = self.elements // self.rows
        self.halo = 4 if loop == "halo" else 0
        self.step = self.columns
        if f["trap"] in ("toggle", "by_hand", "outer_half"):
            self.halo = self.columns
        if f["window"] in PLANES:
            self.halo = 2 * self.columns
        elif f["window"] == "tail":
            self.halo = self.pick("tail", [2, 4, min(self.columns,
                                                     self.threads) // 2])
        if f["threads"] in ("line", "cube"):
            self.block = (self.threads, 1)
        elif self.rows > 1 and loop == "one" and self.unit == 1:
            self.block = (self.columns, self.rows)
        elif loop == "rows":
            #  As many threads wide as the tile; each thread has some rows.
            self.block = (self.columns, self.threads // self.columns)
        else:
            self.block = (8, self.threads // 8)
        if loop == "rows" and (f["threads"] == "line" or
                               self.threads % self.columns or
                               self.columns > self.threads):
            #  A row of threads takes rows of its own width.
            self.columns = self.step = self.block_width()
            self.rows = self.per * self.threads // self.columns
            self.elements = self.rows * self.columns
            self.block = (self.columns, self.threads // self.columns)
        self.blocks = self.pick("blocks", [1, 1, 2])
        if f["trap"] in ("alias", "index_written"):
            self.blocks = 1
        if f["header"] == "split":
            self.blocks = 2

    def block_width(self):
        return self.threads // 4

    @property
    def extents(self):
        """Of the block."""
        return ((8, self.threads // 16, 2) if self.f["threads"] == "cube"
                else self.block)

    @property
    def block_size(self):
        """Its threads, as an expression."""
        return "blockDim.x * blockDim.y" + (
            " * blockDim.z" if self.f["threads"] == "cube" else "")

    @property
    def plane(self):
        return self.block[1] > 1 or self.f["loop"] == "rows"

    @property
    def partial(self):
        """Whether compute may only read what this trip stored."""
        return (self.f["guard"] in PARTIAL_GUARDS and
                self.f["window"] == "none" and
                self.f["trap"] not in ("prezeroed", "guard_from_compute"))

    @property
    def exact(self):
        """Whether the source has exactly `n` columns: each read is guarded."""
        return self.f["guard"] != "none" and self.f["loop"] != "halo"
