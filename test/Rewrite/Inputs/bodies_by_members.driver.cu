// pull(bodies, out, n), in tiles of 256, in blocks that need few passes and many.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int threads : {32, 128, 256})
    for (int n : {0, 1, 255, 256, 257, 512, 700}) {
      auto x = c.input<float>(n), y = c.input<float>(n);
      auto out = c.output<float>(n);
      CUDAPIPE_LAUNCH(pull, dim3(n / threads + 1), dim3(threads), 0,
                      Bodies{x, y}, out, n);
      c.check("threads=" + std::to_string(threads) + " n=" + std::to_string(n));
    }
}
