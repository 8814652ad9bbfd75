# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What came out, as rows that every form of the report shows."""

import json
import os
import time

from . import terminal

# In the order of a run; what says that it went well.
CHECKS = ("builds", "launches", "runs", "memory", "races", "results", "inputs",
          "repeats")


class Row:
    """One check of one kernel."""

    def __init__(self, name, verdict, text, findings=()):
        self.name, self.verdict, self.text = name, verdict, text
        self.findings = list(findings)


class Report:
    def __init__(self, subject, builder, results):
        self.subject, self.results = subject, results
        self.device, self.machine = builder.device, builder.machine()
        self.date = time.strftime("%Y-%m-%d")
        self.texts = {}

    def failed(self):
        return any(result.failed() for result in self.results)

    def source_line(self, place):
        """The text of a line that a finding names; empty if it is not ours."""
        name, number = place
        for path in (self.subject.rewritten, self.subject.original):
            if os.path.basename(path) != name:
                continue
            if path not in self.texts:
                with open(path, encoding="utf-8", errors="replace") as file:
                    self.texts[path] = file.read().split("\n")
            if 0 < number <= len(self.texts[path]):
                return self.texts[path][number - 1].strip()
        return ""

    def loops(self, result):
        """One line for each K-loop that was rewritten, or was not."""
        if result.facts is None or self.subject.how.startswith("with "):
            return []
        return ["line %d: %s" % (
            loop["line"], loop["summary"] if loop["rewritten"] else
            "left alone: " + loop["why"]) for loop in result.facts["loops"]]

    def rows(self, result):
        """Every check, up to the one after which nothing could be done."""
        rows = []
        for check in CHECKS:
            found = [f for f in result.findings if f.check == check]
            if found:
                rows.append(Row(check, "FAILED", "", found))
            elif check == "builds" or result.seeds:
                rows.append(Row(check, *self._good(check, result)))
            if found and check == "builds":
                break
        return [row for row in rows if row.text or row.findings]

    def _good(self, check, result):
        cpu = self.device == "cpu"
        ran = not [f for f in result.findings if f.check in (
            "launches", "runs", "memory", "races")]
        if check == "builds":
            return "ok", "both with " + ("clang, for the executor" if cpu else
                                         "nvcc")
        if check == "launches":
            old, new = result.dynamic
            return "ok", "dynamic shared memory: %s" % (
                "%d bytes" % old if old == new else
                "%d bytes, rewritten %d" % (old, new))
        if check == "memory":
            return ("ok", "every access is in bounds, aligned and initialised"
                    ) if cpu else ("ok", "nothing written around the buffers")
        if check == "races":
            return ("none", "every access to shared memory checked, in %d "
                    "orders of threads a case" % (result.seeds * result.repeat)
                    ) if cpu else ("not checked", "--device=cpu does it")
        if check == "results" and ran:
            return "same", "%d cases, %d sets of data: %s" % (
                result.cases, result.seeds, self._sameness(result))
        if check == "repeats" and ran:
            return "same", "%d launches with the same data" % result.repeat
        return "", ""

    @staticmethod
    def _sameness(result):
        if result.near:
            return "%d values differ within the tolerance" % result.near
        return "every bit"

    def speed_note(self, result):
        if self.device == "cpu":
            return "not measured: that takes a GPU"
        return "" if result.speeds else "not measured: the results are wrong"

    def as_data(self):
        return {"original": self.subject.original, "how": self.subject.how,
                "machine": self.machine, "device": self.device,
                "date": self.date, "passed": not self.failed(),
                "kernels": [{
                    "kernel": r.spec.kernel, "passed": not r.failed(),
                    "loops": self.loops(r), "cases": r.cases,
                    "seeds": r.seeds, "repeat": r.repeat, "notes": r.notes,
                    "checks": {row.name: row.verdict for row in self.rows(r)},
                    "findings": [f.as_data() for f in r.findings],
                    "speed": [s.as_data() for s in r.speeds]}
                    for r in self.results]}

    def write(self, args):
        """On the terminal, and in the files that were asked for."""
        print(terminal.text(self))
        if args.json:
            with open(args.json, "w", encoding="utf-8") as file:
                json.dump(self.as_data(), file, indent=1)
                file.write("\n")
