// dot(arrays, out, n), a template, in tiles of 32.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int n : {0, 1, 31, 32, 33, 64, 96, 128, 150}) {
    auto x = c.input<float>(n), y = c.input<float>(n);
    auto out = c.output<float>(32);
    Arrays<float> arrays{x, y};
    CUDAPIPE_LAUNCH((dot<float>), dim3(1), dim3(32), 0, arrays, out.ptr(), n);
    c.check("n=" + std::to_string(n));
  }
}
