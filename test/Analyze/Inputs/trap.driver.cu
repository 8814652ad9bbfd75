// Runs the kernel `trap(A, C, K)` of one block of 64 threads.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 1, 8, 16, 24, 40}) {
    auto A = c.input<float>(8192);
    auto C = c.inout<float>(8192);
    c.allowUninitializedShared();
    CUDAPIPE_LAUNCH(trap, dim3(1), dim3(64), 0, A, C, K);
    c.check("K=" + std::to_string(K));
  }
}
