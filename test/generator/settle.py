# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which features go together; the others give way to plainer ones."""

from elements import ELEMENTS
from kinds import (
    DEVICE_GIVEN, DEVICE_OWN, DYNAMIC_MEMORY, STRUCT_MEMORY, HELPER_LOADS, PIPES, ASYNC, MACRO_WRAPS,
    FUNCTION_WRAPS, OUTER_TEMPORARIES, PARTIAL_GUARDS, REGISTERS, RETURNED,
    VECTORS, ZEROED)
from settle_skip import settle_skip
from settle_trap import settle_trap


def settle(f):
    """Makes the features in `f` consistent, in place."""
    element = ELEMENTS[f["element"]]
    vectors = f["value"] in VECTORS
    if vectors:
        f["element"] = "float"
        element = ELEMENTS["float"]
    if f["value"] in ("half_source", "char_source"):
        f["element"] = "float"
        element = ELEMENTS["float"]
    if f["value"] in ("scaled", "sum") and not element.scaled:
        f["value"] = "plain"
    if f["value"] in ASYNC and element.size < 4:
        f["value"] = "plain"
    if f["value"] in ("ldg", "alias_type") and f["element"] in ("half", ):
        f["value"] = "plain"
    if f["value"] in REGISTERS and f["loop"] not in ("step", "chunk"):
        f["loop"] = "step"
    if f["value"] == "async_zfill":
        f["guard"] = "ternary"
    if f["value"] in PIPES | {"async", "asm_async"} and f["guard"] not in (
            "none", "if_else", "if_only", "lsize", "nested_if", "else_if",
            "nested_fill"):
        f["guard"] = "if_else"
    if f["value"] == "group_copy":
        f.update(guard="none", loop="one", threads="line")
        if f["shape"] not in ("row", "matrix", "padded"):
            f["shape"] = "matrix"
        if f["walk"] == "row_pointer":
            f["walk"] = "pointer"
    if f["value"] == "kept":
        f.update(loop="one", place="kernel", scopes="plain")
        if f["guard"] not in ("none", "ternary", "clamp", "lsize_ternary"):
            f["guard"] = "ternary"
    if f["launch"] in ("twice", "grown") and f["memory"] == "static":
        f["memory"] = "carve"
    settle_zeroed(f)
    settle_window(f)
    settle_loop(f, vectors)
    settle_trap(f)
    settle_memory(f)
    settle_structure(f)
    settle_window(f)
    settle_wrap(f)
    settle_zeroed(f)
    settle_returned(f)
    settle_rest(f)
    settle_threads(f)
    settle_skip(f)
    return f


def settle_returned(f):
    """What the load calls is seen by the kernel alone, or by all."""
    if f["value"] not in RETURNED:
        return
    if f["trap"] != "none" or f["barriers"] == "gather_tile":
        f["value"] = "plain"
        return
    f["guard"] = "none" if f["guard"] == "none" else "ternary"
    if f["value"] in ("returned_lambda", "returned_view"):
        if f["wrap"] in FUNCTION_WRAPS or f["arguments"] == "struct" or (
                f["place"] not in ("kernel", "compute_helper", "load_lambda",
                                   "template")) or f["header"] == "pointer":
            f["value"] = "returned"
    if f["arguments"] == "struct" or f["header"] == "pointer":
        f["value"] = "plain"


def settle_rest(f):
    """`for (int i = tid; i < lsize; ...)`: the tile ends where the row does."""
    if f["guard"] != "rest":
        return
    if f["window"] != "none" or f["trap"] != "none" or (
            f["place"] in HELPER_LOADS) or f["wrap"] != "none":
        f["guard"] = "ternary"
        if f["value"] in ASYNC | {"kept"}:
            f["value"] = "plain"
        return
    f.update(shape="row", loop="stride")
    if f["walk"] == "row_pointer":
        f["walk"] = "pointer"
    if f["value"] not in ("plain", "index", "temporary", "scaled", "sum", "ldg",
                          "pointer", "destination", "call", "auto",
                          "half_source", "char_source"):
        f["value"] = "plain"
    if f["memory"] in ("extern_rows", "carve_rows"):
        f["memory"] = "carve"


def settle_threads(f):
    if f["threads"] == "cube" and (f["loop"] == "rows" or
                                   f["shape"] == "square_block"):
        f["threads"] = "line"
    #  A pointer to a thread's own element cannot be clamped.
    if f["walk"] == "row_pointer" and f["guard"] == "clamp":
        f["guard"] = "ternary"


