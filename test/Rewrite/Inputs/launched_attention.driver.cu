// launch(Q, K, V, O, queries, keys) of the kernel file, heads of 8.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int keys : {0, 1, 16, 32, 41, 80}) {
    const int queries = 37;
    auto Q = c.input<float>(queries * 8);
    auto K = c.input<float>(keys * 8), V = c.input<float>(keys * 8);
    auto O = c.output<float>(queries * 8);
    launch(Q, K, V, O, queries, keys);
    c.check("keys=" + std::to_string(keys));
  }
}
