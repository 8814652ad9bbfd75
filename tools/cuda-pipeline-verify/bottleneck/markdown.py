# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report as Markdown, in the layout that people know."""

from . import words
from .words import number


def title(kernel):
    return ["## Bottleneck Analysis Report: %s" % kernel["title"], ""]


def baseline(kernel, data):
    base = kernel["baseline"]
    lines = ["### Baseline",
             "- Card: %s" % words.gpu_text(data["gpu"]),
             "- Problem: %s; %s" % (words.problem(kernel), words.launch(kernel)),
             "- Kernel time: %s" % words.time_text(kernel)]
    if base["gflops"] is not None or base["gb_s"] is not None:
        lines.append("- Effective GFLOPS: %s | Effective BW: %s GB/s" % (
            words.rate(base["gflops"]), words.rate(base["gb_s"])))
    if base["least_ms"] is not None:
        lines.append("- No faster than: %s ms, by the card's peaks" %
                     number(base["least_ms"]))
    return lines + [""]


def roofline(kernel):
    roof = kernel["roofline"]
    lines = ["### Roofline Classification",
             "- Arithmetic intensity: %s FLOP/byte%s" % (
                 number(roof["intensity"]), " (of %s)" % roof["intensity_is_of"]
                 if roof["intensity_is_of"] else "")]
    if roof["operations"]:
        lines.append("- Work: %soperations (%s), %sbytes%s" % (
            words.large(roof["operations"]), roof["operations_from"],
            words.large(roof["bytes"]) + " " if roof["bytes"] else "unknown ",
            " (%s)" % roof["bytes_from"] if roof["bytes_from"] else ""))
    if roof["intensity_is_of"] == "unique bytes" and roof["tile_intensity"]:
        lines.append("- Each block loads for itself: %s FLOP/byte, if caches help "
                     "nobody" % number(roof["tile_intensity"], 3))
    lines += ["- Balance point: %s FLOP/byte (%s)" % (
        number(roof["balance"]), words.UNITS[roof["unit"]]),
        "- Classification: **%s** (%s)" % (
            roof["class"] + "-bound" if roof["class"] else "not known",
            roof["why"]),
        "- Attained fraction: %s of peak arithmetic, %s of the bandwidth" % (
            words.percent(roof["of_peak"]), words.percent(roof["of_bandwidth"]))
        if roof["of_peak"] is not None or roof["of_bandwidth"] is not None else
        "- Attained fraction: not known without a time"]
    return lines + [""]


def occupancy(kernel):
    now = kernel["occupancy"]
    if not now:
        return ["### Occupancy", "- Not known: no architecture", ""]
    cliff = kernel["smem"]["cliff"]
    rows = [("Registers", words.registers_text(kernel), "65536",
             now["by"]["registers"]),
            ("Shared mem", words.kb(now["shared"]), "%s (cliff: %s)" % (
                words.kb(now["shared_per_sm"]), words.kb(cliff)),
             now["by"]["shared memory"]),
            ("Warps", number(now["warps_per_block"]), number(now["warps_per_sm"]),
             now["by"]["warps"]),
            ("Blocks", "1", number(now["blocks_per_sm"]), now["by"]["blocks"])]
    lines = ["### Occupancy", "| Resource | Per Block | Limit/SM | Blocks/SM |",
             "|----------|-----------|----------|-----------|"]
    lines += ["| %s | %s | %s | %s |" % (*row[:3], "any" if row[3] is None
                                         else row[3]) for row in rows]
    lines.append("| **Limiting** | %s | | **%d** |" % (
        ", ".join(now["limited_by"]), now["blocks"]))
    lines.append("- Active warps/SM: %d of %d (%s for latency hiding, which takes "
                 "8)" % (now["warps"], now["warps_per_sm"], "sufficient" if
                         now["enough_warps"] else "insufficient"))
    return lines + [""]


def ratio(kernel):
    found = kernel["ratio"]
    lines = ["### Compute/Load Ratio"]
    if not found:
        return lines + ["- Not known: no machine code, and no loop whose work can "
                        "be counted on the source", ""]
    lines += ["- Counted in: %s%s" % (
        "machine code of the %s" % found["kind"] if found["from"] ==
        "machine code" else found["from"], ", unrolled %d times" %
        found["unrolled"] if found["unrolled"] > 1 else ""),
        "- Compute ops/tile: %s" % words.math_text(found),
        "- Load bytes/tile: %s" % words.loads_text(found)]
    if found["class"]:
        lines += ["- Ratio: %s:1 — **%s**" % (number(found["ratio"], 3),
                                              found["class"]),
                  "- cp.async recommendation: %s (%s)" % (
                      found["advice"], words.experience_text(found))]
        if found["source"] is not None and found["from"] == "machine code":
            lines.append("- On the source: %s:1" % number(found["source"], 3))
    else:
        lines.append("- Ratio: none, it loads nothing there")
    return lines + [""]


