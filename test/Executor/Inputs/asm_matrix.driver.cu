#include "harness.h"
#include KERNEL_FILE

template <typename Accumulator>
static void checkProduct(cudapipe::Cases &c, const std::string &name) {
  std::vector<half> left, right;
  for (int i = 0; i < 256; ++i)
    left.push_back(half(float(c.integer(-7, 7))));
  for (int i = 0; i < 128; ++i)
    right.push_back(half(float(c.integer(-7, 7))));
  auto a = c.input(left), b = c.input(right);
  auto d = c.output<Accumulator>(128);
  CUDAPIPE_LAUNCH(product<Accumulator>, dim3(1), dim3(32), 0, a, b, d);
  auto result = c.read(d);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j) {
      float sum = 0;
      for (int k = 0; k < 16; ++k)
        sum += float(left[i * 16 + k]) * float(right[k * 8 + j]);
      c.require(float(result[i * 8 + j]) == sum, name);
    }
  c.check(name);
}

CUDAPIPE_CASES(c) {
  checkProduct<float>(c, "float");
  checkProduct<half>(c, "half");
}
