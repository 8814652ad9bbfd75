// Histograms of bytes: a block counts its part of the data, 4 KB a trip, into
// one histogram for each of its eight warps, and adds these at the end.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>

static constexpr int kBins = 256;
static constexpr int kWarps = 8;
static constexpr int kThreads = 32 * kWarps;
static constexpr int kTileWords = 1024;

__device__ __forceinline__ void count_word(unsigned *histogram, unsigned word) {
  atomicAdd(&histogram[word & 255], 1u);
  atomicAdd(&histogram[word >> 8 & 255], 1u);
  atomicAdd(&histogram[word >> 16 & 255], 1u);
  atomicAdd(&histogram[word >> 24], 1u);
}

__global__ void histogram256(const uint4 *__restrict__ data,
                             unsigned *__restrict__ partial, size_t quads) {
  __shared__ unsigned histograms[kWarps][kBins];
  __shared__ __align__(16) unsigned tile[kTileWords];

  const int warp = threadIdx.x / 32;
  for (int i = threadIdx.x; i < kWarps * kBins; i += kThreads)
    (&histograms[0][0])[i] = 0;

  for (size_t base = (size_t)blockIdx.x * kThreads; base < quads;
       base += (size_t)gridDim.x * kThreads) {
    if (base + threadIdx.x < quads)
      reinterpret_cast<uint4 *>(tile)[threadIdx.x] = data[base + threadIdx.x];
    __syncthreads();

    const int words = quads - base < kThreads ? (int)(quads - base) * 4
                                              : kTileWords;
    for (int i = 0; i < kTileWords / kThreads; ++i) {
      const int at = threadIdx.x + i * kThreads;
      if (at < words)
        count_word(histograms[warp], tile[at]);
    }
    __syncthreads();
  }

  const int bin = threadIdx.x;
  unsigned sum = 0;
  for (int w = 0; w < kWarps; ++w)
    sum += histograms[w][bin];
  partial[blockIdx.x * kBins + bin] = sum;
}

extern "C" void launch(const uint4 *data, unsigned *partial, int quads,
                       int blocks) {
  histogram256<<<blocks, kThreads>>>(data, partial, quads);
}
