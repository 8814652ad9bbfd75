// gather(x, col, val, out, nnz): one block of 32 threads.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  // Of wide copies, a part and whole ones are left.
  for (int nnz : {0, 1, 32, 64, 75, 96, 108, 160}) {
    const int columns = 50;
    std::vector<int> indices;
    for (int i = 0; i < nnz; ++i)
      indices.push_back(c.integer(0, columns - 1));
    auto x = c.input<float>(columns), val = c.input<float>(nnz);
    auto col = c.input(indices);
    auto out = c.output<float>(32);
    CUDAPIPE_LAUNCH(gather, dim3(1), dim3(32), 0, x, col, val, out, nnz);
    c.check("nnz=" + std::to_string(nnz));
  }
}
