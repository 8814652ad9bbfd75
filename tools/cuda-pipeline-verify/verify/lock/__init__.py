# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--lock and --check-lock: what was proved, and whether it still holds.

    facts     of one build: registers, memory, blocks per SM, machine code
    file      gemm.lock.json
    subject   which text is checked: the file as it stands, or rewritten
    rules     before and after: what must not change, and how far
    locking   writes the file
    checking  compares with it
"""
