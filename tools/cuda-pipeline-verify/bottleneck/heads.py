# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programmatic dependent launch (sm_90 and later): a kernel may start while the one
before still runs, up to where it needs what that one has written.

    | kernel 1          |
                  |head | kernel 2
                        ^ cudaGridDependencySynchronize()

Only a hint: whether a head needs what was written before is seen of global loads
alone.
"""

LEAST = 90
LEAST_HEAD = 24     # Instructions: less is over before the launch is.
GLOBAL = ("LDG", "LDGSTS", "LD", "STG", "ST", "RED", "REDG", "ATOMG", "ATOM",
          "UBLKCP", "UTMALDG")


def before(kernel, kernels):
    """The kernel that the file launches in front of this one, or None."""
    lines = sorted((launch["line"], other["name"]) for other in kernels
                   for launch in other["launches"])
    mine = [at for at, (_, name) in enumerate(lines) if name == kernel["name"]]
    for at in mine:
        if at:
            return lines[at - 1][1]
    return None


def head(function):
    """Instructions in front of the first access to global memory."""
    for at, one in enumerate(function.instructions):
        if one.opcode in GLOBAL and not one.never_runs():
            return at
    return len(function.instructions)


def section(kernel, kernels, function, stalls, card, time):
    """None where there is nothing to say; `time`: milliseconds, or None."""
    first = before(kernel, kernels)
    if not first or not function or not card or card.sm < LEAST:
        return None
    count = head(function)
    if count < LEAST_HEAD:
        return None
    cycles = sum(max(1, stalls.get(one.address, 1))
                 for one in function.instructions[:count])
    found = {"before": first, "head_instructions": count, "head_cycles": cycles,
             "head_us": None, "of_time": None}
    if card.clock():
        found["head_us"] = round(cycles / card.clock() * 1e6, 3)
        if time:
            found["of_time"] = found["head_us"] / 1000 / time
    return found
