// Inference of boosted trees: four complete trees of depth six a trip (63
// splits, 64 leaves each); the 32 features of 128 rows stay in shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

namespace forest {

constexpr int kDepth = 6, kSplits = 63, kLeaves = 64;
constexpr int kTrees = 4, kRows = 128, kFeatures = 32;

struct Split {
  int feature;
  float threshold;
};

struct TreeBatch {
  Split split[kTrees][kSplits + 1];
  float leaf[kTrees][kLeaves];
};

__global__ void __launch_bounds__(kRows)
    predict(const float *__restrict__ data, const int *__restrict__ features,
            const float *__restrict__ thresholds, const float *__restrict__ leaves,
            float *__restrict__ score, int rows, int trees) {
  __shared__ float row_data[kRows][kFeatures + 1];
  __shared__ TreeBatch batch;

  const int row0 = blockIdx.x * kRows;
  for (int i = threadIdx.x; i < kRows * kFeatures; i += kRows) {
    const int r = i / kFeatures, f = i % kFeatures;
    row_data[r][f] = row0 + r < rows ? data[(size_t)row0 * kFeatures + i] : 0.f;
  }

  float sum = 0.f;
  for (int t0 = 0; t0 < trees; t0 += kTrees) {
    const int n = min(kTrees, trees - t0);
    for (int i = threadIdx.x; i < n * kSplits; i += kRows) {
      Split s = {features[t0 * kSplits + i], thresholds[t0 * kSplits + i]};
      batch.split[i / kSplits][i % kSplits] = s;
    }
    for (int i = threadIdx.x; i < n * kLeaves; i += kRows)
      batch.leaf[i / kLeaves][i % kLeaves] = leaves[(size_t)t0 * kLeaves + i];
    __syncthreads();

    for (int t = 0; t < n; ++t) {
      int node = 0;
#pragma unroll
      for (int d = 0; d < kDepth; ++d) {
        const Split s = batch.split[t][node];
        node = 2 * node + 1 + (row_data[threadIdx.x][s.feature] >= s.threshold);
      }
      sum += batch.leaf[t][node - kSplits];
    }
    __syncthreads();
  }
  if (row0 + threadIdx.x < rows)
    score[row0 + threadIdx.x] = sum;
}

} // namespace forest

extern "C" void launch(const float *data, const int *features,
                       const float *thresholds, const float *leaves,
                       float *score, int rows, int trees) {
  using namespace forest;
  predict<<<(rows + kRows - 1) / kRows, kRows>>>(data, features, thresholds,
                                                leaves, score, rows, trees);
}
