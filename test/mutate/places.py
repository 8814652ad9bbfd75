# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where an emitted pipeline can be broken, and how.

A mutation is text put in at a few places, so that one program holds all of
them and is told at run time which one to break.
"""

import bisect
import dataclasses
import difflib
import re

BARRIER = r"(?:__syncthreads|\w+\.sync)\(\)"
LOAD = r"\w*(?:load|fetch)_tile\w*"
STORE = r"\w*store_tile\w*"
# A blank line ends it; what follows is the loop.
PROLOGUE = re.compile(r"// Prologue:.*?\n[ \t]*\n", re.DOTALL)


@dataclasses.dataclass
class Mutation:
    operator: str
    line: int
    what: str  # The code that it breaks.
    puts: list  # (place, text), nested in those of other mutations or apart.
    number: int = 0


def closing(text, at):
    """The place of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        if text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
            if not depth:
                return i
    return -1


def arguments(text, at):
    """The spans of the arguments behind the parenthesis at `at`."""
    end, start, depth, spans = closing(text, at), at + 1, 0, []
    for i in range(at + 1, end):
        if text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
        elif text[i] == "," and not depth:
            spans.append((start, i))
            start = i + 1
    return spans + [(start, end)]


class Places:
    """All mutations of `text`, which the tool made of `original`."""

    def __init__(self, original, text):
        self.text, self.found = text, []
        self.starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self.new = set()
        lines = [side.split("\n") for side in (original, text)]
        for tag, _, _, first, last in difflib.SequenceMatcher(
                None, *lines, autojunk=False).get_opcodes():
            if tag != "equal":
                self.new.update(range(first, last))
        self.loops = self.pipelined_loops()

    def pipelined_loops(self):
        spans = []
        for mark in PROLOGUE.finditer(self.text):
            body = self.text.find("{", mark.end())
            spans.append((mark.end(), closing(self.text, body)))
        return spans

    def line(self, at):
        return bisect.bisect_right(self.starts, at)

    def is_comment(self, at):
        start = self.starts[self.line(at) - 1]
        return "//" in self.text[start:at]

    def add(self, operator, start, end, *puts):
        if self.is_comment(start):
            return
        what = " ".join(self.text[start:end].split())
        self.found.append(Mutation(operator, self.line(start), what,
                                   list(puts)))

    def instead(self, operator, start, end, other):
        """The expression from `start` to `end` becomes `other`."""
        self.add(operator, start, end,
                 (start, "(cudapipe_mutant(@) ? (%s) : (" % other), (end, "))"))

    def without(self, operator, start, end):
        """The expression statement is not executed."""
        self.add(operator, start, end,
                 (start, "(cudapipe_mutant(@) ? (void)0 : (void)("),
                 (end, "))"))

    def matches(self, pattern, everywhere=False):
        for match in re.finditer(pattern, self.text):
            if everywhere or self.line(match.start()) - 1 in self.new:
                yield match

    def all(self):
        self.groups()
        self.barriers()
        self.stages()
        self.steps_and_guards()
        self.calls()
        self.copies()
        for number, mutation in enumerate(self.found, 1):
            mutation.number = number
        return self.found

    def groups(self):
        for m in self.matches(r"__pipeline_wait_prior\(([^)]*)\)"):
            self.without("wait", *m.span())
            self.instead("wait count", *m.span(1), m[1] + " + 1")
        for m in self.matches(r"__pipeline_commit\(\)"):
            self.without("commit", *m.span())
        for m in self.matches(
                r"if (\([^{};]*\)) \{[^}]*\}\s*(__pipeline_commit\(\));"
                r" // Even when empty"):
            # Only with a tile in it.
            had = "cudapipe_had_@"
            self.add("empty group", *m.span(2),
                     (m.start(), "const bool %s = %s;" % (had, m[1])),
                     (m.start(2), "if (!cudapipe_mutant(@) || %s) " % had))

    def barriers(self):
        for m in self.matches(BARRIER, everywhere=True):
            if any(a <= m.start() < b for a, b in self.loops):
                self.without("barrier", *m.span())

    def stages(self):
        for m in self.matches(r"\b(\w*stage\w*) \^ 1\b"):
            self.instead("stage index", *m.span(), m[1])
        for m in self.matches(r"\b\w*stage\w* (?:\^= 1|= \w*stage\w*)(?=;)"):
            self.without("stage step", *m.span())
        for m in self.matches(r"\b(\w*stage\w*) = (\w*stage\w* == (\d|\w+ - 1) \? "
                              r"0 : \w*stage\w* \+ 1)"):
            self.instead("stage step", *m.span(2), m[1])
            if m[3] != "1":
                self.instead("stage count", *m.span(3), m[3] + " - 1")
        for m in self.matches(r"_stages\w*\[(\w*stage\w*)\]|"
                              r"\b(\w*stage\w*) \* \w*stage_size\w*"):
            group = 1 if m[1] else 2
            self.instead("stage of a tile", *m.span(group), "0")
        for m in self.matches(LOAD + r"\((load_stage\w*)"):
            self.instead("stage index", *m.span(1),
                         "(load_stage + 1) % 2")

    def steps_and_guards(self):
        for m in self.matches(r"\b(\w+)_next =\s+((\w+) [-+] [^;]*)(?=;)"):
            self.instead("next tile", *m.span(2), m[3])
        for m in self.matches(LOAD + r"\((?:[^;()]*, )?((\w+) [-+] [^;(),]*)"):
            self.instead("next tile", *m.span(1), m[2])
        for m in self.matches(r"\b(?!load_stage)(\w+_load\w*) [-+]= [^;]*"
                              r"(?=;)"):
            self.without("next tile", *m.span())
        for m in self.matches(r"\bhas_next\w* =\s+([^;]*)(?=;)"):
            self.instead("guard", *m.span(1), "true")
        for m in self.matches(r"\bif (\()"):
            end = closing(self.text, m.start(1))
            if not re.match(r"\s*\{?\s*%s\(" % LOAD, self.text[end + 1:]):
                continue
            if "has_next" not in self.text[m.start():end]:
                self.instead("guard", m.start(1) + 1, end, "true")

    def calls(self):
        for m in self.matches(r"(?<=[\s;{)])(%s|%s)(\()" % (LOAD, STORE)):
            end = closing(self.text, m.start(2)) + 1
            if self.text[end:end + 1] != ";":
                continue
            inside = any(a <= m.start() < b for a, b in self.loops)
            kind = "load" if re.fullmatch(LOAD, m[1]) else "store"
            self.without(kind if inside else "prologue", m.start(), end)

    def copies(self):
        for m in self.matches(r"__pipeline_memcpy_async(\()"):
            spans = arguments(self.text, m.start(1))
            if len(spans) < 3:
                continue
            size = self.text[slice(*spans[2])].strip()
            self.instead("copy size", *spans[2], "(%s) * 2" % size)
            self.instead("copy size", *spans[2], "(%s) == 4 ? 0 : (%s) / 2" %
                         (size, size))
            if len(spans) > 3:
                self.instead("zero fill", *spans[3], "0")
        for m in self.matches(r"\b(?:const bool )?wide\w* =\s+([^;]*)(?=;)"):
            for start, end in self.conjuncts(*m.span(1)):
                while self.text[start].isspace():
                    start += 1
                self.instead("alignment condition", start, end, "true")

    def conjuncts(self, start, end):
        depth, first = 0, start
        for i in range(start, end):
            if self.text[i] in "([{":
                depth += 1
            elif self.text[i] in ")]}":
                depth -= 1
            elif not depth and self.text.startswith("&&", i):
                yield first, i
                first = i + 2
        yield first, end


