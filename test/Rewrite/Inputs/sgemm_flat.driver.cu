// launch(A, B, C, M, N, K): floats, in blocks of 32 x 32 x 8.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 8, 16, 24, 40}) {
    const int M = 64, N = 32;
    auto A = c.input<float>(M * K), B = c.input<float>(K * N);
    auto C = c.output<float>(M * N);
    launch(A, B, C, M, N, K);
    c.check("K=" + std::to_string(K));
  }
}
