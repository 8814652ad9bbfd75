# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One kernel after the other: sections as plain data, which all forms show.

What could not be found is None, and `missing` says why.
"""

import datetime
import os
import re

from verify import VERSION, Problem

from . import (baseline, decision, flight, heads, residency, roofline)
from .launches import Launch
from .loop import Loop, busy_cycles

DATA_VERSION = 1


def ratio_class(ratio):
    return None if ratio is None else "low" if ratio < 5 else \
        "medium" if ratio <= 20 else "high"


ADVICE = {"low": "beneficial", "medium": "neutral: try both",
          "high": "detrimental or neutral"}


def of_source(figures):
    """Math instructions a load, as the source has them; None if unknown."""
    if not figures or not figures["load"]["complete"] or \
            not figures["compute"]["complete"]:
        return None
    loads = figures["load"]["global_loads"] + figures["load"]["async_copies"]
    return figures["compute"]["math"] / loads if loads else None


def ratio_section(loop, figures):
    """Compute against loads in a trip; None where neither machine code nor the
    source says anything."""
    source = of_source(figures)
    if loop is None:
        if source is None:
            return None
        return {"kind": "K-loop", "from": "source", "math": figures["compute"]
                ["math"], "math_opcodes": {}, "loads": [], "load_bytes":
                figures["load"]["loaded_bytes"] * 32, "ratio": source,
                "source": source, "class": ratio_class(source),
                "advice": ADVICE[ratio_class(source)], "instructions": None,
                "unrolled": 1, "inner_loops": False,
                "source_math": figures["compute"]["math"],
                "source_loads": figures["load"]["global_loads"] +
                figures["load"]["async_copies"]}
    ratio, counted = loop.ratio(), "machine code"
    if loop.has_inner and source is not None:
        # Inner loops stand once in the machine code: the source knows their trips.
        ratio, counted = source, "source: loads or math stand in loops of their own"
    kind = ratio_class(ratio) if loop.kind == "K-loop" else None
    loads = [{"instruction": opcode, "bytes": size, "count": count}
             for (opcode, size), count in sorted(loop.loads().items())]
    return {"kind": loop.kind, "from": counted, "math": loop.math(),
            "math_opcodes": loop.math_names(), "loads": loads,
            "load_bytes": figures["load"]["loaded_bytes"] * 32 if
            counted != "machine code" else
            sum(row["bytes"] * row["count"] * 32 for row in loads),
            "ratio": ratio, "source": source, "class": kind,
            "advice": ADVICE.get(kind),
            "instructions": len(loop.line) / loop.unrolled,
            "unrolled": loop.unrolled, "inner_loops": loop.has_inner,
            "source_math": figures["compute"]["math"] if source else None,
            "source_loads": figures["compute"]["math"] / source if source else
            None}


def mix_section(loop, card):
    if loop is None:
        return None
    rows = loop.mix(card)
    instructions, cycles = loop.issue()
    busy = sum((row["stalls"]["unit_busy"] or 0) * row["count"] for row in rows
               if row["stalls"])
    return {"of": loop.kind, "rows": rows, "inner_loops": loop.has_inner,
            "issue": {"instructions": instructions, "stall_cycles": cycles,
                      "excess": loop.excess(card), "unit_busy": round(busy, 1)}}


def timeline(loop, card, now, smem, made, figures):
    """A trip of one block, in cycles: what is known of it. Loads travel for the
    latency of the card; math takes what its instructions take to issue, with all
    warps of the block on the four schedulers."""
    if not loop or loop.kind != "K-loop" or not card or not now or \
            not now["blocks"]:
        return None
    source = of_source(figures)
    math = figures["compute"]["math"] if source else None
    weights = loop.weights(math, math / source if source else None)
    if not weights:
        return None
    instructions, alone = loop.issue(weights)
    warps = now["warps_per_block"]
    busy = sum((busy_cycles(card, loop.line[at]) or 1) * weights[at]
               for at in loop.main.math.positions) / loop.unrolled
    block = max(alone or 0, instructions * warps / 4, busy * warps / 4)
    every = max(block, instructions * now["warps"] / 4, busy * now["warps"] / 4)
    latency, measured = card.latency()
    bytes_ = smem["tile"] * now["blocks"] if smem and smem["tile"] else None
    memory = None
    if bytes_ and card.bandwidth() and card.clock() and card.multiprocessors:
        memory = bytes_ / (card.bandwidth() / card.clock() /
                           card.multiprocessors)
    single = max(every, block + latency)
    return {"load_cycles": latency, "latency_is_measured": measured,
            "block_cycles": round(block), "blocks": now["blocks"],
            "all_blocks_cycles": round(every),
            "memory_cycles": round(memory) if memory else None,
            "single_cycles": round(single),
            "pipelined_cycles": round(every),
            "model_gain": round(single / every, 2),
            "inner_loops_guessed": loop.has_inner,
            "stages": made["stages"] if made else None}


def form_of(loop):
    """The form that auto takes: stages, bytes, blocks; None if it takes none."""
    for row in (loop.get("figures") or {}).get("forms", []):
        if row["chosen"] and loop["rewritten"]:
            return dict(row, stages=loop.get("stages"))
    return None


def loops_of(kernel):
    """What auto makes of each K-loop."""
    return [{"line": loop["line"], "rewritten": loop["rewritten"],
             "summary": loop.get("summary"), "also": loop.get("also", []),
             "stages": loop.get("stages"),
             "why": loop.get("why"), "id": loop.get("id"),
             "reason": (loop.get("figures") or {}).get("reason"),
             "form": form_of(loop)} for loop in kernel["loops"]]


class KernelReport:
    """Of one kernel: gathers its sections in the order of the document."""

    def __init__(self, kernel, world):
        self.kernel, self.world = kernel, world
        self.launch = Launch(kernel, world.facts, world.sizes)
        launched = kernel["launches"][0]["kernel"] if kernel["launches"] else ""
        if self.launch.spec:
            launched = self.launch.spec.kernel
        self.code = world.compiled.code(kernel, launched)
        self.loop = Loop(self.code.function, self.code.stalls) \
            if self.code and self.code.function else None
        self.figures = self.launch.figures()
        self.missing = []

    def _registers(self):
        """Of a thread, and who says so."""
        if self.code:
            return self.code.usage.registers, "ptxas"
        if self.figures:
            return self.figures["registers"], "ptxas" if \
                self.figures["registers_measured"] else "estimated"
        guess = self.kernel.get("registers_guess")
        return guess, "estimated" if guess else ""

    def _shared(self):
        """Of a block, static and dynamic; dynamic may be unknown."""
        static = self.code.usage.shared if self.code else \
            self.kernel.get("static_shared")
        if self.launch.dynamic is None:
            self.missing.append("the launch's dynamic shared memory is not known: "
                                "counted as 0")
        return (static or 0) + (self.launch.dynamic or 0)

    def _time(self, folder):
        """The baseline."""
        times, why = {}, self.world.no_gpu
        if not why:
            try:
                times, why = baseline.measure(self.world.args, self.launch,
                                              self.world.facts, folder)
            except Problem as problem:
                why = str(problem).split("\n")[0]
        return times, why

    def _sizes(self):
        return {"sizes": {name: int(size) if float(size).is_integer() else size
                          for name, size in self.launch.sizes.items()},
                "assumed": self.launch.assumed, "from": self.launch.where,
                "threads": self.launch.threads,
                "threads_from": self.launch.threads_from,
                "blocks": self.launch.blocks, "trips": self.launch.trips()}

    def _waves(self, now):
        """How often the launch fills the card; None where its grid is a guess."""
        card = self.world.card
        if not self.launch.blocks or self.launch.grid_is_assumed() or \
                not now["blocks"] or not card.multiprocessors:
            return None
        return round(self.launch.blocks / (now["blocks"] *
                                           card.multiprocessors), 3)

    def build(self, folder):
        card, world = self.world.card, self.world
        times, why = self._time(folder)
        first = times.get("original")
        time = first.warm if first else None
        registers, registers_from = self._registers()
        shared = self._shared()
        sm = card.sm if card else None
        tile = self.figures["tile_bytes"] if self.figures else 0
        loops = loops_of(self.kernel)
        made = next((loop["form"] for loop in loops if loop["form"]), None)
        roof = roofline.section(self.launch, self.loop, card, time)
        now = residency.table(sm, self.launch.threads, registers or 16, shared)
        if now:
            now.update(registers=registers, registers_from=registers_from,
                       threads_from=self.launch.threads_from,
                       waves=self._waves(now))
        smem = residency.cliff(sm, self.launch.threads, registers, shared, tile)
        found = {
            "name": self.kernel["name"], "file": world.args.file,
            "title": self.code.title if self.code else self.kernel["qualified"],
            "line": self.kernel["line"], "parameters": self.kernel["parameters"],
            "loops": loops, "launch": self._sizes(),
            "baseline": {
                "milliseconds": time, "cold_milliseconds":
                first.cold if first else None,
                "samples": first.samples if first else None,
                "spread": round(first.spread, 4) if first else None,
                "gflops": roof["gflops"], "gb_s": roof["gb_s"],
                "least_ms": roof["least_ms"], "why_not": "" if first else why},
            "roofline": roof, "occupancy": now,
            "code": {"registers": registers, "registers_from": registers_from,
                     "spills": self.code.usage.spills if self.code else None,
                     "local_instructions": self.loop.spills() if self.loop
                     else 0, "instances_not_shown":
                     self.code.others if self.code else 0}
            if registers else None,
            "ratio": ratio_section(self.loop, self.figures),
            "mix": mix_section(self.loop, card), "smem": smem,
            "flight": flight.section(card, smem, made, self.loop, now),
            "timeline": timeline(self.loop, card, now, smem, made,
                                 self.figures),
            "head": heads.section(self.kernel, world.facts.kernels,
                                  self.code.function if self.code else None,
                                  self.code.stalls if self.code else {}, card,
                                  time),
            "profile": world.profile_of(self.kernel["name"]),
            "run": None, "missing": self.missing}
        self._say_what_is_missing(found, times, why)
        if "rewritten" in times and first:
            made_time = times["rewritten"].warm
            found["run"] = {"milliseconds": made_time,
                            "speed_up": round(time / made_time, 4),
                            "cold_milliseconds": times["rewritten"].cold}
        found["rule"] = decision.document_rule(found)
        found["recommendations"] = decision.ranked(found, card)
        return found

    def _say_what_is_missing(self, found, times, why):
        world, missing = self.world, self.missing
        if not times.get("original"):
            missing.append("no times: " + why)
        elif why:
            missing.append(why)
        if not self.code:
            missing.append("no machine code: " + (
                world.compiled.why or "nvcc makes none of this kernel: nobody "
                "here instantiates or launches it"))
        elif self.kernel["template"] and not self.kernel.get("instance") and \
                not self.kernel["launches"]:
            missing.append("nobody here instantiates it: '%s' is a guess" %
                           found["title"])
        if self.code and not self.loop:
            missing.append("no machine code: " + world.compiled.no_disassembler)
        if self.launch.threads_from == "guessed":
            missing.append("no launch in sight says how large a block is: %d "
                           "threads are a guess" % self.launch.threads)
        if self.launch.assumed:
            missing.append("sizes that nobody gives: assumed %s; say others with "
                           "--size=NAME=N" % ", ".join(
                               "%s = %g" % (name, self.launch.sizes[name])
                               for name in self.launch.assumed))
        if not found["loops"]:
            missing.append("no K-loop: no loop copies tiles to shared memory and "
                           "computes with them")


class World:
    """What all kernels of the file share."""

    def __init__(self, args, facts, card, compiled, no_gpu, profiles):
        self.args, self.facts, self.card = args, facts, card
        self.compiled, self.no_gpu, self.profiles = compiled, no_gpu, profiles
        self.sizes = args.sizes

    def profile_of(self, name):
        one = self.profiles.get(name)
        return one.as_data() if one else None


def build(world, machine, folder):
    """The whole report, as plain data."""
    kernels = [kernel for kernel in world.facts.kernels
               if re.search(world.args.kernel, kernel["name"])]
    if not kernels:
        raise Problem("no kernel%s in '%s'" % (
            " that matches '%s'" % world.args.kernel if world.args.kernel else "",
            world.args.file))
    return {"version": DATA_VERSION, "tool": "cuda-pipeline-report " + VERSION,
            "file": world.args.file, "date": datetime.date.today().isoformat(),
            "machine": machine, "gpu": world.card.as_data() if world.card
            else None, "notes": world.facts.notes,
            "kernels": [KernelReport(kernel, world).build(
                os.path.join(folder, "kernel-%d" % at))
                for at, kernel in enumerate(kernels)]}
