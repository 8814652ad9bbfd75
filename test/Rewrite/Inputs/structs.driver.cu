// MatMul(Matrix, Matrix, Result) in blocks of 8 x 8.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 8, 16, 24, 40}) {
    const int M = 16, N = 16;
    auto A = c.input<float>(M * K), B = c.input<float>(K * N);
    auto C = c.output<float>(M * N);
    CUDAPIPE_LAUNCH(MatMul, dim3(2, 2), dim3(8, 8), 0, Matrix{K, M, K, A},
                    Matrix{N, K, N, B}, Result{N, C});
    c.check("K=" + std::to_string(K));
  }
}
