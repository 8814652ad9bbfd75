// Runs the kernels of stores_apart_by_numbers_of_a_template.cu, those of instantiations
// that the tool saw, and of others.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  auto Run = [&](auto Kernel, int Threads, int K) {
    auto A = c.input<float>(K + 256);
    auto C = c.output<float>(Threads);
    c.allowUninitializedShared();
    CUDAPIPE_LAUNCH(Kernel, dim3(1), dim3(Threads), 0, A, C, K);
    c.check("K=" + std::to_string(K));
  };
  for (int K : {0, 64, 128, 320}) {
    for (auto Kernel : {by_a_parameter<64>, by_a_parameter<0>, by_a_macro, by_a_number<2>})
      Run(Kernel, 64, K);
    for (auto Kernel : {by_the_trips_of_a_loop<64>, by_the_trips_of_a_loop<96>})
      Run(Kernel, 32, K);
  }
}
