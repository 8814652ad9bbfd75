// Blocks of 8 x 4 threads sweep over the planes of a padded volume:
// sweep(in, out, nx, ny, nz). `in` has RADIUS more elements on each side.
// -DPLANES=N: N planes of it are read; behind them is nothing.

#include "harness.h"
#include KERNEL_FILE

#ifndef KERNEL
#define KERNEL sweep
#endif
#ifndef RADIUS
#define RADIUS 1
#endif
#ifndef PLANES
#define PLANES (nz + 2 * RADIUS)
#endif

CUDAPIPE_CASES(c) {
  for (int nz : {0, 1, 2, 3, 5})
    for (auto [nx, ny] : {std::pair{8, 4}, {16, 8}, {13, 7}}) {
      auto in = c.input<float>((nx + 2 * RADIUS) * (ny + 2 * RADIUS) *
                               (PLANES));
      auto out = c.output<float>(nx * ny * nz);
      CUDAPIPE_LAUNCH((KERNEL), dim3((nx + 7) / 8, (ny + 3) / 4), dim3(8, 4), 0,
                      in, out, nx, ny, nz);
      c.check("nx=" + std::to_string(nx) + " ny=" + std::to_string(ny) +
              " nz=" + std::to_string(nz));
    }
}
