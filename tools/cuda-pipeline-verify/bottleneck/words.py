# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers and short sentences, the same in all forms of a report."""

UNITS = {"fp32": "FP32 FMA", "fp64": "FP64", "fp16_tensor": "FP16 tensor core",
         "int8_tensor": "INT8 tensor core", None: "integer or unknown"}


def number(value, digits=4):
    """`?` for what is not known; no exponent below a million."""
    if value is None:
        return "?"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if float(value).is_integer() and abs(value) < 1e7:
        return "%d" % value
    return "%.*g" % (digits, value)


def plural(count, word):
    return "%s %s%s" % (number(count), word, "" if count == 1 else "s")


def ladder_text(smem):
    """`1 to 4 stages: 2 blocks; 5: 1 block`."""
    groups = []
    for row in smem["stages"]:
        if groups and groups[-1][2] == row["blocks"]:
            groups[-1][1] = row["stages"]
        else:
            groups.append([row["stages"], row["stages"], row["blocks"]])
    return "; ".join("%s%s: %s" % (
        "%d to %d" % (first, last) if first != last else str(first),
        " stages" if not at else "", plural(blocks, "block") if blocks else
        "do not fit") for at, (first, last, blocks) in enumerate(groups))


def rate(value):
    return "?" if value is None else "%.0f" % value if value >= 100 else \
        "%.3g" % value


def kb(value):
    """`24.5 KB`."""
    return "?" if value is None else "%.4g KB" % (value / 1024)


def percent(value):
    return "?" if value is None else "%.1f %%" % (100 * value)


