// The kernels of wide/names_with_another_meaning.cu: KERNEL(A, C, K) of one block
// of 64 threads, A aligned and not. -DKERNEL=X: that one alone.
// -DSIZE=N: how many floats it reads of A, by K and by `whole`, the columns of
// all tiles; behind them is nothing.
#include "harness.h"
#include KERNEL_FILE

#include <algorithm>

template <typename Kernel, typename Size>
static void run(cudapipe::Cases &c, const char *name, Kernel kernel,
                Size size) {
  for (int K : {0, 1, 32, 40, 64, 96, 160})
    for (int Shift : {0, 1}) {
      const int read = std::max(size(K, (K + 31) / 32 * 32), 0);
      auto A = c.input<float>(read + Shift);
      auto C = c.inout<float>(64);
      CUDAPIPE_LAUNCH(kernel, dim3(1), dim3(64), 0, A.ptr() + Shift, C.ptr(), K);
      c.check(std::string(name) + " K=" + std::to_string(K) +
              (Shift ? " shifted" : ""));
    }
}

#ifndef SIZE
#define SIZE 4096
#endif
#define RUN(NAME, READ)                                                        \
  run(c, #NAME, NAME,                                                          \
      [](int K, int whole) { return (void)K, (void)whole, READ; })

CUDAPIPE_CASES(c) {
#ifdef KERNEL
  RUN(KERNEL, SIZE);
#else
  RUN(counter_hides, 5 * K + whole);
  RUN(body_hides, 5 * K + 2 * whole - 32);
  RUN(two_of_a_name, 2 * K + 4 + whole);
  RUN(thread_is_hidden, 15 * 128 + whole);
  RUN(test_is_hidden, K + 2 + 96);
  RUN(size_is_inside, 15 * 128 + whole);
  RUN(extent_is_hidden, 15 * 128 + whole);
  RUN(pointer_is_inside, K + whole);
  RUN(pointer_of_the_loop, K + whole);
  RUN(definition_is_late, K + 4 + whole);
  RUN(constant_is_inside, 15 * K + 4 * whole - 96);
#endif
}
