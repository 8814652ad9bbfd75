// converted(A, B, scale, C, M, N, K): half times scaled int8.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 1, 16, 32, 43, 80}) {
    const int M = 20, N = 13;
    auto A = c.input<__half>(M * K);
    auto B = c.input<signed char>(K * N);
    auto scale = c.input<float>(N), C = c.output<float>(M * N);
    CUDAPIPE_LAUNCH(converted, dim3(1, 2), dim3(16, 16), 0, A, B, scale, C, M, N,
                    K);
    c.check("K=" + std::to_string(K));
  }
}
