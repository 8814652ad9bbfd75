// without_barrier(A, out, n), with_barrier(A, out, n): one block of 64 threads
// that halves n floats, a multiple of 64, and sums them up.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int tiles : {0, 1, 2, 3, 4, 5, 6})
    for (auto kernel : {without_barrier, with_barrier}) {
      // Who reads a tile that is not there writes one.
      const int n = tiles * 64;
      auto A = c.inout<float>(n + 64);
      auto out = c.output<float>(64);
      CUDAPIPE_LAUNCH(kernel, dim3(1), dim3(64), 0, A, out, n);
      c.check("n=" + std::to_string(n));
    }
}
