#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `auto` is worth on kernels that have no expert: harm, and what it missed.

    judgement.py RESULTS.json    # which `run` wrote; prints its table again
"""

import json
import sys

import table

SLOWER, MISSED = 0.98, 1.02
MODES = {"auto": "with a compiler", "auto-no-compile": "without a compiler"}
LEGEND = (
    "Time of plain.cu divided by the form's, medians of one run; with a warm L2 "
    "cache where nothing else is said. `again` is plain.cu once more: what the others differ by less is noise. `best` is the "
    "fastest form that auto might have taken; `=`: left alone; `!`: local memory "
    "that plain.cu has not; `-`: not available.")


def speedup(kernel, form, cache="ms"):
    """Over plain.cu; None without a time."""
    plain, time = (table.time_of(kernel, one, cache) for one in ("plain", form))
    return plain / time if plain and time else None


def best(kernel):
    """The fastest form and its speed-up."""
    form = table.fastest(kernel)
    gain = speedup(kernel, form) if form else None
    return (form, gain) if gain else ("-", 0.0)


def left_alone(kernel, mode):
    return table.entry_of(kernel, mode).get("none", "").startswith("left alone")


def verdicts(kernels, mode):
    """Lines that count what a mode does to these kernels."""
    gains = {name: speedup(kernel, mode) for name, kernel in kernels.items()}
    timed = [name for name, gain in gains.items() if gain]
    alone = [name for name in timed if left_alone(kernels[name], mode)]
    cold = {name: speedup(kernels[name], mode, "cold_ms") for name in timed}
    slower, slower_cold = (
        ["%s %.2f" % (name, of[name]) for name in timed
         if name not in alone and of[name] and of[name] < SLOWER]
        for of in (gains, cold))
    missed = ["%s %.2f %s" % (name, gain, form) for name in alone
              for form, gain in [best(kernels[name])] if gain > MISSED]
    return [
        "%s: %d of %d kernels rewritten, %d left alone%s" % (
            MODES[mode], len(timed) - len(alone), len(kernels), len(alone),
            "" if len(timed) == len(kernels) else
            ", %d without a figure" % (len(kernels) - len(timed))),
        "  below %.2f: %s" % (SLOWER, listed(slower)),
        "  below %.2f with a cold cache: %s" % (SLOWER, listed(slower_cold)),
        "  left alone although a form wins by more than 2 %%: %s" %
        listed(missed)]


def listed(found):
    return "%d%s" % (len(found), " (%s)" % "; ".join(found) if found else "")


def render(results):
    """A row a kernel, then the verdicts on each half and on all."""
    half_of = results["halves"]
    head = ["kernel", "half", "plain ms", "again", *MODES, "best", "form",
            "plain cold", *(mode + " cold" for mode in MODES)]
    rows = []
    for name, kernel in results["kernels"].items():
        form, gain = best(kernel)
        rows.append([name, half_of.get(name, "-"),
                     table.milliseconds(kernel, "plain"),
                     *(table.cell(kernel, shown) for shown in ("again", *MODES)),
                     "%.2f" % gain if gain else "-", form,
                     table.milliseconds(kernel, "plain", "cold_ms"),
                     *(table.cell(kernel, shown, "cold_ms") for shown in MODES)])
    lines = [table.machine_of(results), ""] + table.lines_of(head, rows) + [
        "", LEGEND, ""]
    groups = {half: {name: kernel for name, kernel in results["kernels"].items()
                     if half_of.get(name) == half}
              for half in sorted(set(half_of.values()))}
    groups["all"] = results["kernels"]
    for group, kernels in groups.items():
        if kernels and (group == "all" or len(kernels) < len(
                results["kernels"])):
            for mode in MODES:
                found = verdicts(kernels, mode)
                lines += ["%s, %s" % (group, found[0])] + found[1:]
    return "\n".join(lines + [""])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        print(render(json.load(file)), end="")
