# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is wrong with the machine code of a kernel: findings, in one sentence each.

A kernel alone, and beside its original: then more can be said.
"""

from . import advice, instruction

LOST = 0.5   # Of a trip's math behind a copy: up to here, there is no overlap.
FULL = 0.85  # From here, all of it.


class Finding:
    """check: overlap, waits, barriers, math, local, width"""

    def __init__(self, check, text, places=(), remedy=None):
        self.check, self.text, self.remedy = check, text, remedy
        self.places = list(places)  # Instructions.

    def as_data(self):
        return {"check": self.check, "text": self.text,
                "remedy": self.remedy.text if self.remedy else "",
                "places": ["%04x: %s" % (one.address, one.text())
                           for one in self.places]}


def ahead(main):
    """The findings of copies that do not travel during the math."""
    late = [copy for copy in main.copies if main.trips_ahead(copy) <= LOST]
    if main.overlap() > LOST or not late:
        return []
    first = late[0]
    share = "%.0f %%" % (100 * main.overlap())
    where = [first.instruction]
    if first.wait is not None:
        where.append(main.line[first.wait])
    what = "copies are waited for in front of the math" if first.is_async() \
        else "loads are issued behind the math, or waited for in front of it"
    return [Finding("overlap", "%s: %s of a trip's math stands between" % (
        what, share), where, advice.for_overlap(main, first))]


def depth(main, stages):
    """Copies travel as many trips as there are stages, less the one in use."""
    if not stages or not any(copy.is_async() for copy in main.copies) or \
            main.overlap() <= LOST:
        return []
    most = max(main.trips_ahead(copy) for copy in main.copies
               if copy.is_async())
    if abs(most - (stages - 1)) <= 0.5:
        return []
    return [Finding("waits", "copies travel for %.1f trips; %d stages allow %d" % (
        most, stages, stages - 1),
        [one for one in main.line if one.allowed_groups() is not None])]


def commits(main):
    """Each wait has groups to count, and each copy is waited for."""
    found = []
    if any(copy.is_async() and copy.wait is None for copy in main.copies) and \
            not any(one.opcode in ("ARRIVES", "SYNCS") for one in main.line):
        found.append(Finding(
            "waits", "nothing in the loop waits for its asynchronous copies",
            [copy.instruction for copy in main.copies
             if copy.is_async() and copy.wait is None][:1]))
    return found


def gates(main):
    """A tile that was waited for is other threads' copies, too: a barrier stands
    between the wait and the math. A wait in the middle of the math, which goes on
    with the tile before, is none of these."""
    for at in sorted({copy.wait for copy in main.copies if copy.is_async() and
                      copy.wait is not None and main.trips_ahead(copy) > 0.75}):
        done, read = 0, None
        for position, other in main.trip.walk(at):
            if other.is_barrier() or other.opcode in ("WARPSYNC", "SYNCS"):
                break
            done += main.math.of(position)
            if read is None and other.opcode in instruction.SHARED_READS:
                read = other
        if read is not None and 2 * done >= main.math_per_trip():
            return [Finding("barriers", "tiles are read after the wait without a "
                            "barrier between: other threads' copies may not be "
                            "there", [main.line[at], read])]
    return []


def idle_barriers(main):
    held = [copy for copy in main.copies if copy.barrier is not None]
    if not held:
        return []
    return [Finding("barriers", "a barrier stands between the copies and the "
                    "math and guards nothing", [held[0].instruction,
                                                main.line[held[0].barrier]])]


def narrow(main):
    """cp.async of 16 bytes need not go through L1."""
    through = [copy.instruction for copy in main.copies
               if copy.is_async() and copy.bytes() == 16 and
               "BYPASS" not in copy.instruction.modifiers]
    if not through:
        return []
    return [Finding("width", "%d of %d copies of 16 bytes go through L1 (no "
                    ".BYPASS)" % (len(through), sum(
                        c.is_async() and c.bytes() == 16 for c in main.copies)),
                    through[:1], advice.BYPASS)]


def local(function, main, original):
    """Registers that live in memory."""
    now, was = function.count(instruction.LOCAL), \
        original.count(instruction.LOCAL) if original else 0
    inside = [one for one in main.line if one.opcode in instruction.LOCAL]
    if original is None and not inside:
        return []
    if now <= was:
        return []
    text = "%d loads and stores of local memory, %d of them in the main loop" % (
        now, len(inside))
    if original:
        text += "; the original has %d" % was
    return [Finding("local", text, (inside or [
        one for one in function.instructions
        if one.opcode in instruction.LOCAL])[:1], advice.for_local(function))]


def math_text(main):
    return "%g %s" % (main.math_per_trip(), " + ".join(main.math.opcodes()))


def math(main, original):
    """As much of it a trip as the original has, whatever was unrolled."""
    if original is None or main.math.kind == "integer":
        return []
    if main.math.kind == original.math.kind:
        if main.math_per_trip() == original.math_per_trip():
            return []
        ours, theirs = (one.math.total() / max(1, one.tile_bytes_read())
                        for one in (main, original))
        rolled = any(one.has_inner_math or one.unrolled > 1
                     for one in (main, original))
        if rolled and abs(ours / theirs - 1) < 0.02:
            return []
    return [Finding("math", "a trip does %s; the original %s" % (
        math_text(main), math_text(original)))]


def findings(function, main, original=None, original_main=None, stages=None):
    """All of a kernel; `stages` where the rewrite says how many it has."""
    if main is None:
        return [] if original_main is None else [Finding(
            "overlap", "no loop that copies tiles and computes with them is "
            "left; the original has one")]
    found = ahead(main) + commits(main) + depth(main, stages) + gates(main) + \
        idle_barriers(main) + narrow(main)
    found += local(function, main, original)
    return found + math(main, original_main)

