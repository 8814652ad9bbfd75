// forces(p, f, n): 64 threads a block, a Particle of four floats each.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int n : {0, 1, 64, 128, 141, 192, 320}) {
    auto p = c.input<float>(4 * n);
    auto f = c.output<float3>(n);
    CUDAPIPE_LAUNCH(forces, dim3((n + 63) / 64 + 1), dim3(64), 0,
                    (const Particle *)p.ptr(), f, n);
    c.check("n=" + std::to_string(n));
  }
}
