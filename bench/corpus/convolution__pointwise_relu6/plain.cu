// 1 x 1 convolution with bias and ReLU6, NCHW: 32 output channels x 128 pixels
// a block, tiles of 16 input channels; weights are transposed in the store.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

template <int TILE_O, int TILE_P, int TILE_C>
__global__ void pointwise(const float *input, const float *weights,
                          const float *bias, float *output, int channels_in,
                          int channels_out, int pixels) {
  constexpr int THREADS = (TILE_O / 4) * (TILE_P / 4);
  __shared__ __align__(16) float ws[TILE_C][TILE_O + 4];
  __shared__ __align__(16) float xs[TILE_C][TILE_P];

  const int t = threadIdx.x;
  const int p_thread = (t % (TILE_P / 4)) * 4;
  const int o_thread = (t / (TILE_P / 4)) * 4;
  const int p0 = blockIdx.x * TILE_P, o0 = blockIdx.y * TILE_O;

  const float *in = input + size_t(blockIdx.z) * channels_in * pixels;
  const float *w = weights + size_t(o0) * channels_in;

  float4 acc[4];
  for (int i = 0; i < 4; ++i) {
    const float b = bias[o0 + o_thread + i];
    acc[i] = make_float4(b, b, b, b);
  }

  for (int left = channels_in; left > 0; left -= TILE_C) {
    for (int i = t; i < TILE_O * TILE_C; i += THREADS)
      ws[i % TILE_C][i / TILE_C] =
          w[size_t(i / TILE_C) * channels_in + i % TILE_C];
    for (int i = t; i < TILE_C * TILE_P / 4; i += THREADS) {
      const int c = i / (TILE_P / 4), p = i % (TILE_P / 4) * 4;
      float4 v = {0, 0, 0, 0};
      if (p0 + p < pixels)
        v = *reinterpret_cast<const float4 *>(in + size_t(c) * pixels + p0 + p);
      *reinterpret_cast<float4 *>(&xs[c][p]) = v;
    }
    __syncthreads();
#pragma unroll
    for (int c = 0; c < TILE_C; ++c) {
      const float4 x = *reinterpret_cast<float4 *>(&xs[c][p_thread]);
      const float4 k = *reinterpret_cast<float4 *>(&ws[c][o_thread]);
      const float kk[4] = {k.x, k.y, k.z, k.w};
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        acc[i].x += kk[i] * x.x;
        acc[i].y += kk[i] * x.y;
        acc[i].z += kk[i] * x.z;
        acc[i].w += kk[i] * x.w;
      }
    }
    __syncthreads();
    in += size_t(TILE_C) * pixels;
    w += TILE_C;
  }

  if (p0 + p_thread < pixels)
    for (int i = 0; i < 4; ++i) {
      float4 v = acc[i];
      v.x = fminf(fmaxf(v.x, 0.f), 6.f);
      v.y = fminf(fmaxf(v.y, 0.f), 6.f);
      v.z = fminf(fmaxf(v.z, 0.f), 6.f);
      v.w = fminf(fmaxf(v.w, 0.f), 6.f);
      *reinterpret_cast<float4 *>(
          output +
          (size_t(blockIdx.z) * channels_out + o0 + o_thread + i) * pixels +
          p0 + p_thread) = v;
    }
}

extern "C" void launch(const float *input, const float *weights,
                       const float *bias, float *output, int images,
                       int channels_in, int channels_out, int pixels) {
  dim3 grid((pixels + 127) / 128, channels_out / 32, images);
  pointwise<32, 128, 16><<<grid, 256>>>(input, weights, bias, output,
                                        channels_in, channels_out, pixels);
}
