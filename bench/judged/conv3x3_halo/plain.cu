// 3 x 3 convolution, NCHW in float: 16 x 16 outputs of 16 channels a block;
// a tile is four input channels with a halo, and their weights.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int OUT_TILE = 16;
constexpr int HALO_TILE = OUT_TILE + 2;
constexpr int IN_CHANNELS = 4, OUT_CHANNELS = 16;

__global__ void __launch_bounds__(256)
    conv3x3(const float *__restrict__ in, const float *__restrict__ weight,
            const float *__restrict__ bias, float *__restrict__ out, int C,
            int O, int H, int W) {
  __shared__ float image[IN_CHANNELS][HALO_TILE][HALO_TILE + 1];
  __shared__ float filter[IN_CHANNELS * 9][OUT_CHANNELS];

  const int tiles_x = (W + OUT_TILE - 1) / OUT_TILE;
  const int x0 = blockIdx.x % tiles_x * OUT_TILE;
  const int y0 = blockIdx.x / tiles_x * OUT_TILE;
  const int o0 = blockIdx.y * OUT_CHANNELS;
  const int n = blockIdx.z;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int tid = ty * OUT_TILE + tx;
  in += static_cast<size_t>(n) * C * H * W;
  out += static_cast<size_t>(n) * O * H * W;

  float acc[OUT_CHANNELS];
#pragma unroll
  for (int o = 0; o < OUT_CHANNELS; ++o)
    acc[o] = 0.0f;

  for (int c0 = 0; c0 < C; c0 += IN_CHANNELS) {
    for (int i = tid; i < IN_CHANNELS * HALO_TILE * HALO_TILE; i += 256) {
      const int c = i / (HALO_TILE * HALO_TILE);
      const int rest = i - c * HALO_TILE * HALO_TILE;
      const int y = rest / HALO_TILE, x = rest % HALO_TILE;
      const int gy = y0 + y - 1, gx = x0 + x - 1;
      float value = 0.0f;
      if (c0 + c < C && gy >= 0 && gy < H && gx >= 0 && gx < W)
        value = in[(static_cast<size_t>(c0 + c) * H + gy) * W + gx];
      image[c][y][x] = value;
    }
    for (int i = tid; i < IN_CHANNELS * 9 * OUT_CHANNELS; i += 256) {
      const int o = i / (IN_CHANNELS * 9), k = i % (IN_CHANNELS * 9);
      filter[k][o] = o0 + o < O && c0 + k / 9 < C
                         ? weight[((o0 + o) * C + c0) * 9 + k]
                         : 0.0f;
    }
    __syncthreads();

#pragma unroll
    for (int c = 0; c < IN_CHANNELS; ++c)
#pragma unroll
      for (int k = 0; k < 9; ++k) {
        const float pixel = image[c][ty + k / 3][tx + k % 3];
#pragma unroll
        for (int o = 0; o < OUT_CHANNELS; ++o)
          acc[o] += pixel * filter[c * 9 + k][o];
      }
    __syncthreads();
  }

  if (y0 + ty < H && x0 + tx < W)
#pragma unroll
    for (int o = 0; o < OUT_CHANNELS; ++o)
      if (o0 + o < O)
        out[(static_cast<size_t>(o0 + o) * H + y0 + ty) * W + x0 + tx] =
            fmaxf(acc[o] + bias[o0 + o], 0.0f);
}

extern "C" void launch(const float *in, const float *weight, const float *bias,
                       float *out, int N, int C, int O, int H, int W) {
  dim3 grid((W + OUT_TILE - 1) / OUT_TILE * ((H + OUT_TILE - 1) / OUT_TILE),
            (O + OUT_CHANNELS - 1) / OUT_CHANNELS, N);
  conv3x3<<<grid, dim3(OUT_TILE, OUT_TILE)>>>(in, weight, bias, out, C, O, H,
                                              W);
}
