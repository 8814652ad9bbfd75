# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long a launch takes, original and rewritten in turn."""

import os
import statistics

from . import Problem, run


class Speed:
    """One size: all samples of both, in milliseconds."""

    def __init__(self, case):
        self.label, self.samples = case.label, {"original": [], "rewritten": []}
        sizes = case.sizes
        self.flops = case.spec.flops.value(sizes) if case.spec.flops else None
        self.bytes = case.spec.bytes.value(sizes) if case.spec.bytes else None

    def median(self, version):
        return statistics.median(self.samples[version])

    def spread(self, version):
        """How far the middle half of the samples reaches, of the median."""
        values = sorted(self.samples[version])
        low, high = values[len(values) // 4], values[-len(values) // 4 - 1]
        return (high - low) / self.median(version)

    def speed_up(self):
        return self.median("original") / self.median("rewritten")

    def rate(self, version, what):
        """GFLOP/s or GB/s; None where the spec does not say how many."""
        work = self.flops if what == "flops" else self.bytes
        if work is None:
            return None
        return float(work) / (self.median(version) * 1e6)

    def as_data(self):
        return {"sizes": self.label, "speed_up": round(self.speed_up(), 4),
                "versions": {version: {
                    "milliseconds": self.median(version),
                    "spread": round(self.spread(version), 4),
                    "gflops": self.rate(version, "flops"),
                    "gbytes": self.rate(version, "bytes"),
                    "samples": self.samples[version]}
                    for version in self.samples}}


def measure(case, programs, dynamic, environment, args, folder):
    """Several rounds of both, so that clocks and heat are shared."""
    os.makedirs(folder, exist_ok=True)
    speed = Speed(case)
    for _ in range(args.rounds):
        for version, bytes_ in zip(("original", "rewritten"), dynamic):
            path = os.path.join(folder, version + ".txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write(case.text(args.seed, bytes_))
            done = run.run(programs[version], path,
                           ["--repeat=0", "--launches=%d" % args.samples],
                           environment, args.timeout)
            if not done.milliseconds:
                raise Problem("timing the %s kernel failed: %s" % (
                    version, done.failure or "it printed no times"))
            speed.samples[version] += done.milliseconds
    return speed
