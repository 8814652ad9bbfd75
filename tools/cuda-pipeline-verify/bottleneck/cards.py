# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A GPU: its peaks, and what follows from them for one instruction.

Figures are those of include/cudapipe/Resources/Gpus.def, which names a source for
each; the rewriter prints them. Nothing here is a figure of its own but latencies:

    sm_80 466, sm_89 542, sm_90 479 cycles to device memory, read from "Benchmarking
    and Dissecting the Nvidia Hopper GPU Architecture through Microbenchmarking and
    Multiple Level Analysis" (arXiv 2402.13499), a miss of L2 on A100 PCIe,
    RTX 4090 and H100 PCIe. For others 500 is assumed, and said so.
"""

import re

LATENCY = {80: 466, 89: 542, 90: 479}
ASSUMED_LATENCY = 500
# Looked at where no GPU is here and none is named: by architecture, and of the
# document that asked for this report.
USUAL = {70: "V100 SXM2", 75: "T4", 80: "A100 80GB SXM", 86: "RTX 3070 Ti",
         89: "L40S", 90: "H100 SXM", 100: "B200", 120: "RTX 5090"}
DEFAULT = "RTX 3070 Ti"
SCHEDULERS = 4  # Of a multiprocessor, sm_70 and later.

# What computes, as people call it, and the peak that it has.
UNITS = {"fp32": ("FP32 FMA", "fp32_tflops"), "fp64": ("FP64", "fp64_tflops"),
         "fp16_tensor": ("FP16 tensor core", "fp16_tensor_tflops"),
         "int8_tensor": ("INT8 tensor core", "int8_tensor_tops")}


def usual(arch):
    """The card to look at for an architecture such as "sm_90a", or None."""
    number = int(re.sub(r"\D", "", arch or "0") or 0)
    return USUAL.get(number, DEFAULT if not arch else None)


class Card:
    def __init__(self, data, how):
        self.data, self.how = data, how
        self.name, self.sm = data["name"], data["sm"]
        self.multiprocessors = data.get("multiprocessors") or None

    def get(self, key):
        return self.data.get(key)

    def peak(self, unit):
        """Operations a second, or None."""
        value = self.get(UNITS[unit][1]) if unit in UNITS else None
        return value * 1e12 if value else None

    def bandwidth(self):
        """Bytes a second, or None."""
        value = self.get("bandwidth_gb_s")
        return value * 1e9 if value else None

    def clock(self):
        """Cycles a second, or None."""
        value = self.get("clock_mhz")
        return value * 1e6 if value else None

    def balance(self, unit):
        peak, bandwidth = self.peak(unit), self.bandwidth()
        return peak / bandwidth if peak and bandwidth else None

    def latency(self):
        """Cycles until a load of device memory is back, and whether that was
        measured for this architecture."""
        return LATENCY.get(self.sm, ASSUMED_LATENCY), self.sm in LATENCY

    def bytes_in_flight(self):
        """That a multiprocessor has to have on their way, to have its share of
        the bandwidth: Little's law."""
        bandwidth, clock = self.bandwidth(), self.clock()
        if not bandwidth or not clock or not self.multiprocessors:
            return None
        return bandwidth * self.latency()[0] / clock / self.multiprocessors

    def cycles(self, operations, unit):
        """How long one of the four schedulers' units is busy with a warp's
        instruction, at the card's peak."""
        peak, clock = self.peak(unit), self.clock()
        if not peak or not clock or not self.multiprocessors:
            return None
        return operations / (peak / clock / self.multiprocessors / SCHEDULERS)

    def as_data(self):
        data = dict(self.data, how=self.how)
        data["balance"] = {unit: round(self.balance(unit), 1)
                           for unit in UNITS if self.balance(unit)}
        return data
