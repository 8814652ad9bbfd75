# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The matrix: from the sections to what to do, each with a number.

First comes what rests on times that were measured, then what rests on a model of
the card; in each, what brings more. A model's number is a bound, not a forecast.
"""

from . import experience, residency, words

NOISE = 1.02       # Of two times.
WORTH = 1.05       # Less is noise to most people.
FEW_BYTES = 16     # A copy of so many is as wide as they come.


class Step:
    """One thing to do. low, high: the time before over the time after."""

    def __init__(self, kind, title, low, high, rests_on, measured=False,
                 conflicts=(), how="", median=None, said=""):
        self.kind, self.title, self.low, self.high = kind, title, low, high
        self.rests_on, self.measured = rests_on, measured
        self.conflicts, self.how, self.said = list(conflicts), how, said
        self.median = median if median is not None else (low + high) / 2

    def gain_text(self):
        low, high = 100 * (self.low - 1), 100 * (self.high - 1)
        if self.said:
            return self.said
        if self.kind == "leave":
            return "a pipeline brought half of such kernels %.0f %% at most" % high
        if self.measured and self.low == self.high:
            return "%.1f %% faster" % low
        if self.measured:
            return "%.0f to %.0f %% faster" % (low, high)
        return "at most %.0f %% faster" % high if self.high < 3 else \
            "at most %.3g times as fast" % self.high

    def as_data(self):
        return {"kind": self.kind, "title": self.title,
                "gain": {"low": round(self.low, 3), "high": round(self.high, 3),
                         "median": round(self.median, 3)},
                "measured": self.measured, "gain_text": self.gain_text(),
                "rests_on": self.rests_on, "conflicts": self.conflicts,
                "how": self.how}


def k_loops(found):
    return found["loops"]


def rewritten(found):
    return next((loop for loop in k_loops(found) if loop["rewritten"]), None)


def known(found):
    """What such kernels gained."""
    ratio, residents = found["ratio"] or {}, found["occupancy"]
    return experience.of(ratio["source"] if ratio.get("source") is not None else
                         ratio.get("ratio"),
                         (residents or {}).get("warps"),
                         (residents or {}).get("warps_per_sm"))


def stage_conflicts(found):
    """What more stages take."""
    loop, now = rewritten(found), found["occupancy"]
    form = loop.get("form") if loop else None
    conflicts = []
    if form and now and form["blocks"] is not None and \
            form["blocks"] < now["blocks"]:
        conflicts.append("%d stages take %d bytes: %d blocks are resident, not %d"
                         % (loop["stages"], form["bytes"], form["blocks"],
                            now["blocks"]))
    smem = found["smem"]
    if smem and form and form["bytes"] and form["bytes"] > smem["cliff"] and \
            not smem["over"]:
        conflicts.append("%d bytes a block are over the cliff of %d" % (
            form["bytes"], smem["cliff"]))
    return conflicts


def timed(found, loop, title):
    """What auto makes was run."""
    gain, before = found["run"]["speed_up"], found["baseline"]["milliseconds"]
    rests = "timed here: %.4f ms, and %.4f ms as it is" % (
        found["run"]["milliseconds"], before)
    if gain < NOISE:
        return Step("leave", "Leave the loop in line %d as it is: what auto makes "
                    "is no faster" % loop["line"], 1.0, 1.0, rests, True,
                    said="nothing to gain")
    return Step("pipeline", title, gain, gain, rests, True,
                stage_conflicts(found), "cuda-pipeline-rewrite -i %s" %
                found["file"])


def pipeline(found):
    """Software pipelining: by this tool, by hand, or better not."""
    loops, seen = k_loops(found), known(found)
    if not loops or not seen:
        return []
    loop = rewritten(found)
    rests = seen.text()
    if loop:
        title = "Pipeline the K-loop in line %d: %s" % (
            loop["line"], "; ".join([loop["summary"]] + loop["also"]))
        if found["run"]:
            return [timed(found, loop, title)]
        flight = found["flight"]
        conflicts = stage_conflicts(found)
        if flight and flight["made"] is not None and \
                flight["made"] < flight["need"] and flight["made"] > 0:
            conflicts.append(
                "%d bytes are on their way then, and %d would fill the memory of "
                "the card" % (flight["made"], flight["need"]))
        return [Step("pipeline", title, seen.low, seen.high, rests, True,
                     conflicts, "cuda-pipeline-rewrite -i %s" % found["file"],
                     seen.median)]
    why = loops[0]["why"]
    if loops[0]["id"] in ("will-not-pay",):
        return [Step("leave", "Leave the loop in line %d as it is, look at the "
                     "algorithm: warps already hide its loads" %
                     loops[0]["line"], 1.0, max(1.0, seen.median),
                     "the tool's rules and nvcc's figures (%s); %s" % (why, rests),
                     True, median=1.0)]
    if loops[0]["id"] == "needs-compiler":
        return [Step("pipeline", "Pipeline the K-loop in line %d, with nvcc: it "
                     "has to see whether a form loses" % loops[0]["line"],
                     seen.low, seen.high, rests, True, (),
                     "cuda-pipeline-rewrite --guess %s" % found["file"],
                     seen.median)]
    if loops[0]["id"] in ("already-pipelined", "async-copy-in-loop"):
        return []
    return [Step("pipeline by hand", "Pipeline the K-loop in line %d, once it can "
                 "be" % loops[0]["line"], seen.low, seen.high,
                 rests + "; this tool leaves it alone: " + why, True, (),
                 "mend what it says, or read docs/rejections.md#%s" %
                 loops[0]["id"], seen.median)]


def occupancy(found):
    """More blocks, where nothing else is the limit."""
    now, roof = found["occupancy"], found["roofline"]
    if not now or not now["blocks"] or now["fraction"] >= 0.5:
        return []
    if roof["class"] != "latency" and now["enough_warps"]:
        return []
    ways = []
    if "registers" in now["limited_by"] and now.get("registers_for_one_more"):
        ways.append("%d registers a thread instead of %s" % (
            now["registers_for_one_more"], now["registers"]))
    if "shared memory" in now["limited_by"] and now.get("shared_for_one_more"):
        ways.append("%d bytes of shared memory a block instead of %d" % (
            now["shared_for_one_more"], now["shared"]))
    if not ways:
        return []
    more = (now["blocks"] + 1) / now["blocks"]
    return [Step("occupancy", "One block more on a multiprocessor: " +
                 " and ".join(ways), 1.0, more,
                 "%d of %d warps are resident, limited by %s; if all of the time "
                 "is waiting, %d blocks wait %.2f times as well as %d" % (
                     now["warps"], now["warps_per_sm"],
                     " and ".join(now["limited_by"]), now["blocks"] + 1, more,
                     now["blocks"]), False,
                 ["fewer registers may spill: look for LDL and STL"]
                 if "registers" in now["limited_by"] else
                 ["smaller tiles are loaded more often"])]


def grid(found, card):
    """Fewer blocks than the card has room for."""
    now, blocks = found["occupancy"], found["launch"]["blocks"]
    if not now or now.get("waves") is None or not card.multiprocessors or \
            blocks >= card.multiprocessors:
        return []
    return [Step("grid", "More blocks in a launch: smaller tiles, or sums split "
                 "among blocks", 1.0, card.multiprocessors / blocks,
                 "with %s, %d of %d multiprocessors have no work, in this size "
                 "of the problem" % (
                     words.plural(blocks, "block"), card.multiprocessors - blocks,
                     card.multiprocessors), False,
                 ["parts of a sum have to be added: other last bits"])]


def cliff(found):
    smem, now = found["smem"], found["occupancy"]
    if not smem or not smem["over"] or not now or now["blocks"] != 1 or \
            "shared memory" not in now["limited_by"]:
        return []
    return [Step("cliff", "Tiles of at most %d bytes a block, not %d: two blocks "
                 "are resident then" % (smem["cliff"], smem["shared"]), 1.0, 2.0,
                 "one block waits alone; two overlap at best completely", False,
                 ["smaller tiles are loaded more often"])]


def tensor_cores(found, card):
    """Half-precision inputs that are multiplied elsewhere."""
    unit = found["roofline"]["unit"]
    elements = {p["element"] for p in found["parameters"] if p["element"]}
    narrow = {"half": "fp16_tensor", "__half": "fp16_tensor",
              "__nv_bfloat16": "fp16_tensor", "signed char": "int8_tensor"}
    better = next((narrow[e] for e in sorted(elements) if e in narrow), None)
    if not better or not unit or unit.endswith("tensor") or not card or \
            found["roofline"]["class"] == "memory" or not card.peak(better) or \
            not card.peak(unit):
        return []
    ratio = card.peak(better) / card.peak(unit)
    roof = found["roofline"]
    if roof["intensity"] and card.bandwidth():
        ratio = min(ratio, roof["intensity"] * card.bandwidth() / card.peak(unit)
                    if roof["intensity"] < card.balance(better) else ratio)
    if ratio <= WORTH:
        return []
    return [Step("tensor cores", "Multiply on tensor cores (wmma or mma.sync): the "
                 "inputs are %s" % ", ".join(sorted(e for e in elements
                                                    if e in narrow)), 1.0, ratio,
                 "the peaks of %s, and its bandwidth" % card.name, False,
                 ["sums come in another order: other last bits"])]


def wide_loads(found):
    """Loads of few bytes take a lot of a trip's instructions."""
    ratio = found["ratio"]
    if not ratio or rewritten(found) or ratio["inner_loops"] or not \
            ratio["instructions"] or (ratio["kind"] != "K-loop" and
                                      found["roofline"]["class"] != "memory"):
        return []
    narrow = [row for row in ratio["loads"] if row["bytes"] < FEW_BYTES and
              row["instruction"] in ("LDG", "LDGSTS")]
    saved = sum(row["count"] * (1 - row["bytes"] / FEW_BYTES) for row in narrow)
    # Of a load through registers, the store goes with it.
    saved += sum(row["count"] * (1 - row["bytes"] / FEW_BYTES) for row in narrow
                 if row["instruction"] == "LDG" and ratio["kind"] == "K-loop")
    total = ratio["instructions"]
    if not total or saved < 0.05 * total:
        return []
    return [Step("wide loads", "Load 16 bytes at once: %s" % ", ".join(
        "%g x %s of %d bytes a trip" % (row["count"], row["instruction"],
                                        row["bytes"]) for row in narrow),
                 1.0, total / (total - saved),
                 "%.0f of %.0f instructions of a trip would be gone" % (
                     saved, total), False,
                 ["rows have to start at multiples of 16 bytes"])]


