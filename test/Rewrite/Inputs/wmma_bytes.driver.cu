// launch(A, B, C, M, N, K): bytes times transposed bytes, any size.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 1, 32, 64, 83}) {
    const int M = 70, N = 61;
    auto A = c.input<signed char>(M * K), B = c.input<signed char>(N * K);
    auto C = c.output<int>(M * N);
    launch(A, B, C, M, N, K);
    c.check("K=" + std::to_string(K));
  }
}
