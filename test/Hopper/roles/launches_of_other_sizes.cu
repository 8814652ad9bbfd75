// Where the launches of a kernel differ, the threads that compute are those of the block less
// the producer's; where each has what __launch_bounds__ says, that is their number. Launches
// are edited in place: variables are of others, too.
//
// RUN: cuda-pipeline-rewrite --variant=roles --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %s %t.cu
//
// CHECK: K-loop in 'of_bounds' pipelined: ring of 4 stages
// CHECK: K-loop in 'of_many' pipelined: ring of 4 stages
// CHECK: K-loop in 'of_a_template' pipelined: ring of 4 stages

#include <cuda/ptx>
#include <cuda_runtime.h>
#include <cstdint>

namespace ptx = cuda::ptx;

// TEXT: void __launch_bounds__(THREADS + 32) of_bounds(
// TEXT: constexpr unsigned CONSUMERS = THREADS;
// TEXT-NEXT: static_assert(CONSUMERS % 32 == 0, "consumers must be whole warps");
constexpr int THREADS = 64;
static __global__ void __launch_bounds__(THREADS) of_bounds(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(tile));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, x + (k + blockIdx.x) * 256, sizeof(tile), &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, k & 1))
      ;
    for (int i = threadIdx.x; i < 256; i += 64)
      sum = sum * 0.5f + tile[i ^ 129];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// TEXT: void __launch_bounds__(256 + 32) of_many(
// TEXT: const unsigned consumers = blockDim.x - 32;
// TEXT: ptx::mbarrier_init(&empty[s], consumers / 32);
// TEXT: if (threadIdx.x >= consumers) {
// TEXT: i += consumers
static __global__ void __launch_bounds__(256) of_many(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(tile));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, x + (k + blockIdx.x) * 256, sizeof(tile), &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, k & 1))
      ;
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
      sum = sum * 0.5f + tile[i ^ 129];
    __syncthreads();
  }
  if (threadIdx.x < 64)
    out[blockIdx.x * 64 + threadIdx.x] += sum;
}

// TEXT: __launch_bounds__(WARPS * 32 + 32)
// TEXT: constexpr unsigned CONSUMERS = WARPS * 32;
template <int WARPS>
static __global__ void __launch_bounds__(WARPS * 32) of_a_template(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(tile));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, x + (k + blockIdx.x) * 256, sizeof(tile), &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, k & 1))
      ;
    for (int i = threadIdx.x; i < 256; i += WARPS * 32)
      sum = sum * 0.5f + tile[i ^ 129];
    __syncthreads();
  }
  if (threadIdx.x < 64)
    out[blockIdx.x * 64 + threadIdx.x] += sum;
}

// TEXT: of_bounds<<<3, block.x + 32>>>(
// TEXT: of_many<<<3, 32 * warps + 32>>>(
// TEXT: of_many<<<3, dim3(64 + 32)>>>(
// TEXT: of_a_template<2><<<3, 64 + 32>>>(
// TEXT: of_a_template<4><<<dim3(3), (warps > 2 ? 128 : 128) + 32>>>(
void run(const float *x, float *out, int tiles) {
  dim3 block(THREADS);
  of_bounds<<<3, block>>>(x, out, tiles);
  for (int warps = 1; warps < 4; ++warps)
    of_many<<<3, 32 * warps>>>(x, out, tiles);
  of_many<<<3, dim3(64)>>>(x, out, tiles);
  const int warps = 4;
  of_a_template<2><<<3, 64>>>(x, out, tiles);
  of_a_template<4><<<dim3(3), warps > 2 ? 128 : 128>>>(x, out, tiles);
}
