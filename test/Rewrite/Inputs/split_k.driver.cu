// split_k<T, BLOCK, SPLIT>(A, B, partial, M, N, K)

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 1, 8, 24, 37, 80}) {
    const int M = 13, N = 20;
    auto A = c.input<float>(M * K), B = c.input<float>(K * N);
    auto partial = c.output<float>(2 * M * N);
    CUDAPIPE_LAUNCH((split_k<float, 8, 2>), dim3(1, 2, 2), dim3(8, 8), 0,
                    A.ptr(), B.ptr(), partial.ptr(), M, N, K);
    c.check("float, K=" + std::to_string(K));
  }
  for (int K : {0, 8, 37}) {
    const int M = 13, N = 20;
    auto A = c.input<double>(M * K), B = c.input<double>(K * N);
    auto partial = c.output<double>(3 * M * N);
    CUDAPIPE_LAUNCH((split_k<double, 8, 3>), dim3(1, 2, 3), dim3(8, 8), 0,
                    A.ptr(), B.ptr(), partial.ptr(), M, N, K);
    c.check("double, K=" + std::to_string(K));
  }
}
