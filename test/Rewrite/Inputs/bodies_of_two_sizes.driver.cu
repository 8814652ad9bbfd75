// pull(x, y, z, out, n) of the kernel file for float and double, in tiles of
// 1024, in blocks that need few passes and many.

#include "harness.h"
#include KERNEL_FILE

template <typename T, typename Case> void pullAll(Case &c, const char *Type) {
  for (int threads : {64, 128, 256})
    for (int n : {0, 1, 1023, 1024, 1025, 2100}) {
      auto x = c.template input<T>(n), y = c.template input<T>(n),
           z = c.template input<T>(n);
      auto out = c.template output<T>(n);
      CUDAPIPE_LAUNCH((pull<T>), dim3(1), dim3(threads), 0, x.ptr(), y.ptr(),
                      z.ptr(), out.ptr(), n);
      c.check(Type + (" threads=" + std::to_string(threads)) +
              " n=" + std::to_string(n));
    }
}

CUDAPIPE_CASES(c) {
  pullAll<float>(c, "float");
  pullAll<double>(c, "double");
}
