# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Little's law: the bytes on their way, of all resident blocks, against bandwidth
times latency, a multiprocessor's share."""


def section(card, smem, made):
    """`made`: the form that auto takes, or None: {stages, bytes_ahead}."""
    if not card or not smem or not smem["tile"] or not smem["blocks"]:
        return None
    need = card.bytes_in_flight()
    if not need:
        return None
    latency, measured = card.latency()
    loading = smem["tile"] * smem["blocks"]
    found = {"need": round(need), "latency_cycles": latency,
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
