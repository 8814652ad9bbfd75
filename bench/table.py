# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The results as a table, and what is wrong with them."""

VARIANTS = ("cpasync", "ldg", "ldg-single")
LEGEND = (
    "Time of plain.cu divided by the form's, medians of one run; with a warm L2 "
    "cache where nothing else is said. `again` is plain.cu once more: what the others differ by less is noise. A variant's "
    "column has its fastest form, with stages, `w`idened and `p`added; `=`: left "
    "alone; `!`: local memory that plain.cu has not; `-`: not available.")


def entry_of(kernel, form):
    return next((e for e in kernel["entries"] if e["form"] == form), {})


def is_auto(entry):
    return "--variant=auto" in entry.get("flags", [])


def time_of(kernel, form, cache="ms"):
    """Milliseconds, also of a form that is another one's text; or None. With a
    cold cache they are `cold_ms`."""
    entry = entry_of(kernel, form)
    if is_auto(entry) and entry.get("none", "").startswith("left alone"):
        form = "plain"
    source = entry.get("same_as", form)
    return kernel["times"].get(source, {}).get(cache)


def cell(kernel, form, cache="ms"):
    """Speed-up over plain, or why there is none."""
    plain, time = time_of(kernel, "plain", cache), time_of(kernel, form, cache)
    entry = entry_of(kernel, form)
    source = entry.get("same_as", form)
    if source in kernel["failures"]:
        return "WRONG"
    if plain and time:
        mark = "=" if "none" in entry else "!" if "local" in entry_of(
            kernel, source) else ""
        return "%.2f%s" % (plain / time, mark)
    return "refused" if entry.get("none", "").startswith("left") else "-"


def forms_of(kernel, variant=None):
    """The forms that this variant made, or all but auto."""
    return [entry["form"] for entry in kernel["entries"]
            if not is_auto(entry) and any(
                flag.startswith("--variant=") and variant in (None, flag[10:])
                for flag in entry.get("flags", []))]


def fastest(kernel, variant=None):
    times = {form: time_of(kernel, form) for form in forms_of(kernel, variant)}
    times = {form: time for form, time in times.items() if time}
    return min(times, key=times.get) if times else None


def milliseconds(kernel, form, cache="ms"):
    """As a cell."""
    time = time_of(kernel, form, cache)
    return "%.3f" % time if time else "-"


def best_cell(kernel, variant):
    """`1.78 3wp`: speed-up, stages, widened, padded."""
    form = fastest(kernel, variant)
    if not form:
        cells = [cell(kernel, form) for form in forms_of(kernel, variant)]
        return "refused" if "refused" in cells else "-"
    words = form[len(variant):].split("-")
    how = "".join(word[0] for word in words if word)
    return (cell(kernel, form) + " " + how).strip()


def ratio(kernel, form):
    """How fast auto is, compared with this form."""
    ours, theirs = time_of(kernel, "auto"), time_of(kernel, form)
    return "%.2f" % (theirs / ours) if ours and theirs else "-"


def lines_of(head, rows):
    """Markdown that can be read as it is."""
    widths = [max(len(row[i]) for row in [head] + rows)
              for i in range(len(head))]
    def line(row):
        return "| " + " | ".join(
            text.ljust(width) for text, width in zip(row, widths)) + " |"
    return [line(head), "|" + "|".join("-" * (width + 2) for width in widths)
            + "|"] + [line(row) for row in rows]


def machine_of(results):
    """Where, when and with what the times were taken."""
    return "%s, nvcc %s, %s, L2 %s, %s, tool %s" % tuple(
        results[key] for key in ("machine", "nvcc", "arch", "l2", "date",
                                 "commit"))


def render(results):
    """A row a kernel."""
    head = ["kernel", "plain ms", "GFLOP/s", "again", "expert", "auto",
            *VARIANTS, "auto/best", "auto/expert", "plain cold", "expert cold",
            "auto cold"]
    rows = []
    for name, kernel in results["kernels"].items():
        plain = kernel["times"].get("plain")
        rows.append([name, milliseconds(kernel, "plain"),
                     "%.0f" % plain["gflops"] if plain else "-",
                     *(cell(kernel, form)
                       for form in ("again", "expert", "auto")),
                     *(best_cell(kernel, variant) for variant in VARIANTS),
                     ratio(kernel, fastest(kernel)), ratio(kernel, "expert"),
                     milliseconds(kernel, "plain", "cold_ms"),
                     *(cell(kernel, form, "cold_ms")
                       for form in ("expert", "auto"))])
    return "\n".join([machine_of(results), ""] + lines_of(head, rows) +
                     ["", LEGEND, ""])


def render_all(results):
    """A row a form that was built."""
    head = ["kernel", "form", "ms", "GFLOP/s", "GB/s", "speed-up", "cold ms",
            "cold GB/s", "cold speed-up", "registers", "shared", "local"]
    rows = []
    for name, kernel in results["kernels"].items():
        for entry in kernel["entries"]:
            time = kernel["times"].get(entry["form"])
            if not time:
                continue
            most = max(entry["functions"], key=lambda f: f["registers"])
            rows.append([name, entry["form"], "%.3f" % time["ms"],
                         "%.0f" % time["gflops"], "%.0f" % time["gbytes"],
                         cell(kernel, entry["form"]),
                         milliseconds(kernel, entry["form"], "cold_ms"),
                         "%.0f" % time.get("cold_gbytes", 0),
                         cell(kernel, entry["form"], "cold_ms"),
                         str(most["registers"]),
                         str(most["static_shared"]),
                         str(entry.get("local", 0))])
    return "\n".join(lines_of(head, rows) + [""])


def problems(results):
    """One line for everything that is wrong."""
    found = []
    for name, kernel in results["kernels"].items():
        for form, failure in kernel["failures"].items():
            found.append("%s %s: %s" % (name, form, failure))
        for entry in kernel["entries"]:
            if "local" in entry:
                found.append("%s %s: %d bytes of local memory that plain has "
                             "not" % (name, entry["form"], entry["local"]))
            for warning in entry.get("warnings", []):
                found.append("%s %s: %s" % (name, entry["form"], warning))
            if entry.get("none", "").startswith("failed"):
                found.append("%s %s: %s" % (name, entry["form"], entry["none"]))
    return found


def unbuilt(kernels):
    """The same, of kernels that were only built."""
    return problems({"kernels": {kernel.name: {
        "failures": kernel.failures, "entries": kernel.entries}
        for kernel in kernels}})
