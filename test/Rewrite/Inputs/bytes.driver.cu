// bytes(A, B, C, K): 16 x K times K x 16, of int8; one block of 32 threads.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 32, 64, 96, 160}) {
    auto A = c.input<signed char>(16 * K), B = c.input<signed char>(16 * K);
    auto C = c.output<int>(16 * 16);
    CUDAPIPE_LAUNCH(bytes, dim3(1), dim3(32), 0, A, B, C, K);
    c.check("K=" + std::to_string(K));
  }
}
