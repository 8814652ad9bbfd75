// launch(A, B, C, M, N, K): half times half, in blocks of 32 x 32 x 32.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 32, 64, 96, 160, 320}) {
    const int M = 64, N = 32;
    auto A = c.input<half>(M * K), B = c.input<half>(K * N);
    auto C = c.output<float>(M * N);
    launch(A, B, C, M, N, K);
    c.check("K=" + std::to_string(K));
  }
}
