// pull(bodies, out, n) of the kernel file for float and double, in tiles of 256, in blocks
// that need few passes and many.

#include "harness.h"
#include KERNEL_FILE

template <typename T, typename Case> void pullAll(Case &c, const char *Type) {
  for (int threads : {32, 64, 256})
    for (int n : {0, 1, 255, 256, 257, 512, 700}) {
      auto x = c.template input<T>(n), y = c.template input<T>(n),
           z = c.template input<T>(n);
      auto out = c.template output<T>(n);
      Bodies<T> bodies{x, y, z};
      CUDAPIPE_LAUNCH((pull<T>), dim3((n + threads - 1) / threads + 1),
                      dim3(threads), 0, bodies, out.ptr(), n);
      c.check(Type + (" threads=" + std::to_string(threads)) +
              " n=" + std::to_string(n));
    }
}

CUDAPIPE_CASES(c) {
  pullAll<float>(c, "float");
  pullAll<double>(c, "double");
}
