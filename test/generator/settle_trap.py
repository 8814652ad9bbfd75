# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a trap needs around it to be one."""

from kinds import PARTIAL_GUARDS, VECTORS, ZEROED


def settle_trap(f):
    trap = f["trap"]
    if trap in ("none", "break", "continue", "named_reference", "kept_pointer",
                "volatile", "conditional_bump"):
        pass
    elif trap in ("alias", "index_written"):
        f.update(element="float", value="plain", restrict="none", store="none",
                 barriers="bottom", shape="row", guard="ternary",
                 place="kernel", nesting="none", loop="step", walk="index")
        f["value"] = "gather" if trap == "index_written" else "plain"
        f["header"] = "for"
        f["tiles"] = "one"
    elif trap in ("prezeroed", "guard_from_compute"):
        f["guard"] = "if_only"
    if trap in ("moving_destination", "load_reads_tile", "tile_written",
                "address_from_compute", "read_after", "swap", "toggle",
                "prezeroed", "guard_from_compute",
                "state_in_branch", "kept_pointer",
                "volatile", "conditional_bump", "continue", "break"):
        f.update(barriers="bottom" if trap != "break" else f["barriers"],
                 place="kernel", nesting="none", tiles="one")
    if trap in ("moving_destination", "load_reads_tile", "swap", "toggle"):
        f.update(element="float", value="plain", guard="ternary", shape="row",
                 loop="step", walk="index")
    if trap in ("prezeroed", "guard_from_compute") and (
            f["value"] in VECTORS | ZEROED | {"two_stores", "kept"}):
        f["value"] = "plain"
    if trap in ("swap", "toggle", "volatile", "kept_pointer", "tile_written"):
        f["memory"] = "static"
        f["element"] = "float"
        f["shape"] = "row"
        f["loop"] = "step"
        f["value"] = "plain"
    if trap in ("guard_from_compute", "address_from_compute"):
        f.update(element="float", value="plain", header="for", walk="index",
                 loop="step", shape="row")
    if trap in ("conditional_bump", "state_in_branch"):
        f.update(walk="offset", header="for", guard="none", value="plain",
                 walk_place="end")
    if trap == "by_hand":
        f.update(header="for", walk="index", shape="row", loop="step",
                 memory="static", place="kernel", nesting="none",
                 barriers="bottom", tiles="one", names="plain")
        if f["value"] not in ("plain", "async"):
            f["value"] = "plain"
        if f["guard"] not in ("none", "ternary", "if_else") or (
                f["value"] == "async"):
            f["guard"] = "none"
    if trap in ("break", "continue", "named_reference"):
        f["header"] = "for"
    if trap in ("outer_half", "outer_guard"):
        f.update(nesting="outer", barriers="bottom", tiles="one",
                 place="device_own" if f["place"].startswith("device")
                 else "kernel", element="float", value="plain", shape="row",
                 loop="step", walk="index",
                 guard="ternary" if trap == "outer_half" else "none")
        if f["memory"] == "in_loop":
            f["memory"] = "static"
    if trap == "bound_changes":
        f.update(header="bound_changes", nesting="none", place="kernel")
    if trap in ("volatile", "tile_written", "swap", "toggle"):
        f["compute"] = "sum"
    if trap == "continue":
        f["walk"] = "index"
    if trap != "none" and f["guard"] in PARTIAL_GUARDS and trap not in (
            "prezeroed", "guard_from_compute"):
        f["guard"] = "ternary"
