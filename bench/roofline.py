# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What no kernel can do on a GPU: a time below it is an error, not a result.

Figures are those of include/cudapipe/Resources/Gpus.def, of which `prepare` puts
a copy beside the forms. Of a GPU that is not there, nothing is said.
"""

import os
import re

BENCH = os.path.dirname(os.path.abspath(__file__))
DEF = os.path.join(os.path.dirname(BENCH), "include", "cudapipe", "Resources",
                   "Gpus.def")
COLUMNS = ("name", "chip", "sm", "sms", "clock_mhz", "fp32", "fp64",
           "fp16_tensor", "int8_tensor", "dram_gbytes", "l2_kb")
# What the driver calls those whose name it does not contain, in its words.
CALLED = {"H100 SXM": r"H100 80GB HBM3$", "A100 40GB": r"A100-\w+-40GB$",
          "A100 80GB SXM": r"A100-SXM4-80GB$"}
# Of a limit; and an event may come early.
TOLERANCE, EVENT_MS = 0.05, 0.002


def gpus(folder):
    """The table: of the folder of forms, else of the sources; or nothing."""
    for path in (os.path.join(folder, "Gpus.def"), DEF):
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                rows = re.findall(r"^GPU\((.*)\)$", file.read(), re.MULTILINE)
            return [dict(zip(COLUMNS, [
                word.strip('"') if at < 2 else float(word)
                for at, word in enumerate(row.split(", "))])) for row in rows]
    return []


def gpu_of(device, table):
    """The row of a device, by its name and its multiprocessors: a part of a GPU,
    or one that is called alike, is not known. None then."""
    for gpu in table:
        called = CALLED.get(gpu["name"], r"\b%s$" % re.escape(gpu["name"]))
        if re.search(called, device.get("name", "")) and \
                gpu["sms"] == device.get("sms"):
            return gpu
    return None


def least(work, device, gpu):
    """Milliseconds, and why, that operations take; that memory takes as well if
    nothing is in the caches."""
    found = {"operations": (0.0, ""), "memory": (0.0, "")}
    if work.get("unit"):
        # Clocks above the sheet's are real.
        peak = gpu[work["unit"]] * max(
            1.0, device.get("clock_mhz", 0) / gpu["clock_mhz"])
        found["operations"] = (
            work["flops"] / peak * 1e-9, "%.4g operations at %.4g TFLOP/s" % (
                work["flops"], peak))
    # What is written may still be in the cache when the kernel is over.
    written = work["written"]
    absorbed = min(written, max(gpu["l2_kb"] * 1024,
                                device.get("l2_bytes", 0)))
    moved = max(0.0, work["bytes"] - absorbed)
    rate = max(gpu["dram_gbytes"], device.get("dram_gbytes", 0))
    found["memory"] = (moved / rate * 1e-6,
                       "%.4g bytes at %.4g GB/s" % (moved, rate))
    return found


def impossible(time, work, device, gpu):
    """What is wrong with the times of a form; empty if nothing is."""
    limits = least(work, device, gpu)
    for key, cache, kinds in (("ms", "warm", ("operations",)),
                              ("cold_ms", "cold", ("operations", "memory"))):
        for kind in kinds:
            limit, why = limits[kind]
            if key in time and \
                    time[key] + EVENT_MS < limit * (1 - TOLERANCE):
                return ("%.4f ms with a %s cache is no time: %s take %s %.4f "
                        "ms" % (time[key], cache, why, gpu["name"], limit))
    return ""
