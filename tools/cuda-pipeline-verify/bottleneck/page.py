# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report as one HTML file; nothing is loaded from elsewhere."""

from html import escape

from . import drawing, words
from .words import number

STYLE = """
:root { color-scheme: light dark; --ink: #1c2024; --soft: #60646c;
  --line: #d9dce1; --grid: #eceef1; --good: #18794e; --bad: #cd2b31;
  --load: #c2820a; --math: #3e63dd; --page: #fff; --panel: #f7f8fa }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef0; --soft: #9ba1a6;
  --line: #3a3f42; --grid: #26292b; --good: #4cc38a; --bad: #ff6369;
  --load: #f0b429; --math: #849dff; --page: #151718; --panel: #1c1f20 } }
* { box-sizing: border-box }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--page); max-width: 84rem; margin: 1.5rem auto; padding: 0 1rem;
  overflow-wrap: break-word }
h1 { font-size: 1.35rem; margin: 0 } h2 { font-size: 1.2rem; margin: 2rem 0 0 }
h3 { font-size: 1rem; margin: 0 0 .5rem }
p { margin: .3rem 0 } .soft { color: var(--soft) }
.grid { display: grid; gap: 1rem; margin-top: 1rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 23rem), 1fr)) }
section { background: var(--panel); border: 1px solid var(--line);
  border-radius: 8px; padding: .8rem .9rem; min-width: 0 }
.wide { grid-column: 1 / -1 }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid var(--line); padding: .25rem .5rem .25rem 0;
  text-align: left; vertical-align: top; font-weight: normal }
td:first-child { padding-right: .8rem }
th { color: var(--soft) } td.number, th.number { text-align: right;
  white-space: nowrap }
tr:last-child td { border-bottom: 0 }
code { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere }
h2 code { font-size: 1.1rem }
.badge { display: inline-block; border: 1px solid; border-radius: 1rem;
  padding: 0 .6rem; font-size: .9rem; vertical-align: 2px; margin-left: .3rem }
ol { margin: 0; padding-left: 1.4rem } li { margin-bottom: .7rem }
li strong { font-weight: 600 }
.bar { position: relative; height: 8px; background: var(--grid);
  border-radius: 4px; margin: .25rem 0; max-width: 30rem }
.bar i { position: absolute; top: 0; bottom: 0; border-radius: 4px;
  background: var(--good) } .bar i.bound { background: none;
  border: 1px dashed var(--soft) }
.but { color: var(--bad) }
svg { display: block; width: 100%; max-width: 30rem; height: auto }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif }
svg text { paint-order: stroke; stroke: var(--panel); stroke-width: 3px }
svg text.small { font-size: 11px } svg text.soft { fill: var(--soft) }
svg .axis { stroke: var(--soft) } svg .grid { stroke: var(--line);
  stroke-width: .6 }
svg .roof { stroke: var(--soft); stroke-width: 1.5 }
svg .mine { stroke: var(--math); stroke-width: 2.5 }
svg .measured { fill: var(--good) } svg .bound { fill: var(--page);
  stroke: var(--math); stroke-width: 2 }
svg .kept { fill: var(--math) } svg .lost { fill: var(--load) }
svg .chosen { stroke: var(--ink); stroke-width: 2.5 }
svg .load { fill: var(--load) } svg .math { fill: var(--math) }
"""


def section(title, body, wide=False):
    return "<section%s><h3>%s</h3>%s</section>" % (
        ' class="wide"' if wide else "", escape(title), body)


def paragraph(text, kind=""):
    return "<p%s>%s</p>" % (' class="%s"' % kind if kind else "", escape(text))


def table(head, rows, numbers=()):
    """Columns of `numbers` stand to the right."""
    def cells(tag, row):
        return "".join('<%s%s>%s</%s>' % (
            tag, ' class="number"' if at in numbers else "", escape(str(cell)),
            tag) for at, cell in enumerate(row))
    return "<table>%s%s</table>" % ("<tr>%s</tr>" % cells("th", head)
                                    if any(head) else "", "".join(
        "<tr>%s</tr>" % cells("td", row) for row in rows))


def gain_bar(one, most):
    low, high = one["gain"]["low"] - 1, one["gain"]["high"] - 1
    begin, end = 100 * low / most, 100 * high / most
    return '<div class="bar"><i class="%s" style="left: %.1f%%; width: ' \
        '%.1f%%"></i></div>' % ("" if one["measured"] else "bound", begin,
                                max(1.5, end - begin))


def recommendations(kernel):
    found = kernel["recommendations"]
    if not found:
        return section("What to do", paragraph("Nothing that a number speaks "
                                               "for."), True)
    most = max([one["gain"]["high"] - 1 for one in found] + [0.05])
    items = []
    for one in found:
        body = "<strong>%s</strong>: %s%s" % (
            escape(one["title"]), escape(one["gain_text"]), gain_bar(one, most))
        body += '<span class="soft">%s: %s</span>' % (
            "Measured" if one["measured"] else "A bound",
            escape(one["rests_on"]))
        body += "".join('<br><span class="but">But: %s</span>' % escape(text)
                        for text in one["conflicts"])
        if one["how"]:
            body += "<br><code>%s</code>" % escape(one["how"])
        items.append("<li>%s</li>" % body)
    rule = paragraph("The usual matrix says: %s." % kernel["rule"], "soft") \
        if kernel["rule"] else ""
    return section("What to do, ranked", "<ol>%s</ol>%s" % (
        "".join(items), rule), True)


