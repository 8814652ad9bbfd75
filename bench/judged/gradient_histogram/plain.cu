// Histograms for growing trees: a thread has a feature and its 64 bins of
// sums in shared memory, a block takes its rows in tiles of row numbers and
// gradients.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>

constexpr int kBins = 64;
constexpr int kFeatures = 64; // and threads
constexpr int kRows = 128;    // of a tile

__global__ void build_histograms(const uint8_t *__restrict__ bins,
                                 const float2 *__restrict__ gradients,
                                 const int *__restrict__ row_index,
                                 float2 *__restrict__ histograms, int n_rows,
                                 int n_features, int rows_per_block) {
  __shared__ float2 sums[kBins][kFeatures];
  __shared__ float2 gradient_tile[kRows];
  __shared__ int row_tile[kRows];

  const int feature = blockIdx.x * kFeatures + threadIdx.x;
  for (int b = 0; b < kBins; ++b)
    sums[b][threadIdx.x] = make_float2(0.0f, 0.0f);

  const int first = blockIdx.y * rows_per_block;
  const int last = min(n_rows, first + rows_per_block);
  for (int base = first; base < last; base += kRows) {
    for (int i = threadIdx.x; i < kRows && base + i < last; i += kFeatures) {
      row_tile[i] = row_index[base + i];
      gradient_tile[i] = gradients[base + i];
    }
    __syncthreads();

    const int count = min(kRows, last - base);
    if (feature < n_features)
      for (int i = 0; i < count; ++i) {
        const int bin =
            bins[static_cast<size_t>(row_tile[i]) * n_features + feature] %
            kBins;
        float2 &sum = sums[bin][threadIdx.x];
        sum.x += gradient_tile[i].x;
        sum.y += gradient_tile[i].y;
      }
    __syncthreads();
  }

  if (feature < n_features)
    for (int b = 0; b < kBins; ++b)
      histograms[(static_cast<size_t>(blockIdx.y) * kBins + b) * n_features +
                 feature] = sums[b][threadIdx.x];
}

extern "C" void launch(const unsigned char *bins, const float2 *gradients,
                       const int *row_index, float2 *histograms, int n_rows,
                       int n_features, int blocks) {
  const int rows_per_block = (n_rows + blocks - 1) / blocks;
  dim3 grid((n_features + kFeatures - 1) / kFeatures, blocks);
  build_histograms<<<grid, kFeatures>>>(bins, gradients, row_index, histograms,
                                        n_rows, n_features, rows_per_block);
}