def in_flight(found):
    """Without tiles, too few bytes on their way for the card's bandwidth."""
    flight = found["flight"]
    if not flight or flight["of_tiles"] or found["roofline"]["class"] == \
            "compute" or not flight["now"] or flight["now"] >= flight["need"]:
        return []
    return [Step("in flight", "More loads at once: several elements a thread, all "
                 "loaded before one is used", 1.0,
                 flight["need"] / flight["now"],
                 "%d bytes are on their way, %d would fill the memory of the card "
                 "(bandwidth times latency)" % (flight["now"], flight["need"]),
                 False, ["more registers a thread"])]


def reuse(found):
    """More results a thread: more math for what is read of shared memory."""
    ratio, roof = found["ratio"], found["roofline"]
    if not ratio or ratio["kind"] != "K-loop" or roof["class"] == "memory" or \
            not ratio["instructions"] or ratio["inner_loops"]:
        return []
    math, total = ratio["math"], ratio["instructions"]
    shared = sum(row["count"] for row in found["mix"]["rows"]
                 if row["instruction"] in ("LDS", "LDSM"))
    if not shared or math / total > 0.5 or math / shared > 4:
        return []
    return [Step("reuse", "More results a thread (larger tiles of registers): %.3g "
                 "math instructions for each read of shared memory" % (
                     math / shared), 1.0, total / (total - shared),
                 "%.0f of %.0f instructions of a trip are math; without the %.0f "
                 "reads of shared memory a trip has %.0f" % (
                     math, total, shared, total - shared), False,
                 ["more registers a thread: fewer blocks are resident"])]


