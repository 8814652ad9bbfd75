// Rows of chunks of 256 floats: odd rows have more of them than even ones.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (bool counts : {false, true})
    for (int tiles : {0, 1, 3, 4, 5, 9}) {
      const int rows = 7;
      auto x = c.input<float>((rows + tiles + 1) * 256);
      auto out = c.output<float>(rows * 64);
      run(counts, x, out, rows, tiles);
      c.check("tiles=" + std::to_string(tiles));
    }
}
