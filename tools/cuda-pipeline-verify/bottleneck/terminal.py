# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report in 80 columns: what decides first, then the figures."""

import textwrap

from . import words
from .words import number

WIDTH = 79


def block(head, texts):
    """A head word and sentences beside it."""
    lines = []
    for text in texts:
        lines += textwrap.wrap(text, WIDTH - 12, break_long_words=False,
                               break_on_hyphens=False) or [""]
    return ["  %-10s%s" % (head if not at else "", line)
            for at, line in enumerate(lines)]


def recommendations(kernel):
    lines = []
    for at, one in enumerate(kernel["recommendations"]):
        lines += block("do" if not at else "", [
            "%d. %s" % (at + 1, one["title"])])
        lines += ["  %-10s   %s" % ("", line) for line in textwrap.wrap(
            "%s; %s" % (one["gain_text"], one["rests_on"]), WIDTH - 15,
            break_long_words=False, break_on_hyphens=False)]
        for text in one["conflicts"]:
            lines += ["  %-10s   %s" % ("", line) for line in textwrap.wrap(
                "but: " + text, WIDTH - 15, break_long_words=False,
                break_on_hyphens=False)]
        if one["how"]:
            lines.append("  %-10s   $ %s" % ("", one["how"]))
    return lines or block("do", ["nothing that a number speaks for"])


def baseline(kernel):
    base = kernel["baseline"]
    texts = [words.time_text(kernel)]
    if base["gflops"] is not None or base["gb_s"] is not None:
        texts.append("%s GFLOP/s, %s GB/s" % (words.rate(base["gflops"]),
                                              words.rate(base["gb_s"])))
    if base["least_ms"] is not None:
        texts.append("the card's peaks allow %s ms" % number(base["least_ms"]))
    return block("time", texts)


def roofline(kernel):
    roof = kernel["roofline"]
    texts = ["%s: %s" % (roof["class"] + "-bound" if roof["class"] else
                         "class not known", roof["why"])]
    if kernel["baseline"]["milliseconds"] is not None and \
            roof["intensity"] is not None:
        texts.append("%s operations for each of the %s; balance of %s: %s" % (
            number(roof["intensity"]), roof["intensity_is_of"],
            words.UNITS[roof["unit"]], number(roof["balance"])))
    if roof["intensity_is_of"] == "unique bytes" and roof["tile_intensity"]:
        texts.append("each block loads for itself: %s operations a byte, if "
                     "caches help nobody" % number(roof["tile_intensity"], 3))
    return block("roofline", texts)


def occupancy(kernel):
    now = kernel["occupancy"]
    if not now:
        return []
    return block("occupancy", [
        "%s, %d of %d warps on a multiprocessor; limited by %s" % (
            words.plural(now["blocks"], "block"), now["warps"], now["warps_per_sm"],
            " and ".join(now["limited_by"])),
        "%s registers, %s shared memory, %d threads a block" % (
            words.registers_text(kernel), words.kb(now["shared"]),
            now["threads"])])


def ratio(kernel):
    found = kernel["ratio"]
    if not found:
        return block("ratio", ["not known"])
    texts = ["%s; %s" % (words.math_text(found), words.loads_text(found))]
    if found["class"]:
        texts[0] = "%s:1, %s (%s); " % (number(found["ratio"], 3), found["class"],
                                        found["from"]) + texts[0]
        texts.append(words.experience_text(found))
    return block("ratio", texts)


def mix(kernel):
    found = kernel["mix"]
    if not found:
        return []
    lines = block("mix", ["of a trip of the %s:" % found["of"] if
                          found["of"] != "kernel" else "of the whole kernel:"])
    for row in found["rows"]:
        lines += block("", ["%7s %-12s %s" % (
            number(row["count"]), row["instruction"], words.stall_text(row))]) \
            if len(words.stall_text(row)) < 45 else [
                "  %-10s%7s %-12s" % ("", number(row["count"]),
                                      row["instruction"])] + [
                    "  %-10s%8s%s" % ("", "", line) for line in textwrap.wrap(
                        words.stall_text(row), WIDTH - 20)]
    return lines + block("", [words.issue_text(found)])


def smem(kernel):
    found = kernel["smem"]
    if not found:
        return []
    texts = [words.cliff_text(found) + (
        "; %s more cost no block" % words.kb(found["free"]) if found["free"]
        else "")]
    if found["stages"]:
        texts.append(words.ladder_text(found))
    lines = block("smem", texts)
    if kernel["flight"]:
        lines += block("in flight", [words.flight_text(kernel["flight"])])
    return lines


def others(kernel):
    lines = []
    if kernel["profile"] and kernel["profile"]["stalls"]:
        lines += block("ncu", [", ".join("%s %.0f %%" % (
            one["reason"], 100 * one["fraction"]) for one in
            kernel["profile"]["stalls"])])
    if kernel["head"]:
        lines += block("head", [words.head_text(kernel["head"])])
    lines += block("auto", words.tool_text(kernel) or
                   ["nothing: there is no K-loop"])
    if kernel["run"]:
        lines += block("", [words.run_text(kernel)])
    if kernel["missing"]:
        lines += block("missing", kernel["missing"])
    return lines


def text(data):
    lines = [data["file"]]
    lines += textwrap.wrap(words.gpu_text(data["gpu"]), WIDTH)
    for kernel in data["kernels"]:
        lines += ["", "%s  (line %d)" % (kernel["title"], kernel["line"])]
        lines += textwrap.wrap("%s; %s" % (words.problem(kernel),
                                           words.launch(kernel)), WIDTH,
                               initial_indent="  ", subsequent_indent="  ")
        lines += recommendations(kernel) + baseline(kernel) + roofline(kernel)
        lines += occupancy(kernel) + ratio(kernel) + mix(kernel) + smem(kernel)
        lines += others(kernel)
    return "\n".join(line.rstrip() for line in lines) + "\n"
