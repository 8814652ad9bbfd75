// launch(bodies, acceleration, n) of the kernel file, in blocks of 64.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int n : {1, 63, 64, 128, 150, 320}) {
    auto bodies = c.input<float4>(n);
    auto acceleration = c.output<float3>(n);
    launch(bodies, acceleration, n);
    c.check("n=" + std::to_string(n));
  }
}
