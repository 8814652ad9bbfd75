// KERNEL(A, B, out, n): A is A_ROWS x n, B is B_ROWS x n, each block writes as
// many results as it has threads.
//
// -DKERNEL=X -DTHREADS=x[,y] -DSTEP=N     N columns in a tile
// -DA_ROWS=.. -DB_ROWS=.. -DBLOCKS=..     1 if not given
// -DWHOLE                                 n must be a multiple of STEP
// -DRESULTS=N                             the size of out

#include "harness.h"
#include KERNEL_FILE

#ifndef A_ROWS
#define A_ROWS 1
#endif
#ifndef B_ROWS
#define B_ROWS 1
#endif
#ifndef BLOCKS
#define BLOCKS 1
#endif

CUDAPIPE_CASES(c) {
#ifdef WHOLE
  for (int n : {0, STEP, 2 * STEP, 3 * STEP, 5 * STEP}) {
#else
  // Of wide copies, a part and just one are left.
  for (int n :
       {0, 1, STEP, 2 * STEP, 2 * STEP + 5, 3 * STEP, 3 * STEP + 4, 5 * STEP}) {
#endif
    const dim3 block(THREADS);
#ifdef RESULTS
    const int results = RESULTS;
#else
    const int results = BLOCKS * block.x * block.y * block.z;
#endif
    auto A = c.input<float>(A_ROWS * n), B = c.input<float>(B_ROWS * n);
    auto out = c.output<float>(results);
    CUDAPIPE_LAUNCH((KERNEL), dim3(BLOCKS), block, 0, A, B, out, n);
    c.check("n=" + std::to_string(n));
  }
}
