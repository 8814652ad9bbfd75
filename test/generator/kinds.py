# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Choices that have something in common."""

POINTER_MEMORY = {"carve", "carve_run_time", "carve_char",
                  "carve_char_run_time", "carve_rows", "carve_backwards",
                  "carve_bump"}
DYNAMIC_MEMORY = POINTER_MEMORY | {"extern_rows", "extern_direct"}
#  Kinds of windows whose tile has room for three planes side by side.
PLANES = {"planes", "turns", "ring", "pointers"}
STRUCT_MEMORY = {"struct", "struct_type", "struct_element", "union"}
HELPER_LOADS = {"load_helper", "load_template", "both_helpers", "load_struct",
                "nested_helper"}
PIPES = {"pipe", "pipe_each", "pipe_by_hand"}
ASYNC = {"async", "async_zfill", "asm_async", "group_copy"} | PIPES
MACRO_WRAPS = {"macro", "compute_macro", "both_macros", "nested_macros",
               "macro_and_lambda"}
FUNCTION_WRAPS = {"function", "function_template"}
#  A temporary that is zero, and loaded if inside.
ZEROED = {"zeroed", "zeroed_outer", "zeroed_nested", "zeroed_cast",
          "vector_zeroed"}
#  Four elements at a time.
VECTORS = {"vector", "vector_split", "vector_zeroed"}
#  Declared in front of the loop.
OUTER_TEMPORARIES = {"outer_temporary", "zeroed_outer"}
#  Some elements of the tile are not stored in every trip.
PARTIAL_GUARDS = {"if_only", "lsize", "skip"}
