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
                "nested_helper", "load_pointer"}
#  Loops in whose trips a copy loop sets something, too.
BESIDE_LOOPS = {"step", "chunk", "down"}
#  The loop in a function of its own, to which the tiles are given; or not.
DEVICE_GIVEN = {"device_loop", "device_template", "device_member"}
DEVICE_OWN = {"device_own", "device_member_own"}
PIPES = {"pipe", "pipe_each", "pipe_by_hand"}
ASYNC = {"async", "async_zfill", "asm_async", "group_copy"} | PIPES
MACRO_WRAPS = {"macro", "compute_macro", "both_macros", "nested_macros",
               "macro_and_lambda"}
FUNCTION_WRAPS = {"function", "function_template"}
#  A temporary that is zero, and loaded if inside.
ZEROED = {"zeroed", "zeroed_outer", "zeroed_nested", "zeroed_cast",
          "vector_zeroed"}
#  What a function returns is stored, and it has the guard.
RETURNED = {"returned", "returned_template", "returned_lambda",
            "returned_view"}
#  Four elements at a time.
VECTORS = {"vector", "vector_split", "vector_zeroed"}
#  Declared in front of the loop.
OUTER_TEMPORARIES = {"outer_temporary", "zeroed_outer", "registers_outer"}
#  Some elements of the tile are not stored in every trip.
PARTIAL_GUARDS = {"if_only", "lsize", "skip", "rest"}
#  By way of an array of registers.
REGISTERS = {"registers", "registers_outer"}
