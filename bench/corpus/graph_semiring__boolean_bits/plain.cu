// One step of a transitive closure: product of boolean matrices, 32 columns a
// word. A block has 32 rows x 32 words, a thread a word of the result; a trip
// has one word of each row of A and the 32 rows of B it stands for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>

__global__ void closure_step(const uint32_t *reach, uint32_t *next, int n,
                             int words) {
  __shared__ uint32_t left[32];
  __shared__ uint32_t right[32][32];

  const int row = blockIdx.y * 32 + threadIdx.y;
  const int word = blockIdx.x * 32 + threadIdx.x;
  const bool mine = row < n && word < words;

  uint32_t bits = mine ? reach[(size_t)row * words + word] : 0u;

  for (int w = 0; w < words; w++) {
    if (threadIdx.y == 0) {
      const int r = blockIdx.y * 32 + threadIdx.x;
      left[threadIdx.x] = r < n ? reach[(size_t)r * words + w] : 0u;
    }
    const int k = w * 32 + threadIdx.y;
    right[threadIdx.y][threadIdx.x] =
        k < n && word < words ? reach[(size_t)k * words + word] : 0u;
    __syncthreads();

    const uint32_t a = left[threadIdx.y];
#pragma unroll
    for (int i = 0; i < 32; i++)
      bits |= (a >> i & 1u) ? right[i][threadIdx.x] : 0u;
    __syncthreads();
  }

  if (mine)
    next[(size_t)row * words + word] = bits;
}

extern "C" void launch(const unsigned *reach, unsigned *next, int n) {
  const int words = (n + 31) / 32;
  dim3 threads(32, 32);
  dim3 blocks((words + 31) / 32, (n + 31) / 32);
  closure_step<<<blocks, threads>>>(reach, next, n, words);
}
