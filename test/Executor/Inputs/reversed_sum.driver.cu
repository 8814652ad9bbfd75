#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int tiles = 0; tiles < 10; ++tiles) {
    auto in = c.input<float>(tiles * 64);
    auto out = c.output<float>(64);
    CUDAPIPE_LAUNCH(reversed_sum, dim3(1), dim3(64), 0, in, out, tiles);
    c.check("tiles=" + std::to_string(tiles));
  }
}
