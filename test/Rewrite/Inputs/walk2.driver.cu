// walk2(A, perm, out, n): one block of 32 threads; perm is a permutation.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int n : {0, 1, 64, 100, 128, 320}) {
    auto A = c.input<float>(n);
    std::vector<int> order;
    for (int i = 0; i < 32; ++i)
      order.push_back((i * 13 + 5) % 32);
    auto perm = c.input(order);
    auto out = c.output<float>(32);
    CUDAPIPE_LAUNCH(walk2, dim3(1), dim3(32), 0, A, perm, out, n);
    c.check("n=" + std::to_string(n));
  }
}
