// fused(A, B, B2, C, D, N, K1, K2), blocks of 16 x 16 that take turns; dot(A,
// C, n), blocks of 64.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  const int N = 64;
  for (int K1 : {0, 16, 32, 80})
    for (int K2 : {0, 16, 32, 80}) {
      // As many rows as are read: a tile past the last is out of bounds.
      auto A = c.input<float>(N * 80), B = c.input<float>(K1 * N);
      auto B2 = c.input<float>(K2 * N);
      auto C = c.output<float>(N * N), D = c.output<float>(N * N);
      CUDAPIPE_LAUNCH(fused, dim3(3), dim3(16, 16), 0, A, B, B2, C, D, N, K1,
                      K2);
      c.check("K1=" + std::to_string(K1) + " K2=" + std::to_string(K2));
    }
  for (int n : {64, 128, 192, 320}) {
    auto A = c.input<float>(n * 4);
    auto C = c.output<float>(4);
    CUDAPIPE_LAUNCH(dot, dim3(4), dim3(64), 0, A, C, n);
    c.check("n=" + std::to_string(n));
  }
}
