// launch(A, C, n), a function of the kernel file: tiles of 16 rows of 8, of
// which the last has one row, all, or all but one. Each kernel gets 64 results.
// -DFLOATS=.. is what A has, if not n rows and 1024 floats in front of them.
#include "harness.h"
#include KERNEL_FILE

#ifndef FLOATS
#define FLOATS 1024 + 8 * n
#endif

CUDAPIPE_CASES(c) {
  for (int n : {0, 1, 15, 16, 17, 31, 32, 33, 40, 47, 48, 49, 64, 65, 160}) {
    auto A = c.input<float>(FLOATS);
    auto C = c.inout<float>(1024);
    c.allowUninitializedShared();
    launch(A.ptr(), C.ptr(), n);
    c.check("n=" + std::to_string(n));
  }
}
