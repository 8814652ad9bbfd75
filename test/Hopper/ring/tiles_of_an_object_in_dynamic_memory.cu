// A reference to an object with tiles and barriers lies in dynamic memory of a launch whose size is no number here.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/two.driver.cu %s %t.cu
//
// CHECK: K-loop in 'kernel' pipelined: ring of {{[234]}} stages over bulk copies

#include <cuda/ptx>
#include <cuda_runtime.h>
#include <cstdint>

namespace ptx = cuda::ptx;

template <int N> struct Shared {
  alignas(128) float As[N];
  alignas(128) float Bs[2 * N];
  uint64_t full[2];
};

// TEXT: unsigned smem_bytes; // the launch gives them
// TEXT: asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(smem_bytes));
// TEXT: const int stage_bytes = smem_bytes / (STAGES * 1024) * 1024;
// TEXT: auto *raw = raw_stages + s * stage_bytes;
// TEXT-NEXT: Shared<N> &smem = *reinterpret_cast<Shared<N> *>(raw);
// TEXT-NEXT: ptx::mbarrier_init(&smem.full[0], 1);
template <int N> static __global__ void kernel(const float *x, const float *y, float *out, int tiles) {
  extern __shared__ __align__(128) unsigned char raw[];
  Shared<N> &smem = *reinterpret_cast<Shared<N> *>(raw);
  float *As = smem.As;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&smem.full[0], 1);
    ptx::mbarrier_init(&smem.full[1], 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &smem.full[0], sizeof(smem.As));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, As, x + k * N, sizeof(smem.As), &smem.full[0]);
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &smem.full[1], sizeof(smem.Bs));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, smem.Bs, y + k * 2 * N, sizeof(smem.Bs), &smem.full[1]);
    }
    while (!ptx::mbarrier_try_wait_parity(&smem.full[0], k & 1))
      ;
    while (!ptx::mbarrier_try_wait_parity(&smem.full[1], k & 1))
      ;
    for (int i = threadIdx.x; i < N; i += 64)
      sum = sum * 0.5f + As[i ^ 129] * smem.Bs[i] + smem.Bs[N + (i ^ 65)];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
void run(const float *x, const float *y, float *out, int tiles) {
  kernel<256><<<1, 64, sizeof(Shared<256>)>>>(x, y, out, tiles);
}
