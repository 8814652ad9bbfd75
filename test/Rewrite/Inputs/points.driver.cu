// points(where, weight, out, n): 64 threads, one point each.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  // Of wide copies, a part and whole ones are left.
  for (int n : {0, 1, 64, 128, 141, 192, 204}) {
    auto where = c.input<float2>(n);
    auto weight = c.input<double>(n), out = c.output<double>(n);
    CUDAPIPE_LAUNCH(points, dim3((n + 63) / 64 + 1), dim3(64), 0, where, weight,
                    out, n);
    c.check("n=" + std::to_string(n));
  }
}
