// errors<Bits, Index, Error>(rows, columns, out, width), 64 threads.

#include "harness.h"
#include KERNEL_FILE

template <typename Bits, typename Index, typename Error>
static void run(cudapipe::Cases &c, const std::string &types) {
  for (int width : {0, 1, 64, 128, 150, 192, 320}) {
    auto rows = c.input<Bits>(64), columns = c.input<Bits>(width);
    auto out = c.output<Error>(64);
    CUDAPIPE_LAUNCH((errors<Bits, Index, Error>), dim3(1), dim3(64), 0,
                    rows.ptr(), columns.ptr(), out.ptr(), Index(width));
    c.check(types + ", width=" + std::to_string(width));
  }
}

CUDAPIPE_CASES(c) {
  run<unsigned, int, int>(c, "unsigned, int, int");
  run<int, unsigned, int>(c, "int, unsigned, int");
  run<unsigned, long long, float>(c, "unsigned, long long, float");
}
