# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A folder of recorded launches: one folder each, with launch.txt and a file a
piece of memory (lib/Executor/harness/LaunchFile.h), and process-PID.txt, what the
processes of the program have launched besides."""

import os
import re

from . import Problem

HEAD = "cudapipe-launch 1"


class Memory:
    def __init__(self, words):
        self.address, self.bytes = int(words[1], 16), int(words[2])
        self.changed, self.kind = words[3] == "changed", words[4]
        self.variable, self.pointers = "", 0

    def contains(self, word):
        return self.address <= word < self.address + self.bytes


class Launch:
    has_siblings = False  # Launches of other processes.

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self.notes, self.arguments, self.memories = [], [], []
        self.values = {}
        try:
            self._read(os.path.join(folder, "launch.txt"))
        except (ValueError, IndexError, KeyError) as error:
            raise Problem("'%s' is no complete launch: %s" % (
                folder, error)) from None

    def _read(self, path):
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n")
        if lines[0] != HEAD:
            raise Problem("'%s' is of another version: it does not begin with "
                          "'%s'" % (path, HEAD))
        for line in lines[1:]:
            key, _, rest = line.partition(" ")
            words = rest.split(" ")
            if key == "argument":
                self.arguments.append(bytes.fromhex(words[2]))
                if len(self.arguments[-1]) != int(words[1]):
                    raise ValueError("an argument has not as many bytes as it "
                                     "says: '%s'" % line)
            elif key == "memory":
                self.memories.append(Memory(words))
            elif key == "variable":
                self.memories[int(words[0])].variable = words[1]
            elif key == "pointer":
                memory = self.memories[int(words[0])]
                memory.pointers += 1
                if int(words[1]) + 8 > memory.bytes:
                    raise ValueError("a pointer behind the end of its memory: "
                                     "'%s'" % line)
            elif key == "note":
                self.notes.append(rest)
            else:
                self.values[key] = rest
        self.kernel, self.signature = self.values["kernel"], \
            self.values["signature"]
        self.grid, self.block, self.cluster = (
            [int(n) for n in self.values.get(key, "1 1 1").split()]
            for key in ("grid", "block", "cluster"))
        self.shared = int(self.values["shared"])
        self.sm = int(self.values.get("sm", 0))
        for at, memory in enumerate(self.memories):
            size = os.path.getsize(os.path.join(self.folder, "memory-%d" % at))
            if size != memory.bytes:
                raise ValueError("memory-%d has %d bytes, not %d" % (
                    at, size, memory.bytes))

    @property
    def label(self):
        """Which launch this is, for people."""
        shape = [" x ".join(str(n) for n in sizes[:max(
            1, max(at + 1 for at in range(3) if sizes[at] > 1 or at == 0))])
            for sizes in (self.grid, self.block)]
        text = "grid %s, block %s" % tuple(shape)
        if self.shared:
            text += ", %d bytes" % self.shared
        text += ", launch %s" % self.values.get("number", "?")
        return text + (" of process %s" % self.values.get("process", "?")
                       if self.has_siblings else "")

    def bytes(self):
        return sum(memory.bytes for memory in self.memories)

    def pointed_to(self, argument):
        """The memories that the words of an argument point into."""
        data = self.arguments[argument]
        found = []
        for at in range(0, len(data) - 7, 8):
            word = int.from_bytes(data[at:at + 8], "little")
            found += [n for n, memory in enumerate(self.memories)
                      if memory.contains(word)]
        return found


def plain(signature):
    """The kernel as an expression: `ns::gemm<64, float>` of
    `void ns::gemm<64, float>(float const*, int)`."""
    signature = signature.replace("(anonymous namespace)::", "")
    depth, end = 0, len(signature)
    for at in range(len(signature) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(signature[at], 0)
        if depth == 0:
            end = at if signature.endswith(")") else end
            break
    name = signature[:end]
    depth = 0
    for at in range(len(name) - 1, -1, -1):
        depth += {">": 1, ")": 1, "<": -1, "(": -1}.get(name[at], 0)
        if depth == 0 and name[at] == " ":
            return name[at + 1:]
    return name


def source_name(signature):
    """... without template arguments."""
    return re.sub(r"<.*", "", plain(signature), flags=re.DOTALL)


def read(folder):
    """All launches of a capture, those of one process in their order."""
    def order(name):
        return [int(number) for number in re.findall(r"\d+", name)]

    names = [name for name in os.listdir(folder)
             if re.fullmatch(r"launch-\d+-\d+", name)]
    return [Launch(os.path.join(folder, name))
            for name in sorted(names, key=order)
            if os.path.exists(os.path.join(folder, name, "launch.txt"))]


class Process:
    """What one process of the program says of itself."""

    def __init__(self, path):
        self.program, self.launches, self.matching = "?", 0, 0
        self.skipped, self.others = {}, {}
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file.read().split("\n"):
                key, _, rest = line.partition(" ")
                if key == "program":
                    self.program = rest
                elif key in ("launches", "matching"):
                    setattr(self, key, int(rest))
                elif key in ("skipped", "other"):
                    times, _, text = rest.partition(" ")
                    target = self.skipped if key == "skipped" else self.others
                    target[text] = int(times)


def processes(folder):
    return [Process(os.path.join(folder, name))
            for name in sorted(os.listdir(folder))
            if re.fullmatch(r"process-\d+\.txt", name)]
