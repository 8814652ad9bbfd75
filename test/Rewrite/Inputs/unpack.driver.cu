// unpack(A, out, K): 32 rows of K bytes, 32 threads.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 32, 64, 96, 160}) {
    auto A = c.input<unsigned>(32 * K / 4);
    auto out = c.output<float>(32);
    CUDAPIPE_LAUNCH(unpack, dim3(1), dim3(32), 0, A, out, K);
    c.check("K=" + std::to_string(K));
  }
}
