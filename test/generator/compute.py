# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a kernel makes of a tile. Sums whose value shows the order of tiles."""

from context import block, indent


class Compute:
    def __init__(self, cx, header, arrays, suffix=""):
        self.cx, self.header = cx, header
        self.arrays = arrays
        self.suffix = suffix

    def number(self, text):
        return self.cx.element.value(text)

    def position(self):
        return self.header.position_later

    # ---- Reading only what this trip stored -----------------------------------

    def partial(self, array):
        """Every element stored in this trip, by every thread."""
        cx = self.cx
        limit = ("j < lsize" if cx.f["guard"] in ("lsize", "rest") else
                 "j < %d && %s + j < n" % (cx.columns, self.position()))
        body = [cx.mix(self.number(array.at("r" if cx.rows > 1 else None,
                                            "j")))]
        lines = block("for (int j = 0; %s; ++j)" % limit, body)
        if cx.rows > 1:
            lines = block("for (int r = 0; r < %d; ++r)" % cx.rows, lines)
        return lines

    # ---- Reading anything -------------------------------------------------------

    def whole(self, array):
        kind = self.cx.f["compute"]
        made = {"sum": self.sum, "dot": self.sum, "rows": self.some_rows,
                "mixed": self.mixed, "shuffle": self.shuffle,
                "reference": self.reference, "inner_jump": self.inner_jump,
                "local_array": self.local_array,
                "reads_global": self.reads_global, "branch": self.branch,
                "fma": self.mixed, "pointer": self.pointer}[kind]
        return made(array)

    @property
    def size(self):
        return self.cx.rows * (self.cx.columns + self.cx.halo)

    def other(self, j="j"):
        """An index that other threads have stored."""
        a = self.cx.pick("stride", [1, 3, 5, 7])
        b = self.cx.pick("leap", [1, 2, 9, 11])
        return "(tid * %d + %s * %d + 1) %% %d" % (a, j, b, self.size)

    def sum(self, array):
        count = self.cx.pick("terms", [3, 4, 6])
        unroll = (["#pragma unroll"] if self.cx.pick("unroll sum", [0, 1]) else
                  [])
        return unroll + block("for (int j = 0; j < %d; ++j)" % count, [
            self.cx.mix(self.number(array.flat(self.other())))])

    def some_rows(self, array):
        if self.cx.rows == 1:
            return block("for (int j = 0; j < %d; ++j)" % self.cx.columns,
                         [self.cx.mix(self.number(array.at(None, "j")))])
        return block("for (int c = 0; c < %d; ++c)" % self.cx.columns, [
            self.cx.mix(self.number(array.at("tid %% %d" % self.cx.rows, "c")))])

    def mixed(self, array):
        scale = self.position() if not self.header.extra else self.header.extra
        return [self.cx.mix("%s * (%s)(%s & 3)" % (
            self.number(array.flat(self.other("2"))), self.cx.R, scale))] + [
                "acc += %s;" % self.number(array.flat(
                    "%d - tid %% %d" % (self.size - 1, self.size)))]

    def shuffle(self, array):
        return ["{", "  %s x = %s;" % (self.cx.R, self.number(
            array.flat(self.other("1")))),
            "  x += __shfl_xor_sync(0xffffffffu, x, 1);",
            "  " + self.cx.mix("x"), "}"]

    def reference(self, array):
        return block("for (int j = 0; j < 3; ++j)", [
            "const %s &x = %s;" % (self.cx.T, array.flat(self.other())),
            self.cx.mix(self.number("x"))])

    def pointer(self, array):
        return ["{", "  const %s *from = &%s;" % (self.cx.T,
                                                  array.flat(self.other("3"))),
                "  " + self.cx.mix(self.number("(*from)")), "}"]

    def inner_jump(self, array):
        jump = self.cx.pick("jump", ["break", "continue"])
        return ["for (int j = 0; j < 5; ++j) {", "  if (j == tid % 4)",
                "    %s;" % jump,
                "  " + self.cx.mix(self.number(array.flat(self.other()))), "}"]

    def local_array(self, array):
        return ["{", "  %s part[2] = {0, 0};" % self.cx.R,
                "  for (int j = 0; j < 4; ++j)",
                "    part[j %% 2] += %s;" % self.number(
                    array.flat(self.other())),
                "  " + self.cx.mix("part[0] - part[1]"), "}"]

    def reads_global(self, array):
        return [self.cx.mix("%s * I[%s]" % (
            self.number(array.flat(self.other("1"))), self.position()))]

    def branch(self, array):
        return (block("if ((%s / %d + tid) %% 2)" % (self.position(),
                                                     self.cx.step),
                      self.sum(array)) +
                block("else", ["acc += %s;" % self.number(array.flat(
                    self.other("5")))]))

    # ---- All of it ----------------------------------------------------------------

    def lines(self, arrays=None):
        cx = self.cx
        arrays = self.arrays if arrays is None else arrays
        lines = []
        if cx.f["compute"] == "dot" and len(arrays) > 1 and not cx.partial:
            a, b = arrays[:2]
            lines += block("for (int j = 0; j < 4; ++j)", [cx.mix("%s * %s" % (
                self.number(a.flat(self.other())),
                self.number(b.flat("(tid + j) %% %d" % self.size))))])
            arrays = arrays[2:]
        for array in arrays:
            lines += (self.partial(array) if cx.partial else self.whole(array))
        return lines

    def extras(self):
        """Statements beside the sums: state and stores."""
        cx, lines = self.cx, []
        if cx.f["state"] in ("compute", "both", "both_after"):
            lines.append("acc += state;")
        if cx.f["value"] == "kept":
            lines += ["acc += %s;" % self.number("own_" + a.name)
                      for a in self.arrays]
        if cx.f["walk"] == "table" and cx.pick("page in compute", [0, 1]):
            lines.append("acc += (%s)page%s;" % (cx.R, self.suffix))
        if "Qs" in cx.names:
            lines.append("acc += %s;" % cx.names["Qs"].at(
                None, "(tid + 3) %% %d" % cx.threads))
        kind = cx.f["store"]
        trip = "%s / %d" % (self.position(), cx.step)
        slot = "(%s) * %d + tid" % (trip, cx.threads)
        if kind == "global":
            lines.append("O[%s] = acc;" % slot)
        elif kind == "global_shifted":
            lines += ["if (%s > 0)" % self.position(),
                      "  O[%s - %d] = acc;" % (slot, cx.threads)]
        elif kind == "atomic":
            lines.append("atomicAdd(&O[%s], acc);" % slot)
        return lines


def scratch_lines(cx, compute, arrays, scratch):
    """Every thread stores one element of `scratch`, made of others' elements."""
    value = " + ".join(compute.number(a.flat(compute.other("2")))
                       for a in arrays)
    return ["%s = %s;" % (scratch.at(None, "tid"), value)]


def from_scratch(cx, scratch):
    return block("for (int j = 0; j < 3; ++j)", [cx.mix(
        scratch.at(None, "(tid * 5 + j + 1) %% %d" % cx.threads))])


def reduction(cx, scratch, sync):
    """A sum over the block, in every trip."""
    return ([scratch.at(None, "tid") + " = acc;", sync] +
            ["for (int s = %d; s > 0; s /= 2) {" % (cx.threads // 2)] +
            indent(block("if (tid < s)", ["%s += %s;" % (
                scratch.at(None, "tid"), scratch.at(None, "tid + s"))]) +
                [sync]) + ["}", cx.mix(scratch.at(None, "0"))])
