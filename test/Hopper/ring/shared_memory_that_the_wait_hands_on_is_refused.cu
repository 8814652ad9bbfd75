// All arrive and wait: that hands on what was stored in front of it, as a barrier of the
// block does. In a ring they arrive trips earlier.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s

#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

// CHECK: K-loop in 'by_the_wait' left alone: {{.*}}only the wait for the copies keeps this apart{{.*}} [barrier-used-elsewhere]
__global__ void by_the_wait(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ float other[256];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    barrier::arrival_token token;
    other[t] = sum + k;
    if (t == 0) {
      cde::cp_async_bulk_global_to_shared(tile, x + k * 256, sizeof(tile), bar);
      token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
      token = bar.arrive();
    }
    bar.wait(std::move(token));
    sum += tile[t ^ 1] * other[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'by_a_barrier' pipelined: ring of 4 stages
__global__ void by_a_barrier(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ float other[256];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    barrier::arrival_token token;
    other[t] = sum + k;
    if (t == 0) {
      cde::cp_async_bulk_global_to_shared(tile, x + k * 256, sizeof(tile), bar);
      token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
      token = bar.arrive();
    }
    bar.wait(std::move(token));
    __syncthreads();
    sum += tile[t ^ 1] * other[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'in_front' left alone: {{.*}}only the arrivals of all keep this apart{{.*}} [barrier-used-elsewhere]
__global__ void in_front(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ float other[256];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  other[t] = x[t];
  for (int k = 0; k < tiles; ++k) {
    barrier::arrival_token token;
    if (t == 0) {
      cde::cp_async_bulk_global_to_shared(tile, x + k * 256, sizeof(tile), bar);
      token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
      token = bar.arrive();
    }
    bar.wait(std::move(token));
    sum += tile[t ^ 1] * other[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'in_front_of_a_barrier' pipelined: ring of 4 stages
__global__ void in_front_of_a_barrier(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ float other[256];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  other[t] = x[t];
  __syncthreads();
  for (int k = 0; k < tiles; ++k) {
    barrier::arrival_token token;
    if (t == 0) {
      cde::cp_async_bulk_global_to_shared(tile, x + k * 256, sizeof(tile), bar);
      token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
      token = bar.arrive();
    }
    bar.wait(std::move(token));
    sum += tile[t ^ 1] * other[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'for_behind' left alone: {{.*}}only the arrivals of all keep this apart{{.*}} [barrier-used-elsewhere]
__global__ void for_behind(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ float other[256];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    barrier::arrival_token token;
    __syncthreads();
    other[t] = sum + k;
    if (t == 0) {
      cde::cp_async_bulk_global_to_shared(tile, x + k * 256, sizeof(tile), bar);
      token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
      token = bar.arrive();
    }
    bar.wait(std::move(token));
    sum += tile[t ^ 1];
  }
  out[t] = sum + other[t ^ 1];
}
