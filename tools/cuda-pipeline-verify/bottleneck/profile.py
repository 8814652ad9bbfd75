# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Nsight Compute has seen: `ncu --csv`, its details or its raw page.

    ncu --csv --set full ./app > app.csv               # one metric a line
    ncu --csv --page raw --set full ./app > app.csv    # one launch a line
"""

import csv
import re

from verify import Problem

STALL = re.compile(r"(?:smsp__average_warps_issue_stalled_|smsp__average_warp_"
                   r"latency_issue_stalled_|smsp__pcsamp_warps_issue_stalled_|"
                   r"Stall )(\w[\w ]*?)(?:_per_issue_active(?:\.ratio)?|"
                   r"(?:_not_issued)?(?:\.\w+)?|)$")
PERCENTS = {"sm__throughput.avg.pct_of_peak_sustained_elapsed": "compute",
            "Compute (SM) Throughput": "compute",
            "SM [%]": "compute",
            "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed": "memory",
            "DRAM Throughput": "memory",
            "sm__warps_active.avg.pct_of_peak_sustained_active": "occupancy",
            "Achieved Occupancy": "occupancy"}
REMEDIES = {"long_scoreboard": "loads of global or local memory are waited for",
            "barrier": "warps wait for each other at barriers",
            "short_scoreboard": "shared memory or special functions are waited "
            "for", "mio_throttle": "the queue to shared memory is full",
            "math_pipe_throttle": "the unit that computes is busy",
            "wait": "stall counts of the compiler",
            "not_selected": "other warps were ready, too: no loss",
            "lg_throttle": "the queue to L1 is full: fewer, wider loads"}


def number(text):
    try:
        return float(text.replace(",", ""))
    except (ValueError, AttributeError):
        return None


class Profile:
    """Of one kernel: stalls as fractions of all, percents of peaks."""

    def __init__(self, name):
        self.name, self.stalls, self.percents = name, {}, {}

    def take(self, metric, value):
        if value is None:
            return
        if metric in PERCENTS:
            self.percents[PERCENTS[metric]] = value
            return
        found = STALL.match(metric)
        if found:
            self.stalls[found[1].strip().lower().replace(" ", "_")] = value

    def as_data(self):
        total = sum(self.stalls.values())
        stalls = sorted(((name, value / total) for name, value in
                         self.stalls.items() if value > 0 and name != "selected"),
                        key=lambda item: -item[1]) if total else []
        return {"kernel": self.name, "percent_of_peak": self.percents,
                "stalls": [{"reason": name, "fraction": round(part, 3),
                            "means": REMEDIES.get(name, "")}
                           for name, part in stalls[:6]]}


def rows_of(path):
    try:
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            lines = [line for line in file if not line.startswith("==")]
    except OSError as error:
        raise Problem("--ncu: cannot read '%s': %s" % (
            path, error.strerror.lower())) from None
    while lines and "Kernel Name" not in lines[0]:
        lines.pop(0)
    rows = list(csv.DictReader(lines))
    if not rows or "Kernel Name" not in rows[0]:
        raise Problem("--ncu: '%s' has no column 'Kernel Name'; it is what 'ncu "
                      "--csv' prints" % path)
    return rows


def read(path):
    """{kernel's name without arguments: Profile}, of the last launch of each."""
    found = {}
    for row in rows_of(path):
        name = re.split(r"[<(]", (row["Kernel Name"] or "").removeprefix(
            "void "))[0].split("::")[-1].strip()
        if not name:
            continue
        one = found.setdefault(name, Profile(row["Kernel Name"]))
        if row.get("Metric Name"):
            one.take(row["Metric Name"], number(row.get("Metric Value")))
        else:
            for metric, value in row.items():
                one.take(metric, number(value))
    return found