def mix(kernel):
    found = kernel["mix"]
    lines = ["### SASS Instruction Mix"]
    if not found:
        return lines + ["- Not known: %s" % next(
            (one for one in kernel["missing"] if "machine code" in one),
            "no machine code"), ""]
    lines += ["Of one trip of the %s." % found["of"] if found["of"] != "kernel"
              else "Of the whole kernel, which has no loop.", "",
              "| Instruction | Count | Notes |", "|-------------|-------|-------|"]
    lines += ["| %s | %s | %s |" % (row["instruction"], number(row["count"]),
                                    words.stall_text(row))
              for row in found["rows"]]
    return lines + ["", "- Issue: %s" % words.issue_text(found), ""]


def smem(kernel):
    found = kernel["smem"]
    if not found:
        return []
    now = kernel["occupancy"]
    lines = ["### Smem Cliff", "- Smem/block: %s" % words.cliff_text(found),
             "- Blocks/SM: %d — %s" % (found["blocks"], "limited by %s" %
                                       ", ".join(now["limited_by"]))]
    if found["free"]:
        lines.append("- Free: %s more a block cost no resident block" %
                     words.kb(found["free"]))
    if found["stages"]:
        lines += ["", "| Stages | Bytes/block | Blocks/SM | Warps/SM | Bytes ahead "
                  "| |", "|--------|-------------|-----------|----------|"
                  "-------------|-|"]
        for row in found["stages"]:
            lines.append("| %d | %d | %s | %s | %s | %s |" % (
                row["stages"], row["bytes"], row["blocks"] or "does not fit",
                row["warps"], row["ahead"], "over the cliff" if row["over"] and
                row["blocks"] else ""))
    return lines + [""]


def others(kernel):
    lines = []
    if kernel["flight"]:
        lines += ["### Bytes in Flight", "- " + words.flight_text(
            kernel["flight"]), ""]
    if kernel["profile"]:
        lines += ["### Stalls, by Nsight Compute"]
        lines += ["- %s: %.0f %%%s" % (one["reason"], 100 * one["fraction"],
                                       " (%s)" % one["means"] if one["means"]
                                       else "")
                  for one in kernel["profile"]["stalls"]] + [""]
    if kernel["head"]:
        lines += ["### Dependent Launch", "- " + words.head_text(kernel["head"]),
                  ""]
    lines += ["### What cuda-pipeline-rewrite Would Do"]
    lines += ["- " + line for line in words.tool_text(kernel)] or \
        ["- nothing: there is no K-loop"]
    if any(loop["rewritten"] for loop in kernel["loops"]):
        lines.append("- " + words.run_text(kernel))
    return lines + [""]


def recommendations(kernel):
    lines = ["### Recommended Optimizations (ranked)"]
    if kernel["rule"]:
        lines += ["The usual matrix says: %s." % kernel["rule"], ""]
    for at, one in enumerate(kernel["recommendations"]):
        lines.append("%d. %s — %s" % (at + 1, one["title"], one["gain_text"]))
        lines.append("   - %s: %s" % ("Measured" if one["measured"] else "A bound",
                                      one["rests_on"]))
        lines += ["   - Conflict: %s" % text for text in one["conflicts"]]
        if one["how"]:
            lines.append("   - `%s`" % one["how"])
    if not kernel["recommendations"]:
        lines.append("None that a number speaks for.")
    lines.append("")
    if kernel["missing"]:
        lines += ["### What Is Missing"]
        lines += ["- " + one for one in kernel["missing"]] + [""]
    return lines


def text(data):
    lines = []
    for kernel in data["kernels"]:
        lines += title(kernel) + baseline(kernel, data) + roofline(kernel) + \
            occupancy(kernel) + ratio(kernel) + mix(kernel) + smem(kernel) + \
            others(kernel) + recommendations(kernel)
    lines.append("%s, %s, %s" % (data["tool"], data["machine"], data["date"]))
    return "\n".join(lines) + "\n"
