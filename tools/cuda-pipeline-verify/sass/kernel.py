# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One kernel, maybe beside its original: facts, findings, rows, as data."""

from . import checks, excerpt, instruction, listing, main_loop

# The rows of the instruction mix, but for the math: title and opcodes.
MIX = (("LDGSTS", ("LDGSTS",)), ("LDG", ("LDG",)), ("STS", ("STS", "STSM")),
       ("LDS, LDSM", ("LDS", "LDSM")), ("BAR", ("BAR",)),
       ("local memory", instruction.LOCAL))


class Code:
    """One version of the kernel."""

    def __init__(self, function):
        self.function, self.main = function, main_loop.find(function)

    def mix(self):
        """Instructions of the main loop, a trip of the source."""
        if self.main is None:
            return {}
        found = {"math " + name: count
                 for name, count in self.main.math.opcodes().items()}
        for title, opcodes in MIX:
            found[title] = self.main.count(opcodes)
        found["other"] = len(self.main.line) - sum(found.values())
        return {title: count / self.main.unrolled
                for title, count in found.items() if count}

    def registers(self):
        return self.function.resources.get("REG")

    def shared(self):
        return self.function.resources.get("SHARED")

    def local(self):
        return self.function.count(instruction.LOCAL)

    def as_data(self):
        main = self.main
        data = {"registers": self.registers(), "shared": self.shared(),
                "local": self.local(), "loop": None}
        if main is None:
            return data
        data["loop"] = {
            "begin": "%04x" % main.first(), "end": "%04x" % main.last(),
            "unrolled": main.unrolled, "math": main.math_per_trip(),
            "math_kind": main.math.kind, "barriers": len(main.barriers()),
            "copies": {"%s.%d" % (opcode, 8 * size): count for
                       (opcode, size), count in main.widths().items()}, "trips_ahead": round(main.overlap(), 2),
            "waits": main.waits(), "mix": self.mix()}
        return data


class Kernel:
    def __init__(self, function, original=None, stages=None):
        self.name, self.arch = function.name, function.arch
        self.title = listing.base_name(function.name)
        self.code = Code(function)
        self.original = Code(original) if original else None
        self.findings = checks.findings(
            function, self.code.main, original,
            self.original.main if self.original else None, stages)

    def has_loop(self):
        return self.code.main is not None or (
            self.original is not None and self.original.main is not None)

    def summary(self):
        """In one sentence, what copies do while the kernel computes."""
        main = self.code.main
        if main is None:
            return "no loop that copies tiles and computes with them"
        how = " and ".join(sorted({c.instruction.opcode for c in main.copies}))
        text = "%s issued %s ahead" % (how, excerpt.trips(main.overlap()))
        if main.unrolled > 1:
            text += ", in a loop unrolled %d times" % main.unrolled
        return text

    def rows(self):
        """(check, verdict, words, findings) of each check."""
        main, found = self.code.main, {}
        for one in self.findings:
            found.setdefault(one.check, []).append(one)
        words = {"overlap": ("partly" if self.is_partly() else "ok",
                             self.summary())}
        if main is not None:
            words.update(self._words(main))
        return [(check, "FAILED" if check in found else words[check][0],
                 words[check][1], found.get(check, []))
                for check in ("overlap", "waits", "barriers", "width", "local",
                              "math") if check in words or check in found]

    def _words(self, main):
        """What is to be said where nothing is wrong."""
        before = self.original.main if self.original else None
        words = {}
        if main.waits():
            words["waits"] = "ok", "for all groups of copies" + (
                " but the last " + " or ".join(map(str, main.waits()))
                if any(main.waits()) else "")
        words["barriers"] = "ok", "%g a trip" % (
            len(main.barriers()) / main.unrolled) + (
                ", original %g" % (len(before.barriers()) / before.unrolled)
                if before else "")
        words["width"] = "ok", ", ".join(
            "%d x %s of %d bytes" % (count, opcode, size)
            for (opcode, size), count in main.widths().items())
        words["local"] = ("ok", "as much as the original") if self.local_before(
            ) and self.code.local() else ("none", "no spills")
        if before:
            words["math"] = ("not compared", "integer arithmetic is also for "
                             "addresses") if main.math.kind == "integer" else (
                                 "same", checks.math_text(main) + " a trip")
        return words

    def local_before(self):
        return self.original.local() if self.original else 0

    def is_partly(self):
        main = self.code.main
        return main is not None and \
            checks.LOST < main.overlap() < checks.FULL

    def as_data(self):
        return {"kernel": self.title, "mangled": self.name, "arch": self.arch,
                "summary": self.summary(), "passed": not self.findings,
                "findings": [one.as_data() for one in self.findings],
                "rewritten": self.code.as_data(),
                "original": self.original.as_data() if self.original else None,
                "excerpt": excerpt.lines(self.code.main)
                if self.code.main else []}


def kernels_of(functions, originals=(), stages=None):
    """Each function, beside the original of the same name; calls are no
    kernels, and have no loop of tiles."""
    before = {(one.arch, one.name): one for one in originals}
    return [Kernel(one, before.get((one.arch, one.name)), stages)
            for one in functions]
