// run(from, to, n) of a kernel file with a main(), in whole tiles of 64.

#include "harness.h"
#define main kernelMain
#include KERNEL_FILE
#undef main

CUDAPIPE_CASES(c) {
  for (int n : {0, 64, 128, 192, 320}) {
    auto from = c.input<float>(n);
    auto to = c.output<float>(n);
    run(from, to, n);
    c.check("n=" + std::to_string(n));
  }
}
