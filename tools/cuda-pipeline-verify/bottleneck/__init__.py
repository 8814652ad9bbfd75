# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What holds a kernel back, and what to do about it: cuda-pipeline-report.

    command_line   what the user asks
    facts          what cuda-pipeline-rewrite knows of the file; a facts file
    cards          a GPU: peaks, balance, latency, how long an instruction takes
    launches       grid, block and sizes, and where they are from
    compiled       nvcc's cubin: registers, shared memory, machine code
    control        stall counts, as the compiler has written them
    baseline       times on a GPU
    roofline       operations and unique bytes against the card
    residency      blocks on a multiprocessor, what limits them, the cliff
    loop           a trip of the K-loop: ratio, mix, stalls, its time line
    flight         bytes on their way against what the card needs
    heads          what a kernel does before it needs the one before
    profile        what ncu has seen
    experience     what pipelines brought on 155 kernels
    decision       the matrix: what to do first, and by how much
    report         one kernel after the other; the result is plain data
    terminal, markdown, page, drawing
                   how it is shown

    file --> facts, machine code --> sections (data) --> recommendations --> text
"""
