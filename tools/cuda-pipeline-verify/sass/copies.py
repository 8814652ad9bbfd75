# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tile copies of a trip: where they start, and where somebody waits for them.

LDGSTS is waited for by DEPBAR.LE, which lets so many later groups go on; an LDG
by the first instruction that reads its register. A load is a copy if its value
is stored to shared memory.
"""

from . import instruction

MOST_TRIPS = 10  # Stages that are followed.


class Copy:
    def __init__(self, at, one):
        self.at, self.instruction = at, one
        self.wait = None        # Position of what waits for it.
        self.math = 0           # Arithmetic between.
        self.barrier = None     # One in front of the math that guards nothing.
        self.stores = []        # Of a load: positions of its STS.

    def is_async(self):
        return self.instruction.opcode == "LDGSTS"

    def bytes(self):
        return self.instruction.size()


def follow_async(trip, math, copy):
    """Up to the wait that cannot pass it by."""
    groups = 0
    for at, one in trip.walk(copy.at, MOST_TRIPS):
        allowed = one.allowed_groups()
        if one.opcode == "LDGDEPBAR":
            groups += 1
        elif allowed is not None and groups > allowed:
            copy.wait = at
            return
        copy.math += math.of(at)


def follow_load(trip, math, copy):
    """Up to the first reader; then on to the stores, through conversions. What
    was loaded may be stored behind the place where the next trip loads."""
    values = copy.instruction.writes()
    # Of LD, nobody knows what it reads: a tile if math comes of it.
    generic = copy.instruction.opcode == "LD"
    for at, one in trip.walk(copy.at, trips=2):
        if at == copy.at:
            values -= one.writes()
            continue
        used = values & one.reads()
        if generic and used and math.of(at):
            copy.stores = []
            return
        if used and copy.wait is None:
            copy.wait = at
        if copy.wait is None:
            copy.math += math.of(at)
        if one.opcode in instruction.SHARED_WRITES:
            if values & one.stored():
                copy.stores.append(at)
        elif used and one.opcode[:2] not in ("LD", "ST", "AT", "RE"):
            values |= one.writes()
        elif not used and not one.predicate and \
                trip.block_of[at] == trip.block_of[copy.at]:
            values -= one.writes()


def idle_barrier(trip, math, copy):
    """A barrier between the copy and the math that neither publishes a tile nor
    protects one: nothing but the copy stands between it and the one before."""
    line = trip.line
    for at, one in trip.walk(copy.at):
        if math.of(at) or at == copy.wait:
            return None
        if one.opcode in instruction.SHARED_WRITES + instruction.SHARED_READS \
                or one.allowed_groups() is not None:
            return None
        if one.is_barrier():
            break
    else:
        return None
    for step in range(1, len(line)):
        before = line[copy.at - step]
        if before.is_barrier():
            return at
        if before.opcode in instruction.SHARED_WRITES + \
                instruction.SHARED_READS or \
                before.allowed_groups() is not None:
            return None
    return None


def copies_of(trip, math):
    """Those of the trip, in its order."""
    found = []
    for at, one in enumerate(trip.line):
        if one.opcode == "LDGSTS":
            copy = Copy(at, one)
            follow_async(trip, math, copy)
        elif one.opcode in ("LDG", "LD"):
            copy = Copy(at, one)
            follow_load(trip, math, copy)
            if not copy.stores:
                continue
        else:
            continue
        copy.barrier = idle_barrier(trip, math, copy)
        found.append(copy)
    return found
