# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report as Markdown, for pull requests."""

import os


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def finding_text(report, finding):
    lines = ["- **%s**%s: %s" % (
        finding.check, "" if finding.version == "rewritten" else
        " (the original)", finding.text)]
    lines += ["  - `%s`" % detail for detail in finding.details]
    lines += ["  - `%s:%d`: `%s`" % (*place, report.source_line(place))
              for place in finding.places]
    if finding.case:
        lines.append("  - with %s%s" % (
            finding.case, ", and in %d other run%s" % (
                finding.times - 1, "s" if finding.times > 2 else "")
            if finding.times > 1 else ""))
    return lines


def cold(speed):
    """Both times and the speed-up, with a cold cache."""
    if not speed.has_cold():
        return ""
    return "%.4f ms, %.4f ms: %.2f" % (
        speed.median("original", "cold"), speed.median("rewritten", "cold"),
        speed.speed_up("cold"))


def speed_table(result):
    if not result.speeds:
        return []
    lines = ["", "| size | original | rewritten | speed-up | with a cold L2 "
             "cache |", "|---|---|---|---|---|"]
    for speed in result.speeds:
        def shown(version):
            text = "%.4f ms" % speed.median(version)
            for what, unit in (("flops", "GFLOP/s"), ("bytes", "GB/s")):
                rate = speed.rate(version, what)
                if rate is not None:
                    text += ", %.1f %s" % (rate, unit)
            return text
        lines.append("| %s | %s | %s | **%.2f** | %s |" % (
            speed.label, shown("original"), shown("rewritten"),
            speed.speed_up(), cold(speed)))
    return lines


def text(report):
    lines = ["## %s: %s" % (os.path.basename(report.subject.original), "FAILED" if report.failed()
                            else "no proof" if report.doubtful() else "passed"),
             "", "%s. %s, %s." % (report.subject.how.capitalize(),
                                  report.machine, report.date)]
    for result in report.results:
        lines += ["", "### `%s`" % result.title, ""]
        lines += ["- loop at " + loop for loop in report.loops(result)]
        lines += ["", "| check | | |", "|---|---|---|"]
        for row in report.rows(result):
            lines.append("| %s | %s | %s |" % (row.name, row.verdict, cell(
                row.text or "; ".join(f.text for f in row.findings))))
        if result.speed_note():
            lines.append("| speed | | %s |" % result.speed_note())
        lines += speed_table(result)
        if result.findings:
            lines.append("")
            for finding in result.findings:
                lines += finding_text(report, finding)
        if getattr(result, "machine_code", None):
            lines += ["", "```text", *result.machine_code.lines(), "```"]
        lines += ["", *("Note: %s." % note for note in result.notes)]
    return "\n".join(lines).rstrip() + "\n"
