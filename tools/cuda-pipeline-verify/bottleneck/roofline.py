# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations and unique bytes of a launch, against what the card can do.

Bytes are unique ones: each buffer once, however often it is read. Where counts are
not known, those that a block loads for a tile are taken, without what L2 saves.
"""

from .words import rate

# Neither is used for more than that: neither is the limit (what Nsight Compute's
# rules take for a latency problem, too).
SATURATED = 0.6
ELEMENT_UNITS = {"half": "fp16_tensor", "__half": "fp16_tensor",
                 "__nv_bfloat16": "fp16_tensor", "double": "fp64",
                 "float": "fp32"}


def source_operations(launch):
    """Of a launch, as the source says; None where that is not complete."""
    figures, trips = launch.figures(), launch.trips()
    if not figures or not trips or not launch.blocks:
        return None
    work = figures["compute"]
    if not work["complete"] or not work["operations"]:
        return None
    return work["operations"] * trips * launch.threads * launch.blocks


def machine_operations(launch, loop):
    if loop and loop.kind == "kernel" and launch.blocks:
        return loop.operations() * -(-launch.threads // 32) * launch.blocks
    trips = launch.trips()
    if not loop or not trips or not launch.blocks or loop.kind != "K-loop" or \
            loop.has_inner:
        return None
    return loop.operations() * trips * -(-launch.threads // 32) * launch.blocks


def operations(launch, loop):
    """Of a launch, and who says so."""
    if launch.spec and launch.spec.flops:
        return float(launch.spec.flops.value(launch.sizes)), "the spec"
    found = source_operations(launch)
    if found:
        return found, "counted on the source"
    found = machine_operations(launch, loop)
    return (found, "counted in machine code") if found else (None, "")


def unit(launch, loop):
    """What computes: by the machine code, else by the types of the buffers."""
    if loop and loop.unit():
        return loop.unit()
    kinds = [ELEMENT_UNITS.get(p["element"]) for p in
             launch.kernel["parameters"] if p["element"]]
    for one in ("fp64", "fp32"):
        if one in kinds:
            return one
    return None if loop else next(filter(None, kinds), None)


def machine_bytes(launch, loop):
    """Of a kernel without loops: all that its threads load and store."""
    if not loop or loop.kind != "kernel" or not launch.blocks:
        return None
    each = sum(one.size() for one in loop.line if one.opcode in
               ("LDG", "STG", "LDGSTS") and not one.never_runs())
    return each * launch.threads * launch.blocks or None


def tile_intensity(launch, loop):
    """Operations for each byte that a block loads, and who says so."""
    figures = launch.figures()
    if figures and figures["load"]["complete"] and \
            figures["compute"]["complete"] and figures["load"]["loaded_bytes"]:
        return figures["compute"]["operations"] / \
            figures["load"]["loaded_bytes"], "the source"
    if loop and loop.kind != "kernel" and loop.loads() and \
            not loop.has_inner:
        loaded = sum(size * 32 * count for (_, size), count in
                     loop.loads().items())
        return loop.operations() / loaded, "machine code"
    return None, ""


def classify(found, card):
    """The class, and why, in a sentence."""
    what, balance = found["intensity"], found["balance"]
    by_balance = None
    if what is not None and balance:
        by_balance = "memory" if what < balance else "compute"
    compute, memory = found["of_peak"], found["of_bandwidth"]
    if compute is not None or memory is not None:
        if max(compute or 0, memory or 0) < SATURATED:
            return "latency", "neither arithmetic (%s of the peak) nor memory " \
                "(%s of the bandwidth) is in use for more than %.0f %%" % (
                    percent(compute), percent(memory), 100 * SATURATED)
        return ("compute", "arithmetic runs at %s of the peak" % percent(compute)) \
            if (compute or 0) >= (memory or 0) else \
            ("memory", "memory runs at %s of its bandwidth" % percent(memory))
    if by_balance == "memory" and found["intensity_is_of"] != "unique bytes":
        return by_balance, "%s operations for each byte that a block loads, " \
            "under the balance of %s of %s, if caches help nobody; how large " \
            "the buffers are is not known" % (rate(what), rate(balance),
                                              card.name)
    if by_balance:
        return by_balance, "%s operations for each of the %s, and %s has a " \
            "balance of %s; without a time, whether it waits is not known" % (
                rate(what), found["intensity_is_of"], card.name, rate(balance))
    if what is not None:
        return None, "%s operations for each of the %s; the peaks of %s are not " \
            "known" % (rate(what), found["intensity_is_of"], card.name)
    return None, "neither operations nor bytes are known"


def percent(value):
    return "?" if value is None else "%.0f %%" % (100 * value)


def section(launch, loop, card, time):
    """`time`: milliseconds of the original, or None."""
    done, ops_from = operations(launch, loop)
    bytes_, bytes_from = launch.bytes()
    if bytes_ is None:
        bytes_ = machine_bytes(launch, loop)
        bytes_from = "all loads and stores of its threads" if bytes_ else ""
    which = unit(launch, loop)
    tile, tile_from = tile_intensity(launch, loop)
    found = {"unit": which, "operations": done, "operations_from": ops_from,
             "bytes": bytes_, "bytes_from": bytes_from,
             "tile_intensity": tile, "tile_intensity_from": tile_from,
             "intensity": done / bytes_ if done and bytes_ else tile,
             "intensity_is_of": "unique bytes" if done and bytes_ else
             "bytes that blocks load" if tile else None,
             "peak": card.peak(which) if card and which else None,
             "bandwidth": card.bandwidth() if card else None,
             "balance": card.balance(which) if card and which else None,
             "of_peak": None, "of_bandwidth": None, "least_ms": None,
             "gflops": None, "gb_s": None}
    least = [done / found["peak"] if done and found["peak"] else 0,
             bytes_ / found["bandwidth"] if bytes_ and found["bandwidth"] else 0]
    if max(least):
        found["least_ms"] = 1000 * max(least)
    if time:
        if done:
            found["gflops"] = done / time / 1e6
            if found["peak"]:
                found["of_peak"] = done / (time / 1000) / found["peak"]
        if bytes_:
            found["gb_s"] = bytes_ / time / 1e6
            if found["bandwidth"]:
                found["of_bandwidth"] = bytes_ / (time / 1000) / \
                    found["bandwidth"]
    found["class"], found["why"] = classify(found, card) if card else \
        (None, "no card is known to judge by")
    return found
