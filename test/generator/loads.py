# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The statements that load a tile."""

from context import block, grouped, indent
from objects import copy, rows_by_group
from kinds import BESIDE_LOOPS, OUTER_TEMPORARIES, PIPES, REGISTERS, RETURNED, ZEROED
from returned import call_of


def joined_loads(lists):
    """One loop that makes the stores of several, or None."""
    heads = {tuple(line for line in lines if not line.startswith((" ", "}")))
             for lines in lists}
    if len(heads) != 1:
        return None
    head = list(heads.pop())
    if not head or not head[-1].startswith("for") or any(
            not line.startswith("#") for line in head[:-1]):
        return None
    inside = []
    for lines in lists:
        body = [line[2:] for line in lines if line.startswith(" ")]
        plain = len(body) == 1 or all(
            line.startswith((" ", "if", "else", "}")) for line in body)
        inside += body if plain else ["{"] + indent(body) + ["}"]
    opening = head[-1] if head[-1].endswith("{") else head[-1] + " {"
    return head[:-1] + [opening] + indent(inside) + ["}"]


def sets_beside(cx):
    return (cx.f["beside"] != "none" and cx.f["loop"] in BESIDE_LOOPS and
            cx.f["place"] in ("kernel", "template"))


class Load:
    """Loads `array` from the rows of `base`."""

    def __init__(self, cx, header, walk, array, base):
        self.cx, self.header, self.walk = cx, header, walk
        self.array, self.base = array, base
        self.value = cx.f["value"]
        self.guard = cx.f["guard"]

    # ---- One element --------------------------------------------------------

    def source(self, row, column, base=None):
        cx, walk = self.cx, self.walk
        base = base or self.base
        pointer = walk.pointer(base)
        index = walk.index(base, row, column)
        if self.value == "gather":
            index = "I[%s]" % walk.index(base, None, column)
        if cx.f["barriers"] == "gather_tile":
            return "%s[%s]" % (base, cx.names["indices"].at(
                None, "(%s) %% %d" % (column, cx.threads)))
        if cx.f["spelling"] in ("source_macro", "both_macros"):
            return "%s(%s, %s)" % (cx.name("AT"), pointer, index)
        return "%s[%s]" % (pointer, index)

    def loaded(self, row, column):
        """The value for the tile, and lines in front of it."""
        cx, element = self.cx, self.cx.element
        source = self.source(row, column)
        pointer = self.walk.pointer(self.base)
        index = self.walk.index(self.base, row, column)
        kind = self.value
        if cx.unit > 1:
            return [], "*reinterpret_cast<const float4 *>(&%s)" % source
        if kind == "index":
            return ["const int at = %s;" % index], "%s[at]" % pointer
        if kind == "scaled":
            return [], element.scaled.format(source)
        if kind == "sum":
            other = "B" if self.base == "A" else "A"
            return [], element.sum.format(source,
                                          self.source(row, column, other))
        if kind == "ldg":
            return [], "__ldg(&%s)" % source
        if kind == "pointer":
            return ["const %s *from = &%s;" % (cx.S, source)], "*from"
        if kind == "half_source":
            return [], "__half2float(%s)" % source
        if kind == "char_source":
            return [], "%s * 0.25f" % source
        if kind == "call":
            return [], "%s(%s, %s)" % (cx.name("fetch"), pointer, index)
        if kind == "alias_type" and element.size == 4:
            return [], "*reinterpret_cast<const unsigned *>(&%s)" % source
        return [], source

    def stored(self, row, column, value):
        """The lines that store `value`."""
        cx = self.cx
        to = self.array.at(row, column)
        if self.value in ("vector", "vector_zeroed"):
            to = "*reinterpret_cast<float4 *>(&%s)" % to
        elif self.value == "vector_split":
            return ["%s = %s.%s;" % (
                self.array.at(row, "%s + %d" % (column, i) if i else column),
                value, "xyzw"[i]) for i in range(4)]
        elif self.value == "alias_type" and cx.element.size == 4:
            to = "*reinterpret_cast<unsigned *>(&%s)" % to
        elif self.value == "array_view" and not self.array.deep:
            return ["%s (&all)[%d] = *reinterpret_cast<%s (*)[%d]>(%s);" % (
                cx.T, self.array.count, cx.T, self.array.count,
                "&" + self.array.form.format("0")),
                "all%s = %s;" % (to[to.index("["):], value)]
        elif self.value == "destination":
            return ["%s *to = &%s;" % (cx.T, to), "*to = %s;" % value]
        elif self.value in PIPES and value not in (self.zero(), self.fill()):
            return copy(cx, to, value)
        elif self.value in ("async", "asm_async") and value not in (
                self.zero(), self.fill()):
            size = cx.element.size
            if self.value == "async":
                return ["__pipeline_memcpy_async(&%s, &%s, %s);" % (
                    to, value, cx.pick("size", ["sizeof(%s)" % cx.T,
                                                str(size)]))]
            return ['asm volatile("cp.async.ca.shared.global [%%0], [%%1], %d;'
                    '"' % size, "             ::\"r\"("
                    "(unsigned)__cvta_generic_to_shared(&%s))," % to,
                    '             "l"(&%s));' % value]
        elif self.value == "two_stores":
            half = self.cx.elements // 2
            other = (cx.element.scaled.format(value) if cx.element.scaled else
                     value)
            return ["%s = %s;" % (to, value), "%s = %s;" % (
                self.array.at(row, "%s + %d" % (column, half)), other)]
        if cx.f["spelling"] == "statement_macro":
            return ["%s(%s, (%s));" % (cx.name("PUT"), to, value)]
        return ["%s = %s;" % (to, value)]

    def zero(self):
        if self.cx.unit > 1:
            return "make_float4(0.0f, 0.0f, 0.0f, 0.0f)"
        if self.value == "alias_type":
            return "0u" if self.cx.element.size == 4 else self.cx.element.zero
        return self.cx.element.zero

    def fill(self):
        """What some guards store where there is nothing to load."""
        if self.cx.unit > 1:
            return "make_float4(1.0f, 2.0f, 3.0f, 4.0f)"
        if self.value == "alias_type" and self.cx.element.size == 4:
            return "7u"
        return self.cx.element.fill

    def type(self):
        if self.value == "alias_type" and self.cx.element.size == 4:
            return "unsigned"
        return "float4" if self.cx.unit > 1 else self.cx.T

    def inside(self, column):
        if self.guard.startswith("lsize"):
            return "%s < lsize" % column
        if self.cx.f["state"] in ("load", "both", "both_after"):
            return "%s && state >= 0" % self.in_row(column)
        return self.in_row(column)

    def in_row(self, column):
        return self.cx.pick("guard text", ["{0} < n", "{0} <= n - 1",
                                           "n > {0}", "{0} < n"]).format(
                                               "%s + %s" % (
                                                   self.header.position,
                                                   column))

    def put(self, row, column, value):
        """Stores `value`, by way of a temporary if that is the form."""
        if self.value in ("temporary", "vector_split", "two_stores", "auto"):
            kind = "auto" if self.value == "auto" else self.type()
            return (["%s v = %s;" % (kind, value)] +
                    self.stored(row, column, "v"))
        if self.value == "kept":
            name = "own_" + self.array.name
            return (["const %s %s = %s;" % (self.cx.T, name, value)] +
                    self.stored(row, column, name))
        if self.value == "outer_temporary":
            return (["hold = %s;" % value] + self.stored(row, column, "hold"))
        return self.stored(row, column, value)

    def element(self, row, column):
        cx, guard = self.cx, self.guard
        if self.value in RETURNED:
            return self.put(row, column, call_of(self, row, column))
        if guard == "rest":  # The loop over the elements ends there.
            guard = "none"
        if guard == "clamp":
            position = self.header.position
            column_of = "min(%s, n - 1 - %s)" % (
                column, position if self.header.type == "int" else
                "(int)%s" % grouped(position))
            ahead, value = self.loaded(row, column_of)
            return ahead + self.put(row, column, value)
        condition, zero = self.inside(column), self.zero()
        if guard == "two_sided":
            column = "%s - 1" % column
            condition = "%s + %s >= 0 && %s" % (self.header.position, column,
                                                condition)
            ahead, value = self.loaded(row, column)
            return ahead + self.put(row, column[:-len(" - 1")], "%s ? %s : %s" %
                                    (condition, value, zero))
        if guard == "and_thread":
            condition = "tid < %d && %s" % (cx.threads, condition)
        ahead, value = self.loaded(row, column)
        if self.value in ZEROED:
            return self.zeroed(row, column, condition, value)
        if guard == "none":
            return ahead + self.put(row, column, value)
        if guard in ("ternary", "lsize_ternary", "and_thread"):
            if self.value == "async_zfill":
                return ["__pipeline_memcpy_async(&%s, &%s, sizeof(%s), "
                        "%s ? 0 : sizeof(%s));" % (
                            self.array.at(row, column), value, self.cx.T,
                            condition, self.cx.T)]
            return ahead + self.put(row, column, "%s ? %s : %s" %
                                    (condition, value, zero))
        if guard == "boolean":
            return ahead + ["const bool inside = %s;" % condition] + self.put(
                row, column, "inside ? %s : %s" % (value, zero))
        put = ahead + self.put(row, column, value)
        if guard == "if_else":
            return (block("if (%s)" % condition, put) +
                    block("else", self.put(row, column, zero)))
        if guard == "fill":
            return ahead + self.put(row, column, "%s ? %s : %s" % (
                condition, value, self.fill()))
        if guard in ("else_if", "nested_fill", "ternary_in_if"):
            return self.twice_guarded(row, column, condition, ahead, value)
        if guard == "nested_if":
            return (["if (%s) {" % condition] +
                    indent(block("if (n > 0)", put)) + ["} else {"] +
                    indent(self.put(row, column, zero)) + ["}"])
        if guard == "zero_first":
            return (["{"] + indent(self.stored(row, column, zero)) + ["}"] +
                    block("if (%s)" % condition, put))
        if guard == "skip":
            return ["if (!(%s))" % condition, "  continue;"] + put
        return block("if (%s)" % condition, put)

    def zeroed(self, row, column, condition, value):
        """A temporary that is zero, and loaded where there is something."""
        cx, kind = self.cx, self.type()
        name = "hold" if self.value in OUTER_TEMPORARIES else "v"
        own = "" if name == "hold" else kind + " "
        lines = ["%s%s = %s;" % (own, name, self.zero())]
        if own and cx.pick("zero apart", [0, 0, 1]):
            lines = [own + name + ";", "%s = %s;" % (name, self.zero())]
        put = ["%s = %s;" % (name, value)]
        if self.value == "zeroed_nested":
            put = block("if (%s)" % cx.pick("second guard", [
                "n > tid", "(tid & 3) != 1", "count > 2"]), put)
        if self.guard == "none" and self.value != "zeroed_nested":
            lines, put = ([own + name + ";"] if own else []), put
        elif self.guard != "none":
            put = block("if (%s)" % condition, put)
        use = "(%s)%s" % (kind, name) if self.value == "zeroed_cast" else name
        return lines + put + self.stored(row, column, use)

    def twice_guarded(self, row, column, condition, ahead, value):
        """A guard in a guard; where nothing is loaded, one of two values."""
        position = self.header.position
        other = self.cx.pick("second guard", [
            "n > tid", "(tid & 3) != 1", "%s < n - 2" % position, "count > 2"])
        put = ahead + self.put(row, column, value)
        fill = self.put(row, column, self.fill())
        zero = self.put(row, column, self.zero())
        if self.guard == "else_if":
            return (block("if (!(%s))" % other, fill) +
                    block("else if (%s)" % condition, put) +
                    block("else", zero))
        if self.guard == "ternary_in_if":
            inner = self.put(row, column, "%s ? %s : %s" % (
                condition, value, self.zero()))
            return (block("if (%s)" % other, ahead + inner) +
                    block("else", fill))
        return (["if (%s) {" % condition] + indent(
            block("if (%s)" % other, put) + block("else", fill)) +
            ["} else {"] + indent(zero) + ["}"])

    # ---- All of a thread's elements -----------------------------------------

    def split(self, unit, scoped):
        """Lines and row and column of the `unit`th element of the tile."""
        cx = self.cx
        scale = "" if cx.unit == 1 else " * %d" % cx.unit
        if cx.rows == 1:
            return [], None, grouped(unit) + scale if scale else unit
        width = cx.columns // cx.unit
        row = "%s / %d" % (grouped(unit), width)
        column = "%s %% %d%s" % (grouped(unit), width, scale)
        if scoped and cx.pick("named", [0, 1]):
            return (["const int r = %s;" % row, "const int c = %s;" % column],
                    "r", "c")
        return [], row, column

    def one(self, unit, scoped):
        lines, row, column = self.split(unit, scoped)
        return lines + self.element(row, column)

    def scoped(self, lines):
        """`lines` in braces, if they declare something."""
        plain = self.value == "kept" or len(lines) == 1 or all(
            line.startswith((" ", "if", "else", "}")) for line in lines)
        return lines if plain else ["{"] + indent(lines) + ["}"]

    def unroll(self, lines):
        return (["#pragma unroll"] if self.cx.pick("unroll", [0, 0, 1]) else
                []) + lines

    def lines(self):
        cx, loop = self.cx, self.cx.f["loop"]
        n, per = cx.threads, cx.per
        units = cx.elements // cx.unit // (2 if self.value == "two_stores"
                                           else 1)
        body = lambda unit: self.one(unit, True)
        if self.value == "group_copy":
            return rows_by_group(cx, self)
        if self.value in REGISTERS:
            return self.through_registers(loop)
        if self.guard == "rest":
            return block("for (int i = tid; i < lsize; i += %d)" % n, body("i"))
        if loop in ("one", "halo"):
            if cx.plane and cx.rows > 1 and (
                    cx.block[0] * cx.unit == cx.columns):
                column = "tx" if cx.unit == 1 else "tx * %d" % cx.unit
                return self.scoped(self.element("ty", column))
            lines = self.scoped(self.one("tid", False))
            if loop == "halo":
                lines += block("if (tid < %d)" % cx.halo, self.element(
                    None, "%d + tid" % cx.columns))
            return lines
        if loop == "unrolled":
            return (self.scoped(self.one("tid", False)) +
                    self.scoped(self.one("tid + %d" % n, False)))
        if loop == "single":
            return ["if (tid == 0)"] + indent(block(
                "for (int i = 0; i < %d; ++i)" % units, body("i")))
        if loop == "halves":
            first = self.base == "A"
            return block("if (tid %s %d)" % ("<" if first else ">=", n // 2),
                         body("tid" if first else "tid - %d" % (n // 2)))
        if loop == "some":
            return block("if (tid < %d)" % units, body("tid"))
        if loop in ("stride", "block_dim"):
            by = "%d" % n if loop == "stride" else cx.block_size
            return block("for (int i = tid; i < %d; i += %s)" % (units, by),
                         body("i"))
        if loop == "while":
            return (["{", "  int i = tid;", "  while (i < %d) {" % units] +
                    indent(body("i"), 2) + ["    i += %d;" % n, "  }", "}"])
        if loop == "rows":
            column = "tx" if cx.unit == 1 else "tx * %d" % cx.unit
            return block("for (int r = ty; r < %d; r += %d)" %
                         (cx.rows, cx.block[1]), self.element("r", column))
        if loop == "nested":
            return ["for (int r = 0; r < %d; ++r)" % cx.rows] + indent(block(
                "for (int c = tid; c < %d; c += %d)" % (cx.columns, n),
                self.element("r", "c")))
        unit = ("tid * %d + i" % per if loop == "chunk" else
                "i * %d + tid" % n)
        head = ("for (int i = %d; i >= 0; --i)" % (per - 1) if loop == "down"
                else "for (int i = 0; i < %d; ++i)" % per)
        return self.unroll(block(head, body(unit) + self.beside()))

    def beside(self):
        """What a trip of the copy loop sets that is no part of the tile."""
        if not sets_beside(self.cx):
            return []
        return {"number": ["beside = beside * 3 + i;"],
                "numbers": ["besides[i] = i + (int)acc % 3;"],
                }[self.cx.f["beside"]]

    def through_registers(self, loop):
        cx = self.cx
        unit = ("tid * %d + i" % cx.per if loop == "chunk" else
                "i * %d + tid" % cx.threads)
        lines, row, column = self.split(unit, True)
        head = "for (int i = 0; i < %d; ++i)" % cx.per
        ahead, value = self.loaded(row, column)
        if self.guard not in ("none", "clamp"):
            value = "%s ? %s : %s" % (self.inside(column), value, self.zero())
        elif self.guard == "clamp":
            ahead, value = self.loaded(row, "min(%s, n - 1 - (int)%s)" % (
                column, grouped(self.header.position)))
        own = [] if self.value == "registers_outer" else [
            "%s r_%s[%d];" % (cx.T, self.base, cx.per)]
        inside = (own + block(head, lines + ahead + ["r_%s[i] = %s;" % (self.base, value)]) +
                  block(head, lines + self.stored(
                      row, column, "r_%s[i]" % self.base)))
        return ["{"] + indent(inside) + ["}"]
