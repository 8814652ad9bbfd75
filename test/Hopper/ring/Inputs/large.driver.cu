// Rows of 8192 floats, launched by the file itself.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int tiles : {0, 1, 2, 3, 4, 7}) {
    auto x = c.input<float>((tiles + 1) * 8192);
    auto out = c.output<float>(64);
    run(x, out, tiles);
    c.check("tiles=" + std::to_string(tiles));
  }
}
