# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A trip of the loop that computes, in machine code: how much math for each load,
which instructions, how long the compiler makes a warp wait behind each.

    LDG  LDG  STS  BAR |LDS  FFMA FFMA ... | BAR
    `-- loads --------'`-- math -----------'
"""

import re
import statistics

from sass import blocks, instruction, loops, main_loop
from sass.arithmetic import KINDS, Arithmetic, is_constant
from sass.trip import Trip

GLOBAL_LOADS = ("LDG", "LDGSTS", "LD", "UBLKCP", "UTMALDG")
ROWS = (("LDG", ""), ("LDGSTS", "cp.async"), ("STS", ""), ("LDS", ""),
        ("LDSM", "ldmatrix"), ("STG", ""), ("BAR", "barrier"),
        ("LDGDEPBAR", "commit"), ("DEPBAR", "wait"), ("SHFL", ""), ("MUFU", ""),
        ("LDL", "spilled"), ("STL", "spilled"), ("RED", "atomic"),
        ("ATOMS", "atomic"), ("ATOMG", "atomic"))
# A result of these is there behind so many cycles, without a scoreboard (sm_70
# and later): what waits less must not read it.
FIXED_LATENCY = {"FFMA": 4, "FADD": 4, "FMUL": 4, "FFMA2": 4, "FADD2": 4,
                 "FMUL2": 4, "IADD3": 4, "LOP3": 4, "IMAD": 4, "HFMA2": 4,
                 "HADD2": 4, "HMUL2": 4}
TENSOR = dict(KINDS)["tensor"]
SHAPES = {"16816": (16, 8, 16), "1688": (16, 8, 8), "16832": (16, 8, 32),
          "16864": (16, 8, 64), "8816": (8, 8, 16), "8832": (8, 8, 32),
          "884": (8, 8, 4), "168128": (16, 8, 128), "168256": (16, 8, 256)}
UNIT_OF = {"HMMA": "fp16_tensor", "HGMMA": "fp16_tensor", "IMMA": "int8_tensor",
           "IGMMA": "int8_tensor", "QMMA": "int8_tensor", "QGMMA": "int8_tensor"}
FLOATS = {"FFMA": 64, "FADD": 32, "FMUL": 32, "FFMA2": 128, "FADD2": 64,
          "FMUL2": 64}
DOUBLES = {"DFMA": 64, "DADD": 32, "DMUL": 32}
HALVES = {"HFMA2": 128, "HADD2": 64, "HMUL2": 64}
INTEGERS = {"IDP": 256, "IMAD": 64, "IADD3": 64}


def operations(one):
    """Of a warp; 0 where it is not known. A multiply-add is two."""
    if one.opcode in TENSOR:
        for modifier in one.modifiers:
            if modifier in SHAPES:
                m, n, k = SHAPES[modifier]
                return 2 * m * n * k
            wide = re.fullmatch(r"(\d+)x(\d+)x(\d+)", modifier)
            if wide:  # Of a group of four warps.
                return 2 * int(wide[1]) * int(wide[2]) * int(wide[3]) // 4
        return 512 if one.opcode == "DMMA" else 0
    for table in (FLOATS, DOUBLES, HALVES, INTEGERS):
        if one.opcode in table:
            return table[one.opcode]
    return 0


def unit_of(one):
    """The peak that an instruction counts against, or None."""
    if one.opcode == "DMMA":
        return "fp64"
    return UNIT_OF.get(one.opcode) or ("fp32" if one.opcode in FLOATS else "fp64"
                                       if one.opcode in DOUBLES else None)


def busy_cycles(card, one):
    """Of the unit of one scheduler; None where the peak is not known. An addition
    takes it as long as a multiply-add."""
    unit = unit_of(one)
    count = operations(one)
    if one.opcode in FLOATS or one.opcode in DOUBLES:
        count = 128 if one.opcode.endswith("2") else 64
    return card.cycles(count, unit) if card and unit else None


def interval(card, one):
    """Cycles until the unit of a warp's plain arithmetic takes another: two, where
    it has 16 lanes."""
    return 2 if round(busy_cycles(card, one) or 1) >= 2 else 1


def name_of(one):
    """`HMMA.16816`: the opcode, and of a tensor core's the shape."""
    shape = [m for m in one.modifiers if m in SHAPES or re.match(r"\d+x", m)]
    return ".".join([one.opcode] + shape[:1]) if one.opcode in TENSOR else \
        one.opcode


