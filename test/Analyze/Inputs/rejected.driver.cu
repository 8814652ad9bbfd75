// Runs the kernel `rejected(A, C, K)` of one block of 64 threads.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 1, 64, 100, 128, 192, 320}) {
    auto A = c.input<float>(4096);
    auto C = c.inout<float>(4096);
    c.allowUninitializedShared();
    CUDAPIPE_LAUNCH(rejected, dim3(1), dim3(64), 0, A, C, K);
    c.check("K=" + std::to_string(K));
  }
}
