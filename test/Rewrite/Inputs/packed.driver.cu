// offsets<T>(in, out, n, base) and averages<T>(in, out, n), 64 threads.

#include "harness.h"
#include KERNEL_FILE

template <typename T> static void run(cudapipe::Cases &c,
                                      const std::string &type) {
  for (int n : {0, 64, 128, 192, 320}) {
    auto in = c.input<T>(n), base = c.input<T>(1);
    auto out = c.output<T>(64);
    CUDAPIPE_LAUNCH((offsets<T>), dim3(1), dim3(64), 0, in.ptr(), out.ptr(), n,
                    base.ptr());
    auto means = c.output<float>(64);
    CUDAPIPE_LAUNCH((averages<T>), dim3(1), dim3(64), 0, in.ptr(), means.ptr(),
                    n);
    c.check(type + ", n=" + std::to_string(n));
  }
}

CUDAPIPE_CASES(c) {
  run<float>(c, "float");
  run<double>(c, "double");
  run<unsigned>(c, "unsigned");
}
