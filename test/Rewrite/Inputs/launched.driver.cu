// The kernel file launches by itself: launch(A, C, K), with K a multiple of 64,
// reads K floats and writes 64.
// -DLIMIT=N: a multiprocessor with N KB for a block.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 64, 128, 192, 320}) {
    auto A = c.input<float>(K);
    auto C = c.output<float>(64);
    launch(A, C, K);
    c.check("K=" + std::to_string(K));
  }
}