def large(value):
    """`1.37e11` as `137 G`."""
    if value is None:
        return "?"
    for unit, size in (("P", 1e15), ("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if abs(value) >= size:
            return "%.4g %s" % (value / size, unit)
    return "%.4g " % value


def problem(kernel):
    """The sizes of the launch."""
    sizes = kernel["launch"]["sizes"]
    return ", ".join("%s = %s" % (name, number(value))
                     for name, value in sizes.items()) or "one size"


def launch(kernel):
    one = kernel["launch"]
    text = "%s of %d threads" % (
        plural(one["blocks"], "block") if one["blocks"] else "blocks",
        one["threads"])
    if one["threads_from"] == "guessed":
        text += " (guessed)"
    elif one["threads_from"] == "launch bounds":
        text += " (at most, by its launch bounds)"
    if one["trips"]:
        text += ", %s trips of the K-loop" % number(one["trips"])
    return text


def time_text(kernel):
    base = kernel["baseline"]
    if base["milliseconds"] is None:
        return "not measured: %s" % base["why_not"]
    text = "%.4f ms (median of %d launches by CUDA events, after a warm-up" % (
        base["milliseconds"], base["samples"])
    if base["cold_milliseconds"] is not None:
        text += "; with a cold L2 cache %.4f ms" % base["cold_milliseconds"]
    return text + ")"


def registers_text(kernel):
    now = kernel["occupancy"]
    return "%s/thread%s" % (number(now["registers"]), "" if
                            now["registers_from"] == "ptxas" else
                            " (estimated)")


def loads_text(ratio):
    if not ratio["loads"] or (ratio["inner_loops"] and
                              ratio["from"] != "machine code"):
        return "%s bytes a warp" % number(ratio["load_bytes"])
    return "%s bytes a warp (%s)" % (number(ratio["load_bytes"]), ", ".join(
        "%s %s x %d bytes a thread" % (number(row["count"]), row["instruction"],
                                       row["bytes"]) for row in ratio["loads"]))


def math_text(ratio):
    if ratio["inner_loops"] and ratio["from"] != "machine code":
        return "%s math instructions a thread for %s loads" % (
            number(ratio["source_math"]), number(ratio["source_loads"]))
    if ratio["math_opcodes"]:
        return " and ".join("%s %s" % (number(count), name) for name, count in
                            ratio["math_opcodes"].items()) + " a warp"
    return "%s math instructions a thread" % number(ratio["math"])


def stall_text(row):
    """Of one kind of math."""
    found = row["stalls"]
    if not found:
        return row.get("note", "")
    text = "stall: %d least, %s median, %d most" % (
        found["least_seen"], number(found["median"]), found["most"])
    if found["unit_busy"]:
        text += "; its unit takes %s" % number(found["unit_busy"])
    if found["latency"]:
        text += ", its result takes %d" % found["latency"]
    return text


def experience_text(ratio):
    """What the document says of a class, and what we have measured."""
    from . import experience
    said = {"low": "cp.async is strongly beneficial", "medium": "cp.async may help",
            "high": "cp.async is net-negative"}[ratio["class"]]
    row = experience.FORMS.get((experience.ratio_class(
        ratio["source"] if ratio["source"] is not None else ratio["ratio"]),
        "any"))
    return "the usual rule: %s; measured here, %d kernels of that class, best " \
        "form: %.2f to %.2f, median %.2f" % (
            said, row[0], row[1], row[3], row[2]) if row else said


def issue_text(mix):
    issue, what = mix["issue"], "a trip" if mix["of"] != "kernel" else "in all"
    text = "%s instructions %s, inner loops once" % (number(
        issue["instructions"]), what) if mix["inner_loops"] else \
        "%s instructions %s" % (number(issue["instructions"]), what)
    if issue["stall_cycles"]:
        text += ", which one warp issues in %s cycles at best%s" % (
            number(issue["stall_cycles"]), " (%s above the least that their "
            "results and units need)" % number(issue["excess"])
            if issue["excess"] else ", the least that their results and units "
            "need")
    if issue["unit_busy"]:
        text += "; their math keeps a unit of the card busy for %s" % number(
            issue["unit_busy"])
    return text


def cliff_text(smem):
    return "%s of %s: %s the cliff" % (
        kb(smem["shared"]), kb(smem["cliff"]), "over" if smem["over"] else
        "under")


def flight_text(flight):
    text = "%s of a multiprocessor have to be on their way (%s cycles%s), %s " % (
            kb(flight["need"]), number(flight["latency_cycles"]), "" if
            flight["latency_is_measured"] else ", assumed", kb(flight["now"]))
    if not flight["of_tiles"]:
        return text + "are if all loads of a trip go at once"
    text += "are while blocks load, none while they compute"
    if flight["stages_that_do"]:
        text += "; %d stages have %s" % (flight["stages_that_do"], kb(next(
            row["bytes"] for row in flight["with_stages"]
            if row["stages"] == flight["stages_that_do"])))
    elif flight["with_stages"]:
        text += "; no number of stages that fits has as many"
    return text


def tool_text(kernel):
    """What auto would do, one line a loop."""
    lines = []
    for loop in kernel["loops"]:
        if loop["rewritten"]:
            text = "line %d: %s" % (loop["line"], loop["summary"])
            if loop["reason"]:
                text += " (%s)" % loop["reason"]
        else:
            text = "line %d: left alone, %s" % (loop["line"], loop["why"])
        lines.append(text)
    return lines


def run_text(kernel):
    run = kernel["run"]
    return "it was run: %.4f ms, %.2f times as fast" % (
        run["milliseconds"], run["speed_up"]) if run else \
        "it was not run: no times"


def head_text(head):
    return "%d instructions (%s us by their stall counts) stand in front of the " \
        "first access to global memory; '%s' is launched before" % (
            head["head_instructions"], number(head["head_us"], 2), head["before"])


def gpu_text(gpu):
    if not gpu:
        return "no card"
    peaks = ", ".join(
        "%s %s" % (number(gpu[key]), unit) for key, unit in (
            ("fp32_tflops", "TFLOPS FP32"), ("fp16_tensor_tflops",
                                             "TFLOPS FP16 tensor, dense"),
            ("int8_tensor_tops", "TOPS INT8 tensor, dense"),
            ("bandwidth_gb_s", "GB/s")) if gpu.get(key))
    return "%s (sm_%d, %s)%s" % (gpu["name"], gpu["sm"], gpu["how"],
                                 ": " + peaks if peaks else
                                 ": its peaks are not known")
