// Runs the kernel `trap(A, C, n)` of one block of 64 threads: tiles of 16 rows
// of 8, of which the last has one row, all, or all but one.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int n : {0, 1, 15, 16, 17, 31, 32, 33, 40, 47, 48, 49, 63, 64, 65}) {
    auto A = c.input<float>(8192);
    auto C = c.inout<float>(8192);
    c.allowUninitializedShared();
    CUDAPIPE_LAUNCH(trap, dim3(1), dim3(64), 0, A, C, n);
    c.check("n=" + std::to_string(n));
  }
}
