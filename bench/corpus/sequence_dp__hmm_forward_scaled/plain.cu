// Forward algorithm of a hidden Markov model with 64 states, a sequence a
// block, a state a thread, its column of the transitions in registers. The rows
// of the emissions are gathered by the symbols, 16 steps at once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int STATES = 64;
constexpr int STEPS = 16;

__device__ __forceinline__ float block_sum(float v, float *two) {
  for (int off = 16; off > 0; off >>= 1)
    v += __shfl_xor_sync(~0u, v, off);
  if (threadIdx.x % 32 == 0)
    two[threadIdx.x / 32] = v;
  __syncthreads();
  return two[0] + two[1];
}

__global__ void __launch_bounds__(STATES)
forward(const int *__restrict__ symbols, const float *__restrict__ transition,
        const float *__restrict__ emission, float *__restrict__ loglik,
        int length) {
  __shared__ float e[STEPS][STATES];
  __shared__ float alpha[STATES];
  __shared__ float two[2];

  const int s = threadIdx.x;
  const int *seq = symbols + (size_t)blockIdx.x * length;

  float column[STATES];
#pragma unroll
  for (int k = 0; k < STATES; ++k)
    column[k] = fabsf(transition[k * STATES + s]);

  alpha[s] = 1.f / STATES;
  float total = 0.f;

  for (int t0 = 0; t0 < length; t0 += STEPS) {
    const int n = min(STEPS, length - t0);
    for (int t = 0; t < n; ++t)
      e[t][s] = emission[(size_t)seq[t0 + t] * STATES + s];
    __syncthreads();

    for (int t = 0; t < n; ++t) {
      float sum = 0.f;
#pragma unroll
      for (int k = 0; k < STATES; ++k)
        sum = fmaf(alpha[k], column[k], sum);
      const float a = sum * (fabsf(e[t][s]) + 1e-3f);
      const float norm = block_sum(a, two);
      alpha[s] = a / norm;
      total += __logf(norm);
      __syncthreads();
    }
  }
  if (s == 0)
    loglik[blockIdx.x] = total;
}

extern "C" void launch(const int *symbols, const float *transition,
                       const float *emission, float *loglik, int sequences,
                       int length) {
  forward<<<sequences, STATES>>>(symbols, transition, emission, loglik, length);
}
