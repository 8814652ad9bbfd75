// KERNEL(bodies, acceleration, n) in blocks of THREADS threads.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int n : {1, 63, 64, 128, 150, 320}) {
    auto bodies = c.input<float4>(n);
    auto acceleration = c.output<float3>(n);
    const int blocks = (n + THREADS - 1) / THREADS;
    CUDAPIPE_LAUNCH(KERNEL, dim3(blocks), dim3(THREADS), 0, bodies,
                    acceleration, n);
    c.check("n=" + std::to_string(n));
  }
}
