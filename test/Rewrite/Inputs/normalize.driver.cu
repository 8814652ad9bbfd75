// normalize(x, w, mean, scale, y, columns): one block of 32 threads.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int columns : {0, 32, 64, 96, 160}) {
    auto x = c.input<__half>(columns);
    auto w = c.input<signed char>(columns);
    auto mean = c.input<float>(1), scale = c.input<float>(2);
    auto y = c.output<float>(32);
    CUDAPIPE_LAUNCH(normalize, dim3(1), dim3(32), 0, x, w, mean, scale, y,
                    columns);
    c.check("columns=" + std::to_string(columns));
  }
}
