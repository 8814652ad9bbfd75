# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One instruction: what it does, reads and writes."""

import re

LINE = re.compile(
    r"^\s*/\*([0-9a-f]{4,})\*/\s+(?:(@!?U?P[T0-9]+)\s+)?"
    r"([A-Z][A-Z0-9_]*)((?:\.[A-Za-z0-9_]+)*)\s*([^;]*?)\s*;")
REGISTER = re.compile(r"\b(U?R)(\d+)\b")
PREDICATE = re.compile(r"^!?U?P[T0-9]+$")
# LD and ST may go to either memory; in a tile loop, it is the tiles'.
NOTE = re.compile(r"\(\*.*?\*\)")
SHARED_READS = ("LDS", "LDSM", "LD")
SHARED_WRITES = ("STS", "STSM", "ST")
LOCAL = ("LDL", "STL")
NO_RESULT = SHARED_WRITES + ("STG", "STL", "RED", "REDG", "BRA", "EXIT",
                             "BAR", "BSSY", "BSYNC", "LDGSTS", "DEPBAR",
                             "LDGDEPBAR", "RET", "CALL", "NOP", "WARPSYNC")


class Instruction:
    def __init__(self, address, predicate, opcode, modifiers, operands, places):
        self.address, self.predicate = address, predicate
        self.opcode, self.modifiers = opcode, modifiers
        self.operands = operands
        self.places = places  # (file, line): of the source, then of callers.
        self.target = None  # Of a branch: an address.

    def text(self):
        name = ".".join([self.opcode] + self.modifiers)
        guard = self.predicate + " " if self.predicate else ""
        return (guard + name + " " + self.operands).strip()

    def place(self):
        """The source line, in the kernel's file rather than in a header that
        it calls; None if that is not known."""
        for place in self.places:
            if place[0] == self.places[-1][0]:
                return place
        return None

    def words(self):
        """The operands, one by one."""
        return [word.strip() for word in self.operands.split(",")] \
            if self.operands else []

    def size(self):
        """Bytes of a load, store or copy."""
        for modifier in self.modifiers:
            if modifier in ("32", "64", "128", "256"):
                return int(modifier) // 8
            if modifier in ("U8", "S8", "U16", "S16"):
                return int(modifier[1:]) // 8
        if self.opcode == "LDSM":
            return 4 * max([int(m) for m in self.modifiers if m.isdigit()] + [1])
        return 4

    def width(self):
        """Registers of the result, or of the value that is stored."""
        if self.opcode in ("LDG", "LDL") + NO_RESULT + SHARED_READS:
            return max(1, self.size() // 4)
        if self.opcode in ("HMMA", "IMMA", "QMMA"):
            return 4 if "F32" in self.modifiers or self.opcode == "IMMA" else 2
        wide = self.opcode[0] == "D" or "WIDE" in self.modifiers or \
            "64" in self.modifiers
        return 2 if wide else 1

    def writes(self):
        """The registers of the result."""
        if self.opcode in NO_RESULT or "SETP" in self.opcode:
            return set()
        for word in self.words():
            if PREDICATE.match(word):
                continue
            found = REGISTER.match(word)
            return span(found[1], int(found[2]), self.width()) \
                if found else set()
        return set()

    def reads(self):
        """The registers that must be there, addresses too."""
        words = self.words()
        if self.writes():
            while PREDICATE.match(words[0]):
                words = words[1:]
            words = words[1:]
        found = set()
        for word in words:
            for kind, number in REGISTER.findall(word):
                found |= span(kind, int(number), 1 if "[" in word
                              else self.width())
        return found

    def stored(self):
        """Of a store: the registers of the value."""
        words = self.words()
        found = REGISTER.match(words[-1]) if words else None
        return span(found[1], int(found[2]), self.width()) if found else set()

    def is_conditional(self):
        """Of a branch or exit: it may be passed by."""
        first = self.words()[:1]
        return bool(self.predicate) or any(
            m in ("DIV", "CONV", "U") for m in self.modifiers) or bool(
                self.opcode == "BRA" and first and PREDICATE.match(first[0]))

    def never_runs(self):
        """`@!PT LDS RZ, [RZ]`: ptxas pads code with such."""
        return self.predicate == "@!PT"

    def is_barrier(self):
        return self.opcode == "BAR" and "ARV" not in self.modifiers

    def allowed_groups(self):
        """Of a wait for copies: the groups that may still be on their way."""
        if self.opcode != "DEPBAR" or "LE" not in self.modifiers:
            return None
        words = self.words()
        return int(words[1], 0) if len(words) > 1 and words[0] == "SB0" else None


def span(kind, first, count):
    return {kind + str(first + at) for at in range(count)}


def read(line, places=()):
    """The instruction of a line; None if there is none."""
    found = LINE.match(line)
    if not found:
        return None
    return Instruction(int(found[1], 16), found[2] or "", found[3],
                       [m for m in found[4].split(".") if m],
                       NOTE.sub("", found[5]).strip(), list(places))
