// Chunks of 256 floats, launched by the file itself in three blocks; 0, 1, 2 and around 3 and
// 4 trips, and some more.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int tiles : {0, 1, 2, 3, 4, 5, 9}) {
    auto x = c.input<float>((tiles + 3) * 256);
    auto out = c.output<float>(3 * 64);
    run(x, out, tiles);
    c.check("tiles=" + std::to_string(tiles));
  }
}
