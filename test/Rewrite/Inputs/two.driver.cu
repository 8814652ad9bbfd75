// first(A, B, out, n), then second(B, out, n).

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int n : {0, 32, 64, 96, 160}) {
    auto A = c.input<float>(n), B = c.input<float>(n);
    auto out = c.output<float>(32);
    CUDAPIPE_LAUNCH(first, dim3(1), dim3(32), 0, A, B, out, n);
    CUDAPIPE_LAUNCH(second, dim3(1), dim3(32), 0, B, out, n);
    c.check("n=" + std::to_string(n));
  }
}
