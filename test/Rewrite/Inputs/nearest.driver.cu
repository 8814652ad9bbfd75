// nearest(x, centers, best, n, k): 32 threads a block, a point each.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int k : {0, 1, 32, 64, 75, 96, 160}) {
    const int n = 41;
    auto x = c.input<float>(n), centers = c.input<float>(k);
    auto best = c.output<int>(n);
    CUDAPIPE_LAUNCH(nearest, dim3(2), dim3(32), 0, x, centers, best, n, k);
    c.check("k=" + std::to_string(k));
  }
}
