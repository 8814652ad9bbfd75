# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--tune: the form of a kernel that is fastest on this GPU.

    space        which forms are asked for
    candidates   what the rewriter makes of them; what it refuses, and why
    plan         kernels, specs, candidates: also as a bundle
    model        registers, memory, blocks per SM: which are left out
    checking     results first, of every candidate
    server, rounds  times, beside the original; fewer candidates every round
    verdict      the winner, or none
    cache        kernel.tune.json: the next run repeats nothing
    comment, output   the winner, written with what was measured
    table        what the user sees
    tuning       the recipe: these, one after the other
"""
