# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report for people at a terminal: a few lines a kernel."""

import os
import sys
import textwrap

WIDTH = 100
INDENT = " " * 12
COLORS = {"FAILED": "31;1", "ok": "32", "same": "32", "none": "32", "clean": "32",
          "partly": "33", "not checked": "33", "NO PROOF": "33;1"}


def colored(text, color):
    wanted = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return "\033[%sm%s\033[m" % (color, text) if wanted and color else text


def wrapped(text, indent):
    return textwrap.wrap(text, WIDTH, initial_indent=indent,
                         subsequent_indent=indent, break_long_words=False,
                         break_on_hyphens=False) or [""]


def finding_lines(report, finding):
    who = "" if finding.version == "rewritten" else "the original: "
    lines = wrapped(who + finding.text, INDENT)
    for detail in finding.details:
        lines.append(INDENT + "  " + detail)
    for place in finding.places:
        lines.append(INDENT + "  %s:%d:  %s" % (
            place[0], place[1], report.source_line(place)))
    if finding.case:
        more = finding.times - 1
        lines.append(INDENT + "  with " + finding.case + (
            ", and in %d other run%s" % (more, "s" if more > 1 else "")
            if more else ""))
    return lines


def row_lines(report, row):
    verdict = colored("%-6s" % row.verdict, COLORS.get(row.verdict))
    head = "  %-9s %s" % (row.name, verdict)
    if not row.findings:
        return [(head + "  " + row.text).rstrip()]
    lines = []
    for finding in row.findings:
        lines += finding_lines(report, finding)
    return [head] + lines


def speed_lines(report, result):
    note = result.speed_note()
    if note:
        return ["  %-9s %s" % ("speed", note)]
    lines = []
    head = "  %-9s %-28s %10s %10s %9s" % ("speed", "", "original", "rewritten",
                                         "speed-up")
    lines.append(head)
    for speed in result.speeds:
        lines.append("  %-9s %-28s %7.4f ms %7.4f ms %9.2f" % (
            "", speed.label, speed.median("original"),
            speed.median("rewritten"), speed.speed_up()))
        if speed.has_cold():
            lines.append("  %-9s %28s %7.4f ms %7.4f ms %9.2f" % (
                "", "with a cold L2 cache", speed.median("original", "cold"),
                speed.median("rewritten", "cold"), speed.speed_up("cold")))
        for what, unit in (("flops", "GFLOP/s"), ("bytes", "GB/s")):
            if speed.rate("original", what) is not None:
                lines.append("  %-9s %28s %10.1f %10.1f" % (
                    "", unit, speed.rate("original", what),
                    speed.rate("rewritten", what)))
    return lines


def text(report):
    lines = ["%s, %s" % (report.subject.original, report.subject.how),
             report.machine]
    for result in report.results:
        lines += ["", colored(result.title, "1")]
        for loop in report.loops(result):
            lines.append("  loop      " + loop)
        for row in report.rows(result):
            lines += row_lines(report, row)
        if getattr(result, "machine_code", None):
            lines += result.machine_code.lines()
        lines += speed_lines(report, result)
        for note in result.notes:
            lines.append("  note      " + note)
    failures = sum(len(result.findings) for result in report.results)
    lines.append("")
    lines.append(colored("FAILED: %d finding%s" % (
        failures, "s" if failures > 1 else ""), "31;1") if failures else
        colored("NO PROOF: see '%s'" % report.unproven(), "33;1")
        if report.doubtful() else
        colored("PASSED", "32;1"))
    return "\n".join(lines + report.notes)
