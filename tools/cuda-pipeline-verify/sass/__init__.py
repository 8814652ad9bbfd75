# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the machine code of a kernel still overlaps copies with math.

    instruction    one line of a disassembly: opcode, registers, target
    listing        the functions of `cuobjdump -sass` or `nvdisasm -c`
    blocks, loops  control flow: basic blocks, dominators, natural loops
    trip           one trip of a loop: its instructions in the order they run
    arithmetic     which instructions are the kernel's arithmetic
    copies         tile copies: where they start, where they are waited for
    main_loop      the loop with the copies and the math, and its facts
    checks         findings of one kernel; of a kernel beside its original
    advice         what to change where the compiler undid the overlap
    facts          what a lock keeps of it
    excerpt        the loop, annotated
    kernel, table  all of a kernel beside its original; at a terminal
    tools          where cuobjdump and nvdisasm are, and what they say

    disassembly --> functions --> main loop --> facts --> findings
"""
