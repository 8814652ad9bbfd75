# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where tiles lie: every form of shared memory."""

import dataclasses
import re

from context import grouped


@dataclasses.dataclass
class Array:
    name: str
    type: str
    rows: int
    columns: int  # With padding.
    form: str = ""  # "As[{0}]", or "As[{0}][{1}]"
    base: str = ""  # What to pass to a function.
    width: int = 0  # Columns without padding.
    swapped: bool = False  # Stored column by column.
    skewed: bool = False  # Each row starts at another column.

    def at(self, row, column):
        if self.skewed and row is not None:
            column = "(%s + %s) %% %d" % (grouped(column), grouped(row),
                                          self.width)
        if self.swapped:
            row, column = column, row
        if "{1}" in self.form:
            return self.form.format(row, column)
        if row is None:
            return self.form.format(column)
        return self.form.format("%s * %d + %s" % (grouped(row), self.columns,
                                                  column))

    def flat(self, index):
        """The element `index`, not counting padding."""
        if self.rows == 1:
            return self.at(None, index)
        index = grouped(index)
        return self.at("%s / %d" % (index, self.width),
                       "%s %% %d" % (index, self.width))

    @property
    def count(self):
        return (self.rows * self.columns if not self.swapped else
                self.width * self.columns)

    @property
    def deep(self):
        return "{1}" in self.form

    def parameter(self):
        if self.deep:
            return "%s (*%s)[%d]" % (self.type, self.name, self.columns)
        return "%s *%s" % (self.type, self.name)

    def reference(self):
        extents = ([self.width if self.swapped else self.rows, self.columns]
                   if self.deep else [self.count])
        return "%s (&%s)%s" % (self.type, self.name,
                               "".join("[%d]" % e for e in extents))

    def extents(self):
        if not self.deep:
            return "[%d]" % self.count
        return "[%d][%d]" % (self.width if self.swapped else self.rows,
                             self.columns)

    def as_parameter(self):
        form = self.name + ("[{0}][{1}]" if self.deep else "[{0}]")
        return dataclasses.replace(self, form=form, base=self.name)


def tile(cx, name, kind=None):
    """A tile of the kernel's shape."""
    shape = cx.f["shape"]
    rows, width = cx.rows, cx.columns + cx.halo
    pad = {"padded": cx.unit}.get(shape, 0) if rows > 1 else 0
    array = Array(name, kind or cx.T, rows, width + pad, width=width)
    if shape == "transposed" and rows > 1:
        array.swapped = True
        array.columns = rows + cx.pick("pad", [0, 1])
    array.skewed = shape == "skewed" and rows > 1
    flat = rows == 1 or cx.pick("flat", [False, False, True])
    array.form = name + ("[{0}]" if flat and not array.swapped else
                         "[{0}][{1}]")
    array.base = name
    return array


@dataclasses.dataclass
class Memory:
    """Declarations of all shared arrays, and their dynamic bytes."""
    file: list
    kernel: list
    loop: list
    dynamic: int = 0


def flattened(array):
    if array.deep:
        array.swapped = False
        array.columns = max(array.columns, array.width)
        array.form = array.name + "[{0}]"


def lay_out(cx, arrays):
    """Declares `arrays` and sets how they are named."""
    kind = cx.f["memory"]
    align = "__align__(16) " if cx.unit > 1 else ""
    plain = lambda a, name=None: "%s%s %s%s;" % (
        align, a.type, name or a.name, a.extents())
    if kind == "file":
        lines = []
        for a in arrays:
            name = cx.name(a.name)
            lines.append("__shared__ " + plain(a, name))
            a.form, a.base = a.form.replace(a.name, name), name
        return Memory(lines, [], [])
    if kind == "in_loop":
        return Memory([], [], ["__shared__ " + plain(a) for a in arrays])
    if kind == "one_declaration" and len({a.type for a in arrays}) == 1:
        return Memory([], ["__shared__ %s%s %s;" % (
            align, arrays[0].type,
            ", ".join(a.name + a.extents() for a in arrays))], [])
    if kind in ("struct", "struct_type", "union"):
        return in_struct(cx, arrays, kind, plain)
    if kind == "struct_element" and all(not a.deep and a.count ==
                                        arrays[0].count for a in arrays):
        name = cx.name("Element")
        fields = ["  %s %s;" % (a.type, a.name.lower()) for a in arrays]
        for a in arrays:
            a.form = "sm[{0}]." + a.name.lower()
        return Memory(["struct %s {" % name] + fields + ["};"],
                      ["__shared__ %s sm[%d];" % (name, arrays[0].count)], [])
    if kind.startswith("carve") or kind.startswith("extern"):
        return dynamic(cx, arrays, kind)
    return Memory([], ["__shared__ " + plain(a) for a in arrays], [])


