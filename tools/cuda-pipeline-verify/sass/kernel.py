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
        widths = {}
        for copy in main.copies:
            name = "%s.%d" % (copy.instruction.opcode, 8 * copy.bytes())
            widths[name] = widths.get(name, 0) + 1
        data["loop"] = {
            "begin": "%04x" % main.first(), "end": "%04x" % main.last(),
            "unrolled": main.unrolled, "math": main.math_per_trip(),
            "math_kind": main.math.kind, "barriers": len(main.barriers()),
            "copies": widths, "trips_ahead": round(main.overlap(), 2),
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
