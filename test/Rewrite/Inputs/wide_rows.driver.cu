// launch(A, C, K): 32 x 32 sums over 32 rows of K floats.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  // Rows that wide copies do not fit, too; the last tile reads what is behind.
  for (int K : {0, 32, 64, 93, 96, 160}) {
    auto A = c.input<float>(32 * K + K % 32), C = c.output<float>(1024);
    launch(A, C, K);
    c.check("K=" + std::to_string(K));
  }
}