def in_struct(cx, arrays, kind, plain):
    fields = []
    for a in arrays:
        field = a.name.lower()
        fields.append("  " + plain(a, field))
        a.form, a.base = a.form.replace(a.name, "sm." + field), "sm." + field
    if kind == "struct":
        return Memory([], ["__shared__ struct {"] + fields + ["} sm;"], [])
    name = cx.name("Tiles")
    lines = ["struct %s {" % name] + fields + ["};"]
    if kind == "union":
        outer = cx.name("Storage")
        lines += ["union %s {" % outer, "  %s tiles;" % name,
                  "  float spare[8];", "};"]
        for a in arrays:
            a.form, a.base = [re.sub(r"^sm\.", "sm.tiles.", text)
                              for text in (a.form, a.base)]
        name = outer
    return Memory(lines, ["__shared__ %s sm;" % name], [])


def bytes_of(cx, array):
    sizes = {cx.T: cx.element.size, cx.R: {"double": 8}.get(cx.R, 4),
             "int": 4}
    return array.count * sizes[array.type]


def area(cx, kind):
    """A name for dynamic memory of the type `kind`: one of the kernel's own, or
    one that all such kernels of the file have."""
    if cx.template or cx.pick("name of memory", [0, 1]):
        return cx.name("mem")
    return "mem_" + re.sub(r"\W+", "_", kind)


def dynamic(cx, arrays, kind):
    total = sum(bytes_of(cx, a) for a in arrays)
    mixed = len({a.type for a in arrays}) > 1
    if kind == "extern_rows" and not mixed and all(a.deep for a in arrays):
        row = 0
        mem = area(cx, "%s rows %d" % (arrays[0].type, arrays[0].columns))
        for a in arrays:
            a.form = a.form.replace(
                a.name + "[{0}]", mem + ("[{0}]" if not row else
                                         "[%d + {0}]" % row))
            row += a.count // a.columns
        return Memory([], ["extern __shared__ %s %s[][%d];" %
                           (arrays[0].type, mem, arrays[0].columns)], [], total)
    if kind == "carve_rows" and all(a.deep for a in arrays):
        mem, at = area(cx, "unsigned char"), 0
        lines = ["extern __shared__ __align__(16) unsigned char %s[];" % mem]
        for a in arrays:
            lines.append("auto *%s = reinterpret_cast<%s (*)[%d]>(%s);" % (
                a.name, a.type, a.columns, mem + (" + %d" % at if at else "")))
            at += bytes_of(cx, a)
        return Memory([], lines, [], total)
    for a in arrays:
        flattened(a)
    total = sum(bytes_of(cx, a) for a in arrays)
    if kind == "extern_direct" and not mixed:
        mem, at = area(cx, arrays[0].type), 0
        for a in arrays:
            a.form = mem + ("[%d + {0}]" % at if at else "[{0}]")
            a.base = mem + (" + %d" % at if at else "")
            at += a.count
        return Memory([], ["extern __shared__ __align__(16) %s %s[];" %
                           (arrays[0].type, mem)], [], total)
    if "char" in kind or mixed:
        return Memory([], in_bytes(cx, arrays, "run_time" in kind), [], total)
    mem = area(cx, cx.T)
    order = arrays[::-1] if kind == "carve_backwards" else arrays
    lines = ["extern __shared__ __align__(16) %s %s[];" % (cx.T, mem)]
    if kind == "carve_bump":
        lines.append("%s *unused = %s;" % (cx.T, mem))
        for a in order:
            lines += ["%s *%s = unused;" % (cx.T, a.name),
                      "unused += %d;" % a.count]
        return Memory([], lines, [], total)
    before = None
    for a in order:
        where = mem if not before else "%s + %s" % (
            before.name, "tile_elements" if kind == "carve_run_time" else
            str(before.count))
        if before and cx.pick("address", [0, 1]):
            where = "&%s[%s]" % tuple(where.split(" + "))
        lines.append("%s *%s = %s;" % (cx.T, a.name, where))
        before = a
    return Memory([], lines, [], total)


def in_bytes(cx, arrays, run_time):
    byte = cx.pick("byte", ["char", "unsigned char"])
    mem = area(cx, byte)
    lines = ["extern __shared__ __align__(16) %s %s[];" % (byte, mem)]
    at = ""
    for a in sorted(arrays, key=lambda a: -bytes_of(cx, a) // a.count):
        lines.append("%s *%s = %s;" % (
            a.type, a.name,
            ("(%s *)(%s)" if cx.pick("cast", [0, 1]) else
             "reinterpret_cast<%s *>(%s)") % (a.type, mem + at)))
        at += (" + tile_elements * sizeof(%s)" % a.type
               if run_time and a.count == arrays[0].count else
               " + %d * sizeof(%s)" % (a.count, a.type))
    return lines
