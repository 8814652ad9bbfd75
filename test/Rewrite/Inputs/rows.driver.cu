// rows(A, ptr, weights, out, n): one block of 32 threads; row g has the floats
// from A[ptr[g]] to A[ptr[g + 1] - 1].

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int n : {0, 1, 2, 3, 5}) {
    std::vector<int> starts{0};
    for (int g = 0; g < n; ++g)
      starts.push_back(starts.back() + c.integer(0, 40));
    auto A = c.input<float>(starts.back()), weights = c.input<float>(n);
    auto ptr = c.input(starts);
    auto out = c.output<float>(32);
    CUDAPIPE_LAUNCH(rows, dim3(1), dim3(32), 0, A, ptr, weights, out, n);
    c.check("n=" + std::to_string(n));
  }
}
