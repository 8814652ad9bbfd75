// Attention in float after the first flash attention: 64 queries a block,
// tiles of 32 keys and values, all in dynamic shared memory; the scores live
// behind the tiles. Blocks of 32 x 8 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>

constexpr int D = 64, BR = 64, BC = 32;
constexpr int TX = 32, TY = 8;

__global__ void flash_forward(const float *Q, const float *K, const float *V,
                              float *O, int N, float scale, bool causal) {
  extern __shared__ float sram[];
  float *Qi = sram;              // BR x (D + 1)
  float *Kj = Qi + BR * (D + 1); // BC x (D + 1)
  float *Vj = Kj + BC * (D + 1); // BC x D
  float *S = Vj + BC * D;        // BR x (BC + 1)

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int tid = ty * TX + tx;
  const int q0 = blockIdx.x * BR;
  const size_t offset = (size_t)blockIdx.y * N * D;

  for (int i = tid; i < BR * D; i += TX * TY) {
    int r = i / D, c = i % D;
    Qi[r * (D + 1) + c] =
        q0 + r < N ? Q[offset + (q0 + r) * D + c] * scale : 0.0f;
  }

  // A warp has eight rows, a lane two of their columns.
  float m[BR / TY], l[BR / TY], o[BR / TY][D / TX];
  for (int i = 0; i < BR / TY; ++i) {
    m[i] = -INFINITY;
    l[i] = 0.0f;
    for (int j = 0; j < D / TX; ++j)
      o[i][j] = 0.0f;
  }
  __syncthreads();

  const int last = causal ? min(N, q0 + BR) : N;
  for (int k0 = 0; k0 < last; k0 += BC) {
    for (int i = tid; i < BC * D; i += TX * TY) {
      int r = i / D, c = i % D;
      bool inside = k0 + r < N;
      Kj[r * (D + 1) + c] = inside ? K[offset + (k0 + r) * D + c] : 0.0f;
      Vj[r * D + c] = inside ? V[offset + (k0 + r) * D + c] : 0.0f;
    }
    __syncthreads();

    for (int i = 0; i < BR / TY; ++i) {
      const int row = ty * (BR / TY) + i;
      float s = 0.0f;
#pragma unroll 16
      for (int d = 0; d < D; ++d)
        s += Qi[row * (D + 1) + d] * Kj[tx * (D + 1) + d];
      if (k0 + tx >= N || (causal && k0 + tx > q0 + row))
        s = -INFINITY;

      float highest = s;
      for (int w = 16; w > 0; w /= 2)
        highest = fmaxf(highest, __shfl_xor_sync(0xffffffffu, highest, w));
      const float m_new = fmaxf(m[i], highest);
      const float p = m_new == -INFINITY ? 0.0f : __expf(s - m_new);
      float sum = p;
      for (int w = 16; w > 0; w /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, w);
      const float correction = m_new == -INFINITY ? 1.0f : __expf(m[i] - m_new);
      l[i] = l[i] * correction + sum;
      m[i] = m_new;
      for (int j = 0; j < D / TX; ++j)
        o[i][j] *= correction;
      S[row * (BC + 1) + tx] = p;
    }
    __syncwarp();

    for (int c = 0; c < BC; ++c) {
      const float v0 = Vj[c * D + tx], v1 = Vj[c * D + tx + TX];
#pragma unroll
      for (int i = 0; i < BR / TY; ++i) {
        const float p = S[(ty * (BR / TY) + i) * (BC + 1) + c];
        o[i][0] += p * v0;
        o[i][1] += p * v1;
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < BR / TY; ++i) {
    const int row = q0 + ty * (BR / TY) + i;
    if (row < N)
      for (int j = 0; j < D / TX; ++j)
        O[offset + row * D + tx + j * TX] = o[i][j] / l[i];
  }
}

extern "C" void launch(const float *Q, const float *K, const float *V, float *O,
                       int heads, int N, int causal) {
  const int bytes =
      (BR * (D + 1) + BC * (D + 1) + BC * D + BR * (BC + 1)) * sizeof(float);
  dim3 grid((N + BR - 1) / BR, heads), block(TX, TY);
  flash_forward<<<grid, block, bytes>>>(Q, K, V, O, N, 0.125f, causal != 0);
}
