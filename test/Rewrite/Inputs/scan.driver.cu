// scan(A, sums, n): one block of 32 threads.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  // Of wide copies, a part and whole ones are left.
  for (int n : {0, 1, 32, 64, 75, 96, 108, 160}) {
    auto A = c.input<float>(n), sums = c.output<float>(n);
    CUDAPIPE_LAUNCH(scan, dim3(1), dim3(32), 0, A, sums, n);
    c.check("n=" + std::to_string(n));
  }
}
