# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What came out, as rows that every form of the report shows."""

import json
import os
import time

from . import Problem, markdown, page, terminal

class Row:
    """One check of one kernel."""

    def __init__(self, name, verdict, text, findings=()):
        self.name, self.verdict, self.text = name, verdict, text
        self.findings = list(findings)


class Report:
    def __init__(self, subject, device, machine, results):
        self.subject, self.results = subject, results
        self.device, self.machine = device, machine
        self.date = time.strftime("%Y-%m-%d")
        self.texts, self.notes = {}, []

    def failed(self):
        return any(result.failed() for result in self.results)

    def doubtful(self):
        """Nothing is wrong, but nothing is proven either."""
        return not self.failed() and any(
            getattr(result, "doubts", ()) for result in self.results)

    def unproven(self):
        """The check that proves nothing."""
        return next(row.name for result in self.results
                    for row in self.rows(result) if row.verdict == "NO PROOF")

    def exit_code(self):
        return 1 if self.failed() else 2 if self.doubtful() else 0

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

    @staticmethod
    def rows(result):
        """Every check; the last is one after which nothing could be done."""
        rows = []
        for check in result.checks:
            found = [f for f in result.findings if f.check == check]
            if found:
                rows.append(Row(check, "FAILED", "", found))
            else:
                rows.append(Row(check, *result.good(check)))
            if found and check == "builds":
                break
        return [row for row in rows if row.text or row.findings]

    def as_data(self):
        return {"version": 1, "original": self.subject.original, "how": self.subject.how,
                "machine": self.machine, "device": self.device,
                "date": self.date, "passed": self.exit_code() == 0,
                "kernels": [{
                    "kernel": r.title,
                    "passed": not r.failed() and not getattr(r, "doubts", ()),
                    "loops": self.loops(r), "notes": r.notes,
                    "checks": {row.name: row.verdict for row in self.rows(r)},
                    "findings": [f.as_data() for f in r.findings],
                    "speed": [s.as_data() for s in r.speeds],
                    "sass": r.machine_code.as_data()
                    if getattr(r, "machine_code", None) else None}
                    for r in self.results]}

    def write(self, args):
        """On the terminal, and in the files that were asked for."""
        print(terminal.text(self))
        for path, form in ((args.md, markdown.text), (args.html, page.text),
                           (args.json, self.as_json)):
            if path:
                try:
                    with open(path, "w", encoding="utf-8") as file:
                        file.write(form(self))
                except OSError as error:
                    raise Problem("cannot write '%s': %s" % (
                        path, error.strerror.lower())) from None

    @staticmethod
    def as_json(report):
        return json.dumps(report.as_data(), indent=1) + "\n"
