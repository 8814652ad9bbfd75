// launch(B, C, K): 128 sums over K rows of 256 floats, for each of the kernels.
// Tiles have 4 rows.
//
// -DKERNELS=..  how many (2)

#include "harness.h"
#include KERNEL_FILE

#ifndef KERNELS
#define KERNELS 2
#endif

CUDAPIPE_CASES(c) {
  for (int K : {0, 4, 8, 12, 20}) {
    auto B = c.input<float>(256 * K + 1), C = c.output<float>(128 * KERNELS);
    launch(B, C, K);
    c.check("K=" + std::to_string(K));
  }
}
