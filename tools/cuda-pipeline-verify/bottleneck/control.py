# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stall counts: how many cycles a warp waits, at least, behind an instruction.

An instruction of sm_70 and later has 16 bytes; bits 105 to 108 are the count (as
lib/Compile/MachineCode.cpp reads the rest of what stands there). They are in the
cubin's section of the function, in the order of the addresses.
"""

import struct

SIZE, STALL = 16, 105


def sections(data):
    """Offset and size of each function's code, by name. Of a 64-bit ELF file."""
    if data[:4] != b"\x7fELF" or data[4] != 2:
        return {}
    at, = struct.unpack_from("<Q", data, 0x28)
    count, names = struct.unpack_from("<HH", data, 0x3c)
    rows = [struct.unpack_from("<IIQQQQ", data, at + 64 * n)
            for n in range(count)]
    found = {}
    for row in rows:
        begin = rows[names][4] + row[0]
        name = data[begin:data.index(b"\0", begin)].decode(errors="replace")
        if name.startswith(".text."):
            found[name[6:]] = row[4], row[5]
    return found


def stalls(data, name):
    """The count of each instruction of a function, by its address."""
    offset, size = sections(data).get(name, (0, 0))
    found = {}
    for at in range(0, size - SIZE + 1, SIZE):
        low, high = struct.unpack_from("<QQ", data, offset + at)
        del low
        found[at] = high >> (STALL - 64) & 15
    return found
