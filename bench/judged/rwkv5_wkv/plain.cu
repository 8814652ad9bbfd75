// RWKV-5's time mixing: a block is a head of a sequence, a thread a column of
// its 64 x 64 state; each step passes r, k through shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_bf16.h>

constexpr int _N_ = 64; // of a head

typedef __nv_bfloat16 bf16;

template <typename F>
__global__ void __launch_bounds__(_N_)
    wkv_forward(const int B, const int T, const int C, const int H,
                const F *__restrict__ const _r, const F *__restrict__ const _k,
                const F *__restrict__ const _v, const float *__restrict__ _w,
                const F *__restrict__ _u, F *__restrict__ const _y) {
  const int b = blockIdx.x / H;
  const int h = blockIdx.x % H;
  const int i = threadIdx.x;
  _w += h * _N_;
  _u += h * _N_;

  __shared__ float r[_N_], k[_N_], u[_N_], w[_N_];
  float state[_N_] = {0};

  __syncthreads();
  w[i] = _w[i];
  u[i] = float(_u[i]);
  __syncthreads();

  for (int t = b * T * C + h * _N_ + i; t < (b + 1) * T * C + h * _N_ + i;
       t += C) {
    __syncthreads();
    r[i] = float(_r[t]);
    k[i] = float(_k[t]);
    __syncthreads();

    const float v = float(_v[t]);
    float y = 0;

#pragma unroll
    for (int j = 0; j < _N_; j += 4) {
      const float4 &r_ = (float4 &)(r[j]);
      const float4 &k_ = (float4 &)(k[j]);
      const float4 &w_ = (float4 &)(w[j]);
      const float4 &u_ = (float4 &)(u[j]);
      float4 &s = (float4 &)(state[j]);
      float4 x;

      x.x = k_.x * v;
      x.y = k_.y * v;
      x.z = k_.z * v;
      x.w = k_.w * v;

      y += r_.x * (u_.x * x.x + s.x);
      y += r_.y * (u_.y * x.y + s.y);
      y += r_.z * (u_.z * x.z + s.z);
      y += r_.w * (u_.w * x.w + s.w);

      s.x = s.x * w_.x + x.x;
      s.y = s.y * w_.y + x.y;
      s.z = s.z * w_.z + x.z;
      s.w = s.w * w_.w + x.w;
    }
    _y[t] = F(y);
  }
}

extern "C" void launch(const bf16 *r, const bf16 *k, const bf16 *v,
                       const float *w, const bf16 *u, bf16 *y, int B, int T,
                       int H) {
  wkv_forward<<<dim3(B * H), dim3(_N_)>>>(B, T, H * _N_, H, r, k, v, w, u, y);
}