def baseline(kernel):
    base, rows = kernel["baseline"], []
    rows.append(("problem", words.problem(kernel)))
    rows.append(("launch", words.launch(kernel)))
    rows.append(("time", words.time_text(kernel)))
    if base["gflops"] is not None or base["gb_s"] is not None:
        rows.append(("rate", "%s GFLOP/s, %s GB/s" % (
            words.rate(base["gflops"]), words.rate(base["gb_s"]))))
    if base["least_ms"] is not None:
        rows.append(("at best", "%s ms, by the card's peaks" % number(
            base["least_ms"])))
    rows += [("auto", line) for line in words.tool_text(kernel)]
    if kernel["run"]:
        rows.append(("", words.run_text(kernel)))
    return section("Baseline", table(("", ""), rows))


def roofline(kernel, gpu):
    roof = kernel["roofline"]
    body = drawing.roofline(kernel, gpu)
    body += paragraph("%s: %s." % (
        roof["class"].capitalize() + "-bound" if roof["class"] else
        "Class not known", roof["why"]))
    if roof["of_peak"] is not None or roof["of_bandwidth"] is not None:
        body += paragraph("%s of the peak, %s of the bandwidth." % (
            words.percent(roof["of_peak"]), words.percent(roof["of_bandwidth"])))
    return section("Roofline", body)


def ladder(kernel):
    smem = kernel["smem"]
    if not smem:
        return ""
    body = drawing.ladder(kernel) + paragraph(
        "Shared memory: %s%s." % (words.cliff_text(smem), "; %s more cost no "
                                  "block" % words.kb(smem["free"]) if smem["free"]
                                  else ""))
    if kernel["flight"]:
        body += paragraph("In flight: %s." % words.flight_text(kernel["flight"]))
    return section("Occupancy over stages", body)


def timeline(kernel):
    picture = drawing.timeline(kernel)
    if not picture:
        return ""
    found = kernel["timeline"]
    return section("A trip of the loop, by a model", picture + paragraph(
        "Math takes what its instructions take to issue%s, a tile the latency of "
        "device memory. Without the bandwidth: a trip's tiles take %s cycles of it "
        "if caches help nobody; and without what wide copies save of its "
        "instructions." % (
            " (inner loops as often as the source has loads and math)" if
            found["inner_loops_guessed"] else "",
            number(found["memory_cycles"])), "soft"))


def occupancy(kernel):
    now = kernel["occupancy"]
    if not now:
        return ""
    rows = [("registers", words.registers_text(kernel), 65536,
             now["by"]["registers"]),
            ("shared memory", words.kb(now["shared"]),
             words.kb(now["shared_per_sm"]), now["by"]["shared memory"]),
            ("warps", now["warps_per_block"], now["warps_per_sm"],
             now["by"]["warps"]),
            ("blocks", 1, now["blocks_per_sm"], now["by"]["blocks"])]
    rows = [(*row[:3], "any" if row[3] is None else row[3]) for row in rows]
    return section("Occupancy", table(("", "a block", "limit", "blocks"), rows,
                                      (1, 2, 3)) + paragraph(
        "%s, %d of %d warps; limited by %s." % (
            words.plural(now["blocks"], "block"), now["warps"],
            now["warps_per_sm"], " and ".join(now["limited_by"]))))


def ratio(kernel):
    found = kernel["ratio"]
    if not found:
        return section("Math for each load", paragraph("Not known."))
    rows = [("math", words.math_text(found)), ("loads", words.loads_text(found)),
            ("counted in", found["from"])]
    body = table(("", ""), rows)
    if found["class"]:
        body = paragraph("%s:1, %s. %s." % (
            number(found["ratio"], 3), found["class"],
            words.experience_text(found)[0].upper() +
            words.experience_text(found)[1:])) + body
    return section("Math for each load", body)


def mix(kernel):
    found = kernel["mix"]
    if not found:
        return ""
    body = table(("", "count", ""), [
        (row["instruction"], number(row["count"]), words.stall_text(row))
        for row in found["rows"]], (1,))
    text = words.issue_text(found)
    return section("Instructions of %s" % (
        "a trip" if found["of"] != "kernel" else "the kernel"), body + paragraph(
            text[0].upper() + text[1:] + "."))


def others(kernel):
    body = ""
    if kernel["profile"] and kernel["profile"]["stalls"]:
        body += section("Stalls, by Nsight Compute", table(
            ("", "of all", ""), [(one["reason"], "%.0f %%" % (
                100 * one["fraction"]), one["means"])
                for one in kernel["profile"]["stalls"]], (1,)))
    if kernel["head"]:
        body += section("Dependent launch", paragraph(
            words.head_text(kernel["head"]) + "."))
    if kernel["missing"]:
        body += section("What is missing", "".join(
            paragraph(one[0].upper() + one[1:] + ".")
            for one in kernel["missing"]))
    return body


def kernel_html(kernel, gpu):
    kind = kernel["roofline"]["class"]
    return "<h2><code>%s</code>%s</h2><div class=\"grid\">%s</div>" % (
        escape(kernel["title"]), '<span class="badge">%s-bound</span>' % kind
        if kind else "", recommendations(kernel) + roofline(kernel, gpu) +
        ladder(kernel) + timeline(kernel) + baseline(kernel) +
        occupancy(kernel) + ratio(kernel) + mix(kernel) + others(kernel))


def text(data):
    body = "<h1>%s</h1><p class=\"soft\">%s<br>%s, %s, %s</p>" % (
        escape(data["file"].split("/")[-1]), escape(words.gpu_text(data["gpu"])),
        escape(data["tool"]), escape(data["machine"]), data["date"])
    body += "".join(kernel_html(kernel, data["gpu"])
                    for kernel in data["kernels"])
    return ('<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            "<title>%s</title><style>%s</style></head>\n<body>%s</body></html>\n"
            % (escape(data["file"]), STYLE, body))
