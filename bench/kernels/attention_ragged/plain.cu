// Attention in fp32 with an online softmax, a query a thread; the last tile of
// keys and values is as long as what is left of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int D = 64; // of a head
constexpr int KEYS = 32;
constexpr int THREADS = 128;

__global__ void __launch_bounds__(THREADS)
    attention(const float *__restrict__ Q, const float *__restrict__ K,
              const float *__restrict__ V, float *__restrict__ O, int length) {
  __shared__ float Ks[KEYS][D];
  __shared__ float Vs[KEYS][D];

  const int tid = threadIdx.x;
  const int row = blockIdx.x * THREADS + tid;
  const size_t head = static_cast<size_t>(blockIdx.y) * length * D;
  Q += head;
  K += head;
  V += head;
  O += head;

  float q[D], o[D];
#pragma unroll
  for (int d = 0; d < D; ++d) {
    q[d] = row < length ? Q[row * D + d] * 0.125f : 0.0f;
    o[d] = 0.0f;
  }
  float maximum = -INFINITY, sum = 0.0f;

  for (int k0 = 0; k0 < length; k0 += KEYS) {
    const int keys = min(KEYS, length - k0);
    for (int i = tid; i < keys * D; i += THREADS) {
      Ks[i / D][i % D] = K[k0 * D + i];
      Vs[i / D][i % D] = V[k0 * D + i];
    }
    __syncthreads();

    for (int k = 0; k < keys; ++k) {
      float score = 0.0f;
#pragma unroll
      for (int d = 0; d < D; ++d)
        score += q[d] * Ks[k][d];
      const float highest = fmaxf(maximum, score);
      const float correction = __expf(maximum - highest);
      const float p = __expf(score - highest);
      sum = sum * correction + p;
#pragma unroll
      for (int d = 0; d < D; ++d)
        o[d] = o[d] * correction + p * Vs[k][d];
      maximum = highest;
    }
    __syncthreads();
  }

  if (row < length)
    for (int d = 0; d < D; ++d)
      O[row * D + d] = o[d] / sum;
}

extern "C" void launch(const float *Q, const float *K, const float *V, float *O,
                       int heads, int length) {
  const dim3 grid((length + THREADS - 1) / THREADS, heads);
  attention<<<grid, THREADS>>>(Q, K, V, O, length);
}
