// launch(x, y, d, nx, ny, dim, stream)

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int dim : {0, 1, 16, 32, 45, 80}) {
    const int nx = 19, ny = 14;
    auto x = c.input<float>(nx * dim), y = c.input<float>(ny * dim);
    auto d = c.output<float>(nx * ny);
    launch(x, y, d, nx, ny, dim, 0);
    c.check("dim=" + std::to_string(dim));
  }
}
