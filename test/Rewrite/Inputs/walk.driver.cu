// One block of 32 threads walks along n floats: walk(A, out, n).
// -DPADDED: the kernel reads whole tiles of 32, so A is padded to one.
// -DWHOLE: the kernel needs n to be a multiple of 32.
// -DSTEP=N: the kernel's tiles have N elements instead of 32.
// -DMORE: up to 9 tiles, every number.
// -DKERNEL=X: what to launch instead of walk; -DKERNELS=X,Y: one after the other.

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
  for (int n = 0; n <= 9 * STEP; n += n % STEP ? 21 : n % (2 * STEP) ? 11 : STEP) {
#elif defined(WHOLE)
  for (int n : {0, STEP, 2 * STEP, 3 * STEP, 5 * STEP}) {
#else
  for (int n : {0, 1, STEP, 2 * STEP, 2 * STEP + 11, 3 * STEP, 5 * STEP}) {
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