def settle_zeroed(f):
    if f["value"] in ZEROED and f["guard"] not in (
            "none", "ternary", "if_else", "and_thread", "lsize_ternary"):
        f["guard"] = "ternary"


def settle_window(f):
    if f["window"] == "none":
        return
    f["trap"] = "none"
    if f["barriers"] not in ("bottom", "top", "top_and_bottom", "extra",
                             "double", "reduction", "two_phases"):
        f["barriers"] = "bottom"
    if f["window"] in ("planes", "registers") and f["value"] in ASYNC | {
            "vector", "vector_split", "two_stores", "alias_type", "array_view",
            "destination", "kept"} | REGISTERS | ZEROED:
        f["value"] = "plain"
    if f["value"] in ("vector", "vector_split", "two_stores", "array_view",
                      "group_copy", "alias_type", "vector_zeroed"):
        f["value"] = "plain"
    if f["window"] == "registers":
        if f["loop"] not in ("step", "chunk", "unrolled"):
            f["loop"] = "one"
        f["guard"] = "ternary" if f["guard"] == "zero_first" else f["guard"]
        if f["place"] not in ("kernel", "template", "load_lambda",
                              "compute_helper", *DEVICE_OWN):
            f["place"] = "kernel"
        return
    if f["window"] in ("pointers", "tail"):
        f["shape"] = "row"
        if f["loop"] in ("rows", "nested"):
            f["loop"] = "step"
    if f["window"] == "pointers" and (
            f["memory"] in ("struct_element", "in_loop") or f["nesting"] in (
                "two_loops_own", )):
        f["memory"] = "static"
        f["nesting"] = "none"
    if f["window"] == "pointers" and f["place"] in HELPER_LOADS:
        f["place"] = "kernel"
    if f["window"] == "pointers" and f["element"] == "half":
        f["element"] = "float"
    if f["memory"] == "in_loop":
        f["memory"] = "static"
    if f["loop"] == "halo":
        f["loop"] = "step"


def settle_wrap(f):
    if f["wrap"] == "none":
        return
    kind = f["wrap"]
    if f["trap"] not in ("none", "break", "continue", "read_after",
                         "kept_pointer", "named_reference", "bound_changes",
                         "conditional_bump", "state_in_branch"):
        f["wrap"] = "none"
    if f["value"] == "kept":
        f["value"] = "temporary"
    if kind not in ("lambda", "both_lambdas", "nested_lambdas",
                    "compute_lambda", "compute_macro") and (
            f["value"] in OUTER_TEMPORARIES):
        f["value"] = "temporary"
    if kind in ("lambda_value", "lambda_stale"):
        if f["value"] in PIPES or f["window"] == "registers" or (
                #  A copy of what it counts would be counted, or none.
                f["beside"] != "none") or (
                #  A reference to a tile would be captured as a copy of it.
                f["place"] in DEVICE_GIVEN):
            f["wrap"] = kind = "lambda"
    if kind == "lambda_stale":
        #  What is stale must lie in the source.
        if f["header"] in ("down", "down_k", "unsigned_down", "post_decrement",
                           #  In front of the loop it has no value yet.
                           "outer_variable"):
            f["header"] = "for"
        f["walk_place"] = "end"
    if kind in FUNCTION_WRAPS and f["beside"] != "none":
        f["wrap"] = kind = "lambda"
    if kind in FUNCTION_WRAPS:
        if f["memory"] in STRUCT_MEMORY | {"extern_rows", "extern_direct"}:
            f["memory"] = "static"
        if f["window"] == "registers" or f["tiles"] == "joined":
            f["wrap"] = "lambda"
        if f["sizes"] == "local":
            f["sizes"] = "constexpr"
        if f["barriers"] == "gather_tile":
            f["barriers"] = "bottom"
    if kind in FUNCTION_WRAPS | MACRO_WRAPS:
        if f["place"].startswith("device"):
            f["place"] = "kernel"
    if f["memory"] == "in_loop":  # Out of scope in front of the loop.
        f["memory"] = "static"
    if f["arguments"] == "struct" and kind not in (
            "lambda", "compute_lambda", "both_lambdas"):
        f["arguments"] = "plain"


