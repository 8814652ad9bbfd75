# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a candidate takes, and which need no stopwatch.

A candidate is left out if it adds spills, if no block of it fits, or if one with
fewer stages and otherwise the same flags is better in both things that stages
are for: more blocks are resident, and as many bytes travel.

    4 stages, 2 blocks:  3 tiles x 2 = 6 on their way
    5 stages, 1 block:   4 tiles x 1 = 4              left out
"""

from .. import occupancy, ptxas


class Figures:
    """Registers, bytes of shared memory of a block, blocks per SM."""

    def __init__(self, registers, shared, dynamic, spills, stack, blocks):
        self.registers, self.shared, self.dynamic = registers, shared, dynamic
        self.spills, self.stack, self.blocks = spills, stack, blocks

    def bytes(self):
        return self.shared + self.dynamic

    def as_data(self):
        return {"registers": self.registers, "shared": self.shared,
                "dynamic": self.dynamic, "spills": self.spills,
                "stack": self.stack, "blocks": self.blocks}


def figures_of(report, spec, case, dynamic):
    """Of one version of a kernel in one launch; None if nvcc does not say."""
    usage = ptxas.of_kernel(report, spec)
    if usage is None:
        return None
    threads = case.block[0] * case.block[1] * case.block[2]
    return Figures(usage.registers, usage.shared, dynamic, usage.spills,
                   usage.stack, occupancy.blocks(
                       usage.sm, threads, usage.registers,
                       usage.shared + dynamic))


def is_same_but_stages(one, other):
    def rest(candidate):
        return {name: value for name, value in candidate.form.values.items()
                if name != "stages"}
    return rest(one) == rest(other)


def stages_of(candidate):
    return candidate.jobs[0].stages or 2


def better_with_fewer(candidate, others):
    for other in others:
        if not other.figures or not is_same_but_stages(candidate, other):
            continue
        more, fewer = stages_of(candidate), stages_of(other)
        now, then = candidate.figures, other.figures
        if fewer >= more or then.blocks <= now.blocks:
            continue
        tile = (now.bytes() - then.bytes()) / (more - fewer)
        if (fewer - 1) * tile * then.blocks >= (more - 1) * tile * now.blocks:
            return other
    return None


def reason(candidate, others, original):
    """Why it is left out; empty if it is not."""
    figures = candidate.figures
    if figures is None:
        return ""
    if figures.blocks == 0:
        return "no block fits: %d bytes of shared memory" % figures.bytes()
    if original and figures.spills > original.spills:
        return "spills %d bytes of registers" % figures.spills
    if figures.blocks is None:
        return ""
    better = better_with_fewer(candidate, others)
    if better:
        return ("%d of %d blocks per SM of %d stages, and no more bytes on "
                "their way" % (figures.blocks, better.figures.blocks,
                               stages_of(better)))
    return ""


def prune(candidates, original):
    """Leaves out what the model says; all are judged before one is out."""
    alive = [c for c in candidates if c.is_alive()]
    for candidate, why in [(c, reason(c, alive, original)) for c in alive]:
        candidate.why_not = why
