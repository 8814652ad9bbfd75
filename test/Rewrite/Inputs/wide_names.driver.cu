// The kernels of wide/names_with_another_meaning.cu: KERNEL(A, C, K) of one block
// of 64 threads, A aligned and not. -DKERNEL=X: that one alone.
#include "harness.h"
#include KERNEL_FILE

template <typename Kernel>
static void run(cudapipe::Cases &c, const char *name, Kernel kernel) {
  for (int K : {0, 1, 32, 40, 64, 96})
    for (int Shift : {0, 1}) {
      auto A = c.input<float>(4096);
      auto C = c.inout<float>(64);
      CUDAPIPE_LAUNCH(kernel, dim3(1), dim3(64), 0, A.ptr() + Shift, C.ptr(), K);
      c.check(std::string(name) + " K=" + std::to_string(K) +
              (Shift ? " shifted" : ""));
    }
}

CUDAPIPE_CASES(c) {
#ifdef KERNEL
  run(c, "kernel", KERNEL);
#else
  run(c, "counter_hides", counter_hides);
  run(c, "body_hides", body_hides);
  run(c, "two_of_a_name", two_of_a_name);
  run(c, "thread_is_hidden", thread_is_hidden);
  run(c, "test_is_hidden", test_is_hidden);
  run(c, "size_is_inside", size_is_inside);
  run(c, "extent_is_hidden", extent_is_hidden);
  run(c, "pointer_is_inside", pointer_is_inside);
  run(c, "pointer_of_the_loop", pointer_of_the_loop);
  run(c, "definition_is_late", definition_is_late);
  run(c, "constant_is_inside", constant_is_inside);
#endif
}
