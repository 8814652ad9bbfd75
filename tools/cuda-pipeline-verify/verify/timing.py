# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long a launch takes, original and rewritten in turn; and whether that can
be believed.

Each launch that is timed starts from poisoned outputs and must give what the
checks saw (lib/Executor/harness/TimedLaunches.h). What does not, and what is
faster than the GPU can be, is a finding, and there are no times.
"""

import os
import statistics

from . import Problem, roofline, run
from .compare import Finding

VERSIONS = ("original", "rewritten")
CACHES = ("warm", "cold")


def cold_samples(samples):
    """So few: they say whether the cache matters."""
    return max(1, samples // 4)


def repeats(samples):
    """Flags for so many samples, after one launch that is compared."""
    return ["--repeat=1", "--launches=%d" % samples,
            "--cold=%d" % cold_samples(samples)]


class Limits:
    """The least that a launch takes on a GPU that is known."""

    def __init__(self, device, flops, elements, written):
        self.roof = roofline.of_device(device)
        self.warm, self.cold = [], []
        if not self.roof:
            return
        unit = roofline.fastest_unit(elements)
        if unit and flops is not None:
            self.warm = [self.roof.of_operations(float(flops), *unit)]
        self.cold = self.warm + [self.roof.of_memory(0, written)]

    def problem(self, warm, cold):
        """Of two medians; `cold` may be None."""
        if not self.roof:
            return ""
        return self.roof.impossible(warm, "warm", self.warm) or (
            self.roof.impossible(cold, "cold", self.cold)
            if cold is not None else "")


def wrong_text(wrong, launches):
    """Of the memory that a launch has left wrong; empty if none."""
    return "; ".join("'%s' has other bits after %d of %d launches that were timed"
                     % (name, times, launches) for name, times in wrong.items())


def changed_text(checked, now):
    """Of hashes of memory by name; empty if they are the same."""
    changed = ["'%s'" % name for name, value in now.items()
               if checked.get(name, value) != value]
    return "%s: other bits than the same launch gave when it was compared" % (
        ", ".join(changed)) if changed else ""


class Speed:
    """One size: all samples of both, in milliseconds."""

    def __init__(self, case):
        self.case, self.label = case, case.label
        self.samples = {version: [] for version in VERSIONS}
        self.cold = {version: [] for version in VERSIONS}
        sizes = case.sizes
        self.flops = case.spec.flops.value(sizes) if case.spec.flops else None
        self.bytes = case.spec.bytes.value(sizes) if case.spec.bytes else None
        self.launches, self.wrong = dict.fromkeys(VERSIONS, 0), {
            version: {} for version in VERSIONS}
        self.device, self.written = {}, 0
        self.findings = []

    def take(self, version, done, expected=None):
        """What a run has measured; `expected`: hashes of checked results."""
        if not done.milliseconds:
            raise Problem("timing the %s kernel failed: %s" % (
                version, done.failure or "it printed no times"))
        self.samples[version] += done.milliseconds
        self.cold[version] += done.cold
        self.launches[version] += done.launches
        self.device = done.gpu
        for name, times in done.wrong.items():
            old = self.wrong[version].get(name, 0)
            self.wrong[version][name] = old + times
        self.written = max(self.written, sum(
            line.get("written", 0) for line in done.buffers.values()))
        changed = changed_text(expected or {}, done.hashes())
        if changed:
            self._find(version, changed)

    def _find(self, version, text):
        self.findings.append(Finding("times", version, text, self.label))

    def judge(self, elements):
        """Finds what is wrong with the times; `elements`: types of buffers."""
        limits = Limits(self.device, self.flops, elements, self.written)
        for version in VERSIONS:
            text = wrong_text(self.wrong[version], self.launches[version]) or \
                limits.problem(self.median(version), self.median(
                    version, "cold") if self.cold[version] else None)
            if text:
                self._find(version, text)

    def roof(self):
        """The GPU whose peaks were looked at; empty if it is not known."""
        found = roofline.of_device(self.device)
        return found.name if found else ""

    def median(self, version, cache="warm"):
        return statistics.median(
            (self.samples if cache == "warm" else self.cold)[version])

    def spread(self, version):
        """How far the middle half of the samples reaches, of the median."""
        values = sorted(self.samples[version])
        low, high = values[len(values) // 4], values[-len(values) // 4 - 1]
        return (high - low) / self.median(version)

    def has_cold(self):
        return all(self.cold.values())

    def speed_up(self, cache="warm"):
        return self.median("original", cache) / self.median("rewritten", cache)

    def rate(self, version, what, cache="warm"):
        """GFLOP/s or GB/s; None where the spec does not say how many."""
        work = self.flops if what == "flops" else self.bytes
        if work is None:
            return None
        return float(work) / (self.median(version, cache) * 1e6)

    def as_data(self):
        def of(version):
            data = {"milliseconds": self.median(version),
                    "spread": round(self.spread(version), 4),
                    "gflops": self.rate(version, "flops"),
                    "gbytes": self.rate(version, "bytes"),
                    "samples": self.samples[version]}
            if self.has_cold():
                data.update(cold_milliseconds=self.median(version, "cold"),
                            cold_samples=self.cold[version])
            return data
        data = {"sizes": self.label, "speed_up": round(self.speed_up(), 4)}
        if self.has_cold():
            data["cold_speed_up"] = round(self.speed_up("cold"), 4)
        return dict(data, versions={v: of(v) for v in self.samples})


def measure(case, programs, dynamic, environment, args, folder, hashes=None):
    """Several rounds of both, so that clocks and heat are shared. `hashes`: of
    what each version gave when it was compared."""
    os.makedirs(folder, exist_ok=True)
    speed = Speed(case)
    for _ in range(args.rounds):
        for version, bytes_ in zip(VERSIONS, dynamic):
            path = os.path.join(folder, version + ".txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write(case.text(args.seed, bytes_))
            speed.take(version, run.run(programs[version], path,
                                        repeats(args.samples), environment,
                                        args.timeout),
                       (hashes or {}).get(version))
    speed.judge([b.element for b in case.spec.buffers()])
    return speed
