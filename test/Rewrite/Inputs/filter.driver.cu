// filter(x, y, n, frames): eight taps over each frame, in blocks of 64.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int frames : {0, 1, 2, 3, 5})
    for (int n : {64, 128, 150}) {
      auto x = c.input<float>(n * frames), y = c.output<float>(n);
      CUDAPIPE_LAUNCH(filter, dim3((n + 63) / 64), dim3(64), 0, x, y, n, frames);
      c.check("n=" + std::to_string(n) + ", frames=" + std::to_string(frames));
    }
}
