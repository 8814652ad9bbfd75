// Runs the kernels of assumed_of_parameters_only.cu, of one block of 64 threads:
// what is passed is aligned.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 16, 32, 48, 80}) {
    auto A = c.input<float>(20 * K + 128);
    auto C = c.output<float>(64), D = c.output<float>(64), E = c.output<float>(64),
         F = c.output<float>(64), G = c.output<float>(64);
    CUDAPIPE_LAUNCH(passed, dim3(1), dim3(64), 0, A, C, K);
    CUDAPIPE_LAUNCH(pointer_moves, dim3(1), dim3(64), 0, A, D, K);
    CUDAPIPE_LAUNCH(length_changes, dim3(1), dim3(64), 0, A, E, K);
    CUDAPIPE_LAUNCH(length_by_reference, dim3(1), dim3(64), 0, A, F, K);
    CUDAPIPE_LAUNCH(local_length, dim3(1), dim3(64), 0, A, G, K);
    c.check("K=" + std::to_string(K));
  }
}
