// forces(mass, out, n): of 32 threads some are gone, or in another round; tiles of 64.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  // What those that are gone would have stored is what was there.
  c.allowUninitializedShared();
  for (int blocks : {1, 3})
    for (int n : {0, 1, 31, 32, 63, 64, 65, 96, 128, 129, 200}) {
      auto mass = c.input<float>(n);
      auto out = c.output<float>(n);
      CUDAPIPE_LAUNCH(forces, dim3(blocks), dim3(32), 0, mass, out, n);
      c.check("blocks=" + std::to_string(blocks) + " n=" + std::to_string(n));
    }
}
