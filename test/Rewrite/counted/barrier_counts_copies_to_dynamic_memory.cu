// The tile is what the launch gives, and a barrier in static memory counts the
// copies into it: each stage has a part of the one, and an element of the other.
//
// RUN: %rewrite_and_run cpasync,cpasync3,cpasync4 launched
// RUN: %golden cpasync3

#include <cooperative_groups.h>
#include <cuda/barrier>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void of_any_size(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  extern __shared__ float tile[];
  __shared__ barrier bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(block, tile, A + k, sizeof(float) * block.size(), bar);
    bar.arrive_and_wait(); // all copies are here

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    block.sync();
  }
  C[t] = sum;
}

__global__ void in_two_pieces(const float *__restrict__ A,
                              float *__restrict__ C, int K) {
  extern __shared__ float tile[];
  float *left = tile, *right = tile + 32;
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (t < 32) {
      cuda::memcpy_async(&left[t], &A[k + t], sizeof(float), bar);
      cuda::memcpy_async(&right[t], &A[k + 32 + t], sizeof(float), bar);
    }
    bar.arrive_and_wait();
    for (int i = 0; i < 32; ++i)
      sum += left[i] * (t + 1) + right[31 - i];
    __syncthreads();
  }
  C[t] += sum;
}

void launch(const float *A, float *C, int K) {
  of_any_size<<<1, 64, 64 * sizeof(float)>>>(A, C, K);
  in_two_pieces<<<1, 64, 64 * sizeof(float)>>>(A, C, K);
}
