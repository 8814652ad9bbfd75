// convolution(image, filter, result, channels, height, width), 3 x 3.

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int channels : {0, 1, 2, 3, 5}) {
    const int height = 11, width = 14;
    auto image = c.input<float>(channels * height * width);
    auto filter = c.input<__half>(channels * 9);
    auto result = c.output<float>(height * width);
    CUDAPIPE_LAUNCH(convolution, dim3(2, 2), dim3(8, 8), 0, image, filter,
                    result, channels, height, width);
    c.check("channels=" + std::to_string(channels));
  }
}
