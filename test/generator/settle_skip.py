# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What trips that are skipped need around them."""

#  Headers whose step is not in the body: `continue` makes it.
STEPPED = {"for", "less_equal", "counter", "not_equal", "down", "down_k",
           "two_variables", "unsigned", "outer_variable", "whole_tiles",
           "parameter", "auto", "constant", "size_t", "split", "comma",
           "const_bound", "step_variable", "shift", "short", "long_long",
           "unsigned_down", "published", "loaded_step"}
#  Those of them that count up from zero.
COUNTING = {"for", "counter", "two_variables", "unsigned", "whole_tiles",
            "parameter", "auto", "constant", "size_t", "comma", "step_variable",
            "short", "long_long"}


def settle_skip(f):
    if f["skip"] == "none":
        return
    if f["trap"] != "none" or f["window"] != "none" or (
            f["header"] not in STEPPED or f["value"] == "pipe_each"):
        f["skip"] = "none"
        return
    if f["place"].startswith("device") and f["place"] != "device_own":
        f["place"] = "kernel"
    if f["walk_place"] not in ("end", "header"):
        f["walk_place"] = "end"
    if f["skip"] == "continue":
        f["walk"] = "index"
        f["state"] = "none"
    if f["skip"].startswith("spared"):
        f["nesting"] = "none"
        f["header"] = "for" if f["header"] not in COUNTING else f["header"]
    if f["skip"] == "spared_first":
        f["barriers"] = "top"
    if f["skip"] == "spared_last":
        f["barriers"] = "bottom"
        f["header"] = "for"
