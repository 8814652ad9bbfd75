// Runs the kernels of numbers_that_an_if_chooses.cu, of one block of 64 threads.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 1, 16, 20, 40}) {
    auto A = c.input<float>(20 * K + 64);
    for (auto Kernel : {of_enum, of_scoped, of_member, of_space, of_template, of_size,
                        of_macro, of_array}) {
      auto C = c.output<float>(64);
      CUDAPIPE_LAUNCH(Kernel, dim3(1), dim3(64), 0, A, C, K);
    }
    c.check("K=" + std::to_string(K));
  }
}
