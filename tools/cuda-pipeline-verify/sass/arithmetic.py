# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which instructions are the kernel's arithmetic, and how much each does."""

from .instruction import SHARED_READS

# From what settles it to what is also used for addresses.
KINDS = (
    ("tensor", ("HMMA", "IMMA", "DMMA", "QMMA", "OMMA", "BMMA", "HGMMA", "IGMMA",
                "QGMMA", "BGMMA", "UTCHMMA", "UTCIMMA", "UTCQMMA", "UTCOMMA")),
    ("double", ("DFMA", "DADD", "DMUL")),
    ("float", ("FFMA", "FADD", "FMUL", "FFMA2", "FADD2", "FMUL2")),
    ("half", ("HFMA2", "HADD2", "HMUL2")),
    ("integer", ("IDP", "IMAD", "IADD3", "IADD", "IMNMX", "VIMNMX", "VIADD",
                 "LOP3", "POPC", "IABS", "SHF", "LEA")),
)
MOVES = ("MOV", "SHL", "IADD")
PAIRS = ("FFMA2", "FADD2", "FMUL2")


def is_constant(one):
    """HFMA2 of two zeros: how the compiler sets a register."""
    return one.opcode == "HFMA2" and one.operands.count("RZ") >= 2


def kind_of(one):
    if is_constant(one):
        return None
    for kind, opcodes in KINDS:
        if one.opcode in opcodes:
            return kind
    return None


def amount(one):
    return 2 if one.opcode in PAIRS else 1


def works_on_tiles(line):
    """Of a trip: positions of what computes with values of shared memory."""
    tile, found = set(), set()
    for _ in range(2):  # Values may come from the trip before.
        for at, one in enumerate(line):
            if one.opcode in SHARED_READS:
                tile |= one.writes()
            elif tile & one.reads() and one.opcode[:2] not in ("ST", "LD"):
                tile |= one.writes()
                found.add(at)
            elif not one.predicate:
                tile -= one.writes()
    return found


class Arithmetic:
    """Of one trip: the positions that count, and of which kind they are."""

    def __init__(self, line):
        amounts = {kind: 0 for kind, _ in KINDS}
        for one in line:
            kind = kind_of(one)
            if kind:
                amounts[kind] += amount(one)
        floats = [kind for kind in ("double", "float", "half") if amounts[kind]]
        self.kind = "tensor" if amounts["tensor"] else \
            max(floats, key=amounts.get) if floats else "integer"
        self.positions = {at for at, one in enumerate(line)
                          if kind_of(one) == self.kind}
        if self.kind == "integer":
            self.positions &= works_on_tiles(line)
        self.line = line

    def total(self):
        return sum(amount(self.line[at]) for at in self.positions)

    def of(self, at):
        return amount(self.line[at]) if at in self.positions else 0

    def opcodes(self):
        """How often each stands there."""
        found = {}
        for at in sorted(self.positions):
            name = self.line[at].opcode
            found[name] = found.get(name, 0) + 1
        return found
