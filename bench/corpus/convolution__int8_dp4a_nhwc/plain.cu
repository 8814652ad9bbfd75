// 3 x 3 convolution in eight bits, channels last, with dp4a: 16 x 8 pixels of
// eight output channels a block, 16 input channels a trip as int4; results are
// scaled back to eight bits.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

#define TX 16
#define TY 8
#define PX (TX + 2)
#define PY (TY + 2)
#define NO 8

__device__ __forceinline__ int dot16(const int4 &a, const int4 &b, int c) {
  c = __dp4a(a.x, b.x, c);
  c = __dp4a(a.y, b.y, c);
  c = __dp4a(a.z, b.z, c);
  return __dp4a(a.w, b.w, c);
}

__device__ __forceinline__ signed char requantize(int acc, float scale) {
  const int q = __float2int_rn(acc * scale);
  return (signed char)max(-128, min(127, q));
}

__global__ void __launch_bounds__(TX *TY, 5)
    qconv3x3(const int4 *__restrict__ in,    // N x H x W x C / 16
             const int4 *__restrict__ kernel, // O x 9 x C / 16
             const float *__restrict__ scales, signed char *__restrict__ out,
             int H, int W, int C16, int O) {
  __shared__ int4 patch[PY][PX];
  __shared__ int4 filt[NO][9];

  const int tid = threadIdx.y * TX + threadIdx.x;
  const int tiles_x = (W + TX - 1) / TX;
  const int x0 = blockIdx.x % tiles_x * TX, y0 = blockIdx.x / tiles_x * TY;
  const int o0 = blockIdx.y * NO;
  const int4 *image = in + (size_t)blockIdx.z * H * W * C16;

  int acc[NO];
#pragma unroll
  for (int o = 0; o < NO; ++o)
    acc[o] = 0;

  for (int c = 0; c < C16; ++c) {
    for (int i = tid; i < PX * PY; i += TX * TY) {
      const int y = y0 + i / PX - 1, x = x0 + i % PX - 1;
      patch[i / PX][i % PX] =
          (unsigned)y < (unsigned)H && (unsigned)x < (unsigned)W
              ? __ldg(&image[((size_t)y * W + x) * C16 + c])
              : make_int4(0, 0, 0, 0);
    }
    if (tid < NO * 9)
      filt[tid / 9][tid % 9] =
          __ldg(&kernel[((size_t)(o0 + tid / 9) * 9 + tid % 9) * C16 + c]);
    __syncthreads();

#pragma unroll
    for (int t = 0; t < 9; ++t) {
      const int4 v = patch[threadIdx.y + t / 3][threadIdx.x + t % 3];
#pragma unroll
      for (int o = 0; o < NO; ++o)
        acc[o] = dot16(v, filt[o][t], acc[o]);
    }
    __syncthreads();
  }

  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (x < W && y < H) {
    signed char *to = out + (((size_t)blockIdx.z * H + y) * W + x) * O + o0;
#pragma unroll
    for (int o = 0; o < NO; ++o)
      to[o] = requantize(acc[o], scales[o0 + o] * 1e-3f);
  }
}

extern "C" void launch(const int4 *in, const int4 *kernel, const float *scales,
                       signed char *out, int N, int H, int W, int C16, int O) {
  dim3 grid(((W + TX - 1) / TX) * ((H + TY - 1) / TY), O / NO, N);
  qconv3x3<<<grid, dim3(TX, TY)>>>(in, kernel, scales, out, H, W, C16, O);
}
