# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What no kernel can do on a GPU: a time below it is an error, not a result.

Nothing is said of a GPU that is not in the table: a peak that a sheet gives too
small would call a good time impossible, so it has fewer than Gpus.def. bench/
uses this, too; test/Verify/roofline_has_the_rewriters_gpus.test compares.
"""

import re

# As include/cudapipe/Resources/Gpus.def, which names the sources: what the
# driver calls it; multiprocessors, MHz, TFLOPS, GB/s, KB.
COLUMNS = ("sms", "clock_mhz", "fp32", "fp64", "fp16_tensor", "int8_tensor",
           "dram_gbytes", "l2_kb")
GPUS = {
    "RTX 3070": (r"RTX 3070$", 46, 1725, 20.3, 0.317, 40.6, 162.6, 448, 4096),
    "RTX 3090": (r"RTX 3090$", 82, 1695, 35.6, 0.556, 71, 284, 936, 6144),
    "A10": (r"A10$", 72, 1695, 31.2, 0.488, 125, 250, 600, 6144),
    "A100 40GB": (r"A100-\w+-40GB$", 108, 1410, 19.5, 9.7, 312, 624, 1555,
                  40960),
    "A100 80GB SXM": (r"A100-SXM4-80GB$", 108, 1410, 19.5, 9.7, 312, 624, 2039,
                      40960),
    "A100 80GB PCIe": (r"A100 80GB PCIe$", 108, 1410, 19.5, 9.7, 312, 624, 1935,
                       40960),
    "RTX 4090": (r"RTX 4090$", 128, 2520, 82.6, 1.29, 165.2, 660.6, 1008,
                 73728),
    "L4": (r"L4$", 58, 2040, 30.3, 0.473, 121, 242.5, 300, 49152),
    "L40S": (r"L40S$", 142, 2520, 91.6, 1.43, 362, 733, 864, 98304),
    "H100 SXM": (r"H100 80GB HBM3$", 132, 1980, 66.9, 33.5, 989.4, 1979, 3350,
                 51200),
    "H100 PCIe": (r"H100 PCIe$", 114, 1755, 51.2, 25.6, 756, 1513, 2000, 51200),
    "H200": (r"H200$", 132, 1980, 66.9, 33.5, 989.4, 1979, 4800, 61440),
    "B200": (r"B200$", 148, 1965, 75, 37, 2250, 4500, 8000, 129024)}
# Of a limit; and an event may come early.
TOLERANCE, EVENT_MS = 0.05, 0.002


class Limit:
    """So many milliseconds it takes, at least, and why."""

    def __init__(self, milliseconds, why):
        self.milliseconds, self.why = milliseconds, why


class Roofline:
    """Of one GPU."""

    def __init__(self, name, row, device):
        self.name, self.device = name, device
        self.row = dict(zip(COLUMNS, row))

    def of_operations(self, count, unit, times=1):
        """At the peak of a unit, or a multiple of it; the clock may be above
        the sheet's."""
        peak = times * self.row[unit] * max(
            1.0, self.device.get("clock_mhz", 0) / self.row["clock_mhz"])
        return Limit(count / peak * 1e-9,
                     "%.4g operations at %.4g TFLOP/s" % (count, peak))

    def of_memory(self, read, written):
        """Bytes, with a cold cache: what is written may still be in it when the
        kernel is over."""
        moved = read + max(0, written - max(self.row["l2_kb"] * 1024,
                                            self.device.get("l2_bytes", 0)))
        rate = max(self.row["dram_gbytes"], self.device.get("dram_gbytes", 0))
        return Limit(moved / rate * 1e-6,
                     "%.4g bytes at %.4g GB/s" % (moved, rate))

    def impossible(self, milliseconds, cache, limits):
        """What is wrong with a time; empty if nothing is."""
        for limit in limits:
            if milliseconds + EVENT_MS < limit.milliseconds * (1 - TOLERANCE):
                return "%.4f ms with a %s cache is no time: %s take %s %.4f ms" \
                    % (milliseconds, cache, limit.why, self.name,
                       limit.milliseconds)
        return ""


def of_device(device):
    """By its name and its multiprocessors: a part of a GPU, or one that is
    called alike, is not known, and None."""
    for name, (called, *row) in GPUS.items():
        if re.search(r"\b" + called, device.get("name", "")) and \
                row[0] == device.get("sms"):
            return Roofline(name, row, device)
    return None


def fastest_unit(elements):
    """What may compute with values of these types at most, and how many times
    its peak; None if a type is not known. Whole numbers may be packed ones of
    four bits, and floats may be made half ones."""
    found = set()
    for element in elements:
        name = re.sub(r"(const|volatile|unsigned|signed|__nv_|__|\s)", "",
                      element)
        if re.fullmatch(r"double[1-4]?", name):
            found.add("fp64")
        elif re.fullmatch(r"(float|half|bfloat16|bfloat16|half_raw)[1-4x]*(_t)?",
                          name):
            found.add("fp16_tensor")
        elif re.fullmatch(r"(u?(char|short|int|long|longlong)[0-9]*(_t)?|bool|"
                          r"size_t|fp8\w*)", name):
            found.add("int8_tensor")
        else:
            return None
    for unit, times in (("int8_tensor", 2), ("fp16_tensor", 1), ("fp64", 2)):
        if unit in found:
            return unit, times
    return None
