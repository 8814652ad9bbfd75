// distances(a, width, b, out, height), columns of points; and
// segment_sums(offsets, values, out).

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int height : {0, 1, 16, 32, 45, 80}) {
    const int width = 32;
    auto a = c.input<float>(width * height), b = c.input<float>(width * height);
    auto out = c.output<float>(width * width);
    CUDAPIPE_LAUNCH(distances, dim3(2, 2), dim3(16, 16), 0, a, width, b, out,
                    height);
    c.check("height=" + std::to_string(height));
  }
  std::vector<int> offsets = {0, 0, 1, 64, 66, 200, 521};
  const int segments = offsets.size() - 1;
  auto values = c.input<float>(offsets.back());
  auto starts = c.input<int>(offsets);
  auto out = c.output<float>(64 * segments);
  CUDAPIPE_LAUNCH(segment_sums, dim3(segments), dim3(64), 0, starts, values,
                  out);
  c.check("segments");
}
