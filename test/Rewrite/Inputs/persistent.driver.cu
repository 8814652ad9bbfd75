// persistent(A, out, rows, n): more rows than blocks, 64 threads.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  // Of wide copies, a part and whole ones are left; more tiles than stages.
  for (int n : {0, 1, 64, 128, 150, 320, 460}) {
    auto A = c.input<float>(5 * n);
    auto out = c.output<float>(5 * 64);
    CUDAPIPE_LAUNCH(persistent, dim3(2), dim3(64), 0, A, out, 5, n);
    c.check("n=" + std::to_string(n));
  }
}
