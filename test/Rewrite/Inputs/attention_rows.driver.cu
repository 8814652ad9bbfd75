// KERNEL(Q, K, V, O, queries, keys, scale), heads of 16: COLS x ROWS threads a
// block, a row of threads for each query.

#include "harness.h"
#include KERNEL_FILE

#ifndef KERNEL
#define KERNEL attention_rows
#endif

CUDAPIPE_CASES(c) {
  for (int keys : {0, 1, 16, 32, 41, 80}) {
    const int queries = 13;
    auto Q = c.input<float>(queries * 16);
    auto K = c.input<float>(keys * 16), V = c.input<float>(keys * 16);
    auto O = c.output<float>(queries * 16);
    CUDAPIPE_LAUNCH(KERNEL, dim3((queries + ROWS - 1) / ROWS), dim3(COLS, ROWS),
                    0, Q, K, V, O, queries, keys, 0.25f);
    c.check("keys=" + std::to_string(keys));
  }
}
