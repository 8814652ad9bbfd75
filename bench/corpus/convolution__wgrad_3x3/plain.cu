// Gradient of the weights of a 3 x 3 convolution: a thread has the nine taps of
// one pair of channels; a trip has one image row of 16 gradients and three rows
// of 16 inputs. Images are divided among blockIdx.z.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define CHANNELS 16
#define ROW 32

__global__ void conv_wgrad(const float *__restrict__ x,
                           const float *__restrict__ dy,
                           float *__restrict__ partial_dw, int images, int cin,
                           int cout, int height) {
  __shared__ float s_dy[CHANNELS][ROW + 1];
  __shared__ float s_x[CHANNELS][3][ROW + 3];

  const int ci = threadIdx.x, co = threadIdx.y;
  const int tid = co * CHANNELS + ci;
  const int ci0 = blockIdx.x * CHANNELS, co0 = blockIdx.y * CHANNELS;
  const int per_split = (images + gridDim.z - 1) / gridDim.z;
  const int first = blockIdx.z * per_split;
  const int last = min(images, first + per_split);

  float dw[3][3] = {};

  for (int row = first * height; row < last * height; ++row) {
    const int n = row / height, y = row - n * height;
    for (int i = tid; i < CHANNELS * ROW; i += 256) {
      const int c = i / ROW, col = i % ROW;
      s_dy[c][col] =
          co0 + c < cout
              ? dy[((size_t)(n * cout + co0 + c) * height + y) * ROW + col]
              : 0.0f;
    }
    for (int i = tid; i < CHANNELS * 3 * (ROW + 2); i += 256) {
      const int col = i % (ROW + 2) - 1;
      const int r = i / (ROW + 2) % 3, c = i / (3 * (ROW + 2));
      const int yy = y + r - 1;
      const bool ok = ci0 + c < cin && yy >= 0 && yy < height && col >= 0 &&
                      col < ROW;
      s_x[c][r][col + 1] =
          ok ? x[((size_t)(n * cin + ci0 + c) * height + yy) * ROW + col]
             : 0.0f;
    }
    __syncthreads();

#pragma unroll 4
    for (int col = 0; col < ROW; ++col) {
      const float g = s_dy[co][col];
#pragma unroll
      for (int r = 0; r < 3; ++r)
#pragma unroll
        for (int s = 0; s < 3; ++s)
          dw[r][s] += g * s_x[ci][r][col + s];
    }
    __syncthreads();
  }

  if (ci0 + ci < cin && co0 + co < cout) {
    float *to = partial_dw +
                (((size_t)blockIdx.z * cout + co0 + co) * cin + ci0 + ci) * 9;
    for (int t = 0; t < 9; ++t)
      to[t] = dw[t / 3][t % 3];
  }
}

extern "C" void launch(const float *x, const float *dy, float *partial_dw,
                       int images, int cin, int cout, int height, int splits) {
  dim3 grid((cin + CHANNELS - 1) / CHANNELS, (cout + CHANNELS - 1) / CHANNELS,
            splits);
  conv_wgrad<<<grid, dim3(CHANNELS, CHANNELS)>>>(x, dy, partial_dw, images, cin,
                                                 cout, height);
}
