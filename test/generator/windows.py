# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a tile keeps for the next trips: planes, its tail, registers."""

from context import block, grouped


class Slot:
    """A plane of a tile, as Load sees an Array."""

    def __init__(self, array, slot, width):
        self.array, self.slot, self.width_of_slot = array, slot, width

    def __getattr__(self, name):
        return getattr(self.array, name)

    def at(self, row, column):
        return self.array.at(row, "%s * %d + %s" % (
            grouped(self.slot), self.width_of_slot, column))


class Window:
    def __init__(self, cx, header, arrays, compute, suffix):
        self.cx, self.kind = cx, cx.f["window"]
        self.header, self.arrays, self.compute = header, arrays, compute
        self.suffix = suffix
        if self.kind == "turns":
            for name in ("last", "now", "next"):
                cx.declare(name + suffix, "int", moving=True)
        elif self.kind == "ring":
            cx.declare("slot" + suffix, "int", moving=True)
        elif self.kind == "pointers":
            for a in arrays:
                for name in self.pointers(a):
                    cx.declare(name, "%s *" % cx.T, moving=True)

    def pointers(self, array):
        return ["%s_%s%s" % (name, array.name, self.suffix)
                for name in ("back", "middle", "front")]

    @property
    def slot(self):
        trip = "%s / %d" % (grouped(self.header.position), self.cx.step)
        return self.cx.pick("ring", ["slot" + self.suffix, "(%s) %% 3" % trip])

    # ---- The load -------------------------------------------------------------

    def load(self, load):
        """Bends a Load."""
        cx, kind, width = self.cx, self.kind, self.cx.columns
        inner, array = load.stored, load.array
        if kind == "planes":
            plane = lambda row, column, i: array.at(row, "%s + %d" % (
                column, i * width) if i else column)
            load.stored = lambda row, column, value: [
                "%s = %s;" % (plane(row, column, i), plane(row, column, i + 1))
                for i in (0, 1)] + ["%s = %s;" % (plane(row, column, 2), value)]
        elif kind == "turns":
            load.array = Slot(array, "next" + self.suffix, width)
        elif kind == "ring":
            load.array = Slot(array, self.slot, width)
        elif kind == "pointers":
            front = self.pointers(array)[2]
            load.array = array.as_parameter()
            load.array.form = front + "[{0}]"
        elif kind == "tail":
            load.array = Slot(array, "1", cx.halo)
        elif kind == "registers":
            now, then = self.queue(array)
            shift = ["%s = %s;" % (now, then)]
            first = cx.pick("shift first", [0, 1])
            if self.late:
                shift, inner = [], lambda row, column, value: []
            load.stored = lambda row, column, value: (
                shift + ["%s = %s;" % (then, value)] + inner(row, column, now)
                if first else inner(row, column, now) + shift +
                ["%s = %s;" % (then, value)])
        return load

    @property
    def late(self):
        """The tile is stored from the registers behind a barrier."""
        return self.kind == "registers" and self.cx.pick("late", [0, 1, 1, 1])

    def queue(self, array):
        at = "[i]" if self.registers > 1 else ""
        return ["%s_%s%s%s" % (name, array.name, self.suffix, at)
                for name in ("current", "ahead")]

    @property
    def registers(self):
        return (self.cx.per if self.cx.f["loop"] in ("step", "chunk") and
                self.cx.pick("queue", [0, 1, 1]) else 1)

    def before_load(self, arrays):
        """The last elements become the first."""
        cx, lines = self.cx, []
        if self.late:
            for a in arrays:
                now, then = self.queue(a)
                shift = ["%s = %s;" % (now, then)]
                lines += (block("for (int i = 0; i < %d; ++i)" % self.registers,
                                shift) if self.registers > 1 else shift)
        if self.kind != "tail":
            return lines
        for a in arrays:
            move = "%s = %s;" % (a.at(None, "tid"),
                                 a.at(None, "%d + tid" % cx.columns))
            lines += block("if (tid < %d)" % cx.halo, [move])
        return lines + [cx.sync]

    # ---- Around it --------------------------------------------------------------

    def before_loop(self):
        cx, kind, lines = self.cx, self.kind, []
        if kind == "none":
            return lines
        if kind == "registers":
            for a in self.arrays:
                for name in self.queue(a):
                    name = name.replace("[i]", "[%d]" % self.registers)
                    lines.append("%s %s%s;" % (
                        cx.T, name, " = {}" if "[" in name else
                        " = " + cx.element.fill))
            return lines
        if kind == "turns":
            lines.append("int " + ", ".join("%s%s = %d" % (
                name, self.suffix, i) for i, name in
                enumerate(("last", "now", "next"))) + ";")
        lines.append(cx.sync)
        for a in self.arrays:
            lines += block("for (int i = tid; i < %d; i += %d)" % (
                self.compute.size, cx.threads), ["%s = %s;" % (
                    a.flat("i"), cx.element.fill)])
            if kind == "pointers":
                lines += ["%s *%s = %s + %d;" % (cx.T, name, grouped(a.base),
                                                 i * cx.columns)
                          for i, name in enumerate(self.pointers(a))]
        return lines + [cx.sync]

    def top(self):
        if self.kind != "ring" or not self.slot.startswith("slot"):
            return []
        return ["const int slot%s = (int)(%s / %d) %% 3;" % (
            self.suffix, grouped(self.header.position), self.cx.step)]

    def sums(self):
        """The plane in the middle."""
        cx, lines = self.cx, []
        row = None if cx.rows == 1 else "tid %% %d" % cx.rows
        column = "(tid * 3 + 1) %% %d" % cx.columns
        for a in self.arrays:
            if self.kind == "turns":
                now = Slot(a, "now" + self.suffix, cx.columns)
                lines.append("acc += %s;" % self.compute.number(
                    now.at(row, column)))
            elif self.kind == "pointers":
                lines.append("acc += %s;" % self.compute.number(
                    "%s[%s]" % (self.pointers(a)[1], column)))
            elif self.kind == "registers" and cx.pick("sum queue", [0, 1]):
                lines.append("acc += %s;" % self.compute.number(
                    self.queue(a)[0].replace("[i]", "[0]")))
        return lines

    def end(self):
        cx, lines = self.cx, []
        if self.kind == "turns":
            last, now, next = [n + self.suffix for n in ("last", "now", "next")]
            if cx.pick("rotate", [0, 1]):
                return ["const int oldest%s = %s;" % (self.suffix, last),
                        "%s = %s;" % (last, now), "%s = %s;" % (now, next),
                        "%s = oldest%s;" % (next, self.suffix)]
            return ["%s = %s;" % (last, now), "%s = %s;" % (now, next),
                    "%s = (%s + 1) %% 3;" % (next, next)]
        if self.kind == "pointers":
            for a in self.arrays:
                back, middle, front = self.pointers(a)
                lines += ["%s *oldest_%s = %s;" % (cx.T, a.name, back),
                          "%s = %s;" % (back, middle),
                          "%s = %s;" % (middle, front),
                          "%s = oldest_%s;" % (front, a.name)]
        return lines
