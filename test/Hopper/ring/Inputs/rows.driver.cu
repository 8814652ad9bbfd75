// Chunks of 256 floats; 0, 1, 2 and around 3 and 4 trips, and some more.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int tiles : {0, 1, 2, 3, 4, 5, 9}) {
    auto x = c.input<float>((tiles + 1) * 256);
    auto out = c.output<float>(64);
    CUDAPIPE_LAUNCH(rows, dim3(1), dim3(64), 0, x, out, tiles);
    c.check("tiles=" + std::to_string(tiles));
  }
}
