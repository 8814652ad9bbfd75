# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What to change in the source where the compiler undid the overlap."""


class Remedy:
    """name: what --fix-schedule applies; empty if that is for a person."""

    def __init__(self, name, text):
        self.name, self.text = name, text


UNROLL = Remedy("unroll", "put '#pragma unroll 1' in front of the main loop: "
                "unrolled, a wait may pass the math of the trip before")
FENCE = Remedy("fence", "put '__syncwarp();' behind the loads of the next tile: "
               "the compiler moves them to where they are used, but not over it")
EARLY = Remedy("", "the math stands behind the first use of the loads: a "
               "conversion or a guard uses them at once, or the compiler moved "
               "the math over a barrier; copies do not wait: --variant=cpasync")
WAIT = Remedy("", "wait behind the math, or with one more stage: "
              "__pipeline_wait_prior(stages - 2) at the top of the loop")
BOUNDS = Remedy("bounds", "say __launch_bounds__(THREADS), so that the compiler "
                "knows how many registers it has; or take fewer stages")
BYPASS = Remedy("", "copy 16 bytes with __pipeline_memcpy_async or "
                "cp.async.cg, not cp.async.ca")


def for_overlap(main, copy):
    """The remedy for a copy that does not travel during the math."""
    if main.unrolled > 1:
        return UNROLL
    if copy.is_async():
        return WAIT
    behind = sum(main.math.of(at) for at in range(copy.at, len(main.line)))
    return EARLY if 2 * behind > main.math.total() else FENCE


def for_local(function):
    del function
    return BOUNDS
