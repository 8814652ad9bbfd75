// Runs the kernels of template_arguments_without_a_name.cu, those of instantiations
// that the tool saw, and of others.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 1, 16, 32, 50}) {
    for (auto Kernel : {size_of_a_type<int>, size_of_a_type<char>, size_of_a_type<double>,
                        pack<8, 8>, pack<4, 2>, property_of_a_type<int>,
                        property_of_a_type<char>}) {
      auto A = c.input<float>(64 * K + 4096);
      auto C = c.output<float>(64);
      CUDAPIPE_LAUNCH(Kernel, dim3(1), dim3(64), 0, A, C, K);
      c.check("K=" + std::to_string(K));
    }
  }
}
