#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int tiles = 0; tiles < 6; ++tiles) {
    auto in = c.input<float>(tiles * 64);
    auto out = c.output<float>(tiles * 64);
    c.require(launch(in, out, tiles) == cudaSuccess, "launch");
    c.check("tiles=" + std::to_string(tiles));
  }
}
