// Decoding a hidden Markov model: the best predecessor of each state, a product
// of matrices with + and max. 16 sequences by 32 states a block of 512 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define STATES 32
#define SEQUENCES 16
#define LOWEST -1e30f

__global__ void __launch_bounds__(512)
    viterbi(const float *alpha, const float *transition, const float *emission,
            float *next, int *from, int sequences, int states) {
  __shared__ float a[SEQUENCES][STATES];
  __shared__ float t[STATES][STATES];

  const int j = blockIdx.x * STATES + threadIdx.x;
  const int s = blockIdx.y * SEQUENCES + threadIdx.y;

  float best = LOWEST;
  int argbest = 0;

  for (int i0 = 0; i0 < states; i0 += STATES) {
    const int i = i0 + threadIdx.x;
    a[threadIdx.y][threadIdx.x] =
        s < sequences && i < states ? alpha[(size_t)s * states + i] : LOWEST;
    for (int r = threadIdx.y; r < STATES; r += SEQUENCES)
      t[r][threadIdx.x] = i0 + r < states && j < states
                              ? transition[(size_t)(i0 + r) * states + j]
                              : LOWEST;
    __syncthreads();

#pragma unroll 8
    for (int k = 0; k < STATES; ++k) {
      const float score = a[threadIdx.y][k] + t[k][threadIdx.x];
      if (score > best) {
        best = score;
        argbest = i0 + k;
      }
    }
    __syncthreads();
  }

  if (s < sequences && j < states) {
    const size_t at = (size_t)s * states + j;
    next[at] = best + emission[at];
    from[at] = argbest;
  }
}

extern "C" void launch(const float *alpha, const float *transition,
                       const float *emission, float *next, int *from,
                       int sequences, int states) {
  dim3 grid((states + STATES - 1) / STATES,
            (sequences + SEQUENCES - 1) / SEQUENCES);
  viterbi<<<grid, dim3(STATES, SEQUENCES)>>>(alpha, transition, emission, next,
                                             from, sequences, states);
}