def settle_loop(f, vectors):
    if f["shape"] in ("matrix", "padded", "transposed", "square_block",
                      "skewed"):
        if f["walk"] == "row_pointer" and f["loop"] != "one":
            f["walk"] = "pointer"
    elif f["loop"] in ("rows", "nested"):
        f["shape"] = "matrix"
    if f["walk"] == "row_pointer" and f["shape"] == "row":
        f["walk"] = "pointer"
    if f["shape"] == "square_block":
        f["threads"] = "plane"
        f["loop"] = "one"
    if f["loop"] in ("some", "halo", "halves", "single") and (
            f["value"] in REGISTERS):
        f["loop"] = "step"
    if f["loop"] == "halo":
        f["shape"] = "row"
        f["guard"] = "none" if f["guard"] == "none" else "ternary"
        if vectors or f["value"] in ASYNC | {"gather", "two_stores"}:
            f["value"] = "plain"
        f["header"] = ("for" if f["header"] in ("down", "down_k",
                                                "unsigned_down") else
                       f["header"])
    if vectors:
        if f["shape"] in ("transposed", "square_block", "skewed"):
            f["shape"] = "matrix"
        if f["loop"] in ("rows", "nested", "some", "single", "halves"):
            f["loop"] = "step"
        if f["guard"] in ("clamp", "skip", "lsize_ternary", "boolean"):
            f["guard"] = "ternary"
    if f["value"] == "two_stores" and (
            f["shape"] != "row" or f["guard"] in PARTIAL_GUARDS or
            f["loop"] in ("some", "halo", "halves", "single")):
        f["value"] = "plain"
    if f["guard"] == "skip" and f["loop"] not in ("step", "stride", "chunk",
                                                  "block_dim", "down"):
        f["guard"] = "if_only"
    if f["value"] in REGISTERS and f["guard"] in ("skip", "zero_first"):
        f["guard"] = "ternary"
    if f["guard"] == "clamp" and f["header"] == "endless":
        f["header"] = "for"
    if f["header"] in ("pointer", ) and f["walk"] != "pointer":
        f["walk"] = "index"
    if f["header"] == "split":
        f["walk"] = "index"
    if f["walk_place"] == "header" and f["header"] not in (
            "for", "counter", "less_equal", "unsigned"):
        f["walk_place"] = "end"
    if f["walk"] in ("pointer", "row_pointer") and f["walk_place"] == "start":
        f["walk_place"] = "end"
    if f["value"] == "gather" and f["header"] == "pointer":
        f["header"] = "for"
    if f["value"] == "gather" and f["walk"] in ("pointer", "row_pointer",
                                                "body_pointer"):
        f["walk"] = "offset"


def settle_memory(f):
    if f["memory"] in STRUCT_MEMORY | {"extern_rows"} and f["place"] in (
            "device_loop", "device_template"):
        f["place"] = "kernel"
    if f["memory"] == "in_loop" and (
            f["nesting"] in ("reuse", "outer_reuse", "two_levels",
                             "used_before", "outer_around") or
            f["place"].startswith("device") or
            f["trap"] in ("prezeroed", "read_after",
                          "kept_pointer", "guard_from_compute")):
        f["memory"] = "static"
    if f["memory"] in ("extern_rows", ) and f["shape"] in ("row", "padded"):
        f["shape"] = "matrix"
    if f["memory"] == "carve_rows" and f["shape"] == "row":
        f["shape"] = "matrix"
    if f["loop"] == "halo":
        f["shape"] = "row"
        if f["memory"] in ("extern_rows", "carve_rows"):
            f["memory"] = "extern_direct"
    if f["memory"] in ("struct_element", "extern_rows") and (
            f["place"] in HELPER_LOADS | {"compute_helper"} or
            f["value"] in VECTORS | {"pointer", "destination"} or
            f["nesting"] in ("reuse", "two_loops_own")):
        f["memory"] = "static"
    if f["shape"] == "row" and f["memory"] in ("extern_rows", "carve_rows"):
        f["memory"] = "carve"


def element_of(f):
    return ELEMENTS[f["element"]]


def vectors_of(f):
    return f["value"] in VECTORS


