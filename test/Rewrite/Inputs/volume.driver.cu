// KERNEL(A, B, out, planes, n): A is planes x 8 x n, B is planes x n, and out
// planes x 64; 8 x 8 threads, 2 blocks. -DKERNELS=X,Y: one after the other.

#include "harness.h"
#include KERNEL_FILE

#ifndef KERNEL
#define KERNEL volume
#endif
#ifndef KERNELS
#define KERNELS KERNEL
#endif

CUDAPIPE_CASES(c) {
  for (int planes : {1, 3, 4})
    // Of wide copies, a part and whole ones are left.
    for (int n : {0, 1, 8, 16, 21, 40, 76, 300})
      for (auto kernel : {KERNELS}) {
        auto A = c.input<float>(planes * 8 * n), B = c.input<float>(planes * n);
        auto out = c.inout<float>(planes * 64);
        CUDAPIPE_LAUNCH(kernel, dim3(2), dim3(8, 8), 0, A, B, out, planes, n);
        c.check("planes=" + std::to_string(planes) +
                " n=" + std::to_string(n));
      }
}
