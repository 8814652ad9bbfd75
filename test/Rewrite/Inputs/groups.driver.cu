// groups(A, lengths, scales, out, n): one block of 32 threads; group g has
// lengths[g] <= 32 floats from A[32 * g] on.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int n : {0, 1, 2, 3, 5}) {
    auto A = c.input<float>(32 * n), scales = c.input<float>(n);
    std::vector<int> values;
    for (int g = 0; g < n; ++g)
      values.push_back(c.integer(0, 32));
    auto lengths = c.input(values);
    auto out = c.output<float>(32);
    CUDAPIPE_LAUNCH(groups, dim3(1), dim3(32), 0, A, lengths, scales, out, n);
    c.check("n=" + std::to_string(n));
  }
}
