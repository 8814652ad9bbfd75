# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a generated kernel is made of, and how a seed chooses it.

A kernel is a choice in each dimension. The first choice is the plainest: the
minimiser falls back to it. `tame` choices are in every kernel; of the `wild`
ones a kernel has few, so that one reason to refuse does not hide the rest.
"""

import random

#  dimension: (tame choices, wild choices); a repeated choice is more likely.
DIMENSIONS = {
    "element": (["float", "float", "float", "float", "int", "half", "double"],
                ["char", "float4", "float2", "ushort", "uchar", "int4",
                 "long"]),
    "header": (["for", "less_equal", "counter", "counter", "not_equal", "down",
                "down_k", "while", "two_variables", "unsigned", "outer_variable",
                "whole_tiles", "parameter", "auto"],
               ["pointer", "while_middle", "constant", "size_t", "do_while",
                "post_decrement", "endless", "split", "comma", "const_bound",
                "step_variable", "shift", "short", "long_long",
                "unsigned_down", "published", "loaded_step", "left", "shrinking",
                "set_behind"]),
    "shape": (["row", "matrix"], ["padded", "transposed", "square_block",
                                  "skewed"]),
    "threads": (["line", "line", "plane"], ["cube"]),
    "loop": (["one", "step", "stride", "chunk", "unrolled"],
             ["while", "some", "block_dim", "rows", "nested", "down",
              "halo", "single", "halves"]),
    "value": (["plain", "plain", "plain", "plain", "temporary", "index", "scaled",
               "sum"],
              ["ldg", "pointer", "destination", "registers", "outer_temporary",
               "gather", "vector", "vector_split", "half_source", "char_source",
               "async", "async_zfill", "call", "two_stores", "asm_async",
               "alias_type", "auto", "array_view", "kept", "pipe", "pipe_each",
               "pipe_by_hand", "group_copy", "zeroed", "zeroed_outer",
               "zeroed_nested", "zeroed_cast", "vector_zeroed",
               "returned", "returned_template", "returned_lambda",
               "returned_view", "registers_outer"]),
    #  What a copy loop sets besides, of the thread.
    "beside": (["none"], ["number", "numbers"]),
    "guard": (["none", "ternary", "if_else"],
              ["clamp", "if_only", "lsize", "lsize_ternary", "skip",
               "nested_if", "zero_first", "boolean", "two_sided",
               "and_thread", "fill", "else_if", "nested_fill",
               "ternary_in_if", "rest"]),
    "walk": (["index", "offset", "pointer"],
             ["row_pointer", "array_offset", "two_offsets", "body_pointer",
              "body_index", "table"]),
    #  Of B: as A, or down the rows of a matrix that is as wide as the tile.
    "walk_b": (["same", "down"], []),
    "walk_place": (["end", "after_load", "after_barrier"],
                   ["middle", "start", "header"]),
    "memory": (["static"],
               ["file", "in_loop", "one_declaration", "struct", "struct_type",
                "carve", "carve_run_time", "carve_char", "carve_char_run_time",
                "extern_rows", "extern_direct", "carve_rows", "carve_backwards",
                "struct_element", "carve_bump", "union"]),
    "tiles": (["one", "two", "two"], ["three", "joined"]),
    "barriers": (["bottom", "bottom", "top"],
                 ["scratch", "scratch_reuse", "two_phases", "two_phases_lazy",
                  "extra", "double", "in_place", "reduction", "top_and_bottom",
                  "top_scratch", "gather_tile", "scan", "scaled", "reset",
                  "behind"]),
    "sync": (["plain"], ["block_group", "group_sync", "macro", "count", "or"]),
    "nesting": (["none"],
                ["outer", "outer_reset", "two_loops", "two_loops_own", "if",
                 "reuse", "outer_reuse", "if_else", "two_levels", "outer_do",
                 "outer_source", "used_before", "outer_around",
                 "three_loops", "outer_two_loops"]),
    "place": (["kernel"],
              ["template", "load_helper", "load_template", "compute_helper",
               "load_lambda", "load_pointer", "both_helpers", "device_loop", "device_template",
               "load_struct", "nested_helper", "device_own",
               "device_member", "device_member_own"]),
    #  Trips that all threads skip; barriers that one trip leaves out.
    "skip": (["none"], ["continue", "around", "spared_first", "spared_last"]),
    #  The block votes to leave, at the top of a trip.
    "vote": (["none"], ["count", "count_not", "and", "or", "some",
                        "count_named", "and_named"]),
    #  Planes or elements that a tile keeps for the next trips.
    "window": (["none"], ["planes", "turns", "ring", "pointers", "tail",
                          "registers"]),
    #  What the statements of a phase stand in.
    "wrap": (["none"],
             ["lambda", "lambda_value", "lambda_renamed", "lambda_stale",
              "nested_lambdas", "compute_lambda", "both_lambdas",
              "function", "function_template", "macro", "compute_macro",
              "both_macros", "nested_macros", "macro_and_lambda"]),
    "spelling": (["plain"], ["source_macro", "tile_macro", "both_macros",
                             "statement_macro"]),
    "sizes": (["literal"], ["constexpr", "macro", "enum", "local", "template"]),
    "scopes": (["plain"], ["load", "compute", "both", "body"]),
    "state": (["none", "compute"], ["both", "after", "both_after", "load"]),
    "restrict": (["all"], ["none", "source"]),
    "store": (["none"], ["global", "global_shifted", "atomic"]),
    "compute": (["sum", "dot", "rows", "mixed"],
                ["shuffle", "reference", "inner_jump", "local_array",
                 "reads_global", "branch", "fma", "pointer"]),
    "names": (["plain"], ["stage", "next", "stages", "functions", "shadow",
                          "temporaries"]),
    "layout": (["plain"], ["comments", "allman", "one_line", "blank_lines",
                           "directives"]),
    "arguments": (["plain"], ["struct", "early_return"]),
    "launch": (["inside"], ["outside", "variable", "constant", "twice",
                            "grown"]),
    "trap": (["none"],
             ["prezeroed", "moving_destination", "load_reads_tile",
              "address_from_compute", "alias", "tile_written", "break",
              "kept_pointer", "read_after", "index_written", "continue",
              "named_reference", "conditional_bump", "guard_from_compute",
              "volatile", "swap", "toggle", "state_in_branch", "by_hand",
              "bound_changes", "outer_half", "outer_guard"]),
}

#  Of the kernels, how many have 0, 1, 2, ... wild dimensions: many have two,
#  as it is at the meeting of two features that things go wrong; of those with
#  more most are refused.
WILD = [0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 5]


#  What the tool has learnt last: many kernels have one of these, too.
RECENT = {
    "vote": DIMENSIONS["vote"][1],
    "window": DIMENSIONS["window"][1],
    "wrap": DIMENSIONS["wrap"][1],
    "header": ["left", "shrinking", "set_behind"],
    "value": ["pipe", "pipe_each", "pipe_by_hand", "group_copy", "zeroed",
              "zeroed_outer", "zeroed_nested", "zeroed_cast", "vector_zeroed",
              "returned", "returned_template", "returned_lambda",
              "returned_view", "registers_outer"],
    "walk": ["row_pointer"],
    "skip": ["continue", "around", "spared_first", "spared_last"],
    "place": ["device_member", "device_member_own", "load_pointer"],
    "beside": ["number", "numbers"],
    "loop": ["while"],
    "guard": ["fill", "else_if", "nested_fill", "ternary_in_if", "rest"],
    "barriers": ["scan", "scaled", "in_place", "reset", "behind"],
    "shape": ["skewed"],
    "threads": ["cube"],
    "launch": ["twice", "grown"],
    "nesting": ["used_before", "outer_around", "three_loops",
                "outer_two_loops"],
}


def recent(dice, among):
    """One of RECENT, in one of the dimensions `among`."""
    name = dice.choice([n for n in RECENT if n in among])
    return {name: dice.choice(RECENT[name])}


def plainest(dimension):
    return DIMENSIONS[dimension][0][0]


def draw(seed, fixed=None):
    """The features of kernel `seed`; those in `fixed` are given."""
    def stream(name):
        return random.Random("%d/feature/%s" % (seed, name))

    mode = stream("wild")
    # A trap is for itself; and most kernels have none.
    names = [name for name in DIMENSIONS
             if name != "trap" and DIMENSIONS[name][1]]
    wild = set(mode.sample(names, min(mode.choice(WILD), len(names))))
    if stream("any trap").random() < 0.12:
        wild.add("trap")
    features = {}
    for name, (tame, other) in DIMENSIONS.items():
        choices = other if name in wild and other else tame
        features[name] = stream(name).choice(choices)
    if not any(name in RECENT for name in fixed or {}) and (
            stream("any recent").random() < 0.4):
        features.update(recent(stream("recent"), RECENT))
    features.update(fixed or {})
    return features
