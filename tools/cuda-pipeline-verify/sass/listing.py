# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions of a disassembly, as cuobjdump or nvdisasm spells it."""

import re

from . import instruction

FUNCTION = re.compile(r"^\s*Function : (\S+)|^\s*\.section\s+\.text\.([^,\s]+),")
OTHER_SECTION = re.compile(r"^\s*\.section\s+(?!\.text\.)")
ARCHITECTURE = re.compile(r"^\s*(?:code for|\.target)\s+(sm_\w+)")
LABEL = re.compile(r"^(\.L_x?_?\w+):")
PLACE = re.compile(r'//## File "([^"]+)", line (\d+)(.*)')
TARGET = re.compile(r"(?:`\((\.L_\w+)\)|\b0x([0-9a-f]+))\s*$")
BRANCHES = ("BRA", "BSSY", "CALL", "JMP", "BRXU")


class Function:
    """One function of one architecture."""

    def __init__(self, name, arch):
        self.name, self.arch = name, arch
        self.instructions, self.labels = [], {}
        self.resources = {}  # REG, SHARED, STACK, ... where they are known.

    def resolve(self):
        """Branches get the addresses that they go to."""
        for one in self.instructions:
            found = TARGET.search(one.operands)
            if one.opcode not in BRANCHES or not found:
                continue
            if found[1]:
                at = self.labels.get(found[1])
                one.target = self.instructions[at].address \
                    if at is not None and at < len(self.instructions) else None
            else:
                one.target = int(found[2], 16)

    def count(self, opcodes):
        return sum(one.opcode in opcodes for one in self.instructions)


class Reader:
    """Line by line; what a function's lines mean depends on those before."""

    def __init__(self):
        self.functions, self.current = [], None
        self.arch, self.places = "", []
        self.begins = True  # The next line that names a place is a new list.

    def line(self, text):
        if found := ARCHITECTURE.match(text):
            self.arch = found[1]
        elif found := FUNCTION.match(text):
            self.current = Function(found[1] or found[2], self.arch)
            self.functions.append(self.current)
            self.places = []
        elif OTHER_SECTION.match(text):
            self.current = None
        elif self.current is None:
            return
        elif found := PLACE.search(text):
            # Of inlined code: one line a call, the innermost first.
            if self.begins:
                self.places, self.begins = [], False
            self.places = self.places + [(found[1], int(found[2]))]
        elif found := LABEL.match(text):
            self.current.labels[found[1]] = len(self.current.instructions)
        else:
            one = instruction.read(text, self.places)
            if one:
                self.begins = True
                self.current.instructions.append(one)


def functions(text):
    """All functions that have code, in the order of the text."""
    reader = Reader()
    for line in text.split("\n"):
        reader.line(line)
    found = [one for one in reader.functions if one.instructions]
    for one in found:
        one.resolve()
    return found


def base_name(mangled):
    """The function's own name: `sgemm` of `_ZN3lin5sgemmILi8EEvPKf`."""
    if not mangled.startswith("_Z"):
        return mangled
    at, name = 2, mangled
    while found := re.match(r"[NLKr]*(\d+)", mangled[at:]):
        begin = at + found.end()
        at = begin + int(found[1])
        name = mangled[begin:at]
    return name
