// run(a, b, out, n), of blocks of THREADS threads that store THREADS results, over chunks
// of CHUNK floats: trips from none to more than there are stages, whole chunks and short
// ones, inputs that start at multiples of 16 bytes and not.
// -DWHOLE: the kernel needs whole chunks; -DALIGNED: multiples of 16 bytes.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int trips : {0, 1, 2, 3, 4, 5, 6, 9})
    for (int rest : {0, 4, 13, CHUNK - 4})
      for (int shift : {0, 1}) {
#ifdef ALIGNED
        if (shift)
          continue;
#endif
#ifdef WHOLE
        if (rest)
          continue;
#endif
        const int n = trips * CHUNK + rest;
        auto a = c.input<float>(n + shift), b = c.input<float>(n + shift);
        auto out = c.output<float>(THREADS);
        run(a.ptr() + shift, b.ptr() + shift, out, n);
        c.check("n=" + std::to_string(n) + " shift=" + std::to_string(shift));
      }
}
