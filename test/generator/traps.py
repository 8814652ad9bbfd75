# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that a careless rewrite gets wrong: refuse them, or be right."""

import dataclasses
import re

from context import block, indent

PREZEROED = {"prezeroed", "guard_from_compute", "load_reads_tile", "toggle",
             "read_after", "kept_pointer"}


class Trap:
    def __init__(self, cx, header, compute, array):
        self.cx, self.kind = cx, cx.f["trap"]
        self.header, self.sums, self.array = header, compute, array

    def load(self, load):
        """Bends a Load."""
        cx, kind, header = self.cx, self.kind, self.header
        position = header.position
        if kind == "moving_destination":
            load.stored = lambda row, column, value: ["%s = %s;" % (
                load.array.at(row, "(%s + %s) %% %d" % (
                    column, cx.pick("turn", [position, "%s / %d" % (
                        position, cx.step)]), cx.columns)), value)]
        elif kind == "toggle":
            load.stored = lambda row, column, value: ["%s = %s;" % (
                load.array.at(row, "%s / %d %% 2 * %d + %s" % (
                    position, cx.step, cx.columns, column)), value)]
        elif kind == "outer_half":
            load.stored = lambda row, column, value: ["%s = %s;" % (
                load.array.at(row, "o * %d + %s" % (cx.columns, column)),
                value)]
        elif kind == "outer_guard":
            load.stored = lambda row, column, value: [
                "if (tid < %d - o * 8)" % cx.threads, "  %s = %s;" % (
                    load.array.at(row, column), value)]
        elif kind == "by_hand":
            load.array = dataclasses.replace(load.array)
            load.array.form = load.array.form.replace(
                "{0}", "buffer * %d + {0}" % cx.columns)
        elif kind == "load_reads_tile":
            load.stored = lambda row, column, value: ["%s = (%s) + %s;" % (
                load.array.at(row, column), value, load.array.at(row, column))]
        elif kind == "address_from_compute":
            inner = load.source
            load.source = lambda row, column, base=None: "%s[(%s + %s + found)" \
                " %% n]" % (load.base, position, column)
        elif kind == "guard_from_compute":
            inside = load.inside
            load.inside = lambda column: inside(column) + " && acc < 0.5f"
        return load

    def by_hand(self, loop):
        """The body of a loop that loads a tile ahead already."""
        next = "%s + %d" % (self.header.position, self.cx.step)
        return (["const int ahead = %s;" % next, "if (ahead < n) {",
                 "  buffer ^= 1;"] + indent(self.ahead(loop, "ahead")) +
                ["  buffer ^= 1;", "}"] + self.drained() + loop.sums() +
                loop.compute.extras() + [self.cx.sync, "buffer ^= 1;"])

    def drained(self):
        return (["__pipeline_wait_prior(0);"] if self.cx.f["value"] == "async"
                else [])

    def ahead(self, loop, position):
        lines = loop.load(loop.arrays)
        #  Only what the load sees: the tile after this one.
        lines = [line for line in lines if "wait_prior" not in line]
        return [re.sub(r"\bk\b", position, line) for line in lines]

    def first_tile(self, loop):
        if self.kind != "by_hand":
            return []
        return (["int buffer = 0;", "if (n > 0) {"] +
                indent(self.ahead(loop, "0")) + ["}"] + self.drained() +
                [self.cx.sync])

    def before_loop(self):
        cx, kind, a = self.cx, self.kind, self.array
        lines = []
        if kind in PREZEROED:
            lines += block("for (int i = tid; i < %d; i += %d)" % (
                self.sums.size, cx.threads), ["%s = %s;" % (
                    a.flat("i"), cx.element.zero)]) + [cx.sync]
        if kind == "address_from_compute":
            lines.append("int found = 0;")
        elif kind == "kept_pointer":
            lines.append("const float *kept = &%s;" % a.flat("0"))
        elif kind == "swap":
            lines.append("float *front = As, *back = Bs;")
        return lines

    def top(self):
        position = self.header.position
        if self.kind == "named_reference":
            return ["const int &named = %s;" % self.header.variable]
        if self.kind == "break" and self.cx.pick("at", [0, 1]):
            return ["if (I[%s] == 3)" % position, "  break;"]
        if self.kind == "continue" and self.cx.pick("at", [0, 1]):
            return ["if (I[%s] > 4)" % position, "  continue;"]
        return []

    def before_barrier(self):
        if self.kind == "conditional_bump":
            return ["if (I[%s] & 1)" % self.header.position,
                    "  off += %d;" % self.cx.step]
        return []

    def after_barrier(self):
        if self.kind == "kept_pointer":
            return ["if (%s == 0)" % self.header.position,
                    "  kept = &%s;" % self.array.flat("3")]
        if self.kind == "continue" and not self.cx.pick("at", [0, 1]):
            return ["if (I[%s] > 4)" % self.header.position, "  continue;"]
        return []

    def compute(self):
        """Other lines than the kernel's sums, or None."""
        cx, a = self.cx, self.array
        if self.kind == "by_hand":
            return block("for (int j = 0; j < 4; ++j)", [cx.mix(
                self.sums.number(a.at(None, "buffer * %d + (tid * 3 + j) %% %d"
                                      % (cx.columns, cx.columns))))])
        if self.kind == "outer_half":
            return block("for (int j = 0; j < 4; ++j)", [cx.mix(
                self.sums.number(a.at(None, "(tid * 3 + j * 5) %% (%d * (o + 1))"
                                      % cx.columns)))])
        if self.kind == "tile_written":
            own = a.flat("tid")
            return ["%s = %s * 2.0f;" % (own, own), cx.mix(own)]
        return None

    def end(self):
        cx, a, position = self.cx, self.array, self.header.position
        ahead = "%s + %d + tid" % (position, cx.step)
        if self.kind == "kept_pointer":
            return ["acc += *kept;"]
        if self.kind == "named_reference":
            return ["acc += (%s)named;" % cx.R]
        if self.kind == "address_from_compute":
            return ["found = (int)(%s * 8.0f) & 7;" % a.flat("tid")]
        if self.kind == "swap":
            return ["float *other = front;", "front = back;", "back = other;"]
        if self.kind == "alias":
            return block("if (%s < n)" % ahead, ["O[%s] = acc;" % ahead])
        if self.kind == "index_written":
            return block("if (%s < n)" % ahead, [
                "const_cast<int *>(I)[%s] = (I[%s] + 1) %% n;" % (ahead, ahead)])
        if self.kind == "break" and not cx.pick("at", [0, 1]):
            return ["if (%s >= %d)" % (position, 2 * cx.step), "  break;"]
        if self.kind == "bound_changes":
            return ["if (I[%s] %% 5 == 2)" % position,
                    "  bound = %s;" % position]
        if self.kind == "state_in_branch":
            return ["if (tid & 1)", "  off += %d;" % cx.step]
        return []

    def after_loop(self):
        if self.kind == "read_after":
            return ["acc += %s;" % self.sums.number(self.array.flat(
                self.sums.other("2")))]
        return []
