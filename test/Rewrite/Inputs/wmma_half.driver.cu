// wmma_gemm<2, 1>(A, B, C, M, N, K): 64 threads compute 32 x 16.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 16, 32, 48, 80}) {
    const int M = 32, N = 32;
    auto A = c.input<half>(M * K), B = c.input<half>(K * N);
    auto C = c.output<float>(M * N);
    CUDAPIPE_LAUNCH((wmma_gemm<2, 1>), dim3(2, 1), dim3(64), 0, A, B, C, M, N,
                    K);
    c.check("K=" + std::to_string(K));
  }
}
