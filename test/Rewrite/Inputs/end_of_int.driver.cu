// far(A, out, n) counts to n in steps of 2^20: up to the last that an int holds.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  constexpr int Step = 1 << 20;
  // The loop's own counter goes one step beyond n.
  for (int n : {-5, 0, 1, Step, Step + 1, 2 * Step, 5 * Step - 1, 2045 * Step,
                2046 * Step + 1, 2047 * Step - 1, 2047 * Step}) {
    const int tiles = n > 0 ? (n - 1) / Step + 1 : 0;
    auto A = c.input<float>(32 * tiles);
    auto out = c.output<float>(32);
    CUDAPIPE_LAUNCH(far, dim3(1), dim3(32), 0, A, out, n);
    c.check("n=" + std::to_string(n));
  }
}
