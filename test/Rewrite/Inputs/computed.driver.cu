// KERNELS(KERNEL): KERNEL(x) for each kernel x(a, words, scale, out, n), which
// computes tiles from a[n], words[n] and scale[n] in trips of 64, 64 threads.
//
// -DRAGGED: sizes that are no multiple of 64, too

#include "harness.h"
#include KERNEL_FILE

#include <string>

template <typename Kernel>
static void run(cudapipe::Cases &c, const std::string &name, Kernel kernel) {
  for (int n : {0, 64, 128, 192, 320, 1, 63, 65, 130}) {
#ifndef RAGGED
    if (n % 64)
      continue;
#endif
    auto a = c.input<__half>(n);
    auto words = c.input<unsigned>(n);
    auto scale = c.input<float>(n), out = c.output<float>(64);
    CUDAPIPE_LAUNCH(kernel, dim3(1), dim3(64), 0, a.ptr(), words.ptr(),
                    scale.ptr(), out.ptr(), n);
    c.check(name + ", n=" + std::to_string(n));
  }
}

CUDAPIPE_CASES(c) {
#define KERNEL(NAME) run(c, #NAME, NAME);
  KERNELS(KERNEL)
}
