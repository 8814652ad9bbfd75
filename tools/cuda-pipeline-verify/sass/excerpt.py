# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The main loop as a person wants to see it: what counts, with notes; runs of
the same kind in one line."""

import re

from . import instruction


def trips(number):
    if number < 0.995:
        return "%.2g of a trip's math" % number
    return "1 trip of math" if number < 1.005 else "%.3g trips of math" % number


class Line:
    def __init__(self, kind, one, note=""):
        self.kind, self.first, self.note = kind, one, note
        self.count = 1

    def text(self):
        """Address, instruction, note."""
        shown = re.sub(r"desc\[U?R\d+\]", "", self.first.text())
        if self.count > 1:
            name = ".".join([self.first.opcode] + self.first.modifiers)
            shown = "%d x %s" % (self.count, name)
        return "%04x  %-46s %s" % (self.first.address, shown[:46], self.note)


def kind_of(main, at):
    one = main.line[at]
    if main.math.of(at):
        return "math " + one.opcode
    if one.opcode in instruction.LOCAL + instruction.SHARED_READS + \
            instruction.SHARED_WRITES + ("LDG", "LDGSTS"):
        return "%s %d" % (one.opcode, one.size())
    if one.is_barrier() or one.opcode == "LDGDEPBAR" or \
            one.allowed_groups() is not None:
        return "sync %x" % one.address  # Each for itself.
    return "other"


def notes(main):
    """What is to be said about a position."""
    said, waits = {}, {}
    for copy in main.copies:
        ahead = main.trips_ahead(copy)
        said[copy.at] = "a tile copy starts, " + trips(ahead) + " ahead"
        if copy.wait is not None:
            waits.setdefault(copy.wait, []).append(copy)
        if copy.barrier is not None:
            said[copy.barrier] = "every thread waits here, for nothing"
    for at, copies in waits.items():
        said[at] = "waits for %s" % (
            "the group of copies" if copies[0].is_async() else
            "%d load%s" % (len(copies), "" if len(copies) == 1 else "s"))
        allowed = main.line[at].allowed_groups()
        if allowed:
            said[at] += ", not for the last %d" % allowed
    for at, one in enumerate(main.line):
        if one.is_barrier():
            said.setdefault(at, "barrier")
        elif one.opcode in instruction.LOCAL:
            said[at] = "local memory"
        elif one.opcode == "LDGDEPBAR":
            said[at] = "closes a group of copies"
    return said


def is_tile_work(kind):
    """Reads of tiles and math: interleaved by the compiler, as it likes."""
    return kind.split()[0] in ("math",) + instruction.SHARED_READS


def line_to_join(found, kind, note):
    """An earlier line of the same kind, if only tile work stands between."""
    for line in reversed(found):
        if line.kind == kind and line.note == note:
            return line
        if not is_tile_work(kind) or not is_tile_work(line.kind):
            return None
    return None


def lines(main):
    """The texts, from the top of the loop."""
    said, found = notes(main), []
    for at, one in enumerate(main.line):
        kind, note = kind_of(main, at), said.get(at, "")
        if kind == "other" and not note:
            continue
        earlier = line_to_join(found, kind, note)
        if earlier:
            earlier.count += 1
        else:
            found.append(Line(kind, one, note))
    return [line.text().rstrip() for line in found]
