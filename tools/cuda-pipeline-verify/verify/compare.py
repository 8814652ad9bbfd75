# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two runs of one case, the original's and the rewritten kernel's: findings."""


class Finding:
    """Something that is not as it should be.

    check: builds, launches, runs, memory, races, results, inputs, repeats,
    times; of machine code: overlap, waits, barriers, width, local, math
    """

    def __init__(self, check, version, text, case="", details=(), places=()):
        self.check, self.version, self.text = check, version, text
        self.case, self.details = case, list(details)
        self.places = list(places)
        self.times = 1

    def key(self):
        return self.check, self.version, self.text

    def as_data(self):
        return {"check": self.check, "version": self.version, "text": self.text,
                "case": self.case, "details": self.details,
                "places": [list(place) for place in self.places],
                "times": self.times}


RACES = ("race", "copy in flight", "uninitialised shared memory",
         "divergent barrier", "divergent warp", "deadlock", "barrier object",
         "bad mask")
LAUNCHES = ("bad launch", "bad kernel")


def check_of(kind):
    if kind in RACES:
        return "races"
    return "launches" if kind in LAUNCHES else "memory"


# Of the original's memory errors: the spec may ask too much of it.
HINT = ("if the kernel is not made for this size, take it out of 'sizes', "
        "'tiles' or 'ragged'")


def of_report(report, version, case):
    check = check_of(report.kind)
    details = [HINT] if check == "memory" and version == "original" else []
    return Finding(check, version, "%s: %s" % (report.kind, report.text), case,
                   details, report.places)


def of_run(run, version, case):
    """What one run says by itself."""
    found = [of_report(report, version, case) for report in run.reports]
    if run.failure:
        check = "launches" if run.failure.startswith(
            ("launch of", "dynamic shared memory")) else "runs"
        found.append(Finding(check, version, run.failure, case))
    for line in run.unsteady:
        found.append(Finding("repeats", version,
                             "'%s' differs from one repetition to the next" %
                             line["unsteady"], case))
    for line in run.buffers.values():
        if line["role"] == "input" and line["changed"]:
            found.append(Finding("inputs", version,
                                 "'%s' is an input, and the kernel wrote it" %
                                 line["buffer"], case))
        if line.get("reference", {}).get("beyond"):
            found.append(of_reference(line, version, case))
    return found


def of_reference(line, version, case):
    """A buffer against what the user's reference gives."""
    off = line["reference"]
    text = ("'%s': %d of %d values are not what the reference gives (at most %s, "
            "%s of the value)" % (line["buffer"], off["beyond"], off["count"],
                                  off["absolute"], off["relative"]))
    details = ["%s[%d]: reference %s, %s %s" % (
        line["buffer"], index, old, version, new)
               for index, old, new in off["first"]]
    return Finding("reference", version, text, case, details)


def difference(line, tolerance):
    """One buffer of the rewritten run against the original's."""
    what = "'%s': %d of %d values differ" % (line["buffer"], line["beyond"],
                                             line["count"])
    if tolerance:
        what += " by more than %g + %g of the value" % tolerance
    what += " (at most %s, %s of the value)" % (line["absolute"],
                                               line["relative"])
    details = ["%s[%d]: original %s, rewritten %s" % (
        line["buffer"], index, old, new) for index, old, new in line["first"]]
    if line["beyond"] > len(details):
        details.append("...")
    return what, details


def of_pair(tolerances, original, rewritten, case):
    """How the results differ, buffer by buffer; tolerances are by name."""
    found = []
    for name, line in rewritten.buffers.items():
        same = original.buffers.get(name, {}).get("hash") == line["hash"]
        # Two witnesses: the hashes, and the comparison of the bytes.
        if same != (line.get("bits") == 0):
            found.append(Finding("results", "rewritten",
                                 "'%s': hash and bytes disagree; please report "
                                 "this" % name, case))
        elif line["beyond"]:
            what, details = difference(line, tolerances.get(name))
            found.append(Finding("results", "rewritten", what, case, details))
    missing = set(original.buffers) - set(rewritten.buffers)
    for name in sorted(missing):
        found.append(Finding("results", "rewritten",
                             "'%s' was not compared" % name, case))
    return found


def merged(findings):
    """The same finding of several cases once, with how many more there are."""
    kept = {}
    for finding in findings:
        key = finding.key()
        if finding.check in ("results", "reference"):
            key = (finding.check, finding.version, finding.text.split(":")[0])
        if finding.places:
            key = (finding.check, finding.version, tuple(finding.places))
        if key in kept:
            kept[key].times += 1
        else:
            kept[key] = finding
    return list(kept.values())
