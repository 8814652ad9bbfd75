// Sum of rows of a table in eight bits, each with a scale and an offset: rows of
// 64 bytes come 64 at a time, 16 bytes a load, with their scales. Half of the 128
// threads add the even rows, the others the odd ones.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cuda_runtime.h>

namespace {

constexpr int kDim = 64;
constexpr int kRows = 64;
constexpr int kThreads = 128;

struct QuantizedTable {
  const uint8_t *rows;      // count x kDim
  const float2 *scale_bias; // count
};

struct Bags {
  const int *indices;
  const float *weights; // an index
  const int *offsets;   // bags + 1
};

} // namespace

__global__ void __launch_bounds__(kThreads)
    split_table_lookup(QuantizedTable table, Bags bags, float *output) {
  __shared__ __align__(16) uint8_t q[kRows][kDim];
  __shared__ float2 params[kRows];
  __shared__ float halves[kDim];

  const int bag = blockIdx.x;
  const int begin = bags.offsets[bag], end = bags.offsets[bag + 1];
  const int column = threadIdx.x % kDim, parity = threadIdx.x / kDim;

  float sum = 0.0f;
  for (int base = begin; base < end; base += kRows) {
    const int count = min(kRows, end - base);
#pragma unroll
    for (int i = 0; i < kRows * kDim / 16 / kThreads; ++i) {
      const int chunk = threadIdx.x + i * kThreads;
      const int r = chunk / (kDim / 16), c = chunk % (kDim / 16) * 16;
      if (r < count)
        *reinterpret_cast<uint4 *>(&q[r][c]) = *reinterpret_cast<const uint4 *>(
            table.rows + (size_t)bags.indices[base + r] * kDim + c);
    }
    if (threadIdx.x < count) {
      const float2 sb = table.scale_bias[bags.indices[base + threadIdx.x]];
      const float w = bags.weights[base + threadIdx.x];
      params[threadIdx.x] = make_float2(sb.x * w, sb.y * w);
    }
    __syncthreads();

    for (int r = parity; r < count; r += 2)
      sum += params[r].x * q[r][column] + params[r].y;
    __syncthreads();
  }

  if (parity)
    halves[column] = sum;
  __syncthreads();
  if (!parity)
    output[(size_t)bag * kDim + column] = sum + halves[column];
}

extern "C" void launch(const uint8_t *rows, const float2 *scale_bias,
                       const int *indices, const float *weights,
                       const int *offsets, float *output, int bags) {
  split_table_lookup<<<bags, kThreads>>>({rows, scale_bias},
                                         {indices, weights, offsets}, output);
}
