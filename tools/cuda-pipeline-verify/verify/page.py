# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report as one HTML file, with plots; nothing is loaded from elsewhere."""

import difflib
import os
from html import escape

from .markdown import cold

STYLE = """
:root { --ink: #1c2024; --soft: #60646c; --line: #d9dce1; --good: #18794e;
  --bad: #cd2b31; --old: #8b8d98; --new: #3e63dd; --page: #fff; --panel: #f7f8fa }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef0; --soft: #9ba1a6;
  --line: #313538; --good: #4cc38a; --bad: #ff6369; --old: #7e868c;
  --new: #849dff; --page: #151718; --panel: #1c1f20 } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--page); max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem; margin-bottom: 0 } h2 { font-size: 1.1rem; margin-top: 2rem }
.soft { color: var(--soft) } .good { color: var(--good) } .bad { color: var(--bad) }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto }
td, th { border-bottom: 1px solid var(--line); padding: .3rem .6rem .3rem 0;
  text-align: left; vertical-align: top }
td.number, th.number { text-align: right }
code, pre { font: 13px/1.45 ui-monospace, monospace }
pre { background: var(--panel); padding: .8rem; overflow-x: auto; margin: .3rem 0 }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif }
.verdict { font-weight: 600 } ins { color: var(--good); text-decoration: none }
del { color: var(--bad); text-decoration: none }
"""

BAR, GAP, PLOT = 18, 6, 600


def finding_html(report, finding):
    who = "" if finding.version == "rewritten" else "The original: "
    lines = ["<div>%s%s</div>" % (who, escape(finding.text))]
    shown = list(finding.details) + [
        "%s:%d:  %s" % (*place, report.source_line(place))
        for place in finding.places]
    if shown:
        lines.append("<pre>%s</pre>" % escape("\n".join(shown)))
    if finding.case:
        more = finding.times - 1
        lines.append('<div class="soft">with %s%s</div>' % (
            escape(finding.case), ", and in %d other run%s" % (more, "s" if more > 1 else "")
            if more else ""))
    return "".join(lines)


def checks_table(report, result):
    lines = ["<table>"]
    for row in report.rows(result):
        text = "".join(finding_html(report, f) for f in row.findings) or \
            escape(row.text)
        lines.append('<tr><td>%s</td><td class="verdict %s">%s</td><td>%s</td>'
                     "</tr>" % (row.name, "bad" if row.findings or row.verdict == "NO PROOF"
                                else "good",
                                row.verdict, text))
    note = result.speed_note()
    if note:
        lines.append('<tr><td>speed</td><td></td><td class="soft">%s</td></tr>' %
                     escape(note))
    return "\n".join(lines + ["</table>"])


def rate_of(speed, version):
    """What a bar shows: GFLOP/s, else GB/s, else launches a second."""
    for what, unit in (("flops", "GFLOP/s"), ("bytes", "GB/s")):
        if speed.rate(version, what) is not None:
            return speed.rate(version, what), unit
    return 1000 / speed.median(version), "launches/s"


def plot(result):
    """Two bars a size; longer is faster."""
    most = max(rate_of(s, v)[0] for s in result.speeds
               for v in ("original", "rewritten"))
    unit = rate_of(result.speeds[0], "original")[1]
    parts, y = [], 20
    for speed in result.speeds:
        # Above its bars: a label may be longer than any column.
        y += BAR
        parts.append('<text x="0" y="%d">%s</text>' % (y - GAP,
                                                      escape(speed.label)))
        for version, color in (("original", "old"), ("rewritten", "new")):
            rate = rate_of(speed, version)[0]
            width = max(1, PLOT * rate / most)
            parts.append('<rect x="0" y="%d" width="%.1f" height="%d" rx="2" '
                         'fill="var(--%s)"/>' % (y, width, BAR, color))
            parts.append('<text x="%.1f" y="%d">%.0f%s</text>' % (
                width + 6, y + 13, rate,
                "  (%.2f x)" % speed.speed_up() if version == "rewritten"
                else ""))
            y += BAR + 2
        y += GAP * 2
    return ('<svg viewBox="0 0 %d %d" role="img" aria-label="speed"><text x="0" '
            'y="12">%s: grey the original, blue the rewritten kernel</text>%s'
            "</svg>" % (PLOT + 120, y, unit, "".join(parts)))


def speed_table(result):
    lines = ['<table><tr><th>size</th><th class="number">original</th>'
             '<th class="number">rewritten</th><th class="number">speed-up</th>'
             '<th class="number">with a cold L2 cache</th></tr>']
    for s in result.speeds:
        cells = ["%.4f ms &plusmn; %.1f %%" % (
            s.median(v), 50 * s.spread(v)) for v in ("original", "rewritten")]
        lines.append('<tr><td>%s</td>%s<td class="number"><b>%.2f</b></td>'
                     '<td class="number">%s</td></tr>'
                     % (escape(s.label), "".join(
                         '<td class="number">%s</td>' % c for c in cells),
                        s.speed_up(), cold(s)))
    return "\n".join(lines + ["</table>"])


def difference(report):
    """The rewrite itself, as a diff."""
    texts = []
    for path in (report.subject.original, report.subject.rewritten):
        with open(path, encoding="utf-8", errors="replace") as file:
            texts.append(file.read().split("\n"))
    lines = []
    for line in list(difflib.unified_diff(*texts, "original", "rewritten",
                                          lineterm=""))[2:]:
        tag = {"+": "ins", "-": "del"}.get(line[:1])
        text = escape(line)
        lines.append("<%s>%s</%s>" % (tag, text, tag) if tag else text)
    return "<h2>What was rewritten</h2><pre>%s</pre>" % "\n".join(lines)


def text(report):
    failed = report.exit_code() != 0
    body = ["<h1>%s: <span class=\"%s\">%s</span></h1>" % (
        escape(os.path.basename(report.subject.original)), "bad" if failed else "good",
        "no proof" if report.doubtful() else "failed" if failed else "passed"),
            '<p class="soft">%s<br>%s, %s</p>' % (
                escape(report.subject.how), escape(report.machine),
                report.date)]
    for result in report.results:
        body.append("<h2><code>%s</code></h2>" % escape(result.title))
        body += ["<p>K-loop at %s</p>" % escape(loop)
                 for loop in report.loops(result)]
        body.append(checks_table(report, result))
        if getattr(result, "machine_code", None):
            body.append("<pre>%s</pre>" % escape("\n".join(
                result.machine_code.lines())))
        if result.speeds:
            body += [plot(result), speed_table(result)]
        body += ['<p class="soft">Note: %s.</p>' % escape(note)
                 for note in result.notes]
    body.append(difference(report))
    return ('<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width">'
            "<title>%s</title><style>%s</style></head>\n<body>%s</body></html>\n"
            % (escape(report.subject.original), STYLE, "\n".join(body)))
