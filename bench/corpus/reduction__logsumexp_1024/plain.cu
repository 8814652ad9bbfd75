// Log-sum-exp of columns, online: tiles of 128 rows x 128 columns in 64 KB, read
// by rows as float4 and reduced by columns; 1024 threads, eight of them a column,
// whose maxima and sums meet at the end.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cuda_runtime.h>

template <typename V> struct OnlineSum {
  V maximum, sum;

  __device__ void merge(V other_maximum, V other_sum) {
    const V highest = fmaxf(maximum, other_maximum);
    sum = sum * __expf(maximum - highest) +
          other_sum * __expf(other_maximum - highest);
    maximum = highest;
  }
};

static constexpr int kSide = 128;
static constexpr int kThreads = 1024;
static constexpr int kSlices = kThreads / kSide;

__global__ void __launch_bounds__(kThreads)
    column_logsumexp(const float *logits, float *lse, int rows, int columns) {
  extern __shared__ __align__(16) float tile[]; // kSide x kSide

  const int column = threadIdx.x % kSide, slice = threadIdx.x / kSide;
  const int first_column = blockIdx.x * kSide;
  const float4 *source = reinterpret_cast<const float4 *>(
      logits + (size_t)blockIdx.y * rows * columns + first_column);

  OnlineSum<float> total = {-1e30f, 0.0f};

  for (int r0 = 0; r0 < rows; r0 += kSide) {
    const int count = min(kSide, rows - r0);
#pragma unroll
    for (int i = 0; i < kSide * kSide / 4 / kThreads; ++i) {
      const int v = threadIdx.x + i * kThreads;
      const int r = v / (kSide / 4), q = v % (kSide / 4);
      if (r < count)
        reinterpret_cast<float4 *>(tile)[v] =
            source[(size_t)(r0 + r) * (columns / 4) + q];
    }
    __syncthreads();

    float highest = -1e30f;
    for (int r = slice; r < count; r += kSlices)
      highest = fmaxf(highest, tile[r * kSide + column]);
    float sum = 0.0f;
    for (int r = slice; r < count; r += kSlices)
      sum += __expf(tile[r * kSide + column] - highest);
    total.merge(highest, sum);
    __syncthreads();
  }

  tile[slice * kSide + column] = total.maximum;
  tile[(kSlices + slice) * kSide + column] = total.sum;
  __syncthreads();
  if (slice == 0) {
    for (int s = 1; s < kSlices; ++s)
      total.merge(tile[s * kSide + column],
                  tile[(kSlices + s) * kSide + column]);
    lse[(size_t)blockIdx.y * columns + first_column + column] =
        total.maximum + __logf(total.sum);
  }
}

extern "C" void launch(const float *logits, float *lse, int batch, int rows,
                       int columns) {
  const int bytes = kSide * kSide * sizeof(float);
  cudaFuncSetAttribute(column_logsumexp,
                       cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  column_logsumexp<<<dim3(columns / kSide, batch), kThreads, bytes>>>(
      logits, lse, rows, columns);
}
