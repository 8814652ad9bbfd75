// Runs the kernels of type_has_another_size.cu, of one block of 64 threads.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 1, 2, 3, 7}) {
    auto A = c.input<real>(64 * K + 64);
    auto C = c.output<real>(64), D = c.output<real>(64);
    CUDAPIPE_LAUNCH(typedefs, dim3(1), dim3(64), 0, A, C, K);
    CUDAPIPE_LAUNCH(of_macros, dim3(1), dim3(64), 0, A, D, K);
    c.check("K=" + std::to_string(K));
    auto B = c.input<float>(64 * K + 64);
    auto E = c.output<real>(64);
    CUDAPIPE_LAUNCH(floats, dim3(1), dim3(64), 0, B, E, K);
    c.check("floats, K=" + std::to_string(K));
  }
}