def stalls(found):
    """What nobody but a patcher of machine code could win; told, never done."""
    issue = found["mix"]["issue"] if found["mix"] else None
    now = found["occupancy"]
    if not issue or not issue["excess"] or not now or not now["warps"]:
        return []
    others = issue["instructions"] * now["warps"] / 4
    busy = max(others, issue["unit_busy"] * now["warps"] / 4)
    alone = issue["stall_cycles"]
    if alone <= busy or alone - issue["excess"] >= alone:
        return []
    gain = alone / max(busy, alone - issue["excess"])
    if gain < WORTH:
        return []
    return [Step("stalls", "Stall counts of %g cycles a trip are above the least "
                 "(a patch of machine code, which this tool never makes)" %
                 issue["excess"], 1.0, gain,
                 "a warp takes %.0f cycles to issue a trip, and %d warps on a "
                 "scheduler fill %.0f of them" % (
                     alone, max(1, now["warps"] // 4), busy), False,
                 ["every compiler update undoes it, and nobody checks it"])]


def spills(found):
    code = found["code"]
    if not code or not code["local_instructions"] or not found["ratio"]:
        return []
    count = sum(row["count"] for row in found["mix"]["rows"]
                if row["instruction"] in ("LDL", "STL"))
    total = found["ratio"]["instructions"]
    if not count or not total:
        return []
    return [Step("spills", "%g loads and stores of spilled registers in a trip: say "
                 "__launch_bounds__, or compute less at a time" % count, 1.0,
                 total / (total - count), "%.0f of %.0f instructions of a trip" % (
                     count, total))]


def launches(found):
    head = found["head"]
    if not head:
        return []
    part, spent = head["of_time"], head["head_us"] or 0
    high = 1 / (1 - min(0.5, part)) if part else 1.0
    return [Step("dependent launch", "Start it before '%s' is over (programmatic "
                 "dependent launch): %d instructions stand in front of its first "
                 "access to global memory" % (head["before"],
                                              head["head_instructions"]),
                 1.0, high, "a head of %.2g us, by stall counts, and what lies "
                 "between two launches" % spent, False,
                 ["what it reads before cudaGridDependencySynchronize() must not "
                  "be written by '%s'" % head["before"]], said="" if part else
                 "at most %.2g us a launch, and the gap between the two" % spent)]


def algorithm(found):
    """Where the roofline itself is near."""
    roof = found["roofline"]
    best = max(roof["of_peak"] or 0, roof["of_bandwidth"] or 0)
    if best < 0.8:
        return []
    what = "arithmetic" if roof["class"] == "compute" else "bytes"
    return [Step("algorithm", "Fewer %s: the kernel is at %.0f %% of what %s allows"
                 % ("operations" if what == "arithmetic" else "bytes", 100 * best,
                    "the unit" if what == "arithmetic" else "the memory"), 1.0,
                 1 / min(best, 1), "the roofline", False)]


def rank(steps):
    """What was measured first; what brings more first."""
    return sorted(steps, key=lambda step: (
        not step.measured, -(step.median if step.measured else step.high)))


def steps(found, card):
    every = pipeline(found) + occupancy(found) + cliff(found) + \
        grid(found, card) + \
        tensor_cores(found, card) + wide_loads(found) + in_flight(found) + reuse(found) + \
        stalls(found) + spills(found) + launches(found) + algorithm(found)
    return rank(every)


def ranked(found, card):
    return [step.as_data() for step in steps(found, card)]


def document_rule(found):
    """The row of the document's matrix that holds, in its words; or ''."""
    roof, ratio, now = found["roofline"], found["ratio"], found["occupancy"]
    if not ratio or ratio["class"] is None or not now or not roof["class"]:
        return ""
    if found["smem"] and found["smem"]["over"]:
        return "shared memory above the cliff: smaller tiles"
    if roof["class"] == "latency":
        return "latency-bound: more blocks" if not now["enough_warps"] else \
            "latency-bound, with %d warps: loads are waited for" % now["warps"]
    if roof["class"] == "memory":
        return {"low": "memory-bound, low ratio: software pipelining by cp.async",
                "medium": "memory-bound, medium ratio: try both",
                "high": "memory-bound, high ratio, %d warps: %s" % (
                    now["warps"], "warps hide it; the algorithm" if
                    now["warps"] >= residency.ENOUGH_WARPS else
                    "more warps")}[ratio["class"]]
    return {"fp16_tensor": "compute-bound on tensor cores: more reuse of tiles",
            "int8_tensor": "compute-bound on tensor cores: stall counts of IMMA "
            "(told, not patched)", "fp32": "compute-bound on FMA: stall counts "
            "(told, not patched)"}.get(roof["unit"], "compute-bound")
