# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is worth keeping of a kernel's machine code: small, and the same from one
build to the next as long as the compiler does the same."""

from . import instruction, main_loop, tools


def of(path, mangled):
    """The facts of one function of a cubin; None where it has no tile loop.
    Raises Problem without a disassembler (`tools.find`)."""
    for function in tools.functions(path):
        if function.name != mangled:
            continue
        main = main_loop.find(function)
        if main is None:
            return None
        return {
            # Of a trip's math between a copy and its wait; 1 and more is full.
            "overlap": round(main.overlap(), 2),
            "math": {name: count / main.unrolled for name, count in
                     main.math.opcodes().items()},
            "copies": {"%s.%d" % (opcode, 8 * size): count / main.unrolled
                       for (opcode, size), count in main.widths().items()},
            "barriers": len(main.barriers()) / main.unrolled,
            "waits": main.waits(),
            "local": function.count(instruction.LOCAL)}
    return None
