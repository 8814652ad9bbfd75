// One block of 32 threads walks along n floats: walk(A, out, n).
// -DPADDED: the kernel reads whole tiles of 32, so A is padded to one.
// -DWHOLE: the kernel needs n to be a multiple of 32.
// -DSTEP=N: the kernel's tiles have N elements instead of 32.
// -DMORE: up to 9 tiles, every number.
// -DKERNEL=X: what to launch instead of walk; -DKERNELS=X,Y: one after the
// other.

#include "harness.h"
#include KERNEL_FILE

#ifndef STEP
#define STEP 32
#endif
#ifndef KERNEL
#define KERNEL walk
#endif
#ifndef KERNELS
#define KERNELS KERNEL
#endif

CUDAPIPE_CASES(c) {
#ifdef MORE
  // Whole tiles; of wide copies, a part more, or whole ones.
  for (int n = 0, more; n <= 9 * STEP; n += more) {
    more = n % STEP                 ? STEP - n % STEP
           : n % (2 * STEP) == 0    ? STEP
           : n % (4 * STEP) == STEP ? 11
                                    : 12;
#elif defined(WHOLE)
  for (int n : {0, STEP, 2 * STEP, 3 * STEP, 5 * STEP}) {
#else
  // Of wide copies, a part and whole ones are left.
  for (int n : {0, 1, STEP, 2 * STEP, 3 * STEP, 3 * STEP + 10, 3 * STEP + 11,
                3 * STEP + 12, 5 * STEP}) {
#endif
    for (auto kernel : {KERNELS}) {
#ifdef PADDED
      auto A = c.input<float>((n + STEP - 1) / STEP * STEP);
#else
      auto A = c.input<float>(n);
#endif
      auto out = c.output<float>(32);
      CUDAPIPE_LAUNCH(kernel, dim3(1), dim3(32), 0, A, out, n);
      c.check("n=" + std::to_string(n));
    }
  }
}
