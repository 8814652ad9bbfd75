// Kernels with tiles of a class that has a constructor.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int n : {0, 1, 2, 7}) {
    auto A = c.input<float>(3 * 64 * (n + 1));
    auto *Points = reinterpret_cast<const Vec3 *>(A.ptr());
    auto C = c.output<float>(64), D = c.output<float>(64);
    CUDAPIPE_LAUNCH(in_the_loop, dim3(1), dim3(64), 0, Points, C, n);
    CUDAPIPE_LAUNCH((of_a_template<Vec3, 64>), dim3(1), dim3(64), 0, Points, D, n);
    c.check("n=" + std::to_string(n));
  }
}
