// Chunks of 256 and of 512 floats, launched by the file itself.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int tiles : {0, 1, 2, 3, 4, 5, 9}) {
    auto x = c.input<float>((tiles + 1) * 256);
    auto y = c.input<float>((tiles + 1) * 512);
    auto out = c.output<float>(64);
    run(x, y, out, tiles);
    c.check("tiles=" + std::to_string(tiles));
  }
}
