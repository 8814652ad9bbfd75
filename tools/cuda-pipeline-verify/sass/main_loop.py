# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The loop that copies tiles and computes with them, and its facts."""

from . import blocks, instruction, loops
from .arithmetic import Arithmetic
from .copies import copies_of
from .trip import Trip


class MainLoop:
    def __init__(self, function, loop, inner):
        self.function, self.loop = function, loop
        self.trip = Trip(loop, inner)
        self.line = self.trip.line
        self.math = Arithmetic(self.line)
        self.copies = copies_of(self.trip, self.math)
        self.unrolled = self._unrolled()
        headers = [one for one in inner if one is not loop and
                   one.header.number in loop.blocks]
        self.has_inner_math = any(
            self.trip.block_of[at] in one.blocks
            for one in headers for at in self.math.positions)

    def barriers(self):
        return [at for at, one in enumerate(self.line) if one.is_barrier()]

    def _unrolled(self):
        """How many trips of the source one trip is: between barriers, the same
        reads of tiles come again and again, and no read passes a barrier."""
        at = self.barriers()
        if not at:
            return 1
        reads = []
        for begin, end in zip(at, at[1:] + [at[0] + len(self.line)]):
            reads.append(sum(
                self.line[k % len(self.line)].size() for k in range(begin, end)
                if self.line[k % len(self.line)].opcode in
                instruction.SHARED_READS))
        if not any(reads):
            return 1
        for period in range(1, len(reads) + 1):
            if len(reads) % period == 0 and \
                    reads == reads[:period] * (len(reads) // period):
                return len(reads) // period
        return 1

    def math_per_trip(self):
        return self.math.total() / self.unrolled

    def tile_bytes_read(self):
        return sum(one.size() for one in self.line
                   if one.opcode in instruction.SHARED_READS)

    def trips_ahead(self, copy):
        """How much math a copy has to travel, in trips of the source."""
        return copy.math / self.math_per_trip() if self.math.total() else 0

    def overlap(self):
        """The same of all copies, by bytes."""
        total = sum(copy.bytes() for copy in self.copies)
        return sum(copy.bytes() * self.trips_ahead(copy)
                   for copy in self.copies) / total if total else 0

    def waits(self):
        """Groups that each wait lets go on."""
        return sorted({one.allowed_groups() for one in self.line
                       if one.allowed_groups() is not None})

    def widths(self):
        """How many copies there are by opcode and bytes."""
        found = {}
        for copy in self.copies:
            key = copy.instruction.opcode, copy.bytes()
            found[key] = found.get(key, 0) + 1
        return found

    def count(self, opcodes):
        return sum(one.opcode in opcodes for one in self.line)

    def first(self):
        return min(one.address for one in self.line)

    def last(self):
        """The end, less what stands out of the way behind the kernel's end."""
        return max(one.address for one in self.line
                   if one.target == self.loop.header.begin()) \
            if any(one.target == self.loop.header.begin() for one in self.line) \
            else max(one.address for one in self.line)


def find(function):
    """The main loop of a function; None if no loop copies and computes.

    Of loops in each other the innermost that has all; of others, the one with
    the most math: what is left of an unrolled loop is small. Of two pipelines of
    one loop, for each width of the copies, the one with asynchronous ones.
    """
    every = loops.loops_of(blocks.blocks_of(function))
    fitting = []
    for loop in every:
        inside = loop.instructions()
        opcodes = {one.opcode for one in inside}
        if not opcodes & {"BAR", "LDGSTS"} or \
                not opcodes & set(instruction.SHARED_READS):
            continue
        one = MainLoop(function, loop, every)
        if one.copies and one.math.total():
            fitting.append(one)
    innermost = [one for one in fitting if not any(
        other is not one and other.loop.header.number in one.loop.blocks and
        len(other.loop.blocks) < len(one.loop.blocks) for other in fitting)]
    most = max((one.math.total() for one in innermost), default=0)
    return max((one for one in innermost if one.math.total() * 10 >= most * 9),
               key=lambda one: (one.count({"LDGSTS"}), one.math.total()),
               default=None)
