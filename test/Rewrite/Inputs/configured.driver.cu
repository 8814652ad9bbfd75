// run(x, y, u, v, n)

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int n : {0, 1, 32, 64, 100, 160, 320}) {
    auto x = c.input<float>(n), y = c.output<float>(32);
    auto u = c.input<double>(n), v = c.output<double>(64);
    run(x, y, u, v, n);
    c.check("n=" + std::to_string(n));
  }
}
