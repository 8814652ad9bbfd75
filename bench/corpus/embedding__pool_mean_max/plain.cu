// Embedding bags with two poolings, mean and maximum: a block has a bag; rows of
// 128 floats are gathered 16 at a time as float4.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

constexpr int DIM = 128, ROWS = 16, THREADS = 128;

__global__ void embedding_bag_mean_max(const float4 *__restrict__ table,
                                       const int *__restrict__ ids,
                                       const int *__restrict__ offsets,
                                       const int *__restrict__ lengths,
                                       float *__restrict__ out) {
  __shared__ float rows[ROWS][DIM];

  const int bag = blockIdx.x;
  const int *bag_ids = ids + offsets[bag];
  const int length = lengths[bag];
  const int quad = threadIdx.x % 32, sub = threadIdx.x / 32;

  float sum = 0.f, highest = -3.402823466e38f;
  for (int start = 0; start < length; start += ROWS) {
#pragma unroll
    for (int r = sub; r < ROWS; r += THREADS / 32) {
      if (start + r < length) {
        const int id = bag_ids[start + r];
        reinterpret_cast<float4 *>(rows[r])[quad] =
            table[(size_t)id * (DIM / 4) + quad];
      }
    }
    __syncthreads();

    const int n = min(ROWS, length - start);
    for (int r = 0; r < n; ++r) {
      const float v = rows[r][threadIdx.x];
      sum += v;
      highest = fmaxf(highest, v);
    }
    __syncthreads();
  }

  out[(size_t)bag * 2 * DIM + threadIdx.x] = length ? sum / length : 0.f;
  out[(size_t)bag * 2 * DIM + DIM + threadIdx.x] = length ? highest : 0.f;
}

extern "C" void launch(const float4 *table, const int *ids, const int *offsets,
                       const int *lengths, float *out, int bags) {
  embedding_bag_mean_max<<<bags, THREADS>>>(table, ids, offsets, lengths, out);
}
