# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Blocks on a multiprocessor, what limits them, and what more stages cost."""

from verify import occupancy

ENOUGH_WARPS = 8   # The document's: as many hide latency.
STAGES = range(1, 9)


def limits(sm, threads, registers, shared):
    """Blocks by each resource alone; None where it does not limit. Nothing at all
    where the architecture is not known."""
    if sm not in occupancy.ARCHITECTURES:
        return {}
    per_sm, _, reserve, step, warps, most, barriers = \
        occupancy.ARCHITECTURES[sm]
    of_block = -(-threads // occupancy.WARP)
    taken = occupancy.rounded_up(shared + reserve, step)
    found = {"registers": occupancy.by_registers(of_block, registers)
             if registers else None,
             "shared memory": per_sm * 1024 // taken if taken else None,
             "warps": warps // of_block, "blocks": most}
    if sm >= 90:
        found["barriers"] = barriers
    return found


def fits(sm, threads, registers, shared):
    """Resident blocks, or None."""
    return occupancy.blocks(sm, threads, registers or 16, shared)


def shared_cliff(sm, blocks):
    """Bytes of a block up to which so many fit; and up to which two do, which is
    what people call the cliff."""
    per_sm, per_block, reserve, step, *_ = occupancy.ARCHITECTURES[sm]
    room = per_sm * 1024 // max(1, blocks) // step * step - reserve
    return min(room, per_block * 1024)


def registers_for(sm, threads, shared, blocks):
    """The most registers with which so many blocks are resident, or None."""
    for registers in range(255, 15, -1):
        if (fits(sm, threads, registers, shared) or 0) >= blocks:
            return registers
    return None


def shared_for(sm, threads, registers, blocks):
    """The most bytes with which so many blocks are resident, or None."""
    most = shared_cliff(sm, blocks)
    return most if most > 0 and (fits(sm, threads, registers, most) or 0) >= \
        blocks else None


def table(sm, threads, registers, shared):
    """The section `occupancy`; None where the architecture is not known."""
    by = limits(sm, threads, registers, shared)
    if not by:
        return None
    per_sm, per_block, reserve, _, warps, most, _ = occupancy.ARCHITECTURES[sm]
    blocks = fits(sm, threads, registers, shared)
    of_block = -(-threads // occupancy.WARP)
    found = {"threads": threads, "warps_per_block": of_block,
             "registers": registers, "shared": shared, "reserved": reserve,
             "shared_per_sm": per_sm * 1024, "shared_per_block": per_block * 1024,
             "warps_per_sm": warps, "blocks_per_sm": most, "by": by,
             "blocks": blocks, "warps": blocks * of_block,
             "limited_by": [name for name, value in by.items()
                            if value == min(v for v in by.values()
                                            if v is not None)]}
    found["fraction"] = round(found["warps"] / warps, 3)
    found["enough_warps"] = found["warps"] >= ENOUGH_WARPS
    if blocks:
        found["registers_for_one_more"] = registers_for(
            sm, threads, shared, blocks + 1)
        found["shared_for_one_more"] = shared_for(
            sm, threads, registers, blocks + 1)
    return found


def cliff(sm, threads, registers, shared, tile):
    """The section `smem`: now, and with S stages of the tile."""
    if sm not in occupancy.ARCHITECTURES:
        return None
    now = fits(sm, threads, registers, shared)
    two = shared_cliff(sm, 2)
    found = {"shared": shared, "tile": tile, "blocks": now,
             "cliff": two, "over": shared > two,
             "free": max(0, shared_cliff(sm, now) - shared) if now else 0,
             "stages": []}
    for stages in STAGES if tile else ():
        bytes_ = shared + (stages - 1) * tile
        blocks = fits(sm, threads, registers, bytes_)
        found["stages"].append({
            "stages": stages, "bytes": bytes_, "blocks": blocks,
            "warps": blocks * -(-threads // occupancy.WARP),
            "over": bytes_ > two, "ahead": (stages - 1) * tile * blocks})
    return found
