// The tiles are an object in dynamic shared memory: launches that give as much give it for
// each stage. nvcc makes it static, so others may give nothing.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/large.driver.cu %s %t.cu
//
// CHECK: K-loop in 'rows' pipelined: ring of 4 stages over bulk copies
// CHECK: K-loop in 'passed_nothing' left alone: {{.*}}nvcc gives 's', which is no array, static memory{{.*}} [dynamic-shared-memory]
// CHECK: K-loop in 'passed_less' left alone: {{.*}}nvcc gives 's', which is no array, static memory{{.*}} [dynamic-shared-memory]

#include <cuda/ptx>
#include <cuda_runtime.h>
#include <cstdint>

namespace ptx = cuda::ptx;

struct alignas(128) Tile {
  float row[1024];
};

// TEXT: extern __shared__ Tile s_stages[];
// TEXT: auto &s = s_stages[stage];
// TEXT-NEXT: float *row = s.row;
// TEXT: rows<<<1, 64, 4 * sizeof(Tile)>>>(x, out, tiles);
static __global__ void rows(const float *x, float *out, int tiles) {
  extern __shared__ Tile s;
  float *row = s.row;
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  uint32_t phase = 0;
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(Tile));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, row, x + t * 1024, sizeof(Tile), &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, phase))
      ;
    phase ^= 1;
    for (int i = threadIdx.x; i < 1024; i += 64)
      sum = sum * 0.5f + row[i ^ 129];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

static __global__ void passed_nothing(const float *x, float *out, int tiles) {
  extern __shared__ Tile s;
  float *row = s.row;
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  uint32_t phase = 0;
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(Tile));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, row, x + t * 1024, sizeof(Tile), &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, phase))
      ;
    phase ^= 1;
    for (int i = threadIdx.x; i < 1024; i += 64)
      sum = sum * 0.5f + row[i ^ 129];
    __syncthreads();
  }
  out[threadIdx.x] += sum;
}

static __global__ void passed_less(const float *x, float *out, int tiles) {
  extern __shared__ Tile s;
  float *row = s.row;
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  uint32_t phase = 0;
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(Tile));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, row, x + t * 1024, sizeof(Tile), &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, phase))
      ;
    phase ^= 1;
    for (int i = threadIdx.x; i < 1024; i += 64)
      sum = sum * 0.5f + row[i ^ 129];
    __syncthreads();
  }
  out[threadIdx.x] += sum;
}

void run(const float *x, float *out, int tiles) {
  rows<<<1, 64, sizeof(Tile)>>>(x, out, tiles);
}
void run_with_less(const float *x, float *out, int tiles) {
  passed_nothing<<<1, 64>>>(x, out, tiles);
  passed_less<<<1, 64, sizeof(Tile) / 2>>>(x, out, tiles);
}