class HotLoop:
    """A loop that copies no tiles: the innermost with the most math. Has what is
    asked of a sass.main_loop.MainLoop."""

    def __init__(self, line, math):
        self.line, self.math, self.copies, self.unrolled = line, math, [], 1


def hottest(function):
    """Of a kernel without a K-loop; None where no loop computes anything."""
    every = loops.loops_of(blocks.blocks_of(function))
    best = None
    for loop in every:
        if any(other is not loop and other.header.number in loop.blocks and
               len(other.blocks) < len(loop.blocks) for other in every):
            continue
        line = Trip(loop, every).line
        found = HotLoop(line, Arithmetic(line))
        if found.math.total() and (not best or found.math.total() >
                                   best.math.total()):
            best = found
    return best


class Loop:
    """The K-loop of a kernel, or the loop with the most math, or all of it."""

    def __init__(self, function, stalls):
        self.function, self.stalls = function, stalls
        self.main = main_loop.find(function)
        self.kind = "K-loop" if self.main else "loop"
        if not self.main:
            self.main = hottest(function)
        if not self.main:
            self.kind = "kernel"
            self.main = HotLoop(function.instructions,
                                Arithmetic(function.instructions))
        self.line, self.unrolled = self.main.line, self.main.unrolled
        self.needs = None  # least().
        self.inner = self._inner_loops()
        # Math or loads stand in a loop of their own, of which nobody knows here how
        # often it runs.
        self.has_inner = any(at in self.main.math.positions or
                             self.line[at].opcode in GLOBAL_LOADS
                             for at in self.inner)

    def _inner_loops(self):
        """Positions of the trip that stand in loops of their own, and the blocks
        of each such loop."""
        if self.kind != "K-loop":
            return {}
        mine, of_block = self.main.loop, {}
        for one in loops.loops_of(blocks.blocks_of(self.function)):
            if one.header.number in mine.blocks and \
                    one.header.number != mine.header.number:
                for number in one.blocks:
                    of_block[number] = one.header.number
        return {at: of_block[number] for at, number in
                enumerate(self.main.trip.block_of) if number in of_block}

    def weights(self, source_math, source_loads):
        """How often each position runs in a trip, where inner loops run as often
        as the source's math and loads take; None where the source does not say."""
        if not self.has_inner:
            return [1.0] * len(self.line)
        if not source_math or not source_loads:
            return None
        total = {"math": self.math() * self.unrolled,
                 "load": sum(self.loads().values()) * self.unrolled}
        kinds = {}
        for at, loop in self.inner.items():
            if at in self.main.math.positions:
                kinds[loop] = "math"
            elif self.line[at].opcode in GLOBAL_LOADS:
                kinds.setdefault(loop, "load")
        times = {"math": source_math * self.unrolled / total["math"],
                 "load": source_loads * self.unrolled / total["load"]
                 if total["load"] else 1.0}
        return [times[kinds[self.inner[at]]] if self.inner.get(at) in kinds
                else 1.0 for at in range(len(self.line))]

    def count(self, *opcodes):
        return sum(one.opcode in opcodes for one in self.line) / self.unrolled

    def loads(self):
        """Of global memory, in a trip: {(opcode, bytes): how many}."""
        found = {}
        for one in self.line:
            if one.opcode in GLOBAL_LOADS and not one.never_runs():
                key = one.opcode, one.size()
                found[key] = found.get(key, 0) + 1 / self.unrolled
        return found

    def math(self):
        return self.main.math.total() / self.unrolled

    def math_names(self):
        found = {}
        for at in sorted(self.main.math.positions):
            name = name_of(self.line[at])
            found[name] = found.get(name, 0) + 1 / self.unrolled
        return found

    def ratio(self):
        """Math instructions for each load, or None."""
        total = sum(self.loads().values())
        return self.math() / total if total else None

    def operations(self):
        """Of a warp and trip, of what counts as the kernel's arithmetic."""
        return sum(operations(self.line[at]) for at in
                   self.main.math.positions) / self.unrolled

    def unit(self):
        """What most of the operations count against: fp32, fp16_tensor, ..."""
        found = {}
        for at in self.main.math.positions:
            unit = unit_of(self.line[at])
            if unit:
                found[unit] = found.get(unit, 0) + operations(self.line[at])
        return max(found, key=found.get) if found else None

    def issue(self, weights=None):
        """Instructions of a trip, and the cycles that one warp takes to issue
        them where it never waits for memory: the sum of its stall counts. None
        where the counts were not read."""
        weights = weights or [1.0] * len(self.line)
        count = sum(weights) / self.unrolled
        if not self.stalls:
            return count, None
        return count, sum(weight * self._stall(one) for weight, one in
                          zip(weights, self.line)) / self.unrolled

    def _stall(self, one):
        return max(1, self.stalls.get(one.address, 1))

    def least(self, card):
        """Of each instruction, the fewest cycles behind it, in this order: until
        the next one's operands are there that come without a scoreboard, and its
        unit takes it. What is not arithmetic keeps what the compiler wrote."""
        if self.needs is not None:
            return self.needs
        times, ready, now, gap = [], {}, 0, 0
        for one in self.line:
            now = max([now + gap] + [ready[r] for r in one.reads()
                                     if r in ready])
            latency = FIXED_LATENCY.get(one.opcode)
            gap = interval(card, one) if latency else self._stall(one)
            for register in one.writes():
                ready.pop(register, None)
                if latency:
                    ready[register] = now + latency
            times.append(now)
        self.needs = [after - before for before, after in zip(
            times, times[1:] + [now + gap])]
        return self.needs

    def stall_row(self, name, card):
        """Of one kind of math: stalls as written, against the least."""
        places = [at for at in sorted(self.main.math.positions)
                  if name_of(self.line[at]) == name and
                  self.line[at].address in self.stalls]
        if not places:
            return None
        seen = [max(1, self.stalls[self.line[at].address]) for at in places]
        one = self.line[places[0]]
        busy = busy_cycles(card, one)
        row = {"opcode": name, "count": len(places) / self.unrolled,
               "least_seen": min(seen), "median": statistics.median(seen),
               "most": max(seen), "unit_busy": round(busy, 1) if busy else None,
               "latency": FIXED_LATENCY.get(one.opcode)}
        return row

    def excess(self, card):
        """Cycles that a warp waits in a trip above the least, in the order that
        the instructions have; None where stall counts were not read."""
        if not self.stalls:
            return None
        return max(0, sum(map(self._stall, self.line)) -
                   sum(self.least(card))) / self.unrolled

    def mix(self, card):
        """Rows of the instruction mix: math first, then what is on the way."""
        rows = []
        for name, count in self.math_names().items():
            rows.append({"instruction": name, "count": count, "math": True,
                         "stalls": self.stall_row(name, card)})
        shown = {row["instruction"].split(".")[0] for row in rows}
        for opcode, note in ROWS:
            count = self.count(opcode)
            if count and opcode not in shown:
                rows.append({"instruction": opcode, "count": count,
                             "math": False, "note": note, "stalls": None})
        listed = sum(row["count"] for row in rows)
        rows.append({"instruction": "other", "count":
                     len(self.line) / self.unrolled - listed, "math": False,
                     "note": "addresses, predicates, branches", "stalls": None})
        return rows

    def constants_left_out(self):
        return sum(is_constant(one) for one in self.line)

    def shared_bytes(self):
        """That a warp's lanes read of shared memory in a trip, if no two lanes
        read the same word."""
        return sum(32 * one.size() for one in self.line if one.opcode in
                   instruction.SHARED_READS) / self.unrolled

    def spills(self):
        return sum(one.opcode in instruction.LOCAL
                   for one in self.function.instructions)
