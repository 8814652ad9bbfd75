# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A tune for people: at a terminal, or as Markdown."""

from ..terminal import colored

COLUMNS = ("variant", "stages", "pad", "widen", "ms", "ratio", "cold ms",
           "cold ratio", "registers", "blocks/SM", "bytes")


def short(form):
    return " ".join("--%s=%s" % item for item in form.items())


def figure(times, key, form):
    """A cell; an older file has no times with a cold cache."""
    return form % times[key] if key in times else "?"


def takes(figures):
    """Registers, blocks, bytes."""
    if not figures:
        return ["?", "?", "?"]
    blocks = figures["blocks"]
    return [str(figures["registers"]), "?" if blocks is None else str(blocks),
            str(figures["shared"] + figures["dynamic"])]


def cells(row):
    """One line of the table, as many as COLUMNS."""
    form = row["form"]
    first = next(iter(row["times"].values()))
    return [form["variant"]] + [form.get(name, "") for name in COLUMNS[1:4]] + [
        "%.4f" % first["milliseconds"], "%.2f" % row["ratio"],
        figure(first, "cold_milliseconds", "%.4f"),
        figure(first, "cold_ratio", "%.2f")] + takes(row.get("figures"))


def original_cells(kernel):
    first = next(iter(kernel["original"]["times"].values()), {})
    return ["original", "", "", "", figure(first, "milliseconds", "%.4f"),
            "1.00", figure(first, "cold_milliseconds", "%.4f"), "1.00"] + takes(
                kernel["original"]["figures"])


def timed_rows(kernel):
    return [row for row in kernel["rows"] if "times" in row]


def note_of(row, kernel):
    if row["form"] == kernel["winner"]:
        return "<- the winner"
    return row.get("stopped", "")


def chosen_by_auto(row):
    return any(form.get("variant") == "auto" for form in
               row["same"] + [row["form"]])


def grouped(items, form, why):
    """Forms that were left out, by the reason."""
    reasons = {}
    for item in items:
        reasons.setdefault(item[why], []).append(short(item[form]))
    lines = []
    for reason, forms in reasons.items():
        lines.append("    %s" % reason)
        lines += ["      " + text for text in forms[:4]]
        if len(forms) > 4:
            lines.append("      and %d more" % (len(forms) - 4))
    return lines


def said_of(kernel):
    """The verdict in a sentence."""
    if not timed_rows(kernel):
        return "no candidate was timed: it stays as it is"
    if kernel["winner"] is None:
        return ("nothing beats the original by more than the noise (%.1f%%): it "
                "stays as it is" % (100 * kernel["noise"]))
    row = next(r for r in kernel["rows"] if r["form"] == kernel["winner"])
    sizes = ["%s: %.2f" % (label, time["ratio"])
             for label, time in row["times"].items()]
    return "%s (%s; noise %.1f%%)" % (row["summary"], ", ".join(sizes),
                                     100 * kernel["noise"])


def kernel_lines(kernel):
    rows = timed_rows(kernel)
    table = [list(COLUMNS) + [""], original_cells(kernel) + [""]]
    for row in rows:
        note = note_of(row, kernel)
        if chosen_by_auto(row):
            note = (note + ", " if note else "") + "auto takes it"
        table.append(cells(row) + [note])
    widths = [max(len(line[at]) for line in table)
              for at in range(len(COLUMNS))]
    lines = [colored(kernel["kernel"], "1")]
    for line in table:
        text = "  ".join([line[0].ljust(widths[0])] + [
            word.rjust(width) for word, width in zip(line[1:], widths[1:])])
        text = ("  " + text + "  " + line[-1]).rstrip()
        lines.append(colored(text, "32" if "winner" in line[-1] else ""))
    lines.append("  " + said_of(kernel))
    left_out = [row for row in kernel["rows"] if "left_out" in row]
    if left_out:
        lines += ["  left out by the model:"] + grouped(left_out, "form",
                                                        "left_out")
    if kernel["refused"]:
        lines += ["  refused by the rewriter:"] + grouped(kernel["refused"],
                                                          "form", "why")
    wrong = [row for row in kernel["rows"] if "findings" in row]
    for row in wrong:
        lines.append(colored("  FAILED: " + short(row["form"]), "31;1"))
        for finding in row["findings"]:
            lines.append("    %s: %s" % (finding["check"], finding["text"]))
            lines += ["      " + detail for detail in finding["details"]]
            lines += ["      with " + finding["case"]] if finding["case"] else []
    return lines


def text(entry, said):
    lines = ["%s, nvcc %s, %s%s" % (entry["gpu"], entry["nvcc"], entry["date"],
                                    said)]
    for kernel in entry["kernels"]:
        lines += [""] + kernel_lines(kernel)
    return "\n".join(lines)


def markdown(entry):
    lines = ["## Tuned on %s, %s" % (entry["gpu"], entry["date"]), ""]
    for kernel in entry["kernels"]:
        lines += ["### `%s`" % kernel["kernel"], "",
                  "| %s |" % " | ".join(COLUMNS),
                  "|" + "---|" * len(COLUMNS),
                  "| %s |" % " | ".join(original_cells(kernel))]
        for row in timed_rows(kernel):
            bold = "**%s**" if row["form"] == kernel["winner"] else "%s"
            lines.append("| %s |" % " | ".join(
                bold % word if word else "" for word in cells(row)))
        said = said_of(kernel)
        lines += ["", said[0].upper() + said[1:] + ".", ""]
    return "\n".join(lines)
