// stencil(in, out, nx, ny, nz): blocks of 8 x 8 threads.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int nz : {0, 1, 2, 3, 5}) {
    const int nx = 13, ny = 9;
    auto in = c.input<float>(nx * ny * nz), out = c.output<float>(nx * ny);
    CUDAPIPE_LAUNCH(stencil, dim3(2, 2), dim3(8, 8), 0, in, out, nx, ny, nz);
    c.check("nz=" + std::to_string(nz));
  }
}
