# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Blocks of a kernel that are resident on a multiprocessor.

The same as lib/Resources/Occupancy.cpp, for machines where the tool is not;
test/Verify/occupancy_is_the_rewriters.test compares the two.
"""

# As include/cudapipe/Resources/Architectures.def, which names the sources:
# KB an SM, KB a block, bytes reserved, granularity, warps, blocks, barriers.
ARCHITECTURES = {
    70: (96, 96, 0, 256, 64, 32, 64), 72: (96, 96, 0, 256, 64, 32, 64),
    75: (64, 64, 0, 256, 32, 16, 32),
    80: (164, 163, 1024, 128, 64, 32, 64), 86: (100, 99, 1024, 128, 48, 16, 16),
    87: (164, 163, 1024, 128, 48, 16, 16), 88: (100, 99, 1024, 128, 48, 16, 16),
    89: (100, 99, 1024, 128, 48, 24, 24),
    90: (228, 227, 1024, 128, 64, 32, 64),
    100: (228, 227, 1024, 128, 64, 32, 64),
    101: (228, 227, 1024, 128, 48, 24, 24),
    103: (228, 227, 1024, 128, 64, 32, 64),
    110: (228, 227, 1024, 128, 48, 24, 24),
    120: (100, 99, 1024, 128, 48, 24, 24), 121: (100, 99, 1024, 128, 48, 24, 24)}
WARP, THREADS, REGISTERS, REGISTER_STEP, PARTITIONS = 32, 1024, 65536, 256, 4
WITHOUT_ASKING = 48 * 1024


def rounded_up(value, step):
    return -(-value // step) * step


def by_registers(warps, registers):
    """Blocks that the register file has room for."""
    of_warp = rounded_up(registers * WARP, REGISTER_STEP)
    if of_warp * rounded_up(warps, PARTITIONS) > REGISTERS or registers > 256:
        return 0
    if of_warp == 0:
        return None
    return REGISTERS // PARTITIONS // of_warp * PARTITIONS // warps


def blocks(sm, threads, registers, shared):
    """Resident blocks; 0 if it cannot be launched, None if the architecture is
    not known. More than 48 KB of shared memory is asked for at the launch."""
    if sm not in ARCHITECTURES:
        return None
    per_sm, per_block, reserve, step, warps, most, barriers = ARCHITECTURES[sm]
    of_block = rounded_up(threads, WARP) // WARP
    if threads > THREADS:
        return 0
    limits = [warps // of_block, by_registers(of_block, registers), most]
    taken = rounded_up(shared + reserve, step)
    if taken > (per_block if shared > WITHOUT_ASKING else 48) * 1024 + reserve:
        return 0
    if taken:
        limits.append(per_sm * 1024 // taken)
    if sm >= 90:
        limits.append(barriers)
    return min(limit for limit in limits if limit is not None)
