# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a load's address moves from tile to tile."""

import dataclasses

from context import grouped
from headers import last_tile


@dataclasses.dataclass
class Walk:
    before: list  # Declarations in front of the loop.
    bump: list  # Statements, once a trip.
    header: str  # The bump as an expression, for the loop header.
    index: object  # (base, row, column) -> index.
    pointer: object  # base -> the pointer that is indexed.
    top: list = dataclasses.field(default_factory=list)  # Of the body.


def joined(*terms):
    return " + ".join(t for t in terms if t and t != "0")


def walk_of(cx, header, bases, suffix=""):
    """The walk along the arrays named in `bases`."""
    kind, w = cx.f["walk"], cx.step
    sign = "-" if header.down else "+"
    start = last_tile(cx) if header.down else "0"
    line = lambda row: grouped(row) + " * ld" if row not in (None, "0") else ""
    high = lambda base: (cx.rows if base == "B" and cx.f["walk_b"] == "down"
                         else 1)

    def at(base, row, *along):
        """`along` the way of the tiles, in `row`."""
        if high(base) == 1:
            return joined(line(row), *along) or "0"
        way = joined(*along)
        return joined("%s * %d" % (grouped(way), high(base)) if way else "",
                      row) or "0"
    if cx.f["walk_place"] == "start":
        start = "%s - %d" % (start, w) if sign == "+" else "%s + %d" % (start,
                                                                       w)
    plain = lambda base, row, column: at(base, row, header.position, column)
    if cx.f["header"] == "pointer":
        moving = "p" + suffix
        return Walk([], [], "", lambda base, row, column: (
            at(base, row, column) if base == "A" else
            plain(base, row, column)),
            lambda base: moving if base == "A" else base)
    if kind == "body_index":
        cx.declare("start" + suffix, header.type, moving=True)
        return Walk([], [], "", lambda base, row, column: at(
            base, row, "start" + suffix, column), lambda base: base,
            ["const %s start%s = %s;" % (header.type, suffix, header.position)])
    if kind == "body_pointer":
        names = {base: "from_%s%s" % (base.lower(), suffix) for base in bases}
        for name in names.values():
            cx.declare(name, "const %s *" % cx.S, moving=True)
        return Walk([], [], "", lambda base, row, column: at(base, row, column),
                    lambda base: names[base],
                    ["const %s *%s = %s + %s;" % (
                        cx.S, names[base], base, header.position
                        if high(base) == 1 else "%s * %d" % (
                            grouped(header.position), high(base)))
                     for base in dict.fromkeys(bases)])
    if kind == "table":
        page = "page" + suffix
        cx.declare(page, "int", moving=True)
        return Walk([], [], "", lambda base, row, column: at(
            base, row, "%s * %d" % (page, w), column), lambda base: base,
            ["const int %s = I[%s / %d] %% (n < %d ? 1 : n / %d);" % (
                page, grouped(header.position), w, w, w)])
    if kind in ("offset", "two_offsets", "array_offset"):
        names = {base: "off" + suffix for base in bases}
        if kind == "two_offsets":
            names = {base: "off_%s%s" % (base.lower(), suffix)
                     for base in bases}
        declared = sorted(set(names.values()))
        before = ["int %s = %s;" % (name, start) for name in declared]
        if kind == "array_offset":
            before = ["int offs%s[2] = {%s, 1};" % (suffix, start)]
            declared = ["offs%s[0]" % suffix]
            names = {base: declared[0] for base in bases}
            cx.declare("offs" + suffix, "int *", moving=True)
        else:
            for name in declared:
                cx.declare(name, "int", moving=True)
        steps = ["%s %s= %d" % (name, sign, w) for name in declared]
        return Walk(before, [s + ";" for s in steps], ", ".join(steps),
                    lambda base, row, column: at(base, row, names[base],
                                                 column),
                    lambda base: base)
    if kind in ("pointer", "row_pointer"):
        own = (suffix == "" and cx.f["nesting"] in ("none", "reuse") and
               cx.f["trap"] == "none" and cx.f["header"] != "pointer" and
               cx.pick("bump the parameter", [0, 1]))
        names = {base: base if own else "p%s%s" % (base.lower(), suffix)
                 for base in bases}
        before, steps = [], []
        own_rows = kind == "row_pointer"
        corner = joined(*row_start(cx)) if own_rows else ""
        for base in dict.fromkeys(bases):
            first = start if high(base) == 1 or start == "0" else (
                "%s * %d" % (grouped(start), high(base)))
            first = joined("" if start == "0" else first, corner)
            name = names[base]
            if not own:
                before.append("const %s *%s = %s;" % (cx.S, name,
                                                      joined(base, first)))
            elif first:
                before.append("%s += %s;" % (base, first))
            cx.declare(name, "const %s *" % cx.S, moving=True)
            steps.append("%s %s= %d" % (name, sign, w * high(base)))
        index = ((lambda base, row, column: "0") if own_rows else
                 lambda base, row, column: at(base, row, column))
        return Walk(before, [s + ";" for s in steps], ", ".join(steps), index,
                    lambda base: names[base])
    return Walk([], [], "", plain, lambda base: base)


def row_start(cx):
    """Where a thread's only element lies in the first tile."""
    if cx.plane and cx.block[0] * cx.unit == cx.columns:
        return ["ty * ld", "tx" if cx.unit == 1 else "tx * %d" % cx.unit]
    units = cx.columns // cx.unit
    return ["tid / %d * ld" % units, "tid %% %d%s" % (
        units, "" if cx.unit == 1 else " * %d" % cx.unit)]
