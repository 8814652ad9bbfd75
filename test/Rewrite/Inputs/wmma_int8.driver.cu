// wmma_gemm(A, B, C, M, N, K): 32 threads compute 16 x 16.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 1, 16, 32, 41, 80}) {
    const int M = 16, N = 23;
    auto A = c.input<signed char>(M * K), B = c.input<signed char>(K * N);
    auto C = c.output<int>(M * N);
    CUDAPIPE_LAUNCH(wmma_gemm, dim3(2, 1), dim3(32), 0, A, B, C, M, N, K);
    c.check("K=" + std::to_string(K));
  }
}
