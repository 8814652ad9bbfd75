// Runs the kernels of size_of_the_command_line.cu, of one block of 64 threads.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 1, 8, 16, 20, 40}) {
    auto A = c.input<float>(16 * K + 64);
    auto C = c.output<float>(64), D = c.output<float>(64), E = c.output<float>(64);
    CUDAPIPE_LAUNCH(of_default, dim3(1), dim3(64), 0, A, C, K);
    CUDAPIPE_LAUNCH(of_test, dim3(1), dim3(64), 0, A, D, K);
    CUDAPIPE_LAUNCH(of_command, dim3(1), dim3(64), 0, A, E, K);
    c.check("K=" + std::to_string(K));
  }
}
