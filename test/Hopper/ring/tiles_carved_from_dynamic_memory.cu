// Tiles and a barrier are carved out of memory without bounds: each stage gets what the launch gave for all.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text --match-full-lines --strict-whitespace %s
// RUN: %run_on_cpu %S/Inputs/two.driver.cu %s %t.cu
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o - %t.cu -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck --check-prefix=AGAIN %s
//
// CHECK: K-loop in 'two' pipelined: ring of 4 stages over bulk copies, shared memory 4096 -> 16384 bytes
// AGAIN: left alone: the loop is pipelined already

#include <cuda/ptx>
#include <cuda_runtime.h>
#include <cstdint>

namespace ptx = cuda::ptx;

// TEXT:static __global__ void two(const float *x, const float *y, float *out, int tiles) {
// TEXT-NEXT:  constexpr int STAGES = 4;
// TEXT-NEXT:  constexpr int STAGE_BYTES = 4096; // what one launch gave for all
// TEXT-NEXT:  extern __shared__ __align__(1024) unsigned char smem_stages[];
// TEXT-NEXT:  if (threadIdx.x == 0) {
// TEXT-NEXT:    for (int s = 0; s < STAGES; ++s) {
// TEXT-NEXT:      auto *smem = smem_stages + s * STAGE_BYTES;
// TEXT-NEXT:      float *As = reinterpret_cast<float *>(smem);
// TEXT-NEXT:      float *Bs = As + 256;
// TEXT-NEXT:      uint64_t *full = reinterpret_cast<uint64_t *>(Bs + 512);
// TEXT-NEXT:      ptx::mbarrier_init(full, 1);
// TEXT-NEXT:    }
// TEXT-NEXT:    ptx::fence_proxy_async(ptx::space_shared);
// TEXT-NEXT:  }
// TEXT:  auto load = [&](int k, int s) {
// TEXT-NEXT:    auto *smem = smem_stages + s * STAGE_BYTES;
// TEXT-NEXT:    float *As = reinterpret_cast<float *>(smem);
// TEXT:void run(const float *x, const float *y, float *out, int tiles) { two<<<1, 64, 4 * 4096>>>(x, y, out, tiles); }
static __global__ void two(const float *x, const float *y, float *out, int tiles) {
  extern __shared__ __align__(1024) unsigned char smem[];
  float *As = reinterpret_cast<float *>(smem);
  float *Bs = As + 256;
  uint64_t *full = reinterpret_cast<uint64_t *>(Bs + 512);
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  uint32_t phase = 0;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, full, 3072);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, As, x + k * 256, 1024, full);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, Bs, y + k * 512, 2048, full);
    }
    while (!ptx::mbarrier_try_wait_parity(full, phase))
      ;
    phase ^= 1;
    for (int i = threadIdx.x; i < 256; i += 64)
      sum = sum * 0.5f + As[i ^ 129] * Bs[i] + Bs[256 + (i ^ 65)];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
void run(const float *x, const float *y, float *out, int tiles) { two<<<1, 64, 4096>>>(x, y, out, tiles); }
