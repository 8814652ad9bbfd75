# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a cubin holds: kernels, their parameters, variables. An ELF file."""

import re
import struct

from . import Problem

PARAMETER = 0x17  # EIATTR_KPARAM_INFO, as cuobjdump -elf calls it.
# Names of things that only this file can see have a hash of its path in them.
PRIVATE = re.compile(r"\d+_(?:INTERNAL|GLOBAL__N)__?[0-9a-f]{8}_")


def public_name(name):
    """The name without what differs from one build to the next."""
    match = PRIVATE.search(name)
    if not match:
        return name
    length = re.match(r"\d+", match[0])
    end = match.start() + len(length[0]) + int(length[0])
    return name[:match.start()] + "private" + public_name(name[end:])


class Cubin:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        self.path = path
        self.layouts, self.variables = {}, {}
        if self.data[:4] != b"\x7fELF":
            raise Problem("'%s' is no cubin" % path)
        sections = self._sections()
        self.kernels = [name[6:] for name, _, _, _ in sections
                        if name.startswith(".text.")]
        for name, _, offset, size in sections:
            if name.startswith(".nv.info."):
                self.layouts[name[9:]] = self._layout(offset, size)
        self._read_symbols(sections)

    def _text(self, at):
        return self.data[at:self.data.index(b"\0", at)].decode()

    def _sections(self):
        """Name, type, offset, size."""
        at, = struct.unpack_from("<Q", self.data, 0x28)
        count, names = struct.unpack_from("<HH", self.data, 0x3c)
        rows = [struct.unpack_from("<IIQQQQ", self.data, at + 64 * n)
                for n in range(count)]
        return [(self._text(rows[names][4] + row[0]), row[1], row[4], row[5])
                for row in rows]

    def _layout(self, at, size):
        """Offset and bytes of each parameter, in their order."""
        found, end = {}, at + size
        while at + 4 <= end:
            form, what, value = struct.unpack_from("<BBH", self.data, at)
            at += 4
            if form != 4:
                continue
            if what == PARAMETER:
                _, ordinal, offset, bits = struct.unpack_from(
                    "<IHHI", self.data, at)
                found[ordinal] = offset, bits >> 18
            at += value
        return [found[n] for n in sorted(found)]

    def _read_symbols(self, sections):
        names = next((offset for name, _, offset, _ in sections
                      if name == ".strtab"), 0)
        for _, kind, offset, size in sections:
            if kind != 2:
                continue
            for at in range(offset, offset + size, 24):
                name, info, _, where, _, length = struct.unpack_from(
                    "<IBBHQQ", self.data, at)
                if info & 15 == 1 and 0 < where < len(sections) and \
                        re.match(r"\.nv\.(constant3|global)",
                                 sections[where][0]):
                    self.variables[self._text(names + name)] = length

    @staticmethod
    def _find(wanted, names):
        if wanted in names:
            return wanted
        found = [name for name in names
                 if public_name(name) == public_name(wanted)]
        return found[0] if len(found) == 1 else None

    def kernel(self, name):
        """Its name here, of a kernel of the program; or None."""
        return self._find(name, self.kernels)

    def variable(self, name):
        return self._find(name, self.variables)
