// KERNELS(KERNEL): KERNEL(x) for each kernel x(A, C, K), sums over 32 rows of K
// floats in tiles of 64 columns, in blocks of several shapes and sizes.
//
// -DSHAPES=(x, y, z),...  as dim3

#include "harness.h"
#include KERNEL_FILE

#include <string>

#ifndef SHAPES
#define SHAPES dim3(64, 2), dim3(128, 1), dim3(32, 4), dim3(4, 32)
#endif

template <typename Kernel>
static void run(cudapipe::Cases &c, const std::string &name, Kernel kernel) {
  for (dim3 block : {SHAPES})
    for (int K : {0, 64, 128, 192, 320}) {
      auto A = c.input<float>(32 * K);
      auto C = c.output<float>(block.x * block.y * block.z);
      CUDAPIPE_LAUNCH(kernel, dim3(1), block, 0, A.ptr(), C.ptr(), K);
      c.check(name + ", " + std::to_string(block.x) + " x " +
              std::to_string(block.y) + " x " + std::to_string(block.z) +
              ", K=" + std::to_string(K));
    }
}

CUDAPIPE_CASES(c) {
#define KERNEL(NAME) run(c, #NAME, NAME);
  KERNELS(KERNEL)
}
