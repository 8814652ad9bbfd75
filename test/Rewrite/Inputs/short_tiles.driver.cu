// launch(A, C, n), a function of the kernel file: tiles of 16 rows of 8, of
// which the last has one row, all, or all but one. Each kernel gets 64 results.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int n : {0, 1, 15, 16, 17, 31, 32, 33, 40, 47, 48, 49, 64, 65}) {
    auto A = c.input<float>(2048);
    auto C = c.inout<float>(1024);
    c.allowUninitializedShared();
    launch(A.ptr(), C.ptr(), n);
    c.check("n=" + std::to_string(n));
  }
}
