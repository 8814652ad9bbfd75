// MatMul(Matrix, Matrix, Result) in blocks of 8 x 8; rows of A or of B start at
// multiples of an odd number, too.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 8, 16, 24, 40})
    for (auto [moreA, moreB] : {std::pair{0, 0}, {1, 0}, {0, 1}}) {
      const int M = 16, N = 16, ofA = K + moreA, ofB = N + moreB;
      auto A = c.input<float>(M * ofA), B = c.input<float>(K * ofB);
      auto C = c.output<float>(M * N);
      CUDAPIPE_LAUNCH(MatMul, dim3(2, 2), dim3(8, 8), 0, Matrix{K, M, ofA, A},
                      Matrix{N, K, ofB, B}, Result{N, C});
      c.check("K=" + std::to_string(K));
    }
}
