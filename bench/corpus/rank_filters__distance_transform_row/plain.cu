// Second pass of the exact distance transform: the lower envelope of parabolas
// by brute force. 1024 columns of a row a block, four a thread, the distances
// in the columns 512 at a time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

template <int THREADS, int PER_THREAD, int TILE>
__global__ void envelope(const int *__restrict__ column_distance,
                         int *__restrict__ squared, int width) {
  __shared__ int g2[TILE];
  const int *row = column_distance + (size_t)blockIdx.y * width;
  const int first = blockIdx.x * THREADS * PER_THREAD + threadIdx.x;

  int best[PER_THREAD];
#pragma unroll
  for (int i = 0; i < PER_THREAD; i++) best[i] = 0x7fffffff;

  for (int j0 = 0; j0 < width; j0 += TILE) {
#pragma unroll
    for (int i = threadIdx.x; i < TILE; i += THREADS) {
      int g = j0 + i < width ? row[j0 + i] : 20000;
      g2[i] = g * g;
    }
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < TILE; j++) {
      const int g = g2[j];
#pragma unroll
      for (int i = 0; i < PER_THREAD; i++) {
        const int dx = first + i * THREADS - j0 - j;
        best[i] = min(best[i], dx * dx + g);
      }
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < PER_THREAD; i++)
    if (first + i * THREADS < width)
      squared[(size_t)blockIdx.y * width + first + i * THREADS] = best[i];
}

extern "C" void launch(const int *column_distance, int *squared, int width,
                       int height) {
  dim3 grid((width + 1023) / 1024, height);
  envelope<256, 4, 512><<<grid, 256>>>(column_distance, squared, width);
}
