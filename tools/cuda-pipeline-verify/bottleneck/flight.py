# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Little's law: the bytes on their way, of all resident blocks, against bandwidth
times latency, a multiprocessor's share."""


def of_loads(loop, now):
    """Without tiles: what all loads of a trip, or of the kernel, bring at once."""
    return round(sum(size * count for (_, size), count in loop.loads().items()) *
                 now["threads"] * now["blocks"])


def section(card, smem, made, loop, now):
    """`made`: the form that auto takes, or None: {stages, bytes_ahead}."""
    need = card.bytes_in_flight() if card else None
    if not need or not smem or not smem["blocks"]:
        return None
    tiles = bool(smem["tile"])
    if not tiles and (not loop or not loop.loads() or loop.kind == "K-loop"):
        return None
    latency, measured = card.latency()
    loading = smem["tile"] * smem["blocks"] if tiles else of_loads(loop, now)
    found = {"of_tiles": tiles, "need": round(need), "latency_cycles": latency,
             "latency_is_measured": measured,
             # While a block waits for its tile; while it computes, nothing.
             "now": loading, "with_stages": [], "stages_that_do": None,
             "made": made["bytes_ahead"] if made else None}
    for row in smem["stages"][1:]:
        found["with_stages"].append({"stages": row["stages"],
                                     "bytes": row["ahead"]})
        if row["ahead"] >= need and row["blocks"] and \
                found["stages_that_do"] is None:
            found["stages_that_do"] = row["stages"]
    return found
