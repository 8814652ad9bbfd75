// One block of 32 threads walks along n floats: walk(A, out, n).
// -DPADDED: the kernel reads whole tiles of 32, so A is padded to one.
// -DWHOLE: the kernel needs n to be a multiple of 32.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
#ifdef WHOLE
  for (int n : {0, 32, 64, 96, 160}) {
#else
  for (int n : {0, 1, 32, 64, 75, 96, 160}) {
#endif
#ifdef PADDED
    auto A = c.input<float>((n + 31) / 32 * 32);
#else
    auto A = c.input<float>(n);
#endif
    auto out = c.output<float>(32);
    CUDAPIPE_LAUNCH(walk, dim3(1), dim3(32), 0, A, out, n);
    c.check("n=" + std::to_string(n));
  }
}
