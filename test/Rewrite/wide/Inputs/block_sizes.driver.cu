// Launches the kernels of block_size_of_another_configuration.cu.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 32, 64, 96, 160}) {
    auto A = c.input<float>(16 * K + 64);
    auto C = c.inout<float>(512);
    launch(A, C, K);
    c.check("K=" + std::to_string(K));
  }
}
