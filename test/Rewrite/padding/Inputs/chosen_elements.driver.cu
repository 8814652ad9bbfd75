// Runs the kernels of elements_that_an_if_chooses.cu, of one block of 64 threads.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 1, 2, 3, 7}) {
    auto A = c.input<elem>(1024 * K + 64);
    auto B = c.input<float>(1024 * K + 64);
    auto C = c.output<float>(64), D = c.output<float>(64);
    CUDAPIPE_LAUNCH(chosen, dim3(1), dim3(64), 0, A, C, K);
    CUDAPIPE_LAUNCH(fixed, dim3(1), dim3(64), 0, B, D, K);
    c.check("K=" + std::to_string(K));
  }
}
