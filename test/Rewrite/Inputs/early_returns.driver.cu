// gemm(A, B, C, M, N, K), tiles of 16 x 16, of sizes that tiles or wide copies
// do not fit; then skipping(A, C, K, off), K columns of 16 rows.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  const dim3 block(16, 16);
  for (int K : {0, 1, 16, 28, 32, 45, 80})
    for (int N : {16, 20, 23}) {
      const int M = 29;
      auto A = c.input<float>(M * K), B = c.input<float>(K * N);
      auto C = c.output<float>(M * N);
      CUDAPIPE_LAUNCH(gemm, dim3(2, 2), block, 0, A, B, C, M, N, K);
      c.check("N=" + std::to_string(N) + " K=" + std::to_string(K));
    }
  for (int K : {0, 16, 32, 48, 80}) {
    auto A = c.input<float>(16 * K), C = c.output<float>(256);
    CUDAPIPE_LAUNCH(skipping, dim3(1), block, 0, A, C, K, false);
    c.check("skipping, K=" + std::to_string(K));
  }
}
