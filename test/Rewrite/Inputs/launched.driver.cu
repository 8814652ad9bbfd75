// The kernel file launches by itself: launch(A, C, K), with K a multiple of 64,
// reads K floats and writes 64.
// -DLIMIT=N: a multiprocessor with N KB for a block.
// -DLOOSE: other K, too; 64 floats in front of A and behind it may be read.

#include "harness.h"
#include KERNEL_FILE

#ifdef LOOSE
#define SIZES 0, 64, 66, 128, 191, 192, 320
#else
#define SIZES 0, 64, 128, 192, 320
#endif

CUDAPIPE_CASES(c) {
  for (int K : {SIZES}) {
    const int Around = K % 64 ? 64 : 0;
    auto A = c.input<float>(K + 2 * Around);
    auto C = c.output<float>(64);
    launch(A.ptr() + Around, C, K);
    c.check("K=" + std::to_string(K));
  }
}
