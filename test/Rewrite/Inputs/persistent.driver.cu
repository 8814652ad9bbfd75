// persistent(A, out, rows, n): more rows than blocks, 64 threads.
// -DKERNELS=X,Y: what to launch instead, one after the other.

#include "harness.h"
#include KERNEL_FILE

#ifndef KERNELS
#define KERNELS persistent
#endif

CUDAPIPE_CASES(c) {
  // Of wide copies, a part and whole ones are left; more tiles than stages.
  for (int n : {0, 1, 64, 128, 150, 320, 460})
    for (auto kernel : {KERNELS}) {
      auto A = c.input<float>(5 * n);
      auto out = c.output<float>(5 * 64);
      CUDAPIPE_LAUNCH(kernel, dim3(2), dim3(64), 0, A, out, 5, n);
      c.check("n=" + std::to_string(n));
    }
}
