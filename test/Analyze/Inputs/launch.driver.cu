// launch(A, C, K) of the kernel file: one block of 64 threads.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 1, 8, 16, 24, 40}) {
    auto A = c.input<float>(8192);
    auto C = c.inout<float>(8192);
    c.allowUninitializedShared();
    launch(A, C, K);
    c.check("K=" + std::to_string(K));
  }
}
