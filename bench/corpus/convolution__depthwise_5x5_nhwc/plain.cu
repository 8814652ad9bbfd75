// Depthwise 5 x 5 convolution, channels last: a block has 32 channels of a
// strip of eight columns and walks down it, four rows a trip.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define CH 32
#define COLS 8
#define ROWS 4
#define R 2
#define TW (COLS + 2 * R)
#define TH (ROWS + 2 * R)

__global__ void __launch_bounds__(CH *COLS)
    depthwise_conv_nhwc(const float *__restrict__ in,
                        const float *__restrict__ filter,
                        const float *__restrict__ bias,
                        float *__restrict__ out, int height, int width,
                        int channels) {
  __shared__ __align__(16) float tile[TH * TW * CH];

  const int ch = threadIdx.x % CH, col = threadIdx.x / CH;
  const int c0 = blockIdx.x * CH;
  const int x0 = blockIdx.y * COLS;
  const size_t image = (size_t)blockIdx.z * height * width * channels;

  float w[5][5];
#pragma unroll
  for (int i = 0; i < 25; i++)
    w[i / 5][i % 5] = filter[i * channels + c0 + ch];
  const float b = bias[c0 + ch];

  for (int y0 = 0; y0 < height; y0 += ROWS) {
    // Eight float4 have the channels of a pixel.
    for (int i = threadIdx.x; i < TH * TW * CH / 4; i += CH * COLS) {
      const int quad = i % (CH / 4), pixel = i / (CH / 4);
      const int y = y0 + pixel / TW - R, x = x0 + pixel % TW - R;
      float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
      if (y >= 0 && y < height && x >= 0 && x < width)
        v = *reinterpret_cast<const float4 *>(
            &in[image + ((size_t)y * width + x) * channels + c0 + quad * 4]);
      *reinterpret_cast<float4 *>(&tile[i * 4]) = v;
    }
    __syncthreads();

    float sum[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; r++)
      sum[r] = b;
#pragma unroll
    for (int r = 0; r < TH; r++)
#pragma unroll
      for (int dx = 0; dx < 5; dx++) {
        const float v = tile[(r * TW + col + dx) * CH + ch];
#pragma unroll
        for (int dy = 0; dy < 5; dy++)
          if (r - dy >= 0 && r - dy < ROWS)
            sum[r - dy] += w[dy][dx] * v;
      }
#pragma unroll
    for (int r = 0; r < ROWS; r++)
      if (y0 + r < height && x0 + col < width)
        out[image + ((size_t)(y0 + r) * width + x0 + col) * channels + c0 +
            ch] = sum[r] > 0.0f ? sum[r] : 0.1f * sum[r];
    __syncthreads();
  }
}

extern "C" void launch(const float *in, const float *filter, const float *bias,
                       float *out, int images, int height, int width,
                       int channels) {
  dim3 grid(channels / CH, (width + COLS - 1) / COLS, images);
  depthwise_conv_nhwc<<<grid, CH * COLS>>>(in, filter, bias, out, height, width,
                                           channels);
}
