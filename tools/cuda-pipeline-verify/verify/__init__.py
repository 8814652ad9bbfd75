# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that a rewritten kernel does what the original does.

    command_line   what the user asks
    arguments      how a mistake in it is said
    spec           what to launch, in which sizes        kernel.verify.yaml
    expressions    sizes, counts and bytes as written there
    cases          one launch: all sizes known
    harness        the program that makes this launch
    build, run     clang for the executor, or nvcc
    compare        two runs: findings
    machine_code   --sass, by the package sass
    gpus           those of this machine
    ptxas, occupancy
                   what nvcc says a kernel takes; blocks on a multiprocessor
    tune/          --tune: the fastest form of a kernel
    lock/          --lock, --check-lock: what was proved, and whether it holds
    session        the recipe: these, one after the other
    report         what the user sees
"""

# As in CMakeLists.txt; a test compares them.
VERSION = "0.1.0"


class Problem(Exception):
    """The job cannot be done; one sentence that says why and what to do."""