def settle_structure(f):
    if f["barriers"] == "gather_tile" and (
            f["trap"] != "none" or f["place"] != "kernel" or
            f["value"] in VECTORS | {"index", "call", "gather",
                                     "two_stores"}):
        f["barriers"] = "extra" if f["trap"] == "none" else "bottom"
    if f["barriers"] == "gather_tile":
        f["walk"] = "index"
        f["guard"] = "ternary" if f["guard"] == "two_sided" else f["guard"]
        f["header"] = "for" if f["header"] == "pointer" else f["header"]
    if f["guard"] == "two_sided" and (
            f["value"] in ASYNC | VECTORS | REGISTERS or
            f["header"] in ("unsigned", "size_t", "pointer", "unsigned_down") or
            f["walk"] in ("row_pointer", "table")):
        f["guard"] = "ternary"
    if vectors_of(f) or f["value"] in ("gather", "array_view") or (
            f["walk"] == "row_pointer"):
        f["walk_b"] = "same"
    if f["tiles"] == "joined" and (
            f["place"] not in ("kernel", "template", "compute_helper") or
            f["guard"] == "skip" or f["loop"] == "halves" or
            f["value"] in REGISTERS | {"kept"} or f["trap"] != "none" or
            f["barriers"] in ("two_phases", "two_phases_lazy")):
        f["tiles"] = "two"
    if f["sizes"] != "literal" and (
            f["place"].startswith("device") and f["sizes"] == "template"):
        f["sizes"] = "constexpr"
    if f["value"] == "kept" and (f["place"] != "kernel" or f["loop"] != "one"):
        f["value"] = "temporary"
    if f["trap"] != "none":
        f["scopes"] = "plain"
    if f["loop"] == "halves" and f["tiles"] == "three":
        f["tiles"] = "two"
    if f["value"] == "array_view" and (
            f["memory"] in STRUCT_MEMORY | DYNAMIC_MEMORY or
            f["spelling"] not in ("plain", "source_macro") or
            f["place"] in HELPER_LOADS | DEVICE_GIVEN):
        f["value"] = "plain"
    if f["nesting"] == "two_levels" and (
            f["place"] != "kernel" or f["trap"] != "none"):
        f["nesting"] = "outer"
    if f["arguments"] == "struct" and (
            f["place"] not in ("kernel", "compute_helper") or
            f["header"] == "pointer" or f["value"] == "call"):
        f["arguments"] = "plain"
    if f["place"] in ("template", "device_template") and f["memory"] in (
            "file", "struct_type", "struct_element", "union"):
        f["place"] = "kernel"
    if f["place"].startswith("device") and f["memory"] == "extern_direct":
        f["memory"] = "carve"
    if f["place"] != "kernel" and f["value"] in OUTER_TEMPORARIES:
        f["value"] = "temporary"
    if f["header"] == "constant" and f["guard"] == "clamp":
        f["guard"] = "ternary"
    if f["place"] in DEVICE_OWN:
        f["memory"] = ("one_declaration" if f["memory"] == "one_declaration"
                       else "static")
        if f["nesting"] == "reuse":
            f["nesting"] = "none"
    if f["place"].startswith("device"):
        if f["nesting"] not in ("none", "outer", "if", "two_loops", "reuse",
                                "outer_do"):
            f["nesting"] = "none"
    if f["value"] in ("half_source", "char_source", "alias_type") and (
            f["place"] in ("template", "device_template")):
        f["place"] = "kernel"
    if f["place"] in HELPER_LOADS and f["walk_place"] == "after_load":
        f["walk_place"] = "end"
    if f["barriers"] in ("two_phases", "two_phases_lazy"):
        f["tiles"] = "two"
    if f["barriers"] in ("scan", "scaled") and not element_of(f).scaled:
        f["barriers"] = "bottom"
    if f["barriers"] in ("scratch", "scratch_reuse", "in_place", "reduction",
                         "top_scratch", "scan", "scaled") and (
            f["guard"] in PARTIAL_GUARDS or f["trap"] != "none"):
        f["barriers"] = "extra" if f["trap"] == "none" else "bottom"
    if f["barriers"] == "reduction" and f["place"].startswith("device"):
        f["barriers"] = "extra"
    if f["barriers"] in ("scratch", "scratch_reuse", "in_place", "reduction",
                         "top_scratch", "scan", "scaled") and (
            f["place"].startswith("device")):
        f["place"] = "kernel"
    if f["header"] == "do_while" and f["nesting"] in (
            "two_loops", "two_loops_own", "three_loops", "outer_two_loops"):
        f["nesting"] = "none"
    if f["sync"] in ("block_group", "group_sync") and (
            f["place"].startswith("device")):
        f["sync"] = "plain"
    if f["place"] in HELPER_LOADS and f["guard"] == "boolean":
        f["guard"] = "ternary"
    if f["compute"] == "shuffle" and f["guard"] in PARTIAL_GUARDS:
        f["compute"] = "sum"
    if f["launch"] != "inside" and (
            f["memory"] not in DYNAMIC_MEMORY):
        f["launch"] = "inside"
