# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The results as one table, and what is wrong with them."""


def form_names(results):
    """Every form of any kernel, in the order in which they were prepared."""
    names = []
    for kernel in results["kernels"].values():
        for entry in kernel["entries"]:
            if entry["form"] not in names:
                names.append(entry["form"])
    return names


def time_of(kernel, form):
    """Milliseconds, also of a form that is another one's text; or None."""
    for entry in kernel["entries"]:
        if entry["form"] == form:
            if entry.get("none", "").startswith("left alone"):
                form = "plain" if form == "auto" else form
            form = entry.get("same_as", form)
            break
    return kernel["times"].get(form, {}).get("ms")


def cell(kernel, form):
    """Speed-up over plain, or why there is none."""
    plain, time = time_of(kernel, "plain"), time_of(kernel, form)
    entry = next((e for e in kernel["entries"] if e["form"] == form), {})
    source = entry.get("same_as", form)
    if source in kernel["failures"]:
        return "WRONG"
    if plain and time:
        mark = "=" if entry.get("none") else "s" if "spills" in entry else ""
        return "%.2f%s" % (plain / time, mark)
    none = entry.get("none", "")
    if none.startswith("left alone"):
        return "refused"
    return "-"


def best(kernel):
    """The fastest form of the tool."""
    times = {entry["form"]: time_of(kernel, entry["form"])
             for entry in kernel["entries"]
             if entry["form"] not in ("plain", "again", "expert", "auto")}
    times = {form: time for form, time in times.items() if time}
    return min(times, key=times.get) if times else None


def ratio(kernel, form):
    """How fast auto is, compared with this form."""
    ours, theirs = time_of(kernel, "auto"), time_of(kernel, form)
    return "%.2f" % (theirs / ours) if ours and theirs else "-"


def render(results):
    """A table in Markdown: a row a kernel, a column a form."""
    forms = [form for form in form_names(results) if form != "plain" and any(
        cell(kernel, form) != "-" for kernel in results["kernels"].values())]
    head = ["kernel", "plain ms", "rate"] + forms + [
        "best", "auto/best", "auto/expert"]
    lines = ["%s, nvcc %s, %s, L2 %s, %s, tool %s" % (
        results["machine"], results["nvcc"], results["arch"], results["l2"],
        results["date"], results["commit"]), "",
        "| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for name, kernel in results["kernels"].items():
        plain = kernel["times"].get("plain")
        fastest = best(kernel)
        row = [name, "%.3f" % plain["ms"] if plain else "-",
               "%.0f GFLOP/s" % plain["gflops"] if plain else "-"]
        row += [cell(kernel, form) for form in forms]
        row += [fastest or "-", ratio(kernel, fastest) if fastest else "-",
                ratio(kernel, "expert")]
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines + [
        "", "Time of plain.cu divided by the form's, medians of one run; `=`: "
        "left alone; `s`: spills that plain.cu has not; `-`: not available.",
        ""])


def problems(results):
    """One line for everything that is wrong."""
    found = []
    for name, kernel in results["kernels"].items():
        for form, failure in kernel["failures"].items():
            found.append("%s %s: %s" % (name, form, failure))
        for entry in kernel["entries"]:
            if "spills" in entry:
                found.append("%s %s: %d bytes of local memory that plain has "
                             "not" % (name, entry["form"], entry["spills"]))
            if entry.get("none", "").startswith("failed"):
                found.append("%s %s: %s" % (name, entry["form"], entry["none"]))
    return found


def unbuilt(kernels):
    """The same, of kernels that were only built."""
    return problems({"kernels": {kernel.name: {
        "failures": kernel.failures, "entries": kernel.entries}
        for kernel in kernels}})
