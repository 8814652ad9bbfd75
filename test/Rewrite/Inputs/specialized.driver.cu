// A kernel template for two types, whose conversions are specialized.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int n : {0, 1, 2, 7}) {
    auto A = c.input<float>(64 * (n + 1));
    auto C = c.output<float>(64), D = c.output<float>(64);
    CUDAPIPE_LAUNCH((converts<float>), dim3(1), dim3(64), 0, A, C, n);
    CUDAPIPE_LAUNCH((converts<double>), dim3(1), dim3(64), 0, A, D, n);
    c.check("n=" + std::to_string(n));
  }
}
