// Loops that make a constant number of trips, or at most as many, over tiles of
// 64 pairs.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int n : {0, 1, 64, 65, 191, 192, 256})
    for (auto kernel : {two, at_most_three, four, one_tile}) {
      auto A = c.input<float2>(256);
      auto C = c.output<float>(64);
      CUDAPIPE_LAUNCH(kernel, dim3(1), dim3(64), 0, A, C, n);
      c.check("n=" + std::to_string(n));
    }
}
