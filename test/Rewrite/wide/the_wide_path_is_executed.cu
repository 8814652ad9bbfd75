// The aligned cases of the driver take the wide copies: half a copy shows.
//
// REQUIRES: executor
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=auto --quiet \
// RUN:   %S/one_element_a_thread.cu -o %t.cu
// RUN: sed "s/c\], 16,/c], 8,/" %t.cu > %t.half.cu
// RUN: %run_on_cpu %S/../Inputs/wide.driver.cu %S/one_element_a_thread.cu %t.cu \
// RUN:   -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: not %run_on_cpu %S/../Inputs/wide.driver.cu %S/one_element_a_thread.cu \
// RUN:   %t.half.cu -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8 2>&1 \
// RUN:   | FileCheck %s
// CHECK: uninitialised shared memory