def mutated(text, mutations):
    """`text` with all `mutations` in it, each behind its number."""
    puts = []
    for mutation in mutations:
        first, last = mutation.puts[0][0], mutation.puts[-1][0]
        for index, (at, put) in enumerate(mutation.puts):
            put = put.replace("@", str(mutation.number))
            # At one place what ends comes first, the inner of two first; then
            # what begins, the outer first.
            ends = index > 0 and at == last and put.startswith(")")
            whole = put.startswith("if ")
            order = ((0, -first, mutation.number * -1) if ends else
                     (1, -len(text) if whole else -last, mutation.number))
            puts.append((at, order, put))
    out, before = [], 0
    for at, _, put in sorted(puts):
        out += [text[before:at], put]
        before = at
    return "".join(out) + text[before:]


def barriers_of(original):
    """All barriers of a kernel file that nobody has rewritten."""
    places = Places(original, original)
    places.loops = [(0, len(original))]
    places.barriers()
    for number, mutation in enumerate(places.found, 1):
        mutation.number = number
    return places.found


def fewer_buffers(text):
    """(operator, line, what, text) where a declaration has a buffer less."""
    for m in re.finditer(r"(\w+_stages\w*)\[(\d)\]", text):
        line = text.count("\n", 0, m.start()) + 1
        head = text[text.rfind("\n", 0, m.start()) + 1:m.start()]
        if "__shared__" in head and "//" not in head:
            yield (line, m[0], text[:m.start(2)] + str(int(m[2]) - 1) +
                   text[m.end(2):])
