// Runs the kernels of template_tests_its_sizes.cu, those of instantiations that the
// tool saw, and of others.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 1, 32, 64, 96, 300}) {
    auto Run = [&](auto Kernel, int Threads, auto Element) {
      auto A = c.input<decltype(Element)>(256 * K + 4096);
      auto C = c.output<decltype(Element)>(Threads);
      CUDAPIPE_LAUNCH(Kernel, dim3(1), dim3(Threads), 0, A, C, K);
      c.check("K=" + std::to_string(K));
    };
    Run(sizes<float, 256, 64>, 64, 1.0f);
    Run(sizes<int, 256, 64>, 64, 1);
    Run(sizes<float, 512, 64>, 64, 1.0f);
    Run(sizes<float, 30, 32>, 32, 1.0f);
    Run(sizes<double, 256, 64>, 64, 1.0);
    Run(sizes<short, 256, 64>, 64, short(1));
    Run(computed<3>, 64, 1.0f);
    Run(twice<32, 32>, 128, 1.0f);
    Run(twice<64, 64>, 128, 1.0f);
    Run(twice<128, 32>, 128, 1.0f);
    Run(twice<5, 3>, 128, 1.0f);
    Run(traits<Traits<64>>, 64, 1.0f);
    Run(traits<Traits<128>>, 64, 1.0f);
    Run(pairs<32, 64>, 128, 1.0f);
    Run(pairs<64, 64>, 128, 1.0f);
    Run(pairs<7, 1>, 128, 1.0f);
    Run(chosen<Small>, 64, 1.0f);
    Run(chosen<Other>, 64, 1.0f);
    Run(numbered<16>, 64, 1.0f);
    Run(numbered<64>, 64, 1.0f);
    Run(numbered<5>, 64, 1.0f);
  }
}
